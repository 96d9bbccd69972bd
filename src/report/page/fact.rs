//! Axioms and domain conditions, with their goals.

use serde::Serialize;

use super::colour::{self, Piece};
use super::goal::{GoalView, goal_view};
use super::{Chapter, fresh};
use crate::goal::{Goal, GoalKind, Literal};
use crate::report::{Report, stated, verdict_word};
use crate::search::Outcome;
use crate::source::Span;
use crate::theory::{SpecId, Statement, Variable};

/// An axiom or domain condition, and where it is on the page.
pub struct Fact<'r> {
    pub id: String,
    pub statement: Statement,
    title: String,
    pub goals: Vec<(&'r Goal, &'r Outcome)>,
}

#[derive(Serialize)]
pub struct FactView {
    id: String,
    title: String,
    /// `axiom` or `domain`
    kind: &'static str,
    /// The specification, where it is not the one that the chapter is about.
    of: Option<String>,
    place: String,
    formula: Vec<Piece>,
    atoms: Vec<Vec<Piece>>,
    rows: Vec<RowView>,
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
}

/// First those with goals, in the order of the goals, then all others.
pub fn facts<'r>(report: &'r Report, chapter: &str) -> Vec<Fact<'r>> {
    let mut taken = Vec::new();
    let mut facts: Vec<Fact> = Vec::new();
    for (goal, outcome) in report.rows() {
        let known = facts.iter_mut().find(|fact| fact.title == goal.title);
        match known {
            Some(fact) => fact.goals.push((goal, outcome)),
            None => facts.push(Fact {
                id: fresh(format!("{chapter}/{}", goal.title), &mut taken),
                statement: goal.statement,
                title: goal.title.clone(),
                goals: vec![(goal, outcome)],
            }),
        }
    }
    let theory = report.theory;
    let axioms = theory
        .axioms
        .iter()
        .map(|(id, axiom)| (Statement::Axiom(id), axiom.title(), &theory.specs[axiom.spec].name));
    let domains = theory.ops.iter().filter(|(_, op)| op.domain.is_some());
    let domains = domains
        .map(|(id, op)| (Statement::Domain(id), op.name.clone(), &theory.specs[op.spec].name));
    for (statement, title, spec) in axioms.chain(domains) {
        if facts.iter().all(|fact| fact.statement != statement) {
            let id = fresh(format!("{chapter}/{spec}.{title}"), &mut taken);
            facts.push(Fact { id, statement, title, goals: Vec::new() });
        }
    }
    facts
}

impl Fact<'_> {
    /// `all` are the facts that goals can be ruled out by.
    pub fn view(&self, chapter: &Chapter, subject: Option<SpecId>, all: &[Fact]) -> FactView {
        let report = &chapter.report;
        let theory = report.theory;
        let variables = self.variables(report);
        let (_, span) = self.stated(report);
        let (kind, spec) = match self.statement {
            Statement::Axiom(id) => ("axiom", theory.axioms[id].spec),
            Statement::Domain(id) => ("domain", theory.ops[id].spec),
        };
        let minterms = self.minterms();
        let atom = |literal: &Literal| {
            colour::formula(&literal.atom.text(theory, variables), theory, variables)
        };
        let first = minterms.first().map(|(goal, _)| goal.literals.as_slice());
        FactView {
            id: self.id.clone(),
            title: self.title.clone(),
            kind,
            of: (Some(spec) != subject).then(|| theory.specs[spec].name.clone()),
            place: report.place(span),
            formula: self.formula(report),
            atoms: first.unwrap_or_default().iter().map(atom).collect(),
            rows: minterms.iter().map(|(goal, outcome)| self.row(goal, outcome)).collect(),
            goals: (self.goals.iter())
                .map(|(goal, outcome)| goal_view(chapter, self, (goal, outcome), all))
                .collect(),
        }
    }

    /// The text in one line.
    pub fn formula(&self, report: &Report) -> Vec<Piece> {
        colour::formula(&self.stated(report).0, report.theory, self.variables(report))
    }

    fn stated(&self, report: &Report) -> (String, Span) {
        stated(report, self.statement, self.variables(report))
    }

    fn variables<'a>(&'a self, report: &'a Report) -> &'a [Variable] {
        match (self.goals.first(), self.statement) {
            (Some((goal, _)), _) => &goal.variables,
            (None, Statement::Axiom(id)) => &report.theory.axioms[id].variables,
            (None, Statement::Domain(id)) => {
                let domain = report.theory.ops[id].domain.as_ref();
                domain.map_or(&[], |domain| &domain.variables)
            }
        }
    }

    /// Where a goal is on the page, and the part of its id that is its own.
    pub fn place_of(&self, goal: &Goal) -> (String, String) {
        (format!("{}/{}", self.id, goal.case), goal.case.clone())
    }

    fn row(&self, goal: &Goal, outcome: &Outcome) -> RowView {
        let (goal_id, content) = self.place_of(goal);
        let verdict = verdict_word(&outcome.verdict);
        RowView {
            goal: goal_id,
            content,
            truths: goal.literals.iter().map(|literal| literal.holds).collect(),
            verdict,
            word: verdict.replace('-', " "),
        }
    }

    /// The goals that are rows of a truth table: they have the same atoms.
    fn minterms(&self) -> Vec<(&Goal, &Outcome)> {
        let is_minterm = |goal: &Goal| matches!(goal.kind, GoalKind::Axiom | GoalKind::Domain(_));
        let mut minterms: Vec<(&Goal, &Outcome)> =
            self.goals.iter().filter(|(goal, _)| is_minterm(goal)).copied().collect();
        if let Some((first, _)) = minterms.first().copied() {
            minterms.retain(|(goal, _)| same_atoms(goal, first));
        }
        minterms
    }
}

fn same_atoms(one: &Goal, other: &Goal) -> bool {
    let atoms = |goal: &Goal| goal.literals.iter().map(|it| it.atom.clone()).collect::<Vec<_>>();
    atoms(one) == atoms(other)
}
