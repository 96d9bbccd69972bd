//! `specgen test --coverage` lists code that no test reached, and falls back to ordinary runs.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::guided::{finished, script, vault};

/// Runs the tests of `vault` with coverage, a compiler and tools of LLVM.
fn covered(folder: &TempDir, compiler: Option<&Path>, tools: Option<&Path>) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
    command.args(["test", "--coverage", "--records", "counts"]);
    if let Some(compiler) = compiler {
        command.env("RUSTC", compiler);
    }
    if let Some(tools) = tools {
        command.env("LLVM_TOOLS", tools);
    }
    let (text, succeeds) = finished(&mut command, folder);
    assert!(succeeds && text.contains("1 passed"), "{text}");
    text
}

/// A folder with tools that claim this version of LLVM; `export` is the script of `llvm-cov`.
fn tools(folder: &TempDir, version: &str, merge: &str, export: &str) -> PathBuf {
    let tools = folder.path().join("tools");
    std::fs::create_dir(&tools).expect("it is new");
    for (name, body) in [("llvm-profdata", merge), ("llvm-cov", export)] {
        let says = format!("case $1 in --version) echo 'LLVM version {version}'; exit;; esac");
        script(&tools.join(name), &format!("{says}\n{body}\n"));
    }
    tools
}

/// The LLVM of the compiler.
fn llvm() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = text.lines().find_map(|line| line.strip_prefix("LLVM version: "));
    version.expect("rustc names its LLVM").to_owned()
}

#[test]
fn missing_tools_are_named_and_the_tests_run() {
    let folder = vault();
    let compiler = folder.path().join("new-rustc");
    script(&compiler, "rustc \"$@\" | sed 's/^LLVM version: .*/LLVM version: 99.1.0/'");
    let tools = tools(&folder, "98.0.1", "", "");
    let text = covered(&folder, Some(&compiler), Some(&tools));
    assert!(
        text.contains("no coverage: llvm-profdata and llvm-cov of LLVM 99 are not found"),
        "{text}"
    );
    assert!(text.contains("tools/llvm-cov` is of LLVM 98.0.1"), "{text}");
    assert!(text.contains("`rustup component add llvm-tools`"), "{text}");
}

#[test]
fn a_build_or_a_profile_that_fails_loses_only_the_coverage() {
    let folder = vault();
    let compiler = folder.path().join("old-rustc");
    script(
        &compiler,
        "for a; do case $a in -Cinstrument-coverage) echo 'error: no counters' >&2; exit 1;; esac; \
         done\nexec rustc \"$@\"",
    );
    let tools = tools(&folder, &llvm(), "echo 'error: another version' >&2; exit 1", "");
    let text = covered(&folder, Some(&compiler), Some(&tools));
    assert!(text.contains("error: no counters"), "{text}");
    assert!(
        text.contains("the instrumented build failed; the tests run without coverage"),
        "{text}"
    );
    let text = covered(&folder, None, Some(&tools));
    assert!(text.contains("no coverage: llvm-profdata: error: another version"), "{text}");
}

/// With the tools of the compiler where they are installed; otherwise with an export that they
/// printed.
#[test]
fn code_that_no_test_reaches_is_listed_and_drawn() {
    let folder = vault();
    let source = folder.path().join("src/vault.rs");
    let mut text = covered(&folder, None, None);
    if text.contains("are not found") {
        let export = EXPORT.replace("SOURCE", &source.to_string_lossy());
        let tools = tools(&folder, &llvm(), "", &format!("cat <<'END'\n{export}\nEND"));
        text = covered(&folder, None, Some(&tools));
    }
    assert!(text.contains("reached by tests\n  src/vault.rs: 13 of 17 lines, "), "{text}");
    assert!(
        text.contains("not reached by any test\n  src/vault.rs:19-23  self.stage += 1;\n"),
        "{text}"
    );
    let page = ["report", "specs/vault.spec", "--map", "maps/vault.map", "--records", "counts"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_specgen"));
    let (text, succeeds) = finished(command.args(page), &folder);
    assert!(succeeds, "{text}");
    let page = std::fs::read_to_string(folder.path().join("report.html")).expect("it is written");
    assert!(page.contains("<mark>            self.stage += 1;</mark>"), "{page}");
}

const EXPORT: &str = r#"{"data":[{"files":[{"filename":"SOURCE","segments":
[[12,5,345,true,true,false],[12,25,0,false,false,false],[13,9,345,true,true,false],
[13,22,0,false,false,false],[14,5,345,true,true,false],[14,6,0,false,false,false],
[16,5,23326,true,true,false],[16,40,0,false,false,false],[17,9,23326,true,true,false],
[17,24,0,false,false,false],[18,12,23326,true,true,false],[18,22,23326,true,false,false],
[18,35,0,false,false,false],[18,39,23326,true,true,false],[18,45,23326,true,false,false],
[18,65,0,false,false,false],[19,13,0,true,true,false],[19,28,0,false,false,false],
[21,16,0,true,true,false],[21,20,0,false,false,false],[21,44,0,true,true,false],
[21,54,0,true,false,false],[21,68,0,false,false,false],[21,69,0,true,true,false],
[23,13,0,true,true,false],[23,14,0,false,false,false],[24,16,23326,true,true,false],
[26,10,0,false,false,false],[27,5,23326,true,true,false],[27,6,0,false,false,false],
[29,5,39449,true,true,false],[29,31,0,false,false,false],[30,9,39449,true,true,false],
[30,19,0,false,false,false],[31,5,39449,true,true,false],[31,6,0,false,false,false]]}]}]}"#;
