//! Axioms and domain conditions, instance by instance.

use std::collections::BTreeSet;

use crate::model::tuples;
use crate::search::solver::{Lit, TRUE};
use crate::theory::{
    Axiom, AxiomId, AxiomKind, Formula, OpId, SortId, Term, Theory, VarId, Variable,
};

use super::{Ground, NodeId, Totality, as_equation};

/// What a theory states: the items of a refutation's core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    Axiom(AxiomId),
    /// The domain condition of an operation.
    Domain(OpId),
}

impl Fact {
    /// Everything that a theory states.
    pub fn all(theory: &Theory) -> Vec<Fact> {
        // What follows from equality holds by itself.
        let written = theory.axioms.iter().filter(|(_, axiom)| axiom.kind == AxiomKind::Written);
        let axioms = written.map(|(axiom, _)| Fact::Axiom(axiom));
        let partial = theory.ops.iter().filter(|(_, op)| op.domain.is_some());
        axioms.chain(partial.map(|(op, _)| Fact::Domain(op))).collect()
    }

    /// What is stated, of which variables.
    pub fn formula(self, theory: &Theory) -> (&[Variable], &Formula) {
        match self {
            Fact::Axiom(axiom) => (&theory.axioms[axiom].variables, &theory.axioms[axiom].formula),
            Fact::Domain(op) => {
                let domain = theory.ops[op].domain.as_ref();
                let domain = domain.expect("only partial operations have a condition");
                (&domain.variables, &domain.condition)
            }
        }
    }
}

impl Ground<'_> {
    /// Requires a fact for all elements that exist. With a switch, only where
    /// the switch is true.
    pub fn require_fact(&mut self, fact: Fact, switch: Option<Lit>) {
        match fact {
            Fact::Axiom(axiom) => {
                let axiom = &self.theory.axioms[axiom];
                self.require_axiom(axiom, switch);
            }
            Fact::Domain(op) => self.require_domain(op, switch),
        }
    }

    /// Requires an axiom, or a theorem.
    pub fn require_axiom(&mut self, axiom: &Axiom, switch: Option<Lit>) {
        let merge = switch.is_none() && self.can_merge(axiom);
        let sorts: Vec<SortId> = axiom.variables.iter().map(|variable| variable.sort).collect();
        let sizes: Vec<u32> = sorts.iter().map(|sort| self.bounds.size(*sort)).collect();
        for tuple in tuples(&sizes) {
            if self.circuit.is_cut_short() {
                return;
            }
            let env: Vec<NodeId> = sorts
                .iter()
                .zip(&tuple)
                .map(|(sort, element)| self.constant(*sort, *element))
                .collect();
            let mut others = self.missing(sorts.iter().copied().zip(tuple));
            if others.contains(&TRUE) {
                continue;
            }
            if merge {
                self.merge_equation(axiom, &env);
                continue;
            }
            others.extend(switch.map(|switch| !switch));
            self.require(&axiom.formula, true, &env, &others);
        }
    }

    /// Whether both sides of an equation can share one choice. They must speak
    /// of the same variables: then, where an element is missing, neither side
    /// has a value, and nothing is required.
    fn can_merge(&self, axiom: &Axiom) -> bool {
        let mergeable = |(left, right)| {
            variables(left) == variables(right) && !self.is_shorter_in_digits(left, right)
        };
        self.totality == Totality::Closed
            && self.theory.int().is_none()
            && as_equation(&axiom.formula).is_some_and(mergeable)
    }

    /// One choice for both sides: the deeper side is written onto the other.
    fn merge_equation(&mut self, axiom: &Axiom, env: &[NodeId]) {
        let (left, right) = as_equation(&axiom.formula).expect("asked by can_merge");
        let (first, second) =
            if depth(left) <= depth(right) { (left, right) } else { (right, left) };
        let target = self.term(first, env);
        self.term_into(second, env, target);
    }

    /// `op(x…)` is undefined where its condition is false, and only there.
    fn require_domain(&mut self, op: OpId, switch: Option<Lit>) {
        let operation = &self.theory.ops[op];
        let domain = operation.domain.as_ref().expect("asked for partial operations only");
        let dimensions = self.dimensions(op);
        for (position, tuple) in tuples(&dimensions).enumerate() {
            let arguments: Vec<_> = operation.arguments.iter().copied().zip(tuple).collect();
            let env: Vec<NodeId> =
                arguments.iter().map(|(sort, element)| self.constant(*sort, *element)).collect();
            let mut others = self.missing(arguments.into_iter());
            if others.contains(&TRUE) {
                continue;
            }
            let condition = self.truth(&domain.condition, &env);
            let undefined = self.function_cell(op, position).undefined;
            others.extend(switch.map(|switch| !switch));
            self.circuit.add(others.iter().copied().chain([!undefined, !condition.yes]));
            self.circuit.add(others.iter().copied().chain([undefined, !condition.no]));
        }
    }
}

fn variables(term: &Term) -> BTreeSet<VarId> {
    let variable = |term: &Term| match term {
        Term::Variable(id) => Some(*id),
        _ => None,
    };
    term.subterms().into_iter().filter_map(variable).collect()
}

fn depth(term: &Term) -> usize {
    match term {
        Term::Variable(_) | Term::Int(_) => 0,
        Term::Apply(_, arguments) => 1 + arguments.iter().map(depth).max().unwrap_or(0),
        Term::Arithmetic(_, left, right) => 1 + depth(left).max(depth(right)),
    }
}
