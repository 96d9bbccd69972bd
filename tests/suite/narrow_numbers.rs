//! Numbers of the specification that the implementation's type does not have.

use std::path::PathBuf;
use std::process::Command;

use crate::project::Project;

const SPEC: &str = "\
specification Tape
  sorts Tape
  constructors
    blank: --> Tape;
    wind: Tape int --> Tape;
  observers
    position: Tape --> int;
  axioms
    T: Tape;
    N: int;
    [starts] position(blank()) = 0;
    [winds] position(wind(T, N)) = N;
    [back] position(wind(T, N)) < 0 if N < 0;
end specification
";

const MAP: &str = "\
refinement
  use crate::Tape;

  Tape is Tape {
    blank:    --> Tape
              is fn new() -> Self;
    wind:     Tape n:int --> Tape
              is fn wind(&mut self, n: usize);
    position: Tape --> int
              is fn position(&self) -> usize;
  }
end refinement
";

const SUBJECT: &str = "\
#[derive(Clone, Debug, PartialEq)]
struct Tape(usize);

impl Tape {
    fn new() -> Self {
        Self(0)
    }
    fn wind(&mut self, n: usize) {
        assert!(n < 1000, \"a number that went around\");
        self.0 = n;
    }
    fn position(&self) -> usize {
        self.0
    }
}

mod conformance {
    include!(\"out/tape.rs\");
}
";

fn build(more: &str) -> Project {
    let manifest = "layout = \"file\"\n[[build]]\nspec = \"tape.spec\"\nmap = \"tape.map\"\n";
    let project = Project::new(&format!("{manifest}{more}"));
    for (name, text) in [("tape.spec", SPEC), ("tape.map", MAP), ("tape.rs", SUBJECT)] {
        project.write(name, text);
    }
    project.succeed(&["build"]);
    project
}

/// The test program of a type.
fn compiled(project: &Project, name: &str) -> PathBuf {
    let program = project.at(name);
    let compiled = Command::new("rustc")
        .args(["--test", "--edition", "2021", "-D", "warnings", "-o"])
        .args([&program, &project.at(&format!("{name}.rs"))])
        .output()
        .expect("rustc runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    program
}

#[test]
fn numbers_start_at_zero_where_the_implementation_takes_no_others() {
    let generated = build("").read("out/tape.rs");
    assert!(generated.contains("mod winds {"), "{generated}");
    assert!(!generated.contains("case.unfit("), "{generated}");
}

#[test]
fn a_negative_number_ends_a_test_with_a_notice_and_is_not_cast() {
    let project = build("scope = \"int=-1..4\"\n");
    let notice = "`wind` takes a number of type `usize`, which -1 is not";
    let generated = project.read("out/tape.rs");
    assert!(generated.contains(&format!("case.unfit({notice:?});")), "{generated}");
    let program = compiled(&project, "tape");
    let run = |strict: &str| {
        let mut command = Command::new(&program);
        let output = command.arg("--nocapture").env("SPECGEN_STRICT", strict).output();
        let output = output.expect("the tests run");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (passes, told) = run("0");
    assert!(passes && told.contains(notice), "{told}");
    assert!(!run("1").0, "such tests can be found");
}

const TALLY: [(&str, &str); 3] = [
    (
        "tally.spec",
        "\
specification Tally
  sorts Tally
  constructors
    new: --> Tally;
    add: Tally int --> Tally;
  observers
    total: Tally --> int;
  axioms
    T: Tally; N: int;
    [none] total(new()) = 0;
    [adds] total(add(T, N)) = total(T) + N;
    [adds_more] total(add(T, N + 1)) = total(T) + N + 1;
end specification
",
    ),
    (
        "tally.map",
        "\
refinement
  use crate::Tally;

  Tally is Tally {
    new:   --> Tally
           is fn new() -> Self;
    add:   Tally n:int --> Tally
           is fn add(&mut self, n: u8);
    total: Tally --> int
           is fn total(&self) -> u64;
  }
end refinement
",
    ),
    (
        "tally.rs",
        "\
#[derive(Clone, Debug, PartialEq)]
struct Tally(u64);

impl Tally {
    fn new() -> Self {
        Self(0)
    }
    fn add(&mut self, n: u8) {
        self.0 += u64::from(n);
    }
    fn total(&self) -> u64 {
        self.0
    }
}

mod conformance {
    include!(\"out/tally.rs\");
}
",
    ),
];

/// Totals are beyond the type of the argument soon, and sequences try what observers answer.
#[test]
fn axioms_take_no_number_that_the_implementation_does_not_have() {
    let manifest = "layout = \"file\"\n[[build]]\nspec = \"tally.spec\"\nmap = \"tally.map\"\n";
    let project = Project::new(manifest);
    for (name, text) in TALLY {
        project.write(name, text);
    }
    project.succeed(&["build"]);
    let mut command = Command::new(compiled(&project, "tally"));
    let output = command.arg("sequences").output().expect("the tests run");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

const BELT: &str = "\
specification Belt
  sorts Belt
  constructors
    idle: --> Belt;
    load: Belt int --> Belt;
    shift: Belt int --> Belt;
  observers
    pieces: Belt --> int;
    offset: Belt --> int;
  axioms
    B: Belt;
    N: int;
    [idle_pieces] pieces(idle()) = 0;
    [idle_offset] offset(idle()) = 0;
    [load_pieces] pieces(load(B, N)) = N;
    [load_offset] offset(load(B, N)) = offset(B);
    [shift_pieces] pieces(shift(B, N)) = pieces(B);
    [shift_offset] offset(shift(B, N)) = N when N < 0 or 300 < N else 0;
end specification
";

const BELT_MAP: &str = "\
refinement
  use crate::Belt;

  Belt is Belt {
    idle:   --> Belt is fn new() -> Self;
    load:   Belt n:int --> Belt is fn load(&mut self, n: u8);
    shift:  Belt n:int --> Belt is fn shift(&mut self, n: i64);
    pieces: Belt --> int is fn pieces(&self) -> u8;
    offset: Belt --> int is fn offset(&self) -> i64;
  }
end refinement
";

/// `load` takes 0 to 255, `shift` everything.
#[test]
fn each_argument_has_the_numbers_of_its_type() {
    let project = Project::new("[[build]]\nspec = \"belt.spec\"\nmap = \"belt.map\"\n");
    project.write("belt.spec", BELT);
    project.write("belt.map", BELT_MAP);
    let summary = project.succeed(&["build"]).out;
    assert!(!summary.contains("not found"), "{summary}");
    let generated = project.read("out/belt/main.rs");
    for call in ["shift_offset(idle, -1)", "shift_offset(idle, 301)"] {
        assert!(generated.contains(call), "{call}: {generated}");
    }
    assert!(!generated.contains("unfit"), "{generated}");
}
