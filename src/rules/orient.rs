//! Which side of an equation is the head of a rule.
//!
//! Reading: `t = u` rewrites the side whose outermost operation is defined by axioms to the
//! other. Where both are, the left is rewritten. A body's operation goes before a
//! parameter's, which tables answer.
//!
//! An equation between constructor terms rewrites its left side, unless only the right side
//! has all variables, or the left is part of the right. Where the sides are the same but for
//! the names of variables, the equation permutes its left side; the engine then rewrites only
//! to smaller terms.

use std::collections::BTreeMap;

use super::logic::{subterms, variables};
use crate::execute::{Expr, Program};

/// A way to read an equation, from the head to the result.
pub(super) struct Orientation<'e> {
    pub head: &'e Expr,
    pub result: &'e Expr,
    /// Whether this is how the axiom is meant to be read.
    pub is_primary: bool,
}

pub(super) fn orientations<'e>(
    left: &'e Expr,
    right: &'e Expr,
    program: &Program,
) -> Vec<Orientation<'e>> {
    let forward = |is_primary| Orientation { head: left, result: right, is_primary };
    let backward = |is_primary| Orientation { head: right, result: left, is_primary };
    match (rank(left, program), rank(right, program)) {
        (Rank::Value, Rank::Value) => Vec::new(),
        (Rank::Constructor | Rank::Value, Rank::Constructor | Rank::Value) => {
            if is_rewriting(left, right) {
                vec![forward(true)]
            } else if is_rewriting(right, left) {
                vec![backward(true)]
            } else {
                Vec::new()
            }
        }
        (one, Rank::Constructor | Rank::Value) if one >= Rank::Given => vec![forward(true)],
        (Rank::Constructor | Rank::Value, _) => vec![backward(true)],
        (Rank::Given, Rank::Defined) => vec![backward(true), forward(false)],
        _ => vec![forward(true), backward(false)],
    }
}

/// What stands outermost in a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// A variable, a number, or arithmetic.
    Value,
    Constructor,
    /// An operation of a parameter.
    Given,
    Defined,
}

fn rank(expr: &Expr, program: &Program) -> Rank {
    match expr {
        Expr::Apply(op, _) if program.ops[*op].is_constructor => Rank::Constructor,
        Expr::Apply(op, _) if program.ops[*op].is_given => Rank::Given,
        Expr::Apply(..) => Rank::Defined,
        _ => Rank::Value,
    }
}

fn is_rewriting(head: &Expr, result: &Expr) -> bool {
    let grows = head != result && subterms(result).contains(&head);
    matches!(head, Expr::Apply(..)) && !grows && variables(result).is_subset(&variables(head))
}

/// Whether two terms are the same but for the names of their variables.
pub(super) fn is_permutation(left: &Expr, right: &Expr) -> bool {
    let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
    left != right && is_renaming(left, right, &mut there) && is_renaming(right, left, &mut back)
}

fn is_renaming(left: &Expr, right: &Expr, names: &mut BTreeMap<usize, usize>) -> bool {
    match (left, right) {
        (Expr::Variable(one), Expr::Variable(other)) => {
            *names.entry(*one).or_insert(*other) == *other
        }
        (Expr::Apply(one, left), Expr::Apply(other, right)) => {
            let mut pairs = left.iter().zip(right);
            one == other && pairs.all(|(left, right)| is_renaming(left, right, names))
        }
        (left, right) => left == right,
    }
}
