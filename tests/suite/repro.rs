//! Inputs that once made output that did not compile, or tests that failed on a correct type.
//!
//! Each folder of `tests/repro` has a specification and a mapping whose prelude declares a
//! correct type.

use std::path::{Path, PathBuf};
use std::process::Command;

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&text));
}

/// Builds a case, compiles it without warnings in the oldest edition, and runs it.
pub fn passes(case: &str, arguments: &[&str]) {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repro").join(case);
    let place = tempfile::tempdir().expect("a temporary folder");
    let input = |ending: &str| folder.join(format!("{case}.{ending}"));
    for layout in ["folder", "file"] {
        let mut build = Command::new(env!("CARGO_BIN_EXE_specgen"));
        build.arg("build").arg(input("spec")).arg("--map").arg(input("map")).args(arguments);
        run(build.arg("--out").arg(place.path()).args(["--layout", layout]));
        let source = match layout {
            "folder" => place.path().join(case).join("main.rs"),
            _ => place.path().join(format!("{case}.rs")),
        };
        let program = place.path().join(layout);
        let mut compiler = Command::new("rustc");
        compiler.args(["--test", "-D", "warnings", "--edition", "2018", "-o"]);
        run(compiler.arg(&program).arg(source));
        run(&mut Command::new(&program));
    }
}

#[test]
fn two_parameters_with_operations_of_one_name_have_tables_of_their_own() {
    passes("two_orders", &["--scope", "Key=1,Val=3"]);
}

#[test]
fn a_variable_of_a_premise_may_equal_an_observer() {
    passes("ctr", &[]);
    passes("lst", &[]);
}

#[test]
fn a_prelude_may_declare_the_trait_that_bounds_a_parameter() {
    passes("ptr", &[]);
}

#[test]
fn numbers_beyond_32_bits_are_written_with_their_type() {
    passes("lit", &[]);
}

#[test]
fn observers_may_have_domains_that_need_the_comparison_by_observers() {
    passes("dep", &[]);
}
