//! `specgen init` without a type: a project that builds and passes at once.

use std::path::Path;
use std::process::{Command, Output};

fn run(program: &str, folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.current_dir(folder).args(arguments).env_remove("CARGO_TARGET_DIR");
    command.output().unwrap_or_else(|error| panic!("{program}: {error}"))
}

fn specgen(folder: &Path, arguments: &[&str]) -> Output {
    run(env!("CARGO_BIN_EXE_specgen"), folder, arguments)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_new_project_builds_and_passes_at_once() {
    let parent = tempfile::tempdir().expect("a temporary folder");
    let made = run("cargo", parent.path(), &["new", "-q", "--lib", "--vcs", "none", "shelf"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let folder = parent.path().join("shelf");
    let started = specgen(&folder, &["init"]);
    assert!(started.status.success(), "{}", text(&started.stderr));
    let told = text(&started.stdout);
    assert!(told.starts_with("wrote specgen.toml, specs/sorted_set.spec, specs/btree_set.map\n"));
    assert!(!told.contains("cargo init"), "there is a package: {told}");

    let checked = text(&specgen(&folder, &["check", "specs/sorted_set.spec"]).stderr);
    assert!(checked.contains("no problems found"), "{checked}");
    let built = specgen(&folder, &["build", "--strict"]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    assert!(folder.join("tests/btree_set/main.rs").exists(), "{}", text(&built.stdout));
    let tested = run("cargo", &folder, &["test", "--offline"]);
    assert!(tested.status.success(), "{}", text(&tested.stdout));
}

#[test]
fn without_a_package_the_next_step_is_cargo_init() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let started = specgen(folder.path(), &["init", "--dir", "meaning"]);
    assert!(text(&started.stdout).contains("cargo init --lib"), "{}", text(&started.stdout));
    let manifest = std::fs::read_to_string(folder.path().join("specgen.toml"));
    assert!(manifest.expect("it was written").contains("\"meaning/sorted_set.spec\""));
    assert!(specgen(folder.path(), &["build"]).status.success());
}

#[test]
fn a_project_is_started_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert!(specgen(folder.path(), &["init"]).status.success());
    let again = specgen(folder.path(), &["init"]);
    assert_eq!(again.status.code(), Some(1));
    let said = text(&again.stderr);
    assert!(said.contains("`specgen.toml` exists and is not overwritten"), "{said}");
}

#[test]
fn a_type_without_its_file_is_wrong_usage() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let refused = specgen(folder.path(), &["init", "TreeSet"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("--from"), "{}", text(&refused.stderr));
}

#[test]
fn a_project_is_written_completely_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("notes"), "mine").expect("the folder is ours");
    let refused = specgen(folder.path(), &["init", "--dir", "notes"]);
    assert_eq!(refused.status.code(), Some(1));
    let told = text(&refused.stderr);
    assert_eq!(told, "error: cannot write `notes/sorted_set.spec`: `notes` is not a folder\n");
    assert!(!folder.path().join("specgen.toml").exists());
}
