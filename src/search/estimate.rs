//! How many clauses a grounding would have, before it is begun.
//!
//! An upper estimate from the shape of the formulas: a scope that would not fit
//! in memory must be refused, not tried.

use crate::goal::Goal;
use crate::theory::{Formula, OpId, SortId, Term, Theory, Variable};

use super::bounds::Bounds;

/// An upper estimate of the clauses of the theory and the goals.
pub fn clauses(theory: &Theory, bounds: &Bounds, goals: &[&Goal]) -> u64 {
    let estimate = Estimate { theory, bounds };
    let cells = theory.ops.ids().map(|op| estimate.cells(op));
    let domains = theory.ops.values().filter_map(|op| op.domain.as_ref());
    let domains = domains.map(|domain| estimate.instances(&domain.variables, &domain.condition));
    let axioms = theory.axioms.values();
    let axioms = axioms.map(|axiom| estimate.instances(&axiom.variables, &axiom.formula));
    let goals = goals.iter().flat_map(|goal| &goal.literals);
    let goals = goals.map(|literal| estimate.formula(&literal.atom, true));
    cells.chain(domains).chain(axioms).chain(goals).fold(0, u64::saturating_add)
}

struct Estimate<'t> {
    theory: &'t Theory,
    bounds: &'t Bounds,
}

impl Estimate<'_> {
    fn size(&self, sort: SortId) -> u64 {
        u64::from(self.bounds.size(sort))
    }

    fn product(&self, sorts: impl Iterator<Item = SortId>) -> u64 {
        sorts.map(|sort| self.size(sort)).fold(1, u64::saturating_mul)
    }

    /// Exactly one answer per cell, and the numbering of answers.
    fn cells(&self, op: OpId) -> u64 {
        let operation = &self.theory.ops[op];
        let cells = self.product(operation.arguments.iter().copied());
        let answers = operation.result.map_or(1, |sort| self.size(sort));
        cells.saturating_mul(answers).saturating_mul(8)
    }

    fn instances(&self, variables: &[Variable], formula: &Formula) -> u64 {
        let instances = self.product(variables.iter().map(|variable| variable.sort));
        instances.saturating_mul(self.formula(formula, false).saturating_add(1))
    }

    /// Clauses per instance; `open` where the variables have no fixed values.
    fn formula(&self, formula: &Formula, open: bool) -> u64 {
        match formula {
            Formula::Predicate(op, arguments) => {
                let (cost, choices) = self.arguments(*op, arguments, open);
                cost.saturating_add(choices.saturating_mul(2))
            }
            Formula::Equal(left, right) => {
                let (left_cost, size) = self.term(left, open);
                let (right_cost, _) = self.term(right, open);
                left_cost.saturating_add(right_cost).saturating_add(size.saturating_mul(2))
            }
            Formula::Compare(_, left, right) => {
                let (left_cost, a) = self.term(left, open);
                let (right_cost, b) = self.term(right, open);
                left_cost.saturating_add(right_cost).saturating_add(a.saturating_mul(b))
            }
            Formula::Not(inner) => self.formula(inner, open),
            Formula::And(a, b)
            | Formula::Or(a, b)
            | Formula::Iff(a, b)
            | Formula::If { conclusion: a, premise: b } => {
                self.formula(a, open).saturating_add(self.formula(b, open)).saturating_add(3)
            }
        }
    }

    /// The clauses of a term, and how many values it may have.
    fn term(&self, term: &Term, open: bool) -> (u64, u64) {
        let int = || self.theory.int().map_or(1, |int| self.size(int));
        match term {
            Term::Variable(_) if !open => (0, 1),
            // The sort is not at hand; the largest carrier is an upper bound.
            Term::Variable(_) => {
                let sizes = self.bounds.sorts.iter().map(|bound| u64::from(bound.size));
                (0, sizes.max().unwrap_or(1))
            }
            Term::Int(_) => (0, 1),
            Term::Apply(op, arguments) => {
                let result = self.theory.ops[*op].result;
                let size = result.map_or(1, |sort| self.size(sort));
                let (cost, choices) = self.arguments(*op, arguments, open);
                let own = if choices == 1 { 0 } else { choices.saturating_mul(size) };
                (cost.saturating_add(own).saturating_add(2 * size), size)
            }
            Term::Arithmetic(_, left, right) => {
                let (left, _) = self.term(left, open);
                let (right, _) = self.term(right, open);
                (left.saturating_add(right).saturating_add(int() * int()), int())
            }
        }
    }

    /// The clauses of the arguments, and how many tuples of values they have.
    fn arguments(&self, op: OpId, arguments: &[Term], open: bool) -> (u64, u64) {
        let sorts = &self.theory.ops[op].arguments;
        arguments.iter().zip(sorts).fold((0, 1), |(cost, choices), (argument, sort)| {
            let (own, _) = self.term(argument, open);
            let fixed = matches!(argument, Term::Variable(_) | Term::Int(_)) && !open;
            let values = if fixed { 1 } else { self.size(*sort) };
            (cost.saturating_add(own), choices.saturating_mul(values))
        })
    }
}
