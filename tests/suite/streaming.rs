//! What long searches show on a terminal.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use rexpect::session::{PtySession, spawn_command};
use snapbox::cmd::cargo_bin;

/// A specification that takes a second or more.
const LONG: &str = "tests/short/btreemap.spec";

/// No answer takes longer, however busy the machine.
const PATIENCE: u64 = 120_000;

fn goals() -> PtySession {
    let mut command = Command::new(cargo_bin!("specgen"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["goals", LONG]).env("TERM", "xterm");
    spawn_command(command, Some(PATIENCE)).expect("specgen runs on a terminal")
}

/// A build of the same specification, written to a folder.
fn build(folder: &Path) -> PtySession {
    let [spec, map] = ["spec", "map"].map(|suffix| {
        format!("{}/tests/short/mapped/btreemap.{suffix}", env!("CARGO_MANIFEST_DIR"))
    });
    let mut command = Command::new(cargo_bin!("specgen"));
    command.args(["build", &spec, "--map", &map, "--out", "out"]);
    command.current_dir(folder).env("TERM", "xterm");
    spawn_command(command, Some(PATIENCE)).expect("specgen runs on a terminal")
}

/// The ids after a verdict that stands alone. In the table, a verdict comes after its goal.
fn streamed<'t>(text: &'t str, verdict: &str) -> Vec<&'t str> {
    let found = text.split(verdict).skip(1).filter_map(|rest| rest.split_whitespace().next());
    found
        .filter(|word| word.contains('/') && !word.starts_with(|it: char| it.is_ascii_digit()))
        .collect()
}

#[test]
fn a_long_search_shows_each_verdict_as_soon_as_it_is_found() {
    let mut session = goals();
    let shown = session.exp_string("42 goals: ").expect("there is a summary");
    let covered = streamed(&shown, "covered     ");
    assert!(covered.len() >= 20, "{shown}");
    assert!(streamed(&shown, "impossible  ").len() >= 5, "{shown}");
    let mut once = covered.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), covered.len(), "each goal is shown once: {covered:?}");
}

#[test]
fn an_interrupted_search_shows_what_it_has_and_what_is_left() {
    let mut session = goals();
    session.exp_string("covered     ").expect("a goal is found");
    session.send_control('c').expect("the key is sent");
    let table = session.exp_eof().expect("it ends");
    assert!(table.contains(" covered") && table.contains("interrupted"), "{table}");
    let summary = table.lines().rfind(|line| line.contains("42 goals: "));
    assert!(summary.is_some_and(|line| line.contains("gave up")), "{table}");
}

#[test]
fn a_build_shows_verdicts_as_they_are_found_and_writes_nothing_when_it_is_interrupted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut session = build(folder.path());
    session.exp_string("covered     ").expect("a goal is found");
    session.send_control('c').expect("the key is sent");
    let shown = session.exp_eof().expect("it ends");
    assert!(shown.contains("interrupted: nothing was written"), "{shown}");
    let summary = shown.lines().rfind(|line| line.contains(" goals: "));
    assert!(summary.is_some_and(|line| line.contains("gave up")), "{shown}");
    let ended = session.process().wait().expect("it ended");
    assert!(format!("{ended:?}").contains("130"), "{ended:?}");
    assert!(!folder.path().join("out").exists());
}
