//! Errors, data sorts, sequences, definitions and auxiliary operations in generated tests.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::repro::passes;

#[test]
fn a_correct_type_passes_and_needs_no_function_for_definitions() {
    passes("pocket", &[]);
}

/// What the tests of a pocket print, with one mistake in the type.
fn broken(correct: &str, wrong: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repro/pocket");
    let mapping = std::fs::read_to_string(folder.join("pocket.map")).expect("the mapping");
    assert!(mapping.contains(correct));
    let place = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| -> PathBuf { place.path().join(name) };
    std::fs::write(path("pocket.map"), mapping.replace(correct, wrong)).expect("it is written");
    let mut build = Command::new(env!("CARGO_BIN_EXE_specgen"));
    build.arg("build").arg(folder.join("pocket.spec")).arg("--map").arg(path("pocket.map"));
    let built = build.arg("--out").arg(place.path()).args(["--layout", "file"]).status();
    assert!(built.expect("specgen runs").success());
    let mut compiler = Command::new("rustc");
    compiler.args(["--test", "--edition", "2021", "-A", "warnings", "-o"]);
    let compiled = compiler.arg(path("program")).arg(path("pocket.rs")).status();
    assert!(compiled.expect("rustc runs").success());
    let output = Command::new(path("program")).output().expect("the program runs");
    assert!(!output.status.success(), "no test finds `{wrong}`");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The wrong value of an error follows from no other observer.
#[test]
fn a_wrong_value_in_an_error_is_found() {
    let text = broken("Full { held: self.items.len() }", "Full { held: self.items.len() + 1 }");
    assert!(text.contains("the specification says Full { held: 3 }"), "{text}");
}

/// The axiom of `len` needs the auxiliary operation, so only running finds this.
#[test]
fn what_only_an_auxiliary_operation_says_is_found() {
    let text = broken(
        "self.items.len() }\n        pub fn take",
        "self.items.len() % 3 }\n        pub fn take",
    );
    assert!(text.contains("[len] len(P) = total(items(P))"), "{text}");
}
