//! Failures that probably have one cause, as one finding.
//!
//! When a basic operation is broken, most tests fail. Panics of the type under test are grouped
//! by their place. Other failures are grouped by an operation, chosen as in spectrum-based
//! fault localization: the one whose use agrees best with failing (Ochiai's coefficient). What
//! sequences and paths find is shown each on its own: it is reduced already.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::generated::GeneratedTest;
use super::matching::Suite;
use super::outcome::TestOutcome;

/// Failures with a common cause, those with the smallest values first.
pub struct Finding<'s> {
    pub common: Common,
    pub failures: Vec<Failure<'s>>,
}

/// What the failures of a finding have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Common {
    /// They panic at this place, outside of the generated code.
    Panic(String),
    /// They call this operation.
    Operation(String),
    /// They are tests of this module.
    Module(String),
    /// Only this test of sequences or paths.
    Sequences(String),
}

#[derive(Clone, Copy)]
pub struct Failure<'s> {
    pub test: &'s GeneratedTest,
    pub message: &'s str,
    size: usize,
}

/// The module of tests of sequences and paths.
pub const SEQUENCES: &str = "sequences";

/// The findings of a suite, the one with the most failures first.
pub fn findings<'s>(suite: &'s Suite, outcomes: &'s [Option<TestOutcome>]) -> Vec<Finding<'s>> {
    let mut groups: BTreeMap<Common, Vec<Failure>> = BTreeMap::new();
    let mut wrong: Vec<(Failure, BTreeSet<&str>)> = Vec::new();
    let mut right: Vec<BTreeSet<&str>> = Vec::new();
    for (test, outcome) in suite.tests.iter().zip(outcomes) {
        let Some(TestOutcome::Failed { message, size }) = outcome else {
            right.extend(outcome.as_ref().map(|_| operations(suite, test)));
            continue;
        };
        let failure = Failure { test, message, size: *size };
        let operations = operations(suite, test);
        match panic_place(message) {
            Some(place) => groups.entry(Common::Panic(place)).or_default().push(failure),
            None if test.module == SEQUENCES => {
                groups.entry(Common::Sequences(test.name.clone())).or_default().push(failure);
            }
            None if operations.is_empty() => {
                groups.entry(Common::Module(test.module.clone())).or_default().push(failure);
            }
            None => wrong.push((failure, operations)),
        }
    }
    while let Some(operation) = suspect(&wrong, &right) {
        let (own, rest) = wrong.into_iter().partition(|(_, used)| used.contains(operation));
        wrong = rest;
        let own: Vec<(Failure, _)> = own;
        let own = own.into_iter().map(|(failure, _)| failure).collect();
        groups.insert(Common::Operation(operation.to_owned()), own);
    }
    let mut findings: Vec<Finding> = groups
        .into_iter()
        .map(|(common, mut failures)| {
            failures.sort_by_key(|failure| failure.size);
            Finding { common, failures }
        })
        .collect();
    findings.sort_by_key(|finding| Reverse(finding.failures.len()));
    findings
}

/// The operation whose use agrees best with failing; ties go to the first name.
fn suspect<'s>(
    wrong: &[(Failure<'s>, BTreeSet<&'s str>)],
    right: &[BTreeSet<&'s str>],
) -> Option<&'s str> {
    let all: BTreeSet<&str> = wrong.iter().flat_map(|(_, used)| used).copied().collect();
    // The square of Ochiai's coefficient, without the factor that all operations share.
    let score = |operation: &&str| {
        let failed = wrong.iter().filter(|(_, used)| used.contains(operation)).count() as u64;
        let passed = right.iter().filter(|used| used.contains(operation)).count() as u64;
        (failed * failed, failed + passed)
    };
    all.into_iter().max_by(|one, other| {
        let ((a, b), (c, d)) = (score(one), score(other));
        (a * d).cmp(&(c * b)).then_with(|| other.cmp(one))
    })
}

/// The operations of a test: those of its axiom, and those that build its values.
fn operations<'s>(suite: &'s Suite, test: &'s GeneratedTest) -> BTreeSet<&'s str> {
    let own = suite.statements.iter().filter(|statement| statement.tester == test.module);
    let texts = own.map(|statement| statement.text.as_str()).chain(test.terms.as_deref());
    texts.flat_map(called).collect()
}

/// The words before an opening parenthesis.
fn called(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let before = text.split('(').map(move |part| {
        let start = part
            .rfind(|letter| !is_word(letter))
            .map_or(0, |at| at + part[at..].chars().next().map_or(1, char::len_utf8));
        &part[start..]
    });
    let count = text.matches('(').count();
    before.take(count).filter(|word| !word.is_empty() && *word != "defined")
}

/// `src/lib.rs:7`, if the type under test panicked there.
fn panic_place(message: &str) -> Option<String> {
    let place = message.lines().find_map(|line| line.strip_prefix("panicked at "))?;
    let mut parts = place.trim_end_matches(':').rsplitn(2, ':');
    let column = parts.next()?;
    Some(parts.next().unwrap_or(column).to_owned())
}

impl Finding<'_> {
    /// The smallest failure in full; the number of the others by axiom.
    pub fn text(&self, suite: &Suite) -> String {
        let Some((smallest, others)) = self.failures.split_first() else { return String::new() };
        let test = smallest.test;
        let mut text = format!("FAILED {}: {}::{}\n", suite.name, test.module, test.name);
        for line in smallest.message.lines() {
            text.push_str(format!("  {line}").trim_end());
            text.push('\n');
        }
        if !others.is_empty() {
            text.push_str(&format!("  {}\n", self.summary(others.len())));
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            others.iter().for_each(|one| *counts.entry(&one.test.module).or_default() += 1);
            let width = counts.keys().map(|module| module.len()).max().unwrap_or(0);
            for (module, count) in counts {
                text.push_str(&format!("    {module:<width$}  {count}\n"));
            }
        }
        text.push('\n');
        text
    }

    /// `3 more tests fail, and all of them call `push`:`
    fn summary(&self, others: usize) -> String {
        let (tests, fail) = if others == 1 { ("test", "fails") } else { ("tests", "fail") };
        match &self.common {
            Common::Panic(place) => format!("{others} more {tests} {fail} at {place}:"),
            Common::Operation(name) => format!("{others} more {tests} with `{name}` {fail}:"),
            Common::Module(_) | Common::Sequences(_) => {
                format!("{others} more {tests} of the same kind {fail}:")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::generated::GeneratedStatement;

    fn test(module: &str, terms: &str) -> GeneratedTest {
        GeneratedTest {
            module: module.to_owned(),
            name: "holds".to_owned(),
            goal: None,
            terms: Some(terms.to_owned()),
            source: String::new(),
        }
    }

    fn failed(message: &str, size: usize) -> Option<TestOutcome> {
        Some(TestOutcome::Failed { message: message.to_owned(), size })
    }

    #[test]
    fn failures_are_grouped_by_the_operation_that_passing_tests_use_least() {
        let statement = |tester: &str, text: &str| GeneratedStatement {
            tester: tester.to_owned(),
            text: text.to_owned(),
            untested: Vec::new(),
        };
        let suite = Suite {
            name: "stack".to_owned(),
            statements: vec![
                statement("peeks", "[peeks] peek(push(S, E)) = E (stack.spec:1)"),
                statement("pops", "[pops] pop(push(S, E)) = S (stack.spec:2)"),
                statement("empty", "[empty] isEmpty(make()) (stack.spec:3)"),
            ],
            tests: vec![
                test("peeks", "S = make()"),
                test("pops", "S = push(make(), E0)"),
                test("pops", "S = make()"),
                test("empty", ""),
                test("empty", "panics"),
                test(SEQUENCES, ""),
                GeneratedTest { name: "paths".to_owned(), ..test(SEQUENCES, "") },
            ],
        };
        let outcomes = [
            Some(TestOutcome::Passed),
            failed("[pops] …", 2000),
            failed("[pops] …", 1000),
            Some(TestOutcome::Passed),
            failed("panicked at src/lib.rs:7:9:\nindex", 1),
            failed("after s = make()", 0),
            failed("after s = make()", 0),
        ];
        let found = findings(&suite, &outcomes);
        let commons: Vec<&Common> = found.iter().map(|finding| &finding.common).collect();
        let expected = [
            Common::Operation("pop".to_owned()),
            Common::Panic("src/lib.rs:7".into()),
            Common::Sequences("holds".to_owned()),
            Common::Sequences("paths".to_owned()),
        ];
        assert_eq!(commons, expected.iter().collect::<Vec<_>>());
        assert_eq!(found[0].failures[0].test.terms.as_deref(), Some("S = make()"));
        let text = found[0].text(&suite);
        assert!(text.ends_with("  1 more test with `pop` fails:\n    pops  1\n\n"), "{text}");
    }

    #[test]
    fn operations_are_the_words_before_parentheses() {
        let found: Vec<&str> = called("[a] p(f_1(X), Y) = gé(X) (a.spec:1)").collect();
        assert_eq!(found, ["p", "f_1", "gé"]);
        assert_eq!(called("no calls").count(), 0);
    }
}
