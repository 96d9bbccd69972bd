//! Coincidence goals: every axiom with variables that have the same value.
//!
//! The witness of a minterm gives its variables different values wherever it can, since
//! equal values test less. It misses faults that show only when an element occurs twice or
//! when receiver and argument are the same. So each axiom has a goal for every pair of
//! variables of one sort, in which these two coincide and all others differ, and a goal in
//! which all variables of a sort coincide. A pair is left out if the axiom has an equation
//! between its variables: the minterms cover it already.

use super::construction::premises;
use super::name::alias_suffixes;
use super::{Goal, GoalKind, Pattern, Property};
use crate::arena::Id;
use crate::theory::{Axiom, AxiomId, Formula, Statement, Term, VarId};

/// The coincidence goals of an axiom.
pub fn goals(id: AxiomId, axiom: &Axiom, title: &str) -> Vec<Goal> {
    let patterns = patterns(axiom);
    let suffixes = alias_suffixes(&axiom.variables, &patterns);
    let goal = |(pattern, suffix)| Goal {
        title: title.to_owned(),
        case: suffix,
        kind: GoalKind::Coincidence,
        property: Property::Stated(Statement::Axiom(id)),
        variables: axiom.variables.clone(),
        literals: premises(&axiom.formula),
        pattern: Some(pattern),
    };
    patterns.into_iter().zip(suffixes).map(goal).collect()
}

fn patterns(axiom: &Axiom) -> Vec<Pattern> {
    let variables = &axiom.variables;
    let mut patterns = Vec::new();
    for (a, first) in variables.iter().enumerate() {
        let same_sort = |b: &usize| variables[*b].sort == first.sort;
        let later: Vec<usize> = (a + 1..variables.len()).filter(same_sort).collect();
        let open: Vec<usize> = later.into_iter().filter(|b| !is_decided(axiom, a, *b)).collect();
        let is_first = variables[..a].iter().all(|earlier| earlier.sort != first.sort);
        patterns.extend(open.iter().map(|b| same(variables.len(), a, &[*b])));
        if is_first && open.len() > 1 {
            patterns.push(same(variables.len(), a, &open));
        }
    }
    patterns
}

/// Whether an equation between the two variables is an atom of the axiom.
fn is_decided(axiom: &Axiom, a: usize, b: usize) -> bool {
    let [a, b] = [a, b].map(|index| Term::Variable(VarId::from_index(index)));
    axiom.formula.atoms().into_iter().any(|atom| match atom {
        Formula::Equal(left, right) => (left, right) == (&a, &b) || (left, right) == (&b, &a),
        _ => false,
    })
}

fn same(variables: usize, first: usize, others: &[usize]) -> Pattern {
    let mut blocks: Vec<usize> = (0..variables).collect();
    for other in others {
        blocks[*other] = first;
    }
    Pattern { blocks }
}
