//! Numbers of the specification that the implementation's type does not have.

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
    let program = project.at("tape");
    let compiled = Command::new("rustc")
        .args(["--test", "--edition", "2021", "-D", "warnings", "-o"])
        .args([&program, &project.at("tape.rs")])
        .output()
        .expect("rustc runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
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
