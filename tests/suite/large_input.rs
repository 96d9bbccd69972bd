//! Specifications larger than anybody writes: a clear answer, in bounded memory.

use std::path::PathBuf;

use snapbox::cmd::{Command, OutputAssert, cargo_bin};
use specgen::goal::{GoalOptions, goals};
use specgen::search::{Options, Reason, ScopeLimits, Verdict, search};

use crate::example;
use crate::random_specifications::searched;

/// In KiB, of addresses; what is really used is far less.
const MEMORY: u32 = 1_500_000;

/// A specification in a folder of its own.
fn written(test: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("large").join(test);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join("box.spec");
    std::fs::write(&path, text).expect("the file can be written");
    path
}

/// A box with more observers and axioms.
fn file(test: &str, observers: &str, axioms: &str) -> PathBuf {
    let text = format!(
        "specification Box[Element]
  sorts
    Box[Element]
  constructors
    empty: --> Box[Element];
    put: Box[Element] Element --> Box[Element];
  observers
    has: Box[Element] Element;
{observers}  axioms
    E, F: Element;
    S: Box[Element];
    [empty] not has(empty(), E);
    [put] has(put(S, E), F) iff E = F or has(S, F);
{axioms}end specification
"
    );
    written(test, &text)
}

/// Runs a command that may not take more than so much memory.
fn run(command: &str, path: &PathBuf) -> OutputAssert {
    run_with(command, path, &[])
}

fn run_with(command: &str, path: &PathBuf, options: &[&str]) -> OutputAssert {
    let specgen = cargo_bin!("specgen");
    let program = if cfg!(unix) {
        let limited = format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"");
        Command::new("sh").args(["-c", &limited]).arg(specgen)
    } else {
        Command::new(specgen)
    };
    program.arg(command).arg(path).args(options).assert()
}

fn refused(command: &str, path: &PathBuf, code: &str) {
    let assert = run(command, path).code(2);
    let output = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(output.contains(code), "{output}");
    assert!(output.len() < 5_000, "{} bytes", output.len());
}

fn summary(path: &PathBuf) -> String {
    let assert = run("goals", path).code(0).stderr_eq("");
    let output = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    output.lines().last().expect("there is a summary").to_owned()
}

#[test]
fn an_axiom_with_twenty_atoms_has_too_many_minterms() {
    let observers: String = (0..20).map(|n| format!("    p{n}: Box[Element];\n")).collect();
    let atoms: Vec<String> = (0..20).map(|n| format!("p{n}(S)")).collect();
    for connective in [" or ", " and "] {
        let axiom = format!("    [many] {};\n", atoms.join(connective));
        refused("goals", &file("twenty_atoms", &observers, &axiom), "error[E070]");
    }
}

#[test]
fn formulas_and_terms_that_are_nested_too_deeply_are_refused() {
    for depth in [1_000, 10_000] {
        let nested = |open: &str, inner: &str, close: &str| {
            format!("    [deep] {}{inner}{};\n", open.repeat(depth), close.repeat(depth))
        };
        for axiom in [
            nested("not ", "has(S, E)", ""),
            nested("(", "has(S, E)", ")"),
            nested("has(S, E) and ", "has(S, E)", ""),
            format!("    [deep] has({}S{}, E);\n", "put(".repeat(depth), ", E)".repeat(depth)),
        ] {
            for command in ["check", "goals"] {
                refused(command, &file("deep", "", &axiom), "error[E003]");
            }
        }
    }
}

/// The length of a text is checked before its depth.
#[test]
fn a_text_that_is_too_long_is_refused() {
    let axiom = format!("    [long] {}has(S, E);\n", "has(S, E) and ".repeat(100_000));
    for command in ["check", "goals"] {
        refused(command, &file("long", "", &axiom), "error[E004]");
    }
}

#[test]
fn five_hundred_axioms_are_searched() {
    let axioms: String = (0..500).map(|n| format!("    [a{n}] has(put(S, E), E);\n")).collect();
    let summary = summary(&file("axioms", "", &axioms));
    assert!(summary.starts_with("505 goals: 505 covered in "), "{summary}");
}

#[test]
fn ten_thousand_lines_are_read() {
    let comments: String = (0..9_000).map(|n| format!("    // Line {n}.\n")).collect();
    let axioms: String =
        (0..250).map(|n| format!("    [a{n}]\n    has(\n      put(S, E), E)\n    ;\n")).collect();
    let summary = summary(&file("lines", "", &(comments + &axioms)));
    assert!(summary.starts_with("255 goals: 255 covered in "), "{summary}");
}

#[test]
fn names_may_be_longer_than_a_line() {
    let name = format!("is{}", "Very".repeat(25_000));
    let observer = format!("    {name}: Box[Element];\n");
    let axiom = format!("    [long] {name}(put(S, E));\n");
    let summary = summary(&file("names", &observer, &axiom));
    assert!(summary.starts_with("6 goals: 6 covered in "), "{summary}");
}

/// What `goals` says about a shipped specification at the given sizes.
fn at_scope(spec: &str, scope: &str) -> OutputAssert {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("specs").join(spec);
    run_with("goals", &path, &["--scope", scope])
}

#[test]
fn scopes_that_no_carrier_may_have_are_refused() {
    for scope in [
        "Orderable=100000",
        "Orderable=0",
        "SortedSet<=4000000000,Orderable=3",
        "Orderable=99999999999999999999",
    ] {
        let assert = at_scope("sorted_set.spec", scope).code(1).stdout_eq("");
        let output = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(output.ends_with("`: a sort has 1 to 4096 elements\n"), "{output}");
    }
    at_scope("list.spec", "int=-100000..100000")
        .code(1)
        .stderr_eq("error: `int=-100000..100000`: a range has at most 4096 numbers\n");
}

#[test]
fn scopes_that_do_not_fit_in_memory_are_given_up_before_they_are_begun() {
    for scope in [
        "Orderable=4096",
        "SortedSet<=4096,Orderable=4096",
        "SortedSet<=4096,Orderable=3",
        "SortedSet<=4096,Orderable=64",
    ] {
        let assert = at_scope("sorted_set.spec", scope).code(0).stderr_eq("");
        let output = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
        let summary = output.lines().last().expect("there is a summary");
        assert!(summary.starts_with("28 goals: 7 impossible, 21 gave up in "), "{summary}");
        let told = "needs too much memory; a smaller `--scope` may help";
        assert_eq!(output.matches(told).count(), 21, "{output}");
    }
}

/// The estimate of this scope is too high: constants fold most instances of nested
/// terms. So only the clauses that are written count.
#[test]
fn a_scope_is_given_up_when_its_clauses_do_not_fit() {
    let verdicts = |clause_limit: u64, memory_limit: u64| {
        let theory = example::shipped("partially_ordered_set.spec");
        let scope = ScopeLimits::parse("POSet<=18,POrderable=4", &theory).expect("a scope");
        let options = Options { scope, clause_limit, memory_limit, ..Options::default() };
        let goals = goals(&theory, GoalOptions::default()).expect("few atoms");
        let outcomes = search(&theory, &goals, &options, &mut |_| {}).expect("a sound search");
        outcomes.into_iter().map(|outcome| outcome.verdict).collect::<Vec<Verdict>>()
    };
    let gave_up = |verdict: &Verdict| *verdict == Verdict::GaveUp(Reason::Memory);
    let (clauses, bytes) = (120_000, 8 << 20);
    assert!(verdicts(clauses, bytes).iter().all(|one| matches!(one, Verdict::Covered(_))));
    assert!(verdicts(clauses / 4, bytes).iter().all(gave_up));
    assert!(verdicts(clauses, bytes / 4).iter().all(gave_up));
}

#[test]
fn sizes_of_many_parameters_are_not_all_tried() {
    // Six sorts of up to three elements have 729 choices of sizes, and none is enough
    // for four observers that all differ.
    let sorts = ["A", "B", "C", "D", "E", "F"];
    let observers: String =
        (0..4).map(|n| format!("    o{n}: Box[{}] --> A;\n", sorts.join(", "))).collect();
    let pairs = (0..4).flat_map(|n| (n + 1..4).map(move |m| format!("not o{n}(S) = o{m}(S)")));
    let differ = pairs.collect::<Vec<_>>().join(" and ");
    let parameters: String = sorts
        .iter()
        .map(|sort| format!("specification {sort}\n  sorts\n    {sort}\nend specification\n"))
        .collect();
    let text = format!(
        "specification Box[{list}]
  sorts
    Box[{list}]
  constructors
    empty: --> Box[{list}];
    put: Box[{list}] {arguments} --> Box[{list}];
  observers
{observers}  axioms
    S: Box[{list}];
    [differ] {differ};
end specification
{parameters}",
        list = sorts.join(", "),
        arguments = sorts.join(" "),
    );
    let theory = example::theory(&text);
    let goals = goals(&theory, GoalOptions::default()).expect("one goal");
    let outcomes = searched(&theory, &goals, "");
    assert!(matches!(outcomes.as_slice(), [one] if one.verdict == Verdict::NotFound));
}
