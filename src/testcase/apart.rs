//! Which values of a test differ.
//!
//! Axioms hardly ever say that two values differ, and an equality that always says yes
//! fulfils every equation. But a goal has values that differ: those of its variables,
//! wherever they can, and one that a constructor makes from what it was made of.

use super::extract::constructed;
use super::{Apart, GroundTerm};
use crate::arena::Id;
use crate::goal::{Goal, Literal};
use crate::search::Witness;
use crate::theory::{Formula, SortKind, Term, Theory};

/// The pairs of values that the witness tells apart, and that are not equated by the
/// goal's axiom: it has so many variables and these atoms.
pub fn apart(
    theory: &Theory,
    goal: &Goal,
    witness: &Witness,
    (variables, atoms): (usize, &[&Formula]),
) -> Vec<Apart> {
    let terms: Vec<GroundTerm> = constructed(goal, witness);
    let is_constructed =
        |var: usize| theory.sorts[goal.variables[var].sort].kind == SortKind::Constructed;
    let same_sort = |(a, b): &(usize, usize)| goal.variables[*a].sort == goal.variables[*b].sort;
    let own = (0..variables).flat_map(|b| (0..b).map(move |a| (a, b))).filter(same_sort);
    let said = goal.literals.iter().filter_map(inequation).filter(|(a, _)| *a < variables);
    let mut found: Vec<Apart> = Vec::new();
    for (left, right) in own.chain(said).filter(|(left, _)| is_constructed(*left)) {
        let differ = witness.assignment[left] != witness.assignment[right];
        let known = found.iter().any(|apart| (apart.left, apart.right) == (left, right));
        if differ && !known && !is_equated(atoms, left, right) {
            found.push(Apart { left, right, term: terms[right].clone() });
        }
    }
    found
}

/// The variables that a literal says differ.
fn inequation(literal: &Literal) -> Option<(usize, usize)> {
    match &literal.atom {
        Formula::Equal(Term::Variable(left), Term::Variable(right)) if !literal.holds => {
            Some((left.index(), right.index()))
        }
        _ => None,
    }
}

/// Whether the axiom itself compares the two: then its tester tells.
fn is_equated(atoms: &[&Formula], left: usize, right: usize) -> bool {
    let pair = |atom: &Formula| match atom {
        Formula::Equal(Term::Variable(a), Term::Variable(b)) => Some((a.index(), b.index())),
        _ => None,
    };
    let mut equated = atoms.iter().copied().filter_map(pair);
    equated.any(|(a, b)| (a, b) == (left, right) || (b, a) == (left, right))
}
