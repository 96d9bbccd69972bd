//! The values of ground terms and formulas, as literals.

use std::collections::BTreeMap;

use crate::model::{Cell, Element};
use crate::search::solver::{FALSE, Lit, TRUE};
use crate::theory::{OpId, SortId};

/// Which operations may lead outside of the carriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Totality {
    /// None.
    Closed,
    /// Those whose result is constructed.
    Fragment,
    /// Also those whose result is a number: in what a fragment is continued by,
    /// numbers may be beyond the range.
    Continued,
    /// All: the carriers are a piece of some model of any size.
    Local,
}

/// What is known before anything is asked. It is written as constants, and all that
/// follows at once is never written.
#[derive(Default)]
pub struct KnownFacts {
    /// So many elements of a sort exist.
    pub elements: BTreeMap<SortId, u32>,
    /// Truths and elements that operations answer with.
    pub answers: BTreeMap<(OpId, Vec<Element>), Cell>,
}

crate::id_type! {
    /// Names a ground term of a [`Ground`].
    NodeId
}

/// The value of a ground term: exactly one of the literals is true, as far as
/// the elements that it speaks of exist.
#[derive(Clone, Debug)]
pub struct Choice {
    pub sort: SortId,
    pub values: Vec<Lit>,
    /// For results of arithmetic: the numbers beyond the range.
    pub(super) beyond: Vec<(i64, Lit)>,
    /// Outside of a domain.
    pub undefined: Lit,
    /// A definite value that is none of the carrier's.
    pub outside: Lit,
    /// Some operation applied to what is outside.
    pub unknown: Lit,
}

impl Choice {
    /// The values that are not ruled out, with their literals.
    pub(super) fn support(&self) -> impl Iterator<Item = (Element, Lit)> + '_ {
        (0..).zip(self.values.iter().copied()).filter(|(_, lit)| *lit != FALSE)
    }

    pub(super) fn constant(&self) -> Option<Element> {
        self.values.iter().position(|lit| *lit == TRUE).map(|index| index as Element)
    }

    /// Every way to be one value of the carrier, or none.
    pub(super) fn all(&self) -> impl Iterator<Item = Lit> + '_ {
        self.values.iter().copied().chain([self.undefined, self.outside, self.unknown])
    }

    pub(super) fn beyond(&self) -> impl Iterator<Item = Lit> + '_ {
        self.beyond.iter().map(|(_, literal)| *literal)
    }

    /// The literal by which the value is this number beyond the range.
    pub(super) fn is_beyond_at(&self, number: i64) -> Lit {
        let found = self.beyond.iter().find(|(known, _)| *known == number);
        found.map_or(FALSE, |(_, literal)| *literal)
    }
}

/// The truth of a ground formula, in three values: neither literal is true where
/// the formula depends on what is outside of the carriers.
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

/// Which value a term has, in binary, the lowest digit first.
#[derive(Clone, Debug)]
pub struct Digits {
    pub(super) bits: Vec<Lit>,
    pub(super) undefined: Lit,
}
