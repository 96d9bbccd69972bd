//! On which side of an implication an atom stands.

use super::context::{Comparison, Context};
use crate::theory::{Formula, Variable};

/// Whether a statement holds only if two values of a type under test differ, and nothing but
/// observers can compare them. Observers are followed to a bounded depth, so they may miss a
/// difference, and the statement would seem to be false.
pub fn is_compared_as_premise(cx: Context<'_>, formula: &Formula, variables: &[Variable]) -> bool {
    let mut found = false;
    visit(formula, Polarity::Positive, &mut |atom, polarity| {
        if let Formula::Equal(left, _) = atom {
            let sort = cx.theory.sort_of(left, variables);
            let by_observers = cx.is_subject(sort) && cx.equality(sort) == Comparison::Observers;
            found |= by_observers && polarity != Polarity::Positive;
        }
    });
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Polarity {
    Positive,
    Negative,
    Both,
}

impl Polarity {
    fn turned(self) -> Self {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
            Polarity::Both => Polarity::Both,
        }
    }
}

fn visit(formula: &Formula, polarity: Polarity, see: &mut dyn FnMut(&Formula, Polarity)) {
    match formula {
        Formula::Not(inner) => visit(inner, polarity.turned(), see),
        Formula::And(left, right) | Formula::Or(left, right) => {
            visit(left, polarity, see);
            visit(right, polarity, see);
        }
        Formula::Iff(left, right) => {
            visit(left, Polarity::Both, see);
            visit(right, Polarity::Both, see);
        }
        Formula::If { conclusion, premise } => {
            visit(conclusion, polarity, see);
            visit(premise, polarity.turned(), see);
        }
        atom => see(atom, polarity),
    }
}
