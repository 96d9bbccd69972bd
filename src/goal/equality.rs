//! Equality goals: values that an observer tells apart are not equal.
//!
//! For each observer one goal asks for two values that it tells apart, whatever
//! the other observers say, and one for two values that only it tells apart. The
//! first is there wherever the observer says anything; the second finds an `==`
//! that looks at too little.

use super::{Goal, GoalKind, Literal, Minterms, Origin};
use crate::arena::Id;
use crate::theory::{Axiom, AxiomId, Formula, OpId, SortId, Term, Theory, VarId};

/// The goals of an axiom that says when two values differ.
pub fn goals(theory: &Theory, id: AxiomId, axiom: &Axiom, title: &str) -> Vec<Goal> {
    let minterms = Minterms::of(&axiom.formula);
    let told_apart = told_apart(axiom);
    let differ = Goal {
        id: format!("{title}/differ"),
        kind: GoalKind::Equality,
        origin: Origin::Axiom(id),
        variables: axiom.variables.clone(),
        literals: minterms.literals(&told_apart),
        pattern: None,
    };
    let alike = alike_otherwise(theory, axiom);
    if alike.is_empty() {
        return vec![differ];
    }
    let mut only = differ.clone();
    only.id = format!("{title}/differ_in_nothing_else");
    only.literals.extend(alike);
    vec![differ, only]
}

/// The truth values of the axiom's atoms where its premise holds: the values are
/// not equal; a predicate holds for the first and not for the second, a function
/// has different results.
fn told_apart(axiom: &Axiom) -> Vec<bool> {
    match axiom.formula.atoms().len() {
        2 => vec![false, false],
        _ => vec![false, true, false],
    }
}

/// Literals by which the observers that take nothing else agree on both values.
fn alike_otherwise(theory: &Theory, axiom: &Axiom) -> Vec<Literal> {
    let sort = axiom.variables[0].sort;
    let own = axiom.formula.ops();
    let others = theory.ops.iter().filter(|(op, operation)| {
        !operation.is_constructor() && operation.arguments == [sort] && !own.contains(op)
    });
    others.flat_map(|(op, operation)| agreement(op, operation.result)).collect()
}

fn agreement(op: OpId, result: Option<SortId>) -> Vec<Literal> {
    let [x, y] = [0, 1].map(|index| Term::Variable(VarId::from_index(index)));
    match result {
        Some(_) => {
            let same = Formula::Equal(Term::Apply(op, vec![x]), Term::Apply(op, vec![y]));
            vec![Literal { atom: same, holds: true }]
        }
        None => [x, y]
            .map(|value| Literal { atom: Formula::Predicate(op, vec![value]), holds: false })
            .to_vec(),
    }
}
