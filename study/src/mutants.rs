//! cargo-mutants on one package, and what each suite made of each mutant.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::judge::verdict;
use crate::subject::{Package, Result, SUITES};

pub struct Mutant {
    /// Place, change and function, as cargo-mutants names it.
    pub name: String,
    /// Whether each suite found it, in the order of `SUITES`.
    pub found: Vec<bool>,
    /// Whether a sequence did, of the tests for all goals.
    pub in_sequence: bool,
}

impl Mutant {
    /// Whether it is in an implementation of a trait that no axiom speaks of: all but
    /// `PartialEq`, which is what equations ask.
    pub fn is_of_trait(&self) -> bool {
        self.name.contains("<impl ") && !self.name.contains("<impl PartialEq ")
    }
}

/// Tests all mutants of the package that compile. Also tells how many seconds the tests
/// of all goals take without a mutation.
pub fn run(root: &Path, package: &Package) -> Result<(Vec<Mutant>, f64)> {
    let output = package.folder.join("mutants.out");
    let _ = std::fs::remove_dir_all(&output);
    let status = Command::new(root.join("target/tools/bin/cargo-mutants"))
        .current_dir(&package.folder)
        .env("CARGO_TARGET_DIR", root.join("target/study/build"))
        .args(["mutants", "--in-place", "--no-shuffle", "--cap-lints=true"])
        .args(["--timeout=600", "--build-timeout=600", "--colors=never", "--no-times"])
        .arg(format!("--file=src/subjects/{}.rs", package.name))
        .status()?;
    // 2: some mutants were missed; 3: some timed out.
    if !matches!(status.code(), Some(0 | 2 | 3)) {
        return Err(format!("cargo-mutants ended with {status}").into());
    }
    let outcomes = std::fs::read_to_string(output.join("outcomes.json"))?;
    let outcomes: Value = serde_json::from_str(&outcomes)?;
    let outcomes = outcomes["outcomes"].as_array().ok_or("there are no outcomes")?;
    let mutants = outcomes
        .iter()
        .filter_map(|outcome| mutant(&package.folder, outcome).transpose())
        .collect::<Result<Vec<_>>>()?;
    let baseline = outcomes.iter().find(|outcome| outcome["scenario"] == "Baseline");
    let log = log(&package.folder, baseline.ok_or("there is no run without a mutation")?)?;
    Ok((mutants, seconds(&log).ok_or("the log has no time")?))
}

fn log(folder: &Path, outcome: &Value) -> Result<String> {
    let path = outcome["log_path"].as_str().ok_or("an outcome has no log")?;
    Ok(std::fs::read_to_string(folder.join("mutants.out").join(path))?)
}

fn seconds(log: &str) -> Option<f64> {
    let behind = log.split_once(&verdict("all", true))?.1;
    let time = behind.split_once("finished in ")?.1.split_once('s')?.0;
    time.parse().ok()
}

/// A mutant with its log; nothing for the run without a mutation, and for what does
/// not compile.
fn mutant(folder: &Path, outcome: &Value) -> Result<Option<Mutant>> {
    let Some(name) = outcome["scenario"]["Mutant"]["name"].as_str() else { return Ok(None) };
    if outcome["summary"] == "Unviable" {
        return Ok(None);
    }
    let log = log(folder, outcome)?;
    let failed = |suite: &&str| log.contains(&verdict(suite, false));
    let found: Vec<bool> = SUITES.iter().map(failed).collect();
    let told = SUITES.iter().all(|suite| failed(suite) || log.contains(&verdict(suite, true)));
    if !told {
        return Err(format!("{name}: the log does not tell of all suites").into());
    }
    let name = name.rsplit_once("src/subjects/").map_or(name, |(_, name)| name);
    let in_sequence =
        log.lines().any(|line| line.ends_with("FAILED") && line.contains("::sequences::"));
    Ok(Some(Mutant { name: name.to_owned(), found, in_sequence }))
}
