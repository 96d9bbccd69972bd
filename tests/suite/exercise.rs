//! `specgen test` reports what tests exercised, groups failures, and survives aborts.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

const SPEC: &str = "\
specification Counter
  sorts
    Counter
  constructors
    start: --> Counter;
    tick: Counter --> Counter;
  observers
    value: Counter --> int;
    jammed: Counter;
  axioms
    C: Counter;
    [starts] value(start()) = 0;
    [ticks] value(tick(C)) = value(C) + 1 if not jammed(C);
    [jams] value(tick(C)) = value(C) if jammed(C);
end specification
";

const MAP: &str = "\
refinement
  use counter::Counter;
  Counter is Counter {
    start: --> Counter is fn new() -> Self;
    tick: Counter --> Counter is fn tick(&mut self);
    value: Counter --> int is fn value(&self) -> u32;
    jammed: Counter is fn is_jammed(&self) -> bool;
  }
end refinement
";

/// A counter that never jams. The environment can name a fault of `tick`.
const COUNTER: &str = "\
#[derive(Clone, Debug, PartialEq)]
pub struct Counter(u32);
impl Counter {
    pub fn new() -> Self { Self(0) }
    pub fn tick(&mut self) {
        fn deep(n: u32) -> u32 { let a = [n; 64]; deep(a[1] + 1) + a[2] }
        self.0 += 1;
        match std::env::var(\"COUNTER\").as_deref() {
            Ok(\"aborts\") if self.0 == 2 => std::process::abort(),
            Ok(\"overflows\") if self.0 == 2 => self.0 = deep(0),
            Ok(\"skips\") => self.0 += 1,
            _ => {}
        }
    }
    pub fn value(&self) -> u32 { self.0 }
    pub fn is_jammed(&self) -> bool { false }
}
";

/// A package with a library.
fn package(library: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("the file is written");
    };
    std::fs::create_dir(folder.path().join("src")).expect("a folder");
    let manifest = "[package]\nname = \"counter\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    write("Cargo.toml", &format!("{manifest}\n[workspace]\n"));
    write("src/lib.rs", library);
    folder
}

/// The package of the counter with its generated tests. All faults share it, and its program.
static PACKAGE: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = package(COUNTER);
    std::fs::write(folder.path().join("counter.spec"), SPEC).expect("the file is written");
    std::fs::write(folder.path().join("counter.map"), MAP).expect("the file is written");
    let build = ["build", "counter.spec", "--map", "counter.map", "--out", "tests"];
    specgen(folder.path(), 0, &[build.as_slice(), &["--goals", "axioms"]].concat());
    folder
});

/// What the tests of the counter print that find a fault.
fn finding(fault: &str) -> String {
    let mut command = command(PACKAGE.path(), &TEST);
    printed(command.env("COUNTER", fault), 5)
}

/// What a command prints; it must end with this code.
fn specgen(folder: &Path, code: i32, arguments: &[&str]) -> String {
    printed(&mut command(folder, arguments), code)
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
    command.env_remove("SPECGEN_STRICT").env("CARGO_TARGET_DIR", folder.join("target"));
    command.current_dir(folder).args(arguments);
    command
}

fn printed(command: &mut Command, code: i32) -> String {
    let output = command.output().expect("specgen runs");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(code), "{command:?}: {text}");
    text
}

const TEST: [&str; 5] = ["test", "--out", "tests", "--", "--offline"];

#[test]
fn an_axiom_whose_premise_never_held_is_not_exercised() {
    let folder = PACKAGE.path();
    let printed = specgen(folder, 0, &TEST);
    let idle = "not exercised: axioms\n  counter [jams]: its premise held in none of ";
    assert!(printed.contains(idle), "{printed}");
    let early = "not exercised: tests that ended early\n  counter jams::";
    assert!(printed.contains(early), "{printed}");
    let last = printed.lines().last().unwrap_or_default();
    assert!(last.ends_with("; 1 of 3 axioms not exercised: [jams]"), "{printed}");
    // One process for each test, as nextest has it, counts the same.
    let records = folder.join("records");
    let programs = std::fs::read_dir(folder.join("target/debug/deps")).expect("it is there");
    let is_program = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("counter-") && !name.contains('.')
    };
    let programs = programs.map(|entry| entry.expect("it is readable").path()).filter(is_program);
    std::fs::create_dir(&records).expect("a folder");
    for program in programs {
        let mut each = Command::new(env!("CARGO_BIN_EXE_specgen"));
        each.arg("run-each").arg(program).env("SPECGEN_RECORDS", &records);
        assert!(each.output().expect("specgen runs").status.success());
    }
    assert!(std::fs::read_dir(&records).expect("it is there").count() > 1);
    let report = ["report", "counter.spec", "--map", "counter.map", "--records", "records"];
    specgen(folder, 0, &report);
    let page = std::fs::read_to_string(folder.join("report.html")).expect("it is there");
    assert!(page.contains("premise held in 0"), "{page}");
    // Strict: vacuous tests fail. Without them, the exit code is about what is not exercised.
    specgen(folder, 5, &["test", "--strict", "--out", "tests", "--", "--offline"]);
    let only = ["test", "--strict", "--out", "tests", "--", "--offline", "starts"];
    let printed = specgen(folder, 4, &only);
    assert!(printed.contains("counter [ticks]: its tests were not run"), "{printed}");
}

#[test]
fn an_abort_ends_only_its_own_test() {
    let printed = finding("aborts");
    assert!(printed.contains("a test ended its process; running each test"), "{printed}");
    assert!(printed.contains("the test ended its process: signal: 6 (SIGABRT)"), "{printed}");
    assert!(printed.contains("[starts]") || printed.contains("starts  1 passed"), "{printed}");
    assert!(!printed.contains("not run"), "{printed}");
}

#[test]
fn a_stack_overflow_ends_only_its_own_test() {
    let printed = finding("overflows");
    assert!(printed.contains("a test ended its process; running each test"), "{printed}");
    assert!(printed.contains("has overflowed its stack"), "{printed}");
    assert!(printed.contains("starts  ") && printed.contains(" 1 passed"), "{printed}");
    assert!(!printed.contains("not run"), "{printed}");
}

#[test]
fn failures_with_one_cause_are_one_finding() {
    let printed = finding("skips");
    assert_eq!(printed.matches("FAILED counter: ").count(), 1, "{printed}");
    assert!(printed.contains("more test"), "{printed}");
}

const GATE: &str = "\
specification Gate
  sorts
    Gate
  constructors
    shut: --> Gate;
    push: Gate --> Gate;
  observers
    pushes: Gate --> int;
    isOpen: Gate;
  axioms
    G: Gate;
    [starts] pushes(shut()) = 0;
    [counts] pushes(push(G)) = pushes(G) + 1;
    [opens] isOpen(G) if pushes(G) >= 30;
end specification
";

const GATE_MAP: &str = "\
refinement
  use counter::Gate;
  Gate is Gate {
    shut: --> Gate is fn new() -> Self;
    push: Gate --> Gate is fn push(&mut self);
    pushes: Gate --> int is fn pushes(&self) -> u32;
    isOpen: Gate is fn is_open(&self) -> bool;
  }
end refinement
";

const GATE_TYPE: &str = "\
#[derive(Clone, Debug, PartialEq)]
pub struct Gate(u32);
impl Gate {
    pub fn new() -> Self { Gate(0) }
    pub fn push(&mut self) { self.0 += 1 }
    pub fn pushes(&self) -> u32 { self.0 }
    pub fn is_open(&self) -> bool { self.0 >= 30 }
}
";

#[test]
fn goals_that_only_sequences_reach_count_as_exercised() {
    let folder = package(GATE_TYPE);
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("the file is written");
    };
    write("gate.spec", GATE);
    write("gate.map", GATE_MAP);
    // With a scope, goals are decided by models alone, and these are too small.
    let scope = ["--scope", "Gate<=3"];
    let goals = specgen(folder.path(), 0, &[&["goals", "gate.spec"][..], &scope].concat());
    assert!(goals.contains("not found") || goals.contains("gave up"), "{goals}");
    let build = ["build", "gate.spec", "--map", "gate.map", "--out", "tests"];
    specgen(folder.path(), 0, &[&build[..], &scope].concat());
    let records = ["test", "--records", "counts", "--", "--offline"];
    let text = specgen(folder.path(), 0, &records);
    let reached = "exercised by sequences alone\n  gate opens/is_open_and_pushes_at_least_30\n";
    assert!(text.contains(reached), "{text}");
    assert!(text.contains(" answers determined"), "{text}");
    let missed = text.split("not exercised: goals").nth(1).unwrap_or_default();
    assert!(!missed.contains("opens/is_open_and_pushes_at_least_30"), "{text}");
    let goals =
        specgen(folder.path(), 0, &["goals", "gate.spec", "--run", "counts", "--scope", "Gate<=3"]);
    assert!(goals.contains("reached by sequences, "), "{goals}");
    let nightly = ["test", "--sequences", "50", "--jobs", "2", "--", "--offline"];
    let text = specgen(folder.path(), 0, &nightly);
    assert!(text.contains("  sequences     1 passed   "), "{text}");
    assert!(text.contains("5 tests: 1 passed, 4 not run"), "{text}");
    // No sequence evaluates an axiom of a creator, but the specification is compared there.
    assert!(text.contains("  94 answers compared\n"), "{text}");
    assert!(!text.contains("[starts]"), "{text}");
    for (name, value) in [("SEED", "x"), ("SEQUENCES", "0"), ("STEPS", "1e3"), ("TIME", "-1")] {
        let mut command = Command::new("cargo");
        command.env("CARGO_TARGET_DIR", folder.path().join("target")).current_dir(folder.path());
        command.env(format!("SPECGEN_{name}"), value).args(["test", "--offline", "sequences"]);
        let text = String::from_utf8(command.output().expect("cargo runs").stdout).expect("text");
        let expected = format!("SPECGEN_{name} is `{value}`, but a number from ");
        assert!(text.contains(&expected), "{text}");
    }
    let goals = specgen(folder.path(), 1, &["goals", "gate.spec", "--run", "gate.map"]);
    assert!(goals.contains("has no counts of a test run"), "{goals}");
}
