//! Congruences: values that an operation distinguishes differ. So equal values are still equal
//! when the same is done to both.
//!
//! They hold in every model, so no search has to require them. They are worth a test, since
//! axioms state equalities almost only positively: an `==` that always says yes satisfies
//! all of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::arena::Id;
use crate::theory::{
    Axiom, Formula, OpId, Operation, SortId, SortKind, Term, Theory, VarId, Variable,
};

/// One congruence for each operation that observes a sort with an equality under test.
pub fn congruences(theory: &Theory, equalities: &BTreeSet<SortId>) -> Vec<Arc<Axiom>> {
    let body = theory.ops.iter().filter(|(_, operation)| !theory.is_parameter(operation.spec));
    body.filter_map(|(op, operation)| {
        let sort = observed_sort(theory, operation).filter(|sort| equalities.contains(sort))?;
        Some(Arc::new(congruence(theory, op, sort)))
    })
    .collect()
}

/// The sort whose values an operation observes: the sort of its only constructed argument.
/// A constructor may map different values to the same value, and observes none.
fn observed_sort(theory: &Theory, operation: &Operation) -> Option<SortId> {
    let is_constructed = |sort: &&SortId| theory.sorts[**sort].kind == SortKind::Constructed;
    let mut constructed = operation.arguments.iter().filter(is_constructed);
    let sort = *constructed.next()?;
    let is_observer = !operation.is_constructor() && constructed.next().is_none();
    is_observer.then_some(sort)
}

/// `X != Y if p(X, E) and not p(Y, E)`, or `X != Y if f(X, E) != f(Y, E)`.
fn congruence(theory: &Theory, op: OpId, sort: SortId) -> Axiom {
    let operation = &theory.ops[op];
    let mut variables =
        vec![Variable { name: "X".to_owned(), sort }, Variable { name: "Y".to_owned(), sort }];
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    for (index, argument) in operation.arguments.iter().enumerate() {
        if *argument == sort {
            ones.push(Term::Variable(VarId::from_index(0)));
            others.push(Term::Variable(VarId::from_index(1)));
        } else {
            let shared = Term::Variable(VarId::from_index(variables.len()));
            variables.push(Variable { name: format!("A{index}"), sort: *argument });
            ones.push(shared.clone());
            others.push(shared);
        }
    }
    let premise = if operation.is_predicate() {
        let lacks = Formula::Not(Box::new(Formula::Predicate(op, others)));
        Formula::And(Box::new(Formula::Predicate(op, ones)), Box::new(lacks))
    } else {
        let same = Formula::Equal(Term::Apply(op, ones), Term::Apply(op, others));
        Formula::Not(Box::new(same))
    };
    let [x, y] = [0, 1].map(|index| Term::Variable(VarId::from_index(index)));
    let conclusion = Box::new(Formula::Not(Box::new(Formula::Equal(x, y))));
    let formula = Formula::If { conclusion, premise: Box::new(premise) };
    let text = formula.text(theory, &variables);
    Axiom {
        spec: operation.spec,
        label: Some(format!("told_apart_by_{}", operation.name)),
        number: 0,
        variables,
        formula,
        text,
        span: operation.span,
    }
}
