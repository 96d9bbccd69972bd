//! The outcomes of generated tests, for a terminal.

use std::collections::BTreeMap;

use super::generated::GeneratedTest;
use super::matching::Suite;
use super::outcome::TestOutcome;

/// The number of tests by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCounts {
    pub passed: usize,
    pub failed: usize,
    pub vacuous: usize,
    pub ignored: usize,
    /// Generated, but not run.
    pub not_run: usize,
}

impl OutcomeCounts {
    pub fn of<'f>(outcomes: impl IntoIterator<Item = &'f Option<TestOutcome>>) -> Self {
        let mut counts = Self::default();
        for outcome in outcomes {
            *match outcome {
                Some(TestOutcome::Passed) => &mut counts.passed,
                Some(TestOutcome::Failed { .. }) => &mut counts.failed,
                Some(TestOutcome::Vacuous { .. }) => &mut counts.vacuous,
                Some(TestOutcome::Ignored) => &mut counts.ignored,
                None => &mut counts.not_run,
            } += 1;
        }
        counts
    }

    /// The counts with their names, in the order of the summary.
    pub fn listed(self) -> [(&'static str, usize); 5] {
        let Self { passed, failed, vacuous, ignored, not_run } = self;
        [
            ("passed", passed),
            ("failed", failed),
            ("vacuous", vacuous),
            ("ignored", ignored),
            ("not run", not_run),
        ]
    }

    /// `3 passed, 1 failed`
    fn text(self) -> String {
        let counted = self.listed().into_iter().filter(|(_, count)| *count > 0);
        counted.map(|(word, count)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
    }

    fn sum(self) -> usize {
        self.listed().into_iter().map(|(_, count)| count).sum()
    }
}

/// A test with its outcome.
type Entry<'s> = (&'s GeneratedTest, &'s Option<TestOutcome>);

/// A line for each axiom, then the failed and the vacuous tests of each axiom, and a summary
/// line.
pub fn table(suites: &[Suite], outcomes: &[Vec<Option<TestOutcome>>]) -> String {
    let mut text = String::new();
    for (suite, outcomes) in suites.iter().zip(outcomes) {
        text.push_str(&counts(suite, outcomes));
    }
    for (suite, outcomes) in suites.iter().zip(outcomes) {
        for (module, tests) in modules(suite, outcomes) {
            text.push_str(&failures(suite, module, &tests));
            text.push_str(&vacuous(suite, module, &tests));
        }
    }
    let all = OutcomeCounts::of(outcomes.iter().flatten());
    let noun = if all.sum() == 1 { "test" } else { "tests" };
    let ends = all.text();
    let ends = if ends.is_empty() { ends } else { format!(": {ends}") };
    text.push_str(&format!("{} {noun}{ends}\n", all.sum()));
    text
}

/// The tests by module, in the order of the file.
fn modules<'s>(
    suite: &'s Suite,
    outcomes: &'s [Option<TestOutcome>],
) -> Vec<(&'s str, Vec<Entry<'s>>)> {
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let mut modules: Vec<(&str, Vec<Entry>)> = Vec::new();
    for (test, outcome) in suite.tests.iter().zip(outcomes) {
        let place = *first.entry(&test.module).or_insert(modules.len());
        if place == modules.len() {
            modules.push((&test.module, Vec::new()));
        }
        modules[place].1.push((test, outcome));
    }
    modules
}

fn counts(suite: &Suite, outcomes: &[Option<TestOutcome>]) -> String {
    let modules = modules(suite, outcomes);
    let width = modules.iter().map(|(module, _)| module.len()).max().unwrap_or(0);
    let mut text = format!("{}\n", suite.name);
    for (module, tests) in modules {
        let counts = OutcomeCounts::of(tests.iter().map(|(_, outcome)| *outcome));
        text.push_str(&format!("  {module:<width$}  {}\n", counts.text()));
    }
    text.push('\n');
    text
}

/// The smallest failure in full; the values of the others.
fn failures(suite: &Suite, module: &str, tests: &[Entry]) -> String {
    let failed = tests.iter().filter_map(|(test, outcome)| match outcome {
        Some(TestOutcome::Failed { message, size }) => Some((*size, *test, message)),
        _ => None,
    });
    let mut failed: Vec<_> = failed.collect();
    failed.sort_by_key(|(size, _, _)| *size);
    let Some((_, smallest, message)) = failed.first() else { return String::new() };
    let mut text = format!("FAILED {}: {module}::{}\n", suite.name, smallest.name);
    for line in message.lines() {
        text.push_str(format!("  {line}").trim_end());
        text.push('\n');
    }
    if failed.len() > 1 {
        text.push_str("  and also\n");
    }
    for (_, test, message) in &failed[1..] {
        let values = message.lines().filter(|line| line.starts_with("  ") && line.contains(" = "));
        let values: Vec<&str> = values.map(str::trim).collect();
        let values =
            if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) };
        text.push_str(&format!("    {}{values}\n", test.name));
    }
    text.push('\n');
    text
}

fn vacuous(suite: &Suite, module: &str, tests: &[Entry]) -> String {
    let vacuous = tests.iter().filter_map(|(test, outcome)| match outcome {
        Some(TestOutcome::Vacuous { notice }) => Some(format!("  {}: {notice}\n", test.name)),
        _ => None,
    });
    let lines: String = vacuous.collect();
    match lines.is_empty() {
        true => lines,
        false => format!("vacuous {}: {module}\n{lines}\n", suite.name),
    }
}
