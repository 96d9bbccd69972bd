//! The value of a term in Alloy.
//!
//! A term is a set with one element, or an empty set where the term is undefined. Applying
//! a relation to the empty set yields the empty set, and two empty sets are equal: this is
//! strong equality. In a fragment, a term is also empty where its value is not built, and
//! nothing may follow from that. So every value records when it is *known*.

use super::condition::Condition;
use super::names::NUMBER;

/// The translation of a term.
#[derive(Clone, Debug)]
pub struct Value {
    pub text: String,
    /// The text without the check that the operands of arithmetic have values.
    pub bare: String,
    /// The condition that it has a value.
    pub some: Condition,
    /// Whether some operation in it has a domain condition.
    pub is_partial: bool,
    /// The condition that it is either defined and built, or undefined.
    pub known: Condition,
    /// The condition that its arguments are known.
    pub arguments_known: Condition,
    /// Whether it is an element, or a number within the range.
    pub in_range: bool,
}

impl Value {
    /// A term that always has a value.
    pub fn definite(text: String) -> Self {
        Self {
            bare: text.clone(),
            text,
            some: Condition::True,
            is_partial: false,
            known: Condition::True,
            arguments_known: Condition::True,
            in_range: true,
        }
    }

    pub fn is_definite(&self) -> bool {
        !self.is_partial && self.known == Condition::True
    }

    /// The condition that it has a value; true for a definite one.
    pub fn is_some(&self) -> Condition {
        if self.is_definite() { Condition::True } else { self.some.clone() }
    }
}

/// The condition that every operation and predicate has a known value on the arguments. Tables
/// have no entries for numbers outside of the range.
pub fn known(arguments: &[Value]) -> Condition {
    let ranged = arguments.iter().map(|argument| {
        let in_range = match argument.in_range {
            true => Condition::True,
            false => Condition::atom(format!("{} in {NUMBER}", argument.text)),
        };
        let known = Condition::and([argument.known.clone(), in_range]);
        Value { known, ..argument.clone() }
    });
    all_known(&ranged.collect::<Vec<_>>())
}

/// The condition that all values are known, or that one of them is known to be undefined; then
/// the others don't matter.
pub fn all_known(values: &[Value]) -> Condition {
    let all = Condition::and(values.iter().map(|value| value.known.clone()));
    let matters = |index: usize| {
        let mut others = values.iter().enumerate().filter(|(other, _)| *other != index);
        others.any(|(_, other)| other.known != Condition::True)
    };
    let undefined = values
        .iter()
        .enumerate()
        .filter(|(index, value)| value.is_partial && all != Condition::True && matters(*index));
    let undefined =
        undefined.map(|(_, value)| Condition::and([value.known.clone(), value.some.clone().not()]));
    Condition::or(std::iter::once(all.clone()).chain(undefined))
}
