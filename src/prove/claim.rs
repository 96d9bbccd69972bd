//! What is claimed of terms: atoms, all of some claims, or one of some.

use std::rc::Rc;

use super::terms::{TermId, Terms};
use crate::theory::{Comparison, Formula};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atom {
    /// The same value, or both undefined.
    Same(TermId, TermId),
    Defined(TermId),
    /// A predicate that holds.
    True(TermId),
    /// The first number exceeds the second by at most this. Both are defined.
    AtMost(TermId, TermId, i64),
}

#[derive(Clone, Debug)]
pub enum Claim {
    Atom(Atom, bool),
    All(Vec<Rc<Claim>>),
    Any(Vec<Rc<Claim>>),
}

impl Claim {
    pub fn atom(atom: Atom, holds: bool) -> Rc<Claim> {
        Rc::new(match (atom, holds) {
            // `a - b > k` is `b - a <= -k - 1`.
            (Atom::AtMost(left, right, most), false) => match most.checked_neg() {
                Some(least) => Claim::Atom(Atom::AtMost(right, left, least - 1), true),
                None => Claim::All(Vec::new()),
            },
            _ => Claim::Atom(atom, holds),
        })
    }

    /// That a formula is true, or that it is false.
    pub fn of(
        terms: &mut Terms<'_>,
        formula: &Formula,
        holds: bool,
        values: &[TermId],
    ) -> Rc<Claim> {
        let mut claim = |formula, holds| Claim::of(terms, formula, holds, values);
        match formula {
            Formula::Not(inner) => claim(inner, !holds),
            Formula::And(left, right) => {
                joined(holds, vec![claim(left, holds), claim(right, holds)])
            }
            Formula::Or(left, right) => {
                joined(!holds, vec![claim(left, holds), claim(right, holds)])
            }
            Formula::If { conclusion, premise } => {
                joined(!holds, vec![claim(conclusion, holds), claim(premise, !holds)])
            }
            Formula::Iff(left, right) => {
                let mut both =
                    |truth| joined(true, vec![claim(left, truth), claim(right, truth == holds)]);
                let ways = vec![both(true), both(false)];
                joined(false, ways)
            }
            Formula::Equal(left, right) => {
                let [left, right] = [left, right].map(|side| terms.of(side, values));
                Claim::atom(Atom::Same(left, right), holds)
            }
            Formula::Predicate(op, arguments) => {
                let arguments = arguments.iter().map(|it| terms.of(it, values)).collect();
                let call = terms.apply(*op, arguments);
                Claim::atom(Atom::True(call), holds)
            }
            Formula::Compare(comparison, left, right) => {
                let [left, right] = [left, right].map(|side| terms.of(side, values));
                compared(*comparison, left, right, holds)
            }
        }
    }
}

/// All of some claims, or one of them.
pub fn joined(all: bool, claims: Vec<Rc<Claim>>) -> Rc<Claim> {
    Rc::new(if all { Claim::All(claims) } else { Claim::Any(claims) })
}

/// A comparison is false where a side is undefined.
fn compared(comparison: Comparison, left: TermId, right: TermId, holds: bool) -> Rc<Claim> {
    let order = match comparison {
        Comparison::Less => Atom::AtMost(left, right, -1),
        Comparison::LessEqual => Atom::AtMost(left, right, 0),
        Comparison::Greater => Atom::AtMost(right, left, -1),
        Comparison::GreaterEqual => Atom::AtMost(right, left, 0),
    };
    let parts = [left, right].map(|side| Claim::atom(Atom::Defined(side), holds));
    joined(holds, parts.into_iter().chain([Claim::atom(order, holds)]).collect())
}
