//! The part of a theory that is searched for models.
//!
//! A sequence that operations only return is observed: running computes it, and tests compare
//! it. Searching for models with all lists up to some length costs much and finds little.
//! So the search knows such a sort as a set with one element. It drops every axiom and every
//! domain condition that depends on one, which leaves a weaker theory: what is impossible in
//! it is impossible, and what it has need not extend to the rest.

use std::collections::BTreeSet;

use super::{Formula, OpId, OperationClass, SortId, SortKind, SpecOrigin, Term, Theory, Variable};

/// A theory without observed sequences, with the same ids.
pub struct Searched {
    pub theory: Theory,
    /// The observed sequences.
    pub sorts: BTreeSet<SortId>,
    dropped: BTreeSet<OpId>,
}

impl Searched {
    /// Whether a formula is about what the search knows.
    pub fn covers(&self, formula: &Formula) -> bool {
        formula.ops().is_disjoint(&self.dropped)
    }

    /// Whether none of the variables is a sequence.
    pub fn covers_variables(&self, variables: &[Variable]) -> bool {
        !variables.iter().any(|variable| self.sorts.contains(&variable.sort))
    }
}

impl Theory {
    /// `None` if no sequence is only observed.
    pub fn searched(&self) -> Option<Searched> {
        let sorts: BTreeSet<SortId> =
            self.sorts.ids().filter(|sort| self.is_observed_sequence(*sort)).collect();
        let first = sorts.first()?;
        let (nil, _) = self.constructors(*first).find(|(_, op)| op.arguments.is_empty())?;
        let trivial = Formula::Equal(Term::Apply(nil, Vec::new()), Term::Apply(nil, Vec::new()));
        let dropped = self.depending_on(&sorts);
        let mut searched = Searched { theory: self.clone(), sorts, dropped };
        for sort in &searched.sorts {
            searched.theory.sorts[*sort].kind = SortKind::Parameter;
        }
        for op in &searched.dropped {
            searched.theory.ops[*op].domain = None;
        }
        for (id, axiom) in self.axioms.iter() {
            let is_kept = searched.covers(&axiom.formula);
            if !is_kept || !searched.covers_variables(&axiom.variables) {
                searched.theory.axioms[id].formula = trivial.clone();
                searched.theory.axioms[id].variables = Vec::new();
            }
        }
        Some(searched)
    }

    /// Whether a sort is a sequence that operations return and never take.
    pub fn is_observed_sequence(&self, sort: SortId) -> bool {
        let is_sequence =
            |sort: SortId| self.specs[self.sorts[sort].spec].origin == SpecOrigin::Sequence;
        let takes = |op: &super::Operation| {
            op.class != OperationClass::Auxiliary
                && self.specs[op.spec].origin != SpecOrigin::Sequence
                && op.arguments.contains(&sort)
        };
        is_sequence(sort) && !self.ops.values().any(takes)
    }

    /// The operations on sequences, and those whose domains depend on them.
    fn depending_on(&self, sorts: &BTreeSet<SortId>) -> BTreeSet<OpId> {
        let is_on = |op: &super::Operation| {
            op.arguments.iter().chain(&op.result).any(|sort| sorts.contains(sort))
        };
        let mut found: BTreeSet<OpId> =
            self.ops.iter().filter(|(_, op)| is_on(op)).map(|(id, _)| id).collect();
        loop {
            let depends = |op: &super::Operation| {
                op.domain.as_ref().is_some_and(|it| !it.condition.ops().is_disjoint(&found))
            };
            let more: Vec<OpId> = (self.ops.iter())
                .filter(|(id, op)| !found.contains(id) && depends(op))
                .map(|(id, _)| id)
                .collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }
}
