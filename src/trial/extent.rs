//! How many terms are tried.

use super::states::Extent;
use crate::theory::{Term, Theory};

/// Operations in a term, and terms of a sort.
const OPERATIONS: usize = 5;
const VALUES: usize = 60;
/// Steps in all, and for one question.
const STEPS: u64 = 60_000;
pub(super) const STEPS_PER_QUESTION: u64 = 6_000;
/// Numbers that are tried in every specification.
const NUMBERS: [i64; 4] = [0, 1, 2, -1];
/// The most numbers.
const MOST_NUMBERS: usize = 12;

/// Small terms, with the numbers that the formulas mention and their neighbours.
pub fn extent(theory: &Theory) -> Extent {
    let mut numbers = NUMBERS.to_vec();
    for number in literals(theory) {
        for near in [number, number.saturating_add(1), number.saturating_sub(1)] {
            if numbers.len() < MOST_NUMBERS && !numbers.contains(&near) {
                numbers.push(near);
            }
        }
    }
    Extent { operations: OPERATIONS, values: VALUES, numbers, steps: STEPS }
}

/// The numbers in the formulas of a theory.
pub(super) fn literals(theory: &Theory) -> impl Iterator<Item = i64> {
    let domains = theory.ops.values().filter_map(|op| op.domain.as_ref());
    let conditions = domains.map(|domain| &domain.condition);
    let axioms = theory.axioms.values().map(|axiom| &axiom.formula);
    axioms.chain(conditions).flat_map(|formula| formula.subterms()).filter_map(|term| match term {
        Term::Int(number) => Some(*number),
        _ => None,
    })
}
