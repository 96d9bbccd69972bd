//! What a run exercised: how often each axiom was evaluated, and how often its premise held.

use std::collections::BTreeMap;

use super::generated::GeneratedStatement;
use super::matching::Suite;
use super::outcome::TestOutcome;
use super::record::Record;
use super::sequence::{SequenceCounts, compared};
use crate::count::counted;
use crate::lower::ReadGoal;

/// The evaluations of an axiom or domain condition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exercise {
    /// How often each combination of truth values occurred: `tf` for two atoms.
    pub minterms: BTreeMap<String, u64>,
    /// Those of them that happened in sequences of operations.
    pub by_sequences: BTreeMap<String, u64>,
    /// How often sequences saw the answer that it determines, by its truth in the axiom.
    pub compared: BTreeMap<String, u64>,
    /// How often the premise or the domain condition held, if there is one.
    pub premise: Option<u64>,
    /// How often a comparison by observers exceeded its budget, so that nothing was checked.
    pub cut_off: u64,
}

impl Exercise {
    pub fn evaluations(&self) -> u64 {
        self.minterms.values().sum()
    }

    fn is_exercised(&self) -> bool {
        let is_evaluated = self.evaluations() > self.cut_off && self.premise != Some(0);
        is_evaluated || !self.compared.is_empty()
    }

    /// How often sequences reached these truth values, `?` for any. Where an axiom of one atom
    /// determines an answer, the atom has the value that the axiom says.
    pub fn reached(&self, letters: &str) -> u64 {
        let fits = |known: &str| {
            let mut pairs = known.chars().zip(letters.chars());
            known.len() == letters.len()
                && pairs.all(|(known, wanted)| wanted == '?' || wanted == known)
        };
        let counts = self.by_sequences.iter().chain(&self.compared);
        counts.filter(|(known, _)| fits(known)).map(|(_, count)| count).sum()
    }

    fn add(&mut self, record: &Record) {
        match record.kind.as_str() {
            "axiom" | "domain" => {
                *self.minterms.entry(record.detail.clone()).or_default() += record.count;
            }
            "sequence" => {
                *self.by_sequences.entry(record.detail.clone()).or_default() += record.count;
            }
            "compared" if record.count > 0 => {
                *self.compared.entry(record.detail.clone()).or_default() += record.count;
            }
            "cut" => self.cut_off += record.count,
            "premise" => *self.premise.get_or_insert(0) += record.count,
            _ => {}
        }
    }

    /// `24 evaluations, premise held in 12, 2 minterms`
    pub fn text(&self) -> String {
        if self.evaluations() == 0 && !self.compared.is_empty() {
            return compared(self.compared.values().sum());
        }
        let mut parts = vec![counted(self.evaluations(), "evaluation")];
        parts.extend(self.premise.map(|count| format!("premise held in {count}")));
        parts.push(counted(self.minterms.len(), "minterm"));
        if self.cut_off > 0 {
            parts.push(format!("{} cut off", self.cut_off));
        }
        parts.join(", ")
    }
}

/// The exercise of each statement of each suite.
///
/// Two suites may state the same. They are distinguished by the name of the suite, which must
/// be the name of the test program or of a module around the tests.
pub fn exercises(suites: &[Suite], records: &[Record]) -> Vec<Vec<Exercise>> {
    let mut exercises: Vec<Vec<Exercise>> =
        suites.iter().map(|suite| vec![Exercise::default(); suite.statements.len()]).collect();
    for record in records {
        let places = places(suites, record);
        let is_named = |name: &str| record.suite.iter().any(|part| *part == name.replace('-', "_"));
        let named = places.iter().find(|(suite, _)| is_named(&suites[*suite].name));
        let place = match places.as_slice() {
            [one] => Some(one),
            _ => named,
        };
        if let Some((suite, statement)) = place {
            exercises[*suite][*statement].add(record);
        }
    }
    exercises
}

fn places(suites: &[Suite], record: &Record) -> Vec<(usize, usize)> {
    let is_it = |statement: &GeneratedStatement| statement.text == record.subject;
    let place = |(index, suite): (usize, &Suite)| {
        suite.statements.iter().position(is_it).map(|statement| (index, statement))
    };
    suites.iter().enumerate().filter_map(place).collect()
}

/// Something that the tests of a suite were made for, and that no test did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    pub kind: GapKind,
    /// `[kept]`, a goal, or a test.
    pub subject: String,
    pub reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GapKind {
    /// An axiom that no test evaluated, or whose premise never held.
    Axiom,
    /// A goal without a test.
    Goal,
    /// A test that ended before it reached its goal.
    Test,
    /// An operation that sequences never called inside of its domain.
    Operation,
    /// An observer whose answers sequences could compare with nothing.
    Observer,
}

impl GapKind {
    pub const ALL: [Self; 5] =
        [Self::Axiom, Self::Goal, Self::Test, Self::Operation, Self::Observer];

    pub fn noun(self) -> &'static str {
        match self {
            GapKind::Axiom => "axioms",
            GapKind::Goal => "goals without a test",
            GapKind::Test => "tests that ended early",
            GapKind::Operation => "operations that sequences never called",
            GapKind::Observer => "observers of which the axioms determine no answer",
        }
    }

    /// What to do about it.
    pub fn advice(self) -> &'static str {
        match self {
            GapKind::Axiom => {
                "run more sequences with `--sequences`, or call the tester of the axiom with values that \
                 satisfy its premise"
            }
            GapKind::Goal => {
                "raise `--scope` or `--timeout`; `specgen show SPEC GOAL` says how far was searched"
            }
            GapKind::Test => {
                "compare the test's values with the implementation: it refuses a construction \
                 step, or leaves the goal's model where the axioms permit it"
            }
            GapKind::Operation => {
                "run more sequences with `--sequences`, or longer ones with SPECGEN_STEPS"
            }
            GapKind::Observer => "`specgen complete SPEC` says what the axioms leave open",
        }
    }
}

/// The gaps of a suite, in the order of [`GapKind::ALL`].
pub fn gaps(
    suite: &Suite,
    outcomes: &[Option<TestOutcome>],
    exercises: Option<&[Exercise]>,
    sequences: &SequenceCounts,
) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for (statement, exercise) in suite.statements.iter().zip(exercises.into_iter().flatten()) {
        let title = statement.title();
        if !exercise.is_exercised() && !sequences.calls_domain(&title) {
            let reason = idle_reason(suite, outcomes, statement, exercise);
            gaps.push(Gap { kind: GapKind::Axiom, subject: title, reason });
        }
    }
    let unseen = sequences.answers().filter(|(_, answers)| answers.are_none());
    gaps.extend(unseen.map(|(title, _)| Gap {
        kind: GapKind::Axiom,
        subject: title.to_owned(),
        reason: "sequences saw no answer that it determines".to_owned(),
    }));
    let open = open_goals(suite, outcomes, exercises);
    gaps.extend(open.into_iter().filter(|open| !open.is_reached).map(|open| open.gap));
    let idle = sequences.never_called();
    gaps.extend(idle.into_iter().map(|subject| Gap {
        kind: GapKind::Operation,
        subject,
        reason: "never inside of its domain".to_owned(),
    }));
    gaps.extend(sequences.open_observers().map(|(name, count)| Gap {
        kind: GapKind::Observer,
        subject: name.to_owned(),
        reason: format!("sequences saw {} of it", counted(count, "answer")),
    }));
    gaps
}

/// The goals without a test, or whose test did not reach them, that sequences reached.
pub fn reached(
    suite: &Suite,
    outcomes: &[Option<TestOutcome>],
    exercises: Option<&[Exercise]>,
) -> Vec<String> {
    let open = open_goals(suite, outcomes, exercises).into_iter();
    open.filter(|open| open.is_reached).map(|open| open.gap.subject).collect()
}

/// A goal that no test of its own exercised.
struct OpenGoal {
    gap: Gap,
    is_reached: bool,
}

fn open_goals(
    suite: &Suite,
    outcomes: &[Option<TestOutcome>],
    exercises: Option<&[Exercise]>,
) -> Vec<OpenGoal> {
    let exercise = |tester: &str| {
        let place = suite.statements.iter().position(|statement| statement.tester == tester)?;
        exercises?.get(place)
    };
    let is_reached = |tester: &str, letters: Option<&str>| {
        letters.is_some_and(|letters| exercise(tester).is_some_and(|it| it.reached(letters) > 0))
    };
    let mut open = Vec::new();
    for statement in &suite.statements {
        for ReadGoal { goal, verdict, letters } in &statement.untested {
            let (subject, reason) = (goal.clone(), verdict.clone());
            open.push(OpenGoal {
                gap: Gap { kind: GapKind::Goal, subject, reason },
                is_reached: is_reached(&statement.tester, letters.as_deref()),
            });
        }
    }
    for (test, outcome) in suite.tests.iter().zip(outcomes) {
        if let Some(TestOutcome::Vacuous { notice }) = outcome {
            let subject = format!("{}::{}", test.module, test.name);
            // `the goal was not reached (tf)`
            let letters = notice.strip_suffix(')').and_then(|start| start.rsplit_once(" ("));
            open.push(OpenGoal {
                gap: Gap { kind: GapKind::Test, subject, reason: notice.clone() },
                is_reached: is_reached(&test.module, letters.map(|(_, letters)| letters)),
            });
        }
    }
    open
}

/// Why an axiom is not exercised.
fn idle_reason(
    suite: &Suite,
    outcomes: &[Option<TestOutcome>],
    statement: &GeneratedStatement,
    exercise: &Exercise,
) -> String {
    if exercise.cut_off > 0 && exercise.cut_off == exercise.evaluations() {
        return "every comparison by observers was cut off".to_owned();
    }
    if exercise.evaluations() > 0 {
        let evaluations = counted(exercise.evaluations(), "evaluation");
        return format!("its premise held in none of {evaluations}");
    }
    let own = suite.tests.iter().zip(outcomes);
    let own: Vec<_> = own.filter(|(test, _)| test.module == statement.tester).collect();
    let has = |wanted: fn(&Option<TestOutcome>) -> bool| own.iter().any(|(_, one)| wanted(one));
    let reason = if own.is_empty() {
        "it has no tests"
    } else if has(|outcome| matches!(outcome, Some(TestOutcome::Failed { .. }))) {
        "its tests failed before they evaluated it"
    } else if has(Option::is_none) {
        "its tests were not run"
    } else {
        "its tests ended before they evaluated it"
    };
    reason.to_owned()
}
