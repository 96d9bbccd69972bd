//! Seeded faults must make generated tests fail, and `docs/faults.md` must say which.
//!
//! The program runs itself, once for each fault, on the tests of the fault's
//! subject.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use subjects::faults::FAULTS;

/// Faults that no generated test finds yet, and what it would take.
const MISSED: &[(&str, &str)] = &[];

/// Faults that only show in values of some size, and so in sequences alone.
const AFTER_GROWTH: &[&str] = &[
    "treeset/rotation_loses_branch",
    "stack/mixed_when_spilled",
    "queue/mixed_when_grown",
    "priority_queue/right_child_ignored",
    "hashed_set/lost_when_grown",
];

/// Part of the names of sequence tests.
const SEQUENCES: &str = "::sequences::";

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/faults.md");

#[test]
fn faults_make_tests_fail_as_the_table_says() {
    if std::env::var_os("SPECGEN_FAULT").is_some() {
        return;
    }
    let failures = run_all();
    let written = table(&failures);
    if std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
        std::fs::write(TABLE, &written).unwrap();
    }
    for (name, tests) in failures.iter().filter(|(name, _)| AFTER_GROWTH.contains(name)) {
        let others: Vec<&String> = tests.iter().filter(|test| !test.contains(SEQUENCES)).collect();
        assert!(!tests.is_empty() && others.is_empty(), "{name} is found by {others:?}");
    }
    let survivors: Vec<&str> =
        failures.iter().filter(|(_, tests)| tests.is_empty()).map(|(name, _)| *name).collect();
    let missed: Vec<&str> = MISSED.iter().map(|(name, _)| *name).collect();
    assert_eq!(survivors, missed, "the faults with which no generated test fails");
    let committed = std::fs::read_to_string(TABLE).unwrap_or_default();
    assert!(
        written == committed,
        "docs/faults.md is out of date; to write it anew: \
         INSTA_UPDATE=always cargo test -p specgen-generated faults"
    );
}

#[test]
fn faults_in_the_subjects_are_listed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../subjects");
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for asked in text.split("fault(\"").skip(1) {
            let name = asked.split('"').next().unwrap();
            assert!(FAULTS.iter().any(|(listed, _)| *listed == name), "{name} is not listed");
        }
    }
}

/// The tests that fail with each fault, by its number.
fn run_all() -> Vec<(&'static str, Vec<String>)> {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(BTreeMap::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((name, _)) = FAULTS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    failures.lock().unwrap().insert(*name, failing_tests(name));
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    FAULTS.iter().map(|(name, _)| (*name, failures.remove(name).unwrap())).collect()
}

/// The tests of the fault's subject that fail with it, in the order of their names. Sequences
/// take most of the time, so they run only if no other test fails.
fn failing_tests(fault: &str) -> Vec<String> {
    let module = format!("{}::", subject(fault));
    match failing(fault, &[&module, "--skip", SEQUENCES]) {
        none if none.is_empty() => failing(fault, &[&format!("{module}{}", &SEQUENCES[2..])]),
        some => some,
    }
}

/// The failing tests among those that libtest chooses by some arguments.
fn failing(fault: &str, chosen: &[&str]) -> Vec<String> {
    let module = format!("{}::", subject(fault));
    let output = Command::new(std::env::current_exe().unwrap())
        .args(chosen)
        .arg("--test-threads=1")
        .env("SPECGEN_FAULT", fault)
        .env("SPECGEN_REGRESSIONS", "off")
        .env("RUST_BACKTRACE", "0")
        .output()
        .unwrap();
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    let failed = report.lines().filter_map(|line| {
        let name = line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?;
        // A test that expects a panic has a note behind its name.
        let name = name.split(' ').next()?;
        name.starts_with(&module).then(|| name.to_owned())
    });
    failed.collect()
}

fn reason(fault: &str) -> &'static str {
    MISSED.iter().find(|(name, _)| *name == fault).map_or("another test", |(_, reason)| *reason)
}

fn subject(fault: &str) -> &str {
    fault.split('/').next().unwrap()
}

fn table(failures: &[(&str, Vec<String>)]) -> String {
    let mut text = String::from(INTRODUCTION);
    let mut last = "";
    for ((fault, what), (_, tests)) in FAULTS.iter().zip(failures) {
        let (subject, name) = fault.split_once('/').unwrap();
        if subject != last {
            last = subject;
            text += &format!(
                "\n## {subject}\n\n| fault | what it does | tests that fail | the first of them |\n\
                 |---|---|---|---|\n"
            );
        }
        let first = match tests.first() {
            Some(test) => format!("`{}`", &test[subject.len() + 2..]),
            None => format!("needs {}", reason(fault)),
        };
        text += &format!("| {name} | {what} | {} | {first} |\n", tests.len());
    }
    text
}

const INTRODUCTION: &str = "\
# Faults that generated tests find

The types in `tests/subjects` are correct, and the tests that specgen generates for
them pass. Each has faults that can be switched on; with a fault at least one
generated test fails, unless the table says what it would take to find it. Sequences are
counted only for faults that no other test finds. A test of the project runs all faults and
writes this page:

```sh
INSTA_UPDATE=always cargo test -p specgen-generated faults
```

To see what a fault looks like to a user, choose one by its subject and name:

```sh
SPECGEN_FAULT=treeset/wrong_branch cargo test -p specgen-generated treeset
```
";
