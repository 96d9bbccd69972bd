//! Formulas without needless constants and negations.

use std::collections::BTreeSet;

use crate::execute::{Expr, Formula};

/// The negation, with `not` pushed inside of `and` and `or`, so that a condition falls into
/// conjuncts.
pub(super) fn not(formula: Formula) -> Formula {
    match formula {
        Formula::Constant(truth) => Formula::Constant(!truth),
        Formula::Not(inner) => *inner,
        Formula::And(left, right) => or(not(*left), not(*right)),
        Formula::Or(left, right) => and(not(*left), not(*right)),
        other => Formula::Not(Box::new(other)),
    }
}

pub(super) fn and(left: Formula, right: Formula) -> Formula {
    match (left, right) {
        (Formula::Constant(true), other) | (other, Formula::Constant(true)) => other,
        (Formula::Constant(false), _) | (_, Formula::Constant(false)) => Formula::Constant(false),
        (left, right) => Formula::And(Box::new(left), Box::new(right)),
    }
}

pub(super) fn or(left: Formula, right: Formula) -> Formula {
    match (left, right) {
        (Formula::Constant(false), other) | (other, Formula::Constant(false)) => other,
        (Formula::Constant(true), _) | (_, Formula::Constant(true)) => Formula::Constant(true),
        (left, right) => Formula::Or(Box::new(left), Box::new(right)),
    }
}

fn iff(left: Formula, right: Formula) -> Formula {
    match (left, right) {
        (Formula::Constant(true), other) | (other, Formula::Constant(true)) => other,
        (Formula::Constant(false), other) | (other, Formula::Constant(false)) => not(other),
        (left, right) => Formula::Iff(Box::new(left), Box::new(right)),
    }
}

/// The formula with a truth value in the place of an atom.
pub(super) fn assume(formula: &Formula, atom: &Formula, truth: bool) -> Formula {
    match formula {
        found if found == atom => Formula::Constant(truth),
        Formula::Not(inner) => not(assume(inner, atom, truth)),
        Formula::And(left, right) => and(assume(left, atom, truth), assume(right, atom, truth)),
        Formula::Or(left, right) => or(assume(left, atom, truth), assume(right, atom, truth)),
        Formula::Iff(left, right) => iff(assume(left, atom, truth), assume(right, atom, truth)),
        other => other.clone(),
    }
}

/// A condition that implies the formula and mentions no atom that is forgotten. Such an atom
/// counts as what makes the formula false, or as what it is instead where it must be false.
pub(super) fn without(
    formula: &Formula,
    forget: &dyn Fn(&Formula) -> bool,
    instead: &dyn Fn(&Formula) -> Option<Formula>,
) -> Formula {
    strengthened(formula, forget, instead, true)
}

fn strengthened(
    formula: &Formula,
    forget: &dyn Fn(&Formula) -> bool,
    instead: &dyn Fn(&Formula) -> Option<Formula>,
    positive: bool,
) -> Formula {
    let inner = |formula, positive| strengthened(formula, forget, instead, positive);
    match formula {
        Formula::Not(negated) => not(inner(negated, !positive)),
        Formula::And(left, right) => and(inner(left, positive), inner(right, positive)),
        Formula::Or(left, right) => or(inner(left, positive), inner(right, positive)),
        Formula::Iff(..) if atoms(formula).iter().any(|atom| forget(atom)) => {
            Formula::Constant(!positive)
        }
        Formula::Iff(..) | Formula::Constant(_) => formula.clone(),
        atom if forget(atom) => {
            let replaced = instead(atom).filter(|_| !positive);
            replaced.unwrap_or(Formula::Constant(!positive))
        }
        atom => atom.clone(),
    }
}

/// The distinct atoms, in order of first occurrence.
pub fn atoms(formula: &Formula) -> Vec<&Formula> {
    let mut found = Vec::new();
    formula.atoms(&mut |atom| {
        if !matches!(atom, Formula::Constant(_)) && !found.contains(&atom) {
            found.push(atom);
        }
    });
    found
}

/// The conjuncts of a condition, from left to right.
pub(super) fn conjuncts(formula: Formula) -> Vec<Formula> {
    match formula {
        Formula::Constant(true) => Vec::new(),
        Formula::And(left, right) => {
            let mut all = conjuncts(*left);
            all.extend(conjuncts(*right));
            all
        }
        other => vec![other],
    }
}

/// The terms of an atom.
pub(super) fn sides(atom: &Formula) -> Vec<&Expr> {
    match atom {
        Formula::Predicate(_, arguments) => arguments.iter().collect(),
        Formula::Equal(left, right) | Formula::Compare(_, left, right) => vec![left, right],
        _ => Vec::new(),
    }
}

/// All terms of a formula, subterms included.
pub(super) fn subterms_of(formula: &Formula) -> Vec<&Expr> {
    atoms(formula).into_iter().flat_map(sides).flat_map(subterms).collect()
}

/// The term itself and all terms inside, outermost first.
pub(super) fn subterms(expr: &Expr) -> Vec<&Expr> {
    let mut found = vec![expr];
    match expr {
        Expr::Variable(_) | Expr::Int(_) => {}
        Expr::Apply(_, arguments) => found.extend(arguments.iter().flat_map(subterms)),
        Expr::Arithmetic(_, left, right) => {
            found.extend(subterms(left));
            found.extend(subterms(right));
        }
    }
    found
}

pub(super) fn variables(expr: &Expr) -> BTreeSet<usize> {
    variables_in(&subterms(expr))
}

pub(super) fn variables_of(formula: &Formula) -> BTreeSet<usize> {
    variables_in(&subterms_of(formula))
}

fn variables_in(terms: &[&Expr]) -> BTreeSet<usize> {
    let variable = |term: &&Expr| match term {
        Expr::Variable(variable) => Some(*variable),
        _ => None,
    };
    terms.iter().filter_map(variable).collect()
}
