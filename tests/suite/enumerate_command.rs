//! `specgen enumerate`.

use std::process::Command;

use snapbox::cmd::cargo_bin;

/// The exit code, what was printed, and what was reported.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(cargo_bin!("specgen"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("enumerate").args(arguments);
    let output = command.output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (output.status.code().expect("it ends"), text(&output.stdout), text(&output.stderr))
}

/// Values are evaluated on all cores and listed in one order. Those of double-ended queues need
/// values that come later.
#[test]
fn the_number_of_threads_changes_no_byte() {
    let trees = ["specs/search_tree.spec", "--scope", "Orderable=7"];
    let queues = ["specs/deque.spec", "--scope", "Element=3", "--steps", "7", "--format", "json"];
    for (arguments, lines) in [(&trees[..], 2_950), (&queues[..], 3_280)] {
        let listed = |threads: &str| {
            let mut command = Command::new(cargo_bin!("specgen"));
            command.current_dir(env!("CARGO_MANIFEST_DIR")).env("RAYON_NUM_THREADS", threads);
            let output = command.arg("enumerate").args(arguments).output();
            output.expect("the program starts").stdout
        };
        let alone = listed("1");
        assert_eq!(alone.iter().filter(|byte| **byte == b'\n').count(), lines);
        assert!(["2", "5"].into_iter().all(|threads| listed(threads) == alone), "{arguments:?}");
    }
}

fn printed(arguments: &[&str]) -> String {
    let (code, out, err) = run(arguments);
    assert_eq!(code, 0, "{arguments:?}: {err}");
    out
}

fn refused(arguments: &[&str]) -> String {
    let (code, out, err) = run(arguments);
    assert_ne!(code, 0, "{arguments:?}");
    assert_eq!(out, "");
    err
}

/// Splits a command line at blanks outside of quotes.
fn words(line: &str) -> Vec<String> {
    let quoted = line.split('\'').enumerate();
    let part = |(index, part): (usize, &str)| match index % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    };
    quoted.flat_map(part).collect()
}

#[test]
fn the_page_shows_what_the_program_prints() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/enumerate.md");
    let page = std::fs::read_to_string(page).expect("the page is readable");
    let blocks: Vec<&str> = page.split("```console\n").skip(1).collect();
    assert!(blocks.len() > 3);
    for block in blocks {
        let block = block.split("```").next().expect("a split has a first part");
        for example in block.split("$ specgen enumerate ").skip(1) {
            let (line, shown) = example.split_once('\n').expect("output follows");
            let words = words(line);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let (_, out, err) = run(&words);
            assert_eq!(out + &err, shown, "{line}");
        }
    }
}

#[test]
fn a_filter_sees_the_value_and_the_elements() {
    let spec = "specs/sorted_set.spec";
    let filter = "isIn(it, Orderable1) and not isIn(it, Orderable0)";
    let terms = printed(&[spec, "--scope", "Orderable=3", "--where", filter]);
    assert_eq!(
        terms,
        "insert(empty(), Orderable1)\ninsert(insert(empty(), Orderable1), Orderable2)\n"
    );
    let unknown = refused(&[spec, "--where", "isIn(it, x)"]);
    assert!(unknown.contains("`x` is not an element"), "{unknown}");
    assert!(unknown.contains("elements Orderable0, Orderable1, Orderable2\n"), "{unknown}");
    assert!(refused(&[spec, "--where", "isIn(it,"]).contains("expected a term or a formula"));
    assert!(refused(&[spec, "--where", "largest(it)"]).contains("takes a formula"));
    assert!(refused(&[spec, "--where", "member(it)"]).contains("`member` is not declared"));
}

#[test]
fn the_first_ones_are_the_beginning_of_all() {
    let spec = "specs/search_tree.spec";
    let all = printed(&[spec, "--scope", "Orderable=4"]);
    let first = printed(&[spec, "--scope", "Orderable=4", "--first", "7"]);
    assert_eq!(all.lines().count(), 51);
    assert_eq!(first.lines().count(), 7);
    assert!(all.starts_with(&first));
    let bounded = printed(&[spec, "--scope", "Orderable=4", "--steps", "2"]);
    assert!(all.starts_with(&bounded));
    assert_eq!(bounded.lines().count(), 17);
}

#[test]
fn pairs_of_parameters_and_values_are_counted_up_to_isomorphism() {
    let arguments = ["specs/list.spec", "--over", "all", "--scope", "Element=4", "--steps", "4"];
    let counted = [&arguments[..], &["--count"]].concat();
    assert_eq!(printed(&counted), "24\n");
    assert_eq!(printed(&arguments).lines().filter(|line| !line.starts_with('#')).count(), 24);
    // Over a total order no two elements can be swapped.
    let trees = ["specs/search_tree.spec", "--over", "all", "--scope", "Orderable=3", "--count"];
    assert_eq!(printed(&trees), "15\n");
}

#[test]
fn what_cannot_be_enumerated_is_refused_with_a_reason() {
    let set = "specs/sorted_set.spec";
    assert!(refused(&[set, "--of", "Foo"]).contains("enumerate `SortedSet`"));
    assert!(refused(&[set, "--of", "Orderable"]).contains("`Orderable` has no constructors"));
    assert!(refused(&[set, "--scope", "SortedSet=3"]).contains("bounded by --steps"));
    assert!(refused(&["specs/library/monoid.spec"]).contains("--of parameters"));
    assert!(refused(&[set, "--limit", "lots"]).contains("expected a size such as `2GB`"));
    let (code, found, endless) = run(&["specs/list.spec", "--count", "--limit", "5MB"]);
    assert!(code != 0 && found.trim().parse::<u64>().is_ok_and(|found| found > 1_000), "{found}");
    assert!(refused(&[set, "--limit", "5"]).contains("the least is `1MB`"));
    assert!(refused(&[set, "--first", "0"]).contains("expected a number from 1"));
    assert!(refused(&[set, "--of", "parameters", "--steps", "2"]).contains("about values"));
    assert!(refused(&[set, "--over", "all", "--equal", "provable"]).contains("--equal observed"));
    assert!(endless.contains("and no end"), "{endless}");
    assert!(endless.contains("values by steps: 1, 3, 9, 27, 81"), "{endless}");
    let contradiction = refused(&["specs/one_of_set_as_printed.spec"]);
    assert!(contradiction.contains("contradict each other"), "{contradiction}");
}

#[test]
fn every_format_shows_every_value() {
    let arguments = ["specs/search_tree.spec", "--scope", "Orderable=3", "--format"];
    let lines = printed(&[&arguments[..], &["json"]].concat());
    assert_eq!(lines.lines().count(), 15);
    for line in lines.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        assert!(value["term"].is_string() && value["observations"]["isEmpty"].is_boolean());
    }
    let lists = ["specs/list.spec", "--scope", "Element=1", "--steps", "1", "--format", "json"];
    assert!(printed(&lists).contains("\"length\":1"), "a number is a number");
    let functions = printed(&[&arguments[..], &["rust"]].concat());
    assert_eq!(functions.matches("pub fn value_").count(), 15);
    assert!(functions.contains("insert(insert(empty(), orderable(0)), orderable(1))"));
    let page = printed(&[&arguments[..], &["svg"]].concat());
    assert_eq!(page.matches("<title>").count(), 15);
    assert_eq!(page.matches("<circle").count(), 3 + 6 * 2 + 5 * 3);
}

#[test]
fn provable_equality_says_so() {
    let spec = "specs/search_tree.spec";
    let (_, out, err) = run(&[spec, "--scope", "Orderable=3", "--equal", "provable", "--count"]);
    assert_eq!(out, "16\n");
    assert!(err.contains("equal where provable"), "{err}");
}

/// Which element stands for a class is left open, so a partition is what is permitted.
#[test]
fn loose_observers_are_sets_of_possibilities() {
    for (size, known) in [(2, "2\n"), (3, "5\n"), (4, "15\n")] {
        let scope = format!("Element={size}");
        let (code, out, err) = run(&["specs/union_find.spec", "--scope", &scope, "--count"]);
        assert_eq!((code, out.as_str()), (0, known), "{err}");
        assert!(err.contains("a value is the set of what they permit"), "{err}");
    }
}

/// `pick` may yield any member, so the possible observations of a term are its members with each
/// of them picked. Terms with the same members are one value, terms with others are not.
#[test]
fn terms_with_the_same_possible_observations_are_one_value() {
    let text = "specification Element sorts Element end specification
        specification Hat[Element]
          sorts Hat[Element]
          constructors none: --> Hat[Element]; put: Hat[Element] Element --> Hat[Element];
          observers isIn: Hat[Element] Element; isEmpty: Hat[Element];
            pick: Hat[Element] -->? Element;
          domains H: Hat[Element]; pick(H) if not isEmpty(H);
          axioms H: Hat[Element]; E, F: Element;
          [none] isEmpty(none()); [some] not isEmpty(put(H, E));
          [out] not isIn(none(), E); [in] isIn(put(H, E), F) iff E = F or isIn(H, F);
          [pick] isIn(H, pick(H)) if not isEmpty(H);
        end specification";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("hat.spec");
    std::fs::write(&file, text).expect("the file is written");
    for size in 1..=3 {
        let path = file.to_str().expect("a path of plain letters");
        let (code, out, err) = run(&[path, "--scope", &format!("Element={size}")]);
        assert_eq!(code, 0, "{err}");
        let permitted = match size {
            1 => "the axioms determine all observations, though not by rules\n".to_owned(),
            _ => format!("a value is the set of what they permit, up to {size} possibilities\n"),
        };
        assert!(err.ends_with(&permitted), "{err}");
        let members = |term: &str| -> Vec<bool> {
            (0..size).map(|it| term.contains(&format!("Element{it}"))).collect()
        };
        let mut found: Vec<Vec<bool>> = out.lines().map(members).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!((found.len(), out.lines().count()), (1 << size, 1 << size), "{out}");
    }
}

/// No row of `make()` can be continued for ever, which no two rules show.
#[test]
fn loose_axioms_without_a_model_are_refused() {
    let text = "specification Box
        sorts Box
        constructors make: --> Box; flip: Box --> Box;
        observers p: Box; q: Box;
        axioms B: Box;
        [either] p(B) or q(B);
        [lost] not p(flip(B)) if p(B); [left] not q(flip(B)) if q(B);
        [none] not q(flip(B)) if p(B); [gone] not p(flip(B)) if q(B);
        end specification";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("box.spec");
    std::fs::write(&file, text).expect("the file is written");
    let refused = refused(&[file.to_str().expect("a path of plain letters")]);
    assert!(refused.contains("contradict each other: they have no model\n"), "{refused}");
}
