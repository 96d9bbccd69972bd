//! The outcomes of generated tests, for a terminal.

use std::collections::BTreeMap;

use super::exercise::{Exercise, Gap, GapKind, gaps, reached};
use super::finding::{SEQUENCES, findings};
use super::matching::Suite;
use super::outcome::TestOutcome;
use super::sequence::SequenceCounts;
use crate::count::counted;

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

/// A suite whose tests were run.
pub struct SuiteRun {
    pub suite: Suite,
    /// The outcome of each test; `None` if it was not run.
    pub outcomes: Vec<Option<TestOutcome>>,
    /// The exercise of each statement; `None` if the tests did not record it.
    pub exercises: Option<Vec<Exercise>>,
    pub sequences: SequenceCounts,
}

impl SuiteRun {
    pub fn gaps(&self) -> Vec<Gap> {
        gaps(&self.suite, &self.outcomes, self.exercises.as_deref(), &self.sequences)
    }

    /// The goals that only sequences exercised.
    fn reached(&self) -> Vec<String> {
        reached(&self.suite, &self.outcomes, self.exercises.as_deref())
    }
}

/// A line for each axiom, then what is not exercised, the findings, and a summary line.
pub fn table(runs: &[SuiteRun]) -> String {
    let mut text: String = runs.iter().map(counts).collect();
    text.push_str(&claims(runs));
    text.push_str(&notes(runs));
    text.push_str(&reached_by_sequences(runs));
    text.push_str(&not_exercised(runs));
    // Last, so that no list hides them.
    for run in runs {
        let found = findings(&run.suite, &run.outcomes);
        text.extend(found.iter().map(|finding| finding.text(&run.suite)));
    }
    text.push_str(&summary(runs));
    text
}

/// The findings of a guided run, which runs no tests but sequences.
pub fn guided_findings(runs: &[SuiteRun]) -> String {
    let found = runs.iter().flat_map(|run| {
        findings(&run.suite, &run.outcomes).into_iter().map(|found| found.text(&run.suite))
    });
    let counts =
        OutcomeCounts::of(runs.iter().flat_map(|run| &run.outcomes).filter(|it| it.is_some()));
    let all = counted(counts.sum(), "guided test");
    format!("{}{}{all}: {}\n", found.collect::<String>(), notes(runs), counts.text())
}

fn counts(run: &SuiteRun) -> String {
    let mut modules: Vec<&str> = Vec::new();
    let mut outcomes: BTreeMap<&str, Vec<&Option<TestOutcome>>> = BTreeMap::new();
    for (test, outcome) in run.suite.tests.iter().zip(&run.outcomes) {
        let own = outcomes.entry(&test.module).or_default();
        if own.is_empty() {
            modules.push(&test.module);
        }
        own.push(outcome);
    }
    let exercised = run.suite.statements.iter().zip(run.exercises.iter().flatten());
    let exercised: BTreeMap<&str, String> = exercised
        .map(|(statement, exercise)| (statement.tester.as_str(), exercise.text()))
        .collect();
    let mut lines: Vec<[String; 3]> = modules
        .into_iter()
        .map(|module| {
            let ends = OutcomeCounts::of(outcomes[module].iter().copied()).text();
            let exercise = match module {
                SEQUENCES => run.sequences.text(),
                _ => exercised.get(module).cloned().unwrap_or_default(),
            };
            [module.to_owned(), ends, exercise]
        })
        .collect();
    // Below the sequences, which stand last.
    lines.extend(run.sequences.answers().map(|(title, answers)| {
        let label = title.trim_matches(['[', ']']).to_owned();
        [label, String::new(), answers.text()]
    }));
    let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    let mut text = format!("{}\n", run.suite.name);
    for [module, ends, exercise] in &lines {
        let line = format!("  {module:<first$}  {ends:<second$}  {exercise}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push('\n');
    text
}

fn notes(runs: &[SuiteRun]) -> String {
    let notes = runs.iter().flat_map(|run| {
        let note = |note: &String| format!("note: {}: {note}\n", run.suite.name);
        run.sequences.notes.iter().map(note).collect::<Vec<_>>()
    });
    let text: String = notes.collect();
    if text.is_empty() { text } else { format!("{text}\n") }
}

/// What tests of paths show.
fn claims(runs: &[SuiteRun]) -> String {
    let mut lines = String::new();
    for run in runs {
        for claim in run.sequences.claims.sentences() {
            lines.push_str(&format!("  {} {claim}\n", run.suite.name));
        }
    }
    if lines.is_empty() { lines } else { format!("every path of elements\n{lines}\n") }
}

/// Goals that no test of their own exercised, but sequences did.
fn reached_by_sequences(runs: &[SuiteRun]) -> String {
    let mut lines = String::new();
    for run in runs {
        for goal in run.reached() {
            lines.push_str(&format!("  {} {goal}\n", run.suite.name));
        }
    }
    if lines.is_empty() { lines } else { format!("exercised by sequences alone\n{lines}\n") }
}

/// What no test did, and what to do about it.
fn not_exercised(runs: &[SuiteRun]) -> String {
    let mut text = String::new();
    for kind in GapKind::ALL {
        let mut lines = String::new();
        for run in runs {
            for Gap { subject, reason, .. } in run.gaps().iter().filter(|gap| gap.kind == kind) {
                lines.push_str(&format!("  {} {subject}: {reason}\n", run.suite.name));
            }
        }
        if !lines.is_empty() {
            text.push_str(&format!("not exercised: {}\n{lines}", kind.noun()));
            text.push_str(&format!("  help: {}\n\n", kind.advice()));
        }
    }
    text
}

/// The longest list of axioms in the summary line.
const LISTED: usize = 5;

/// `93 tests: 93 passed; 4 of 31 axioms not exercised: [gives_up], …`
fn summary(runs: &[SuiteRun]) -> String {
    let all = OutcomeCounts::of(runs.iter().flat_map(|run| &run.outcomes));
    let mut text = counted(all.sum(), "test");
    if all.sum() > 0 {
        text.push_str(&format!(": {}", all.text()));
    }
    let gaps: Vec<Gap> = runs.iter().flat_map(SuiteRun::gaps).collect();
    let idle: Vec<&Gap> = gaps.iter().filter(|gap| gap.kind == GapKind::Axiom).collect();
    let stated = |run: &SuiteRun| {
        run.exercises.as_ref().map_or(0, |known| known.len() + run.sequences.answers().count())
    };
    let axioms: usize = runs.iter().map(stated).sum();
    match idle.as_slice() {
        [] if axioms == 0 => {}
        [] => text.push_str(&format!("; {} exercised", counted(axioms, "axiom"))),
        idle => {
            let mut names: Vec<&str> = idle.iter().map(|gap| gap.subject.as_str()).collect();
            names.dedup();
            if names.len() > LISTED {
                names.truncate(LISTED);
                names.push("…");
            }
            let (count, names) = (idle.len(), names.join(", "));
            let axioms = counted(axioms, "axiom");
            text.push_str(&format!("; {count} of {axioms} not exercised: {names}"));
        }
    }
    match gaps.iter().filter(|gap| gap.kind == GapKind::Goal).count() {
        0 => {}
        1 => text.push_str("; 1 goal has no test"),
        count => text.push_str(&format!("; {count} goals have no test")),
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{records, sequences};

    #[test]
    fn axioms_without_a_tester_are_listed_with_the_answers_compared() {
        let suite = Suite { name: "gate".to_owned(), tests: Vec::new(), statements: Vec::new() };
        let text = "compared\tgate\t[worn] isWorn(G) if strain(G) >= 2 (gate.spec:9)\tt\t0\n\
                    compared\tgate\t[size] size(G) = strain(G) (gate.spec:10)\tt\t7\n";
        let counts = sequences(std::slice::from_ref(&suite), &records(text)).remove(0);
        let run = SuiteRun {
            suite,
            outcomes: Vec::new(),
            exercises: Some(Vec::new()),
            sequences: counts,
        };
        let text = table(&[run]);
        assert!(text.starts_with("gate\n  size    7 answers compared\n  worn    0 "), "{text}");
        let unseen = "\n  gate [worn]: sequences saw no answer that it determines\n";
        assert!(text.contains(unseen), "{text}");
        assert!(text.ends_with("; 1 of 2 axioms not exercised: [worn]\n"), "{text}");
    }
}
