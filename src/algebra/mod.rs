//! Large algebras of parameters, given by formulas instead of tables.
//!
//! Code that resizes, rebalances or sifts runs only on values with many elements, and a
//! search finds models with few. So the parameters of such values are guessed. Every
//! element is a list of numbers, its *coordinates*, all from one chain `0..length`, and
//! every operation is a formula over coordinates. [`guess`] keeps a guess only if the
//! axioms hold in it.

use std::collections::BTreeMap;

use crate::model::Element;
use crate::theory::{OpId, SortId};

mod candidates;
mod guess;
mod text;
mod verify;

pub use guess::guess;
pub use text::LETTERS;

/// An interpretation of all parameter sorts and their operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Algebra {
    /// The length of the chain.
    pub length: u32,
    /// The number of coordinates for the elements of each sort: one or two.
    pub axes: BTreeMap<SortId, u32>,
    pub rules: BTreeMap<OpId, Rule>,
}

/// The definition of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// For a predicate.
    Truth(Condition),
    /// The coordinates of the result.
    Element(Vec<Number>),
    /// For a result of sort `int`: half of the argument's position in its carrier, so that
    /// two elements share each number.
    Half,
}

/// When a predicate holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Always(bool),
    Compare(Number, Relation, Number),
    Both(Box<Condition>, Box<Condition>),
    /// The first condition if a number is the least one, otherwise the second.
    Turned(Number, Box<Condition>, Box<Condition>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    AtLeast,
    AtMost,
    Greater,
    Less,
    Equal,
}

/// A number of the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// A coordinate of an argument.
    Coordinate {
        argument: usize,
        axis: u32,
    },
    Least,
    Greatest,
    Minimum(Box<[Number; 2]>),
    Maximum(Box<[Number; 2]>),
    /// Modulo the length of the chain.
    Sum(Box<[Number; 2]>),
    /// The additive inverse of a coordinate, modulo the length.
    Opposite {
        argument: usize,
        axis: u32,
    },
}

impl Algebra {
    /// The number of elements of a sort.
    pub fn size(&self, sort: SortId) -> u32 {
        self.length.saturating_pow(self.axes.get(&sort).copied().unwrap_or(1))
    }

    /// A coordinate of an element.
    fn coordinate(&self, element: Element, axes: u32, axis: u32) -> u32 {
        match (axes, axis) {
            (2, 0) => element / self.length,
            (2, _) => element % self.length,
            _ => element,
        }
    }

    /// The element with these coordinates.
    fn element(&self, coordinates: &[u32]) -> Element {
        coordinates.iter().fold(0, |element, coordinate| element * self.length + coordinate)
    }
}

impl Relation {
    fn holds(self, left: u32, right: u32) -> bool {
        match self {
            Relation::AtLeast => left >= right,
            Relation::AtMost => left <= right,
            Relation::Greater => left > right,
            Relation::Less => left < right,
            Relation::Equal => left == right,
        }
    }
}

/// The arguments of an operation, with the number of coordinates of each.
struct Arguments<'a> {
    algebra: &'a Algebra,
    elements: &'a [Element],
    axes: &'a [u32],
}

impl Arguments<'_> {
    fn truth(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Always(truth) => *truth,
            Condition::Compare(left, relation, right) => {
                relation.holds(self.number(left), self.number(right))
            }
            Condition::Both(one, other) => self.truth(one) && self.truth(other),
            Condition::Turned(number, one, other) => {
                self.truth(if self.number(number) == 0 { one } else { other })
            }
        }
    }

    fn number(&self, number: &Number) -> u32 {
        let both = |pair: &[Number; 2]| [self.number(&pair[0]), self.number(&pair[1])];
        let length = self.algebra.length;
        match number {
            Number::Coordinate { argument, axis } => self.coordinate(*argument, *axis),
            Number::Least => 0,
            Number::Greatest => length - 1,
            Number::Minimum(pair) => both(pair).into_iter().fold(length, u32::min),
            Number::Maximum(pair) => both(pair).into_iter().fold(0, u32::max),
            Number::Sum(pair) => both(pair).into_iter().sum::<u32>() % length,
            Number::Opposite { argument, axis } => {
                (length - self.coordinate(*argument, *axis)) % length
            }
        }
    }

    fn coordinate(&self, argument: usize, axis: u32) -> u32 {
        self.algebra.coordinate(self.elements[argument], self.axes[argument], axis)
    }
}
