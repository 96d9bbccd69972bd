//! How an axiom or a domain condition is shown: its formula, its truth table, its goals.

use super::colour::{self, Piece};
use super::fact::Fact;
use super::goal::{GoalView, goal_view};
use super::input::Chapter;
use super::test::exercise_of;
use crate::goal::{Goal, GoalKind, Literal, Property};
use crate::json::Serialize;
use crate::report::verdict_word;
use crate::run::Exercise;
use crate::search::{Outcome, Verdict};
use crate::theory::{SpecId, Statement};

#[derive(Serialize)]
pub struct FactView {
    id: String,
    title: String,
    /// `axiom` or `domain`
    kind: &'static str,
    /// The specification, if it is not the subject of the chapter.
    of: Option<String>,
    place: String,
    formula: Vec<Piece>,
    atoms: Vec<Vec<Piece>>,
    rows: Vec<RowView>,
    /// How often the tests evaluated it, if they counted.
    exercise: Option<String>,
    goals: Vec<GoalView>,
}

/// One minterm: a row of the truth table.
#[derive(Serialize)]
struct RowView {
    goal: String,
    content: String,
    truths: Vec<bool>,
    verdict: &'static str,
    word: String,
    /// How often the tests evaluated the axiom with these truth values, if they counted.
    evaluations: Option<u64>,
}

/// `all` holds every axiom and domain condition that can rule a goal out.
pub fn fact_view(
    fact: &Fact,
    chapter: &Chapter,
    subject: Option<SpecId>,
    all: &[Fact],
) -> FactView {
    let report = &chapter.report;
    let theory = report.theory;
    let variables = fact.variables(report);
    let (_, span) = fact.stated(report);
    let (kind, spec) = match &fact.property {
        Property::Stated(Statement::Axiom(id)) => ("axiom", theory.axioms[*id].spec),
        Property::Stated(Statement::Domain(id)) => ("domain", theory.ops[*id].spec),
        Property::Congruence(axiom) => ("axiom", axiom.spec),
    };
    let minterms = minterms(fact);
    let exercise = chapter.tests.as_ref().and_then(|tests| exercise_of(tests, &fact.goals));
    let atom = |literal: &Literal| {
        colour::formula(&literal.atom.text(theory, variables), theory, variables)
    };
    let first = minterms.first().map(|(goal, _)| goal.literals.as_slice());
    FactView {
        id: fact.id.clone(),
        title: fact.title.clone(),
        kind,
        of: (Some(spec) != subject).then(|| theory.specs[spec].name.clone()),
        place: report.place(span),
        formula: fact.formula(report),
        atoms: first.unwrap_or_default().iter().map(atom).collect(),
        rows: (minterms.iter()).map(|(goal, outcome)| row(fact, goal, outcome, exercise)).collect(),
        exercise: exercise.map(Exercise::text),
        goals: (fact.goals.iter())
            .map(|(goal, outcome)| goal_view(chapter, fact, (goal, outcome), all))
            .collect(),
    }
}

fn row(fact: &Fact, goal: &Goal, outcome: &Outcome, exercise: Option<&Exercise>) -> RowView {
    let letters = goal.letters();
    let (goal_id, content) = fact.place_of(goal);
    let verdict = verdict_word(&outcome.verdict);
    RowView {
        goal: goal_id,
        content,
        truths: goal.literals.iter().map(|literal| literal.holds).collect(),
        verdict,
        word: match exercise.map_or(0, |one| one.reached(&letters)) {
            1.. if is_open(outcome) => "reached by sequences".to_owned(),
            _ => verdict.replace('-', " "),
        },
        evaluations: exercise.map(|one| one.minterms.get(&letters).copied().unwrap_or(0)),
    }
}

/// Whether the search neither covered nor refuted a goal.
fn is_open(outcome: &Outcome) -> bool {
    matches!(outcome.verdict, Verdict::NotFound | Verdict::GaveUp(_))
}

/// The goals that form a truth table: those over the same atoms.
fn minterms<'r>(fact: &Fact<'r>) -> Vec<(&'r Goal, &'r Outcome)> {
    let is_minterm = |goal: &Goal| matches!(goal.kind, GoalKind::Axiom | GoalKind::Domain(_));
    let mut minterms: Vec<(&Goal, &Outcome)> =
        fact.goals.iter().filter(|(goal, _)| is_minterm(goal)).copied().collect();
    if let Some((first, _)) = minterms.first().copied() {
        minterms.retain(|(goal, _)| same_atoms(goal, first));
    }
    minterms
}

fn same_atoms(one: &Goal, other: &Goal) -> bool {
    let atoms = |goal: &Goal| goal.literals.iter().map(|it| it.atom.clone()).collect::<Vec<_>>();
    atoms(one) == atoms(other)
}
