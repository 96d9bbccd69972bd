//! `specgen fmt` changes blanks and line breaks, and nothing else.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use snapbox::cmd::{Command, cargo_bin};
use specgen::format::{Language, format, words};
use specgen::goal::{GoalOptions, goals};
use specgen::pipeline;
use specgen::source::{Source, Sources};
use specgen::syntax::{parse_spec, print_spec};
use specgen::theory::{NoFolders, Workspace};

use crate::random_specifications::{bags, boxes, heaps, shelves};
use crate::syntax_trees::any_file;

fn fmt() -> Command {
    Command::new(cargo_bin!("specgen")).arg("fmt")
}

fn formatted(text: &str) -> String {
    let source = Source { name: "it".to_owned(), text: text.to_owned() };
    pipeline::format(&source).unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

/// The tree of a specification file, printed.
fn tree(text: &str) -> String {
    let file = Sources::default().add("it.spec", text);
    print_spec(&parse_spec(text, file).unwrap_or_else(|found| panic!("{found:#?}\n{text}")))
}

fn texts(extension: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> =
        ["specs", "mappings", "tests", "examples", "src"].map(|folder| root.join(folder)).into();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is readable") {
            let path = entry.expect("the entry is readable").path();
            if path.is_dir() && !path.ends_with("target") {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == extension) {
                let text = std::fs::read(&path).expect("the file is readable");
                found.extend(String::from_utf8(text).ok().map(|text| (path, text)));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_specification_of_the_repository_keeps_its_tree() {
    let mut checked = 0;
    for (path, text) in texts("spec") {
        let file = Sources::default().add("it.spec", text.as_str());
        if parse_spec(&text, file).is_err() {
            continue;
        }
        let once = formatted(&text);
        assert_eq!(formatted(&once), once, "{path:?} is formatted twice");
        assert_eq!(tree(&once), tree(&text), "{path:?}");
        checked += 1;
    }
    assert!(checked > 100, "only {checked} specifications were found");
}

/// The goals of a specification, with their literals. `None` if it does not resolve on its own.
fn goals_of(text: &str) -> Option<Vec<String>> {
    let mut workspace = Workspace::new(NoFolders);
    let loaded = workspace.load("it.spec", text).ok()?;
    let theory = loaded.theory.restricted_to(loaded.default_subject()?);
    let all = goals(&theory, GoalOptions { aliasing: true, ..GoalOptions::default() }).ok()?;
    Some(all.iter().map(|goal| format!("{} {:?}", goal.id(), goal.literals)).collect())
}

#[test]
fn every_specification_of_the_repository_keeps_its_goals() {
    let (mut checked, mut count) = (0, 0);
    for (path, text) in texts("spec") {
        let Some(before) = goals_of(&text) else { continue };
        assert_eq!(goals_of(&formatted(&text)).as_ref(), Some(&before), "{path:?}");
        checked += usize::from(!before.is_empty());
        count += before.len();
    }
    assert!(checked > 100 && count > 2_000, "only {count} goals of {checked} specifications");
}

#[test]
fn every_mapping_of_the_repository_keeps_its_words() {
    let mut checked = 0;
    for (path, text) in texts("map") {
        let source = Source { name: "it.map".to_owned(), text: text.clone() };
        let Ok(once) = pipeline::format(&source) else { continue };
        assert_eq!(formatted(&once), once, "{path:?} is formatted twice");
        assert_eq!(words(&once), words(&text), "{path:?}");
        checked += 1;
    }
    assert!(checked > 60, "only {checked} mappings were found");
}

/// Shipped files are formatted.
#[test]
fn shipped_files_are_formatted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for folder in ["specs", "mappings", "tests/short", "tests/kinds"] {
        let output = fmt().arg("--check").arg(root.join(folder)).output();
        let output = output.expect("the program runs");
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{shown}");
    }
}

/// Blanks and comments between the words of a text.
fn between() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        " ",
        "\n",
        "  \n\n\n ",
        "\t",
        " // a comment; if\n",
        " /* sorts */ ",
        "\n  // two\n// lines\n",
        "\n\n/* on two\n   lines */\n",
    ])
    .prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_specifications_keep_their_trees(
        file in any_file(),
        blanks in prop::collection::vec(between(), 1..12),
        rare in any::<bool>(),
    ) {
        let printed = print_spec(&file);
        let mut text = String::new();
        for (number, word) in words(&printed).into_iter().enumerate() {
            text.push_str(word);
            // Many comments inside of statements keep all lines, so often there are few.
            let blank = &blanks[number % blanks.len()];
            let is_plain = rare && number % 7 != 0;
            text.push_str(if is_plain { " " } else { blank });
        }
        let once = formatted(&text);
        prop_assert_eq!(formatted(&once), once.clone());
        prop_assert_eq!(tree(&once), tree(&text));
    }

    #[test]
    fn random_specifications_keep_their_goals(
        spec in prop_oneof![boxes(), heaps(), shelves(), bags()],
        blanks in prop::collection::vec(between(), 1..12),
    ) {
        let plain = spec.text();
        let words = words(&plain);
        let blanks = words.iter().enumerate().map(|(number, _)| &blanks[number % blanks.len()]);
        let text: String = words.iter().zip(blanks).map(|(word, blank)| format!("{word}{blank}")).collect();
        let before = goals_of(&plain);
        prop_assert!(before.as_ref().is_some_and(|goals| !goals.is_empty()));
        prop_assert_eq!(goals_of(&formatted(&text)), before);
    }

    #[test]
    fn mappings_with_random_blanks_keep_their_words(
        choice in any::<prop::sample::Index>(),
        blanks in prop::collection::vec(between(), 1..12),
        rare in any::<bool>(),
    ) {
        let all = texts("map");
        let plain: Vec<&String> = all.iter().map(|(_, text)| text)
            .filter(|text| !text.contains(['\'', '"'])).collect();
        let mut text = String::new();
        for (number, word) in words(plain[choice.index(plain.len())]).into_iter().enumerate() {
            let is_plain = rare && number % 9 != 0;
            text.push_str(word);
            text.push_str(if is_plain { " " } else { &blanks[number % blanks.len()] });
        }
        let source = Source { name: "it.map".to_owned(), text: text.clone() };
        // Some files have mistakes on purpose.
        if let Ok(once) = pipeline::format(&source) {
            prop_assert_eq!(words(&once), words(&text));
            prop_assert_eq!(formatted(&once), once);
        }
    }

    /// No text makes the formatter fail: it changes the text or refuses it.
    #[test]
    fn any_text_is_formatted_or_refused(text in "[a-z(){}<>\\[\\];:,|'\"/* \n=-]{0,80}") {
        for language in [Language::Specification, Language::Mapping] {
            let _ = format(&text, language);
            let _ = format(&format!("refinement {text} end refinement"), language);
            let _ = format(&format!("specification A sorts {text} end specification"), language);
        }
    }
}

const UGLY: &str = "// head

specification   Stack[ Element ]   // of elements
 sorts Stack[Element] Refused is Full|Empty(count:int)
 constructors
   new: --> Stack; push:Stack Element
     -->? Stack returns  old-->?Element;
 observers top :Stack-->?Element; // what is on top
   isEmpty: Stack;


   // when it is full
   isFull: Stack;
 domains S:Stack;E:Element;
   top( S ) if not isEmpty(S);
   push(S,E) if !isFull(S) else Full,size(S)<capacity(S)and -1< size(S)   else Empty(size(S) - 1), true(S)else Full;
 axioms
   [a]isEmpty(new);
   [long_label] top(push(S, E))=E
      // with a comment inside
      if not isFull(S);
   after push(S, E): isEmpty iff 1=2, top=E, pop = S, size=size(S)+1 when isFull(S) else size(S) - 1, keeps rest;
end specification";

#[test]
fn comments_and_labels_have_their_places() {
    insta::assert_snapshot!(formatted(UGLY));
}

const UGLY_MAPPING: &str = "// head
refinement<E: Clone+PartialEq,
   C: Fn(&E, &E) -> Ordering>
 use std::collections::{HashMap,
   BTreeMap};
 prelude { fn helper() -> usize {
     1
 } }
 Set[Element] is SmallVec<[E; 1]> has Clone, Debug, Hash, Ord, Default by empty, Extend by insert, FromIterator by insert {
   empty:-->Set[Element] is fn new()->Self;
   insert: Set[Element] e : Element --> Set[Element]
     is fn insert(&mut self, e:E)
       -> bool; // the bool is not used
   // a block
   get: Set[Element] i:int -->? Element is {
     self.get(i as usize) // with a comment
       .cloned()
   } unspecified
 }
 Element is E ;
end refinement
";

#[test]
fn mappings_are_aligned() {
    insta::assert_snapshot!(formatted(UGLY_MAPPING));
}

#[test]
fn long_lists_of_types_break_behind_commas() {
    let list = |end: &str| {
        let types = ["Bare", "Asking", "Moving<K, V>", "Kept", "Shared"];
        let types = types.map(|name| format!("kinds::piles::{name}")).join(", ");
        formatted(&format!("refinement\n  Pile is {types}{end}\nend refinement\n"))
    };
    let expected = "refinement
  Pile is kinds::piles::Bare, kinds::piles::Asking, kinds::piles::Moving<K, V>,
    kinds::piles::Kept, kinds::piles::Shared";
    for end in [";", " {\n    push panics;\n  }"] {
        let text = list(end);
        assert_eq!(text, format!("{expected}{end}\nend refinement\n"));
        assert_eq!(formatted(&text), text);
    }
}

#[test]
fn standard_input_is_formatted_to_standard_output() {
    let output = fmt().arg("-").stdin("specification A sorts A end specification").assert();
    output.success().stdout_eq("specification A\n  sorts\n    A\nend specification\n");
}

#[test]
fn check_shows_the_difference_and_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let path = folder.join("a.spec");
    let text = "specification A sorts A end specification\n";
    std::fs::write(&path, text).expect("the file is written");
    let run = |arguments: &[&str]| {
        let output = fmt().args(arguments).arg(folder).output();
        output.expect("the program runs")
    };
    let output = run(&["--check"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).contains("+  sorts"));
    assert_eq!(std::fs::read_to_string(&path).expect("the file is there"), text);
    assert_eq!(run(&[]).status.code(), Some(0));
    assert_eq!(run(&["--check"]).status.code(), Some(0));
}

#[test]
fn a_file_with_syntax_errors_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let path = folder.join("a.spec");
    std::fs::write(&path, "specification A sorts A").expect("the file is written");
    let output = fmt().arg(&path).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("never closed"));
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "specification A sorts A");
}
