//! The pre-commit hook of the documentation, in a repository of its own.

use std::path::Path;
use std::process::{Command, Output};

const HOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pre-commit");

/// Runs a program with specgen among the commands, and without the user's git settings.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> Output {
    let specgen = Path::new(env!("CARGO_BIN_EXE_specgen"));
    let beside = specgen.parent().expect("a program lies in a folder");
    let known = std::env::var_os("PATH").unwrap_or_default();
    let folders = [beside.to_owned()].into_iter().chain(std::env::split_paths(&known));
    let path = std::env::join_paths(folders).expect("no folder has a separator in its name");
    let mut command = Command::new(program);
    command.current_dir(folder).args(arguments).env("PATH", path);
    for (name, value) in [("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_SYSTEM", "/dev/null")] {
        command.env(name, value);
    }
    for name in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"] {
        command.env_remove(name);
    }
    command.output().unwrap_or_else(|error| panic!("{program}: {error}"))
}

fn assert_success(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_commit_that_leaves_the_tests_behind_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    assert_success(&run(folder, "git", &["init", "-q"]));
    assert_success(&run(folder, "specgen", &["init"]));
    assert_success(&run(folder, "specgen", &["build"]));
    assert_success(&run(folder, "git", &["add", "-A"]));
    assert_success(&run(folder, HOOK, &[]));

    let spec = folder.join("specs/sorted_set.spec");
    let text = std::fs::read_to_string(&spec).expect("it was written");
    let changed = text.replace("[membership]", "[belonging]");
    std::fs::write(&spec, changed).expect("the folder is ours");
    assert_success(&run(folder, "git", &["add", "-A"]));
    let refused = run(folder, HOOK, &[]);
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("run `specgen build` and add what changed"), "{said}");

    assert_success(&run(folder, "specgen", &["build"]));
    assert_success(&run(folder, HOOK, &[]));
}

#[test]
fn a_commit_about_something_else_is_let_through() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    assert_success(&run(folder, "git", &["init", "-q"]));
    std::fs::write(folder.join("notes.txt"), "nothing").expect("the folder is ours");
    assert_success(&run(folder, "git", &["add", "-A"]));
    // There is no manifest: the hook would fail if it asked.
    assert_success(&run(folder, HOOK, &[]));
}
