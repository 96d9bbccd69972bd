//! The documentation as a book: every page is in it, pictures are what the tool
//! draws, commands exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use snapbox::cmd::{Command, cargo_bin};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

fn read(name: &str) -> String {
    fs::read_to_string(docs().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn files(folder: &Path, extension: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    let names = entries.map(|entry| entry.expect("the folder can be listed").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(extension)).collect()
}

/// What the links of a text lead to.
fn links(text: &str) -> Vec<&str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

fn specgen(arguments: &[&str]) -> String {
    let output = Command::new(cargo_bin!("specgen"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .assert()
        .code(0);
    String::from_utf8(output.get_output().stdout.clone()).expect("the output is text")
}

#[test]
fn every_page_is_in_the_table_of_contents_once() {
    let summary = read("SUMMARY.md");
    let mut pages = files(&docs(), ".md");
    pages.remove("SUMMARY.md");
    let listed = links(&summary);
    let distinct: BTreeSet<String> = listed.iter().map(|page| (*page).to_owned()).collect();
    assert_eq!(distinct.len(), listed.len(), "docs/SUMMARY.md lists a page twice");
    assert_eq!(distinct, pages, "docs/SUMMARY.md lists other pages than docs/ has");
}

/// File, specification, goal, and the scope, which asks for a model.
const PICTURES: [(&str, &str, &str, &str); 4] = [
    (
        "sorted_set.svg",
        "specs/sorted_set.spec",
        "largest_kept/largest_is_largest_and_not_is_empty_and_not_geq",
        "Orderable=2",
    ),
    ("stack.svg", "specs/stack.spec", "pop_pushed/holds", "Element=1"),
    ("union_set.svg", "specs/union_set.spec", "union_associative/holds", "Element=2"),
    (
        "partially_ordered_set.svg",
        "specs/partially_ordered_set.spec",
        "maximal_added/maximal_is_insert_and_not_has_comparable",
        "POrderable=2",
    ),
];

#[test]
fn pictures_are_what_the_tool_draws() {
    let folder = docs().join("pictures");
    let update = std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always");
    for (file, spec, goal, scope) in PICTURES {
        let drawn = specgen(&["show", spec, goal, "--format", "svg", "--scope", scope]);
        if update {
            fs::create_dir_all(&folder).expect("the folder can be made");
            fs::write(folder.join(file), &drawn).expect("the picture can be written");
        }
        let kept = fs::read_to_string(folder.join(file)).unwrap_or_default();
        assert!(
            kept == drawn,
            "docs/pictures/{file} is out of date; to draw it anew: \
             INSTA_UPDATE=always cargo test book"
        );
    }
}

#[test]
fn every_picture_is_shown() {
    let pages: String = files(&docs(), ".md").iter().map(|page| read(page)).collect();
    for file in files(&docs().join("pictures"), ".svg") {
        assert!(links(&pages).contains(&format!("pictures/{file}").as_str()), "{file}");
    }
}

/// The commands of all blocks for a shell, by page.
fn commands() -> Vec<(String, String)> {
    let mut commands = Vec::new();
    for page in files(&docs(), ".md") {
        let text = read(&page);
        let blocks = text.split("\n```").skip(1).step_by(2);
        for block in blocks.filter_map(|block| block.strip_prefix("sh\n")) {
            for line in block.lines().filter(|line| line.starts_with("specgen ")) {
                commands.push((page.clone(), line.to_owned()));
            }
        }
    }
    commands
}

#[test]
fn commands_and_options_in_the_documentation_exist() {
    let commands = commands();
    assert!(commands.len() >= 8, "{commands:?}");
    for (page, line) in commands {
        let words: Vec<&str> = line
            .split_whitespace()
            .take_while(|word| !["|", ">", "#", "--"].contains(word))
            .collect();
        let subcommand: &[&str] = if words[1] == "export" { &words[1..3] } else { &words[1..2] };
        let help = specgen(&[subcommand, &["--help"]].concat());
        for option in words.iter().filter(|word| word.starts_with("--")) {
            let option = option.split('=').next().expect("a split has a first part");
            let known = help.split(|letter: char| letter.is_whitespace() || ",=".contains(letter));
            assert!(known.into_iter().any(|word| word == option), "{page}: {line}: no {option}");
        }
    }
}
