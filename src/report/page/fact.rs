//! Axioms and domain conditions, with their goals.

use super::anchor::fresh;
use super::colour::{self, Piece};
use crate::goal::{Goal, Property};
use crate::report::{Report, stated};
use crate::search::Outcome;
use crate::source::Span;
use crate::theory::{Statement, Variable};

/// An axiom or domain condition with its anchor on the page.
pub struct Fact<'r> {
    pub id: String,
    pub property: Property,
    pub title: String,
    pub goals: Vec<(&'r Goal, &'r Outcome)>,
}

/// Axioms and domain conditions with goals come first, in the order of the goals; all others
/// follow.
pub fn facts<'r>(report: &'r Report, chapter: &str) -> Vec<Fact<'r>> {
    let mut taken = Vec::new();
    let mut facts: Vec<Fact> = Vec::new();
    for (goal, outcome) in report.rows() {
        let known = facts.iter_mut().find(|fact| fact.title == goal.title);
        match known {
            Some(fact) => fact.goals.push((goal, outcome)),
            None => facts.push(Fact {
                id: fresh(format!("{chapter}/{}", goal.title), &mut taken),
                property: goal.property.clone(),
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
        let property = Property::Stated(statement);
        if facts.iter().all(|fact| fact.property != property) {
            let id = fresh(format!("{chapter}/{spec}.{title}"), &mut taken);
            facts.push(Fact { id, property, title, goals: Vec::new() });
        }
    }
    facts
}

impl Fact<'_> {
    /// The text in one line.
    pub fn formula(&self, report: &Report) -> Vec<Piece> {
        colour::formula(&self.stated(report).0, report.theory, self.variables(report))
    }

    pub fn stated(&self, report: &Report) -> (String, Span) {
        stated(report, &self.property, self.variables(report))
    }

    pub fn variables<'a>(&'a self, report: &'a Report) -> &'a [Variable] {
        match self.goals.first() {
            Some((goal, _)) => &goal.variables,
            None => self.property.formula(report.theory).0,
        }
    }

    /// The anchor of a goal, and its case.
    pub fn place_of(&self, goal: &Goal) -> (String, String) {
        (format!("{}/{}", self.id, goal.case), goal.case.clone())
    }
}
