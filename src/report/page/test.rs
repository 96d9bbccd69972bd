//! Tests and their outcomes.

use super::colour::{self, Piece};
use super::input::Tested;
use crate::goal::Goal;
use crate::json::Serialize;
use crate::report::Report;
use crate::run::{Exercise, GeneratedTest, OutcomeCounts, TestOutcome};
use crate::search::Outcome;

#[derive(Serialize)]
pub struct TestView {
    /// `largest_kept::holds`
    path: String,
    source: Vec<Piece>,
    /// The outcome, if it was run: `passed`, `failed`, `vacuous`, `ignored`.
    pub outcome: Option<&'static str>,
    /// The message of the failure, or the notice of a vacuous test.
    message: Option<String>,
}

/// A test whose goal is not on the page.
#[derive(Serialize)]
pub struct OtherTestView {
    module: String,
    name: String,
    test: TestView,
}

/// The number of tests with an outcome.
#[derive(Serialize)]
pub struct OutcomeShare {
    pub word: &'static str,
    pub count: usize,
}

/// The test of a goal.
pub fn test_of(tests: &Tested, goal: &Goal) -> Option<TestView> {
    let is_it = |test: &GeneratedTest| test.goal.as_deref() == Some(&goal.id());
    let place = tests.suite.tests.iter().position(is_it)?;
    Some(view(tests, place))
}

/// How often the tests evaluated the axiom of some goals.
pub fn exercise_of<'t>(tests: &Tested<'t>, goals: &[(&Goal, &Outcome)]) -> Option<&'t Exercise> {
    let is_of_goal = |test: &&GeneratedTest| {
        goals.iter().any(|(goal, _)| test.goal.as_deref() == Some(&goal.id()))
    };
    let module = &tests.suite.tests.iter().find(is_of_goal)?.module;
    let statements = tests.suite.statements.iter();
    statements.zip(tests.exercises?).find(|(one, _)| one.tester == *module).map(|(_, it)| it)
}

pub fn others(tests: &Tested, report: &Report) -> Vec<OtherTestView> {
    let is_known = |test: &GeneratedTest| {
        report.goals.iter().any(|goal| test.goal.as_deref() == Some(&goal.id()))
    };
    let others = tests.suite.tests.iter().enumerate().filter(|(_, test)| !is_known(test));
    let other = |(place, test): (usize, &GeneratedTest)| OtherTestView {
        module: test.module.clone(),
        name: test.name.clone(),
        test: view(tests, place),
    };
    others.map(other).collect()
}

fn view(tests: &Tested, place: usize) -> TestView {
    let test = &tests.suite.tests[place];
    let outcome = tests.outcomes.and_then(|outcomes| outcomes[place].as_ref());
    TestView {
        path: format!("{}::{}", test.module, test.name),
        source: colour::rust(&test.source),
        outcome: outcome.map(TestOutcome::word),
        message: match outcome {
            Some(TestOutcome::Failed { message, .. }) => Some(message.clone()),
            Some(TestOutcome::Vacuous { notice }) => Some(notice.clone()),
            _ => None,
        },
    }
}

/// The outcomes that occur, with their counts; empty if no tests were run.
pub fn outcome_shares<'t>(tests: impl IntoIterator<Item = &'t Tested<'t>>) -> Vec<OutcomeShare> {
    let outcomes = tests.into_iter().filter_map(|tests| tests.outcomes).flatten();
    let counts = OutcomeCounts::of(outcomes).listed().into_iter();
    counts
        .filter(|(_, count)| *count > 0)
        .map(|(word, count)| OutcomeShare { word, count })
        .collect()
}
