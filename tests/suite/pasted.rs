//! The test that a failing sequence is shown as: it compiles, and fails for the same reason.

use std::path::Path;
use std::process::Command;

const SPEC: &str = "\
specification Letter
  sorts
    Letter
end specification

specification Tape[Letter]
  sorts
    Tape[Letter]
  constructors
    blank: --> Tape[Letter];
    put: Tape[Letter] Letter --> Tape[Letter];
  observers
    undo: Tape[Letter] -->? Tape[Letter];
    last: Tape[Letter] -->? Letter;
    count: Tape[Letter] --> int;
  domains
    T: Tape[Letter];
    undo(T) if count(T) > 0;
    last(T) if count(T) > 0;
  axioms
    L: Letter;
    T: Tape[Letter];
    [nothing] count(blank()) = 0;
    [counts] count(put(T, L)) = count(T) + 1;
    [latest] last(put(T, L)) = L;
    [undone] undo(put(T, L)) = T;
end specification
";

const MAP: &str = "\
refinement <L: Clone + PartialEq>
  use tape::Tape;
  Tape[Letter] is Tape<L> {
    blank: --> Tape[Letter] is fn new() -> Self;
    put: Tape[Letter] l:Letter --> Tape[Letter] is fn put(&mut self, l: L);
    undo: Tape[Letter] -->? Tape[Letter] is fn undo(&mut self) -> Option<()>;
    last: Tape[Letter] -->? Letter is fn last(&self) -> Option<&L>;
    count: Tape[Letter] --> int is fn count(&self) -> usize;
  }
  Letter is L;
end refinement
";

/// Loses a letter when the fifth is undone.
const TAPE: &str = "\
#[derive(Clone, Debug, PartialEq)]
pub struct Tape<L>(Vec<L>);
impl<L> Tape<L> {
    pub fn new() -> Self { Tape(Vec::new()) }
    pub fn put(&mut self, l: L) { self.0.push(l) }
    pub fn undo(&mut self) -> Option<()> {
        if self.0.len() == 5 { self.0.remove(0); }
        self.0.pop().map(|_| ())
    }
    pub fn last(&self) -> Option<&L> { self.0.last() }
    pub fn count(&self) -> usize { self.0.len() }
}
";

fn run(folder: &Path, program: &str, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::new(program);
    command.env("CARGO_TARGET_DIR", folder.join("target")).env("RUST_BACKTRACE", "0");
    let output = command.current_dir(folder).args(arguments).output().expect("the program runs");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    (output.status.success(), text)
}

/// A package with a type and its generated sequence tests.
fn package(tape: &str, spec: &str, map: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("the file is written");
    };
    std::fs::create_dir(folder.path().join("src")).expect("a folder");
    let manifest = "[package]\nname = \"tape\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    write("Cargo.toml", &format!("{manifest}\n[workspace]\n"));
    write("src/lib.rs", tape);
    write("tape.spec", spec);
    write("tape.map", map);
    let build = ["build", "tape.spec", "--map", "tape.map", "--out", "tests"];
    let goals = ["--goals", "sequences,domains"];
    let built = run(folder.path(), env!("CARGO_BIN_EXE_specgen"), &[&build[..], &goals].concat());
    assert!(built.0, "{}", built.1);
    folder
}

#[test]
fn a_refused_call_may_change_its_argument_where_the_mapping_says_so() {
    let tape = TAPE.replace("if self.0.len() == 5 { self.0.remove(0); }", "");
    // A second field that no observer reads, but `==` does.
    let tape = tape.replace("pub struct Tape<L>(Vec<L>);", "pub struct Tape<L>(Vec<L>, u32);");
    let tape = tape.replace("Tape(Vec::new())", "Tape(Vec::new(), 0)");
    let tape = tape.replace(
        "-> Option<()> {",
        "-> Option<()> {\n        if self.0.is_empty() { self.1 += 1; }",
    );
    let strict = package(&tape, SPEC, MAP);
    let (passed, text) = run(strict.path(), "cargo", &["test", "--offline"]);
    assert!(!passed && text.contains("sequences::of_tape ... FAILED"), "{text}");
    assert!(text.contains("domain_of_undo::outside_count_not_greater_than_0 ... FAILED"), "{text}");
    let map = MAP.replace("-> Option<()>;", "-> Option<()> may change;");
    let lenient = package(&tape, SPEC, &map);
    let (passed, text) = run(lenient.path(), "cargo", &["test", "--offline"]);
    assert!(passed, "{text}");
}

/// An observer that returns a list.
const LISTED: &str = "\
specification Tape[Letter]
  constructors
    new: --> Tape;
    put: Tape Letter --> Tape;
    undo: Tape -->? Tape;
  observers
    letters: Tape --> Sequence[Letter];
  domains
    T: Tape; L: Letter;
    undo(T) if letters(T) != nil;
  axioms
    after new: letters = nil;
    after put(T, L): letters = add(letters(T), L);
    after undo(T): letters = prefix(letters(T), length(letters(T)) - 1);
end specification
";

#[test]
fn a_pasted_test_compiles_and_fails_for_the_same_reason() {
    let tape =
        TAPE.replace("pub fn count", "pub fn letters(&self) -> &[L] { &self.0 }\n    pub fn count");
    is_pasted(&tape, SPEC, MAP, "assert!(t == t2)");
    let map = "refinement\n  Tape is tape::Tape;\nend refinement\n";
    is_pasted(&tape, LISTED, map, "assert_eq!(s, s2)");
}

fn is_pasted(tape: &str, spec: &str, map: &str, assertion: &str) {
    let folder = package(tape, spec, map);
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("the file is written");
    };
    let specgen = env!("CARGO_BIN_EXE_specgen");
    let (passed, report) = run(folder.path(), specgen, &["test", "--", "--offline"]);
    assert!(!passed, "{report}");
    assert!(report.contains("the sequence is kept in tests/specgen-regressions"), "{report}");
    let test = report.split("as a test:\n").nth(1).expect("there is a test to paste");
    let end = test.find("\n  }\n").expect("the test ends") + 5;
    assert!(test[..end].contains(assertion), "{report}");
    write("tests/pasted.rs", &format!("#![deny(warnings)]\n{}", &test[..end]));
    let arguments = ["test", "--offline", "--test", "pasted"];
    let (passed, text) = run(folder.path(), "cargo", &arguments);
    assert!(!passed && text.contains("assertion"), "{text}");
    assert!(text.contains("test result: FAILED. 0 passed; 1 failed"), "{text}");
    write("src/lib.rs", &tape.replace("== 5", "== 1000"));
    let (passed, text) = run(folder.path(), "cargo", &arguments);
    assert!(passed, "the test holds for a correct type: {text}");
}
