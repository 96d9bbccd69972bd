//! Finite algebras.
//!
//! A model interprets every sort by a carrier `0..size` and every operation by a table. It
//! knows neither text nor Rust, nor how it was found.

use crate::arena::{Arena, Id};
use crate::theory::{OpId, SortId};

mod canonical;
mod check;
pub mod eval;
mod isomorphism;
mod parameters;
mod shape;
mod term;
mod used;
mod witness;

pub use canonical::canonical_terms;
pub use check::{Rule, Violation, check, check_goal, check_model};
pub use isomorphism::{Renaming, canonical_form, listing, renamings};
pub use parameters::ParameterTables;
pub use shape::{Novelty, Shape};
pub use term::GroundTerm;
pub use witness::Witness;

/// An element of a carrier, by its number.
pub type Element = u32;

/// A finite algebra, or a finite piece of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub mode: Mode,
    pub carriers: Arena<SortId, Carrier>,
    pub tables: Arena<OpId, Table>,
}

/// Whether a model is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Every operation is interpreted everywhere in its domain.
    Closed,
    /// Operations with a constructed result may lead outside of the carriers.
    Fragment,
}

/// The numbers that the types under test accept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberRange {
    #[default]
    Integers,
    /// No numbers below 0.
    Naturals,
}

/// The elements `0..size`. For the sort `int`, element `i` is the number
/// `low + i`; elsewhere `low` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carrier {
    pub size: u32,
    pub low: i64,
}

/// The results of an operation, by arguments in lexicographic order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The carrier sizes of the arguments.
    pub dimensions: Vec<u32>,
    pub cells: Vec<Cell>,
}

/// One result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// The result of a predicate.
    Truth(bool),
    Element(Element),
    /// The arguments are outside of the operation's domain.
    Undefined,
    /// Defined, but not an element of the carrier: not built yet in a fragment.
    Outside,
}

impl Table {
    #[inline]
    pub fn cell(&self, arguments: &[Element]) -> Cell {
        self.cells[self.position(arguments)]
    }

    fn position(&self, arguments: &[Element]) -> usize {
        debug_assert_eq!(arguments.len(), self.dimensions.len());
        self.dimensions.iter().zip(arguments).fold(0, |position, (size, argument)| {
            debug_assert!(argument < size);
            position * *size as usize + *argument as usize
        })
    }

    /// All argument tuples in the order of the cells.
    pub fn tuples(&self) -> impl Iterator<Item = Vec<Element>> + use<'_> {
        tuples(&self.dimensions)
    }
}

/// All tuples below the given sizes, in lexicographic order.
pub fn tuples(sizes: &[u32]) -> impl Iterator<Item = Vec<Element>> + use<'_> {
    let count = sizes.iter().map(|size| *size as usize).fold(1, usize::saturating_mul);
    (0..count).map(move |index| {
        let mut rest = index;
        let mut tuple = vec![0; sizes.len()];
        for (place, size) in tuple.iter_mut().zip(sizes).rev() {
            *place = (rest % *size as usize) as Element;
            rest /= *size as usize;
        }
        tuple
    })
}

impl Model {
    pub fn size(&self, sort: SortId) -> u32 {
        self.carriers[sort].size
    }

    /// Carrier sizes by index of the sort.
    pub fn sizes(&self) -> Vec<u32> {
        self.carriers.values().map(|carrier| carrier.size).collect()
    }

    /// The element that stands for a number. `None` outside of the range.
    pub fn element_of_int(&self, int: SortId, number: i64) -> Option<Element> {
        let carrier = self.carriers[int];
        let offset = number.checked_sub(carrier.low)?;
        u32::try_from(offset).ok().filter(|element| *element < carrier.size)
    }

    pub fn table(&self, op: OpId) -> &Table {
        debug_assert!(op.index() < self.tables.len());
        &self.tables[op]
    }
}
