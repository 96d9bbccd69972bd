//! Which lines of a subject the generated tests run.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::subject::{Package, Result};

/// Lines run and all lines, or nothing where LLVM's tools are missing.
pub fn lines(root: &Path, package: &Package, suite: &str) -> Result<Option<(u64, u64)>> {
    let Some(tools) = tools()? else { return Ok(None) };
    let program = test_program(root, package)?;
    let raw = package.folder.join("coverage.profraw");
    let merged = package.folder.join("coverage.profdata");
    let _ = std::fs::remove_file(&raw);
    let output = Command::new(&program)
        .args([&format!("{suite}::"), "--test-threads=1"])
        .env("LLVM_PROFILE_FILE", &raw)
        .output()?;
    if !output.status.success() {
        return Err(format!("{}: the tests fail without a mutation", package.name).into());
    }
    let mut merge = Command::new(tools.join("llvm-profdata"));
    text(merge.args(["merge", "-sparse", "-o"]).arg(&merged).arg(&raw))?;
    let mut export = Command::new(tools.join("llvm-cov"));
    export.args(["export", "-summary-only", "-instr-profile"]).arg(&merged).arg(&program);
    let report: Value = serde_json::from_str(&text(&mut export)?)?;
    let files = report["data"][0]["files"].as_array().ok_or("the report has no files")?;
    let own = format!("src/subjects/{}.rs", package.name);
    let is_own = |file: &&Value| file["filename"].as_str().is_some_and(|f| f.ends_with(&own));
    let lines =
        &files.iter().find(is_own).ok_or("the report lacks the subject")?["summary"]["lines"];
    let number = |key: &str| lines[key].as_u64().ok_or("the report has no numbers");
    Ok(Some((number("covered")?, number("count")?)))
}

/// The tools of the compiler's own LLVM, from `rustup component add llvm-tools` or from
/// the folder that `LLVM_TOOLS` names.
fn tools() -> Result<Option<PathBuf>> {
    if let Some(folder) = std::env::var_os("LLVM_TOOLS") {
        return Ok(Some(folder.into()));
    }
    let sysroot = text(Command::new("rustc").args(["--print", "target-libdir"]))?;
    let folder = Path::new(sysroot.trim()).with_file_name("bin");
    Ok(folder.join("llvm-profdata").exists().then_some(folder))
}

fn test_program(root: &Path, package: &Package) -> Result<PathBuf> {
    let output = text(
        Command::new("cargo")
            .current_dir(&package.folder)
            .env("CARGO_TARGET_DIR", root.join("target/study/coverage"))
            .env("RUSTFLAGS", "-C instrument-coverage --cap-lints=allow")
            .args(["test", "--no-run", "--quiet", "--message-format=json"]),
    )?;
    let messages = output.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let program = |message: Value| {
        let own = message["target"]["name"] == package.name;
        own.then(|| message["executable"].as_str().map(PathBuf::from)).flatten()
    };
    Ok(messages.filter_map(program).last().ok_or("cargo built no test program")?)
}

/// What a program prints.
fn text(command: &mut Command) -> Result<String> {
    let output = command.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}
