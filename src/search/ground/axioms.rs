//! Axioms and domain conditions, instance by instance.

use std::collections::BTreeSet;

use crate::model::{Element, tuples};
use crate::search::solver::{Lit, TRUE};
use crate::theory::{AxiomId, OpId, Statement, Term, VarId, Variable};

use super::{Ground, NodeId, Totality, as_equation};

impl Ground<'_> {
    /// Requires a statement for all elements that exist. With a switch, only if the switch
    /// is true.
    pub fn require_statement(&mut self, statement: Statement, switch: Option<Lit>) {
        let merged = switch.is_none().then(|| self.mergeable(statement)).flatten();
        for tuple in tuples(&self.choices(statement)) {
            if self.circuit.is_cut_short() {
                return;
            }
            match merged {
                Some(axiom) => self.merge_equation(axiom, &tuple),
                None => self.require_instance(statement, &tuple, switch),
            }
        }
    }

    /// The number of elements for each variable of a statement.
    pub fn choices(&self, statement: Statement) -> Vec<u32> {
        let (variables, _) = statement.formula(self.theory);
        variables.iter().map(|variable| self.carriers.size(variable.sort)).collect()
    }

    /// Requires a statement for these elements, as far as they exist.
    pub fn require_instance(
        &mut self,
        statement: Statement,
        tuple: &[Element],
        switch: Option<Lit>,
    ) {
        let (variables, formula) = statement.formula(self.theory);
        let mut others = self.missing_among(variables, tuple);
        if others.contains(&TRUE) {
            return;
        }
        others.extend(switch.map(|switch| !switch));
        let env = self.constants_of(variables, tuple);
        match statement {
            Statement::Axiom(_) => self.require(formula, true, &env, &others),
            Statement::Domain(op) => self.require_domain(op, (tuple, &env), &others),
        }
    }

    fn constants_of(&self, variables: &[Variable], tuple: &[Element]) -> Vec<NodeId> {
        let values = variables.iter().zip(tuple);
        values.map(|(variable, element)| self.constant(variable.sort, *element)).collect()
    }

    fn missing_among(&self, variables: &[Variable], tuple: &[Element]) -> Vec<Lit> {
        let sorts = variables.iter().map(|variable| variable.sort);
        self.missing(sorts.zip(tuple.iter().copied()))
    }

    /// Whether both sides of an equation can share one choice. They must contain the same
    /// variables: then, if an element does not exist, neither side has a value, and nothing
    /// is required.
    fn mergeable(&self, statement: Statement) -> Option<AxiomId> {
        let Statement::Axiom(axiom) = statement else { return None };
        let mergeable = |(left, right)| {
            variables(left) == variables(right) && !self.is_shorter_in_digits(left, right)
        };
        let can_merge = self.totality == Totality::Closed
            && self.theory.int().is_none()
            && as_equation(&self.theory.axioms[axiom].formula).is_some_and(mergeable);
        can_merge.then_some(axiom)
    }

    /// Uses one choice for both sides: the deeper side is written onto the other.
    fn merge_equation(&mut self, axiom: AxiomId, tuple: &[Element]) {
        let axiom = &self.theory.axioms[axiom];
        if self.missing_among(&axiom.variables, tuple).contains(&TRUE) {
            return;
        }
        let env = self.constants_of(&axiom.variables, tuple);
        let (left, right) = as_equation(&axiom.formula).expect("asked by mergeable");
        let (first, second) =
            if depth(left) <= depth(right) { (left, right) } else { (right, left) };
        let target = self.term(first, &env);
        self.term_into(second, &env, target);
    }

    /// `op(x…)` is undefined exactly where its condition is false.
    fn require_domain(&mut self, op: OpId, (tuple, env): (&[Element], &[NodeId]), others: &[Lit]) {
        let domain = self.theory.ops[op].domain.as_ref();
        let condition = &domain.expect("asked for partial operations only").condition;
        let condition = self.truth(condition, env);
        let undefined = self.function_cell(op, self.position(op, tuple)).undefined;
        self.circuit.add(others.iter().copied().chain([!undefined, !condition.yes]));
        self.circuit.add(others.iter().copied().chain([undefined, !condition.no]));
    }
}

fn variables(term: &Term) -> BTreeSet<VarId> {
    let variable = |term: &Term| match term {
        Term::Variable(id) => Some(*id),
        _ => None,
    };
    BTreeSet::from_iter(term.subterms().into_iter().filter_map(variable))
}

fn depth(term: &Term) -> usize {
    match term {
        Term::Variable(_) | Term::Int(_) => 0,
        Term::Apply(_, arguments) => 1 + arguments.iter().map(depth).max().unwrap_or(0),
        Term::Arithmetic(_, left, right) => 1 + depth(left).max(depth(right)),
    }
}
