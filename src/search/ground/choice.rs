//! The values of ground terms and formulas, as literals.

use std::collections::BTreeMap;

use crate::model::{Cell, Element};
use crate::search::solver::{FALSE, Lit, TRUE};
use crate::theory::{OpId, SortId};

/// Which operations may lead outside of the carriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Totality {
    /// No operation.
    Closed,
    /// Operations with a constructed result.
    Fragment,
    /// Operations with a constructed result or a number: when a fragment is continued,
    /// numbers may leave the range.
    Continued,
    /// All operations: the carriers are a piece of some model of any size.
    Local,
}

/// What is known before any clause is written. It becomes constants, so that its direct
/// consequences take no clauses.
#[derive(Default)]
pub struct KnownFacts {
    /// The number of elements of a sort that certainly exist.
    pub elements: BTreeMap<SortId, u32>,
    /// Known results of operations.
    pub answers: BTreeMap<(OpId, Vec<Element>), Cell>,
}

crate::id_type! {
    /// Identifies a ground term of a grounding.
    NodeId
}

/// The value of a ground term: exactly one of the literals is true, if the elements that
/// the term mentions exist.
#[derive(Clone, Debug)]
pub struct Choice {
    pub sort: SortId,
    pub values: Vec<Lit>,
    /// Results of arithmetic beyond the range.
    pub(super) beyond: Vec<(i64, Lit)>,
    /// True if the term is undefined.
    pub undefined: Lit,
    /// True if the value is definite, but not in the carrier.
    pub outside: Lit,
    /// True if an operation was applied to a value outside of the carriers.
    pub unknown: Lit,
}

impl Choice {
    /// The possible values, with their literals.
    pub(super) fn support(&self) -> impl Iterator<Item = (Element, Lit)> + '_ {
        (0..).zip(self.values.iter().copied()).filter(|(_, lit)| *lit != FALSE)
    }

    pub(super) fn constant(&self) -> Option<Element> {
        self.values.iter().position(|lit| *lit == TRUE).map(|index| index as Element)
    }

    /// The literals of all values in the carrier, and of the three cases without one.
    pub(super) fn all(&self) -> impl Iterator<Item = Lit> + '_ {
        self.values.iter().copied().chain([self.undefined, self.outside, self.unknown])
    }

    pub(super) fn beyond(&self) -> impl Iterator<Item = Lit> + '_ {
        self.beyond.iter().map(|(_, literal)| *literal)
    }

    /// The literal that is true if the value is this number beyond the range.
    pub(super) fn is_beyond_at(&self, number: i64) -> Lit {
        let found = self.beyond.iter().find(|(known, _)| *known == number);
        found.map_or(FALSE, |(_, literal)| *literal)
    }
}

/// The truth of a ground formula, in three values: neither literal is true if the formula
/// depends on a value outside of the carriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TruthLits {
    pub yes: Lit,
    pub no: Lit,
}

/// The built-in operations of a local piece.
pub struct Uninterpreted {
    pub(super) int: SortId,
    /// `less[a][b]`: a strict total order.
    pub(super) less: Vec<Vec<Lit>>,
    pub(super) literals: BTreeMap<i64, NodeId>,
}

/// The value of a term in binary, the lowest digit first.
#[derive(Clone, Debug)]
pub struct Digits {
    pub(super) bits: Vec<Lit>,
    pub(super) undefined: Lit,
}
