//! `specgen test --guided` finds what needs rare numbers, keeps a corpus, and falls back.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

/// A copy of `tests/rare` with the tests of one type.
pub fn package(name: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rare");
    for part in ["src", "specs", "maps"] {
        std::fs::create_dir(folder.path().join(part)).expect("it is new");
        for entry in std::fs::read_dir(source.join(part)).expect("it is there") {
            let path = entry.expect("it is readable").path();
            let file = PathBuf::from(part).join(path.file_name().expect("it has a name"));
            std::fs::copy(&path, folder.path().join(file)).expect("it is copied");
        }
    }
    std::fs::copy(source.join("Cargo.toml"), folder.path().join("Cargo.toml")).expect("copied");
    let (spec, map) = (format!("specs/{name}.spec"), format!("maps/{name}.map"));
    let built = specgen(
        &folder,
        &["build", &spec, "--map", &map, "--out", "tests", "--goals", "sequences"],
    );
    assert!(built.1, "{}", built.0);
    folder
}

/// The tests of `vault` in a folder that several tests use, so that Cargo compiles them once.
pub fn vault() -> MutexGuard<'static, TempDir> {
    static VAULT: LazyLock<Mutex<TempDir>> = LazyLock::new(|| Mutex::new(package("vault")));
    let folder = VAULT.lock().unwrap_or_else(PoisonError::into_inner);
    // Most tests write none of these.
    let _ = std::fs::remove_dir_all(folder.path().join("counts"));
    let _ = std::fs::remove_dir_all(folder.path().join("tools"));
    let _ = std::fs::remove_file(kept(&folder));
    folder
}

/// What the tool prints, and whether it succeeds.
fn specgen(folder: &TempDir, arguments: &[&str]) -> (String, bool) {
    finished(Command::new(env!("CARGO_BIN_EXE_specgen")).args(arguments), folder)
}

pub fn finished(command: &mut Command, folder: &TempDir) -> (String, bool) {
    let output = command.current_dir(folder.path()).output().expect("it runs");
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&text).into_owned(), output.status.success())
}

/// Writes a program for the shell.
pub fn script(path: &Path, body: &str) {
    std::fs::write(path, format!("#!/bin/sh\n{body}\n")).expect("it is written");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let permissions = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(path, permissions).expect("it is ours");
    }
}

fn kept(folder: &TempDir) -> PathBuf {
    folder.path().join("tests/specgen-corpus")
}

const GUIDED: [&str; 4] = ["test", "--guided", "--time", "30s"];

#[test]
fn a_number_that_only_the_code_mentions_is_found() {
    let folder = package("shift");
    let plain = specgen(&folder, &["test", "--sequences", "200", "--", "--features", "faults"]);
    assert!(plain.1, "{}", plain.0);
    let arguments = [&GUIDED[..], &["--", "--features", "faults"]].concat();
    let (text, succeeds) = specgen(&folder, &arguments);
    assert!(!succeeds && text.contains("guided\n") && text.contains("86400"), "{text}");
    assert!(text.contains("a finding"), "{text}");
    let corpus = std::fs::read_to_string(kept(&folder)).expect("new edges were reached");
    assert!(corpus.starts_with("specgen corpus 1\n"), "{corpus}");
    assert!(corpus.contains("shift Shift 0\n  v0 = new()\n"), "{corpus}");
}

/// The length of a batch is not an argument of any operation.
#[test]
fn an_operation_is_repeated_until_a_length_is_reached() {
    let folder = package("journal");
    let arguments = [&GUIDED[..], &["--", "--features", "faults"]].concat();
    let (text, succeeds) = specgen(&folder, &arguments);
    assert!(!succeeds && text.contains(" is 38, the specification says 37"), "{text}");
}

#[test]
fn the_corpus_is_replayed_by_ordinary_runs_and_never_fails_them() {
    let folder = package("vault");
    let ordinary = ["test", "--sequences", "1", "--", "--features", "faults"];
    let calls = |numbers: [i64; 3]| {
        let turns = numbers
            .iter()
            .enumerate()
            .map(|(place, number)| format!("  v{} = turn(v{place}, {number})\n", place + 1));
        format!("specgen corpus 1\n\nvault Vault 0\n  v0 = new()\n{}", turns.collect::<String>())
    };
    std::fs::write(kept(&folder), calls([1, 2, 3])).expect("it is written");
    let (text, succeeds) = specgen(&folder, &ordinary);
    assert!(succeeds, "{text}");
    std::fs::write(kept(&folder), calls([1_107, 20_451, 318])).expect("it is written");
    let (text, succeeds) = specgen(&folder, &ordinary);
    assert!(!succeeds && text.contains("turns(v) is 0, the specification says 3"), "{text}");
    std::fs::remove_file(folder.path().join("tests/specgen-regressions")).expect("it was written");
    for (damaged, says) in [
        ("specgen corpus 7\n", "it begins with `specgen corpus 7`"),
        ("something else\n", "its first line is not `specgen corpus 1`"),
        (
            "specgen corpus 1\n\nvault Vault 0\n  v0 = gone()\n",
            "sequences in tests/specgen-corpus that are no longer possible, and left alone: 1",
        ),
    ] {
        std::fs::write(kept(&folder), damaged).expect("it is written");
        let (text, succeeds) = specgen(&folder, &ordinary);
        assert!(succeeds && text.contains(says), "{text}");
        assert_eq!(std::fs::read_to_string(kept(&folder)).expect("it is there"), damaged);
    }
}

#[test]
fn a_toolchain_that_refuses_the_flags_runs_sequences_unguided() {
    let folder = vault();
    let compiler = folder.path().join("old-rustc");
    script(
        &compiler,
        "for a; do case $a in -Cpasses=*) echo 'error: unknown passes' >&2; exit 1;; esac; done\n\
         exec rustc \"$@\"",
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
    command.args(["test", "--guided", "--time", "1s"]).env("RUSTC", &compiler);
    let (text, succeeds) = finished(&mut command, &folder);
    assert!(text.contains("(error: unknown passes); sequences run unguided"), "{text}");
    assert!(succeeds && text.contains("1 passed"), "{text}");
}
