//! Finite algebras.
//!
//! A model interprets every sort by a carrier `0..size` and every operation by a table. It
//! knows neither text nor Rust, nor how it was found.

use std::collections::BTreeMap;

use crate::arena::{Arena, Id};
use crate::theory::{OpId, SortId};

mod canonical;
mod check;
pub mod eval;
mod executed;
mod isomorphism;
mod parameters;
mod term;
mod witness;

pub use canonical::canonical_terms;
pub use check::{Rule, Violation, check, check_goal, check_model};
pub use executed::truth_of;
pub use isomorphism::{Renaming, canonical_form, listing, renamings};
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
    /// Only in the mode [`Mode::Executed`].
    pub span: Option<Box<Span>>,
}

/// What terms span beside tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The number that each element of `int` stands for, ascending. They are no range: terms
    /// may mention 3 and 1,000.
    pub numbers: Vec<i64>,
    /// The algebra of the parameters that the terms were executed over.
    pub parameters: ParameterTables,
}

/// A finite algebra of the parameters: what mocks are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterTables {
    pub carriers: BTreeMap<SortId, u32>,
    pub tables: BTreeMap<OpId, Table>,
    /// The range of `int` that the tables cover.
    pub int: Carrier,
}

/// Whether a model is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Every operation is interpreted everywhere in its domain.
    Closed,
    /// Operations with a constructed result may lead outside of the carriers.
    Fragment,
    /// What executed terms span: the values of all subterms, and what running the axioms
    /// determines of them. This holds in every model over the same parameters.
    Executed,
}

/// The least and the largest number that tests may hand over, by operation and place. Places
/// without an entry take all numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgumentRanges(pub BTreeMap<(OpId, usize), (i64, i64)>);

impl ArgumentRanges {
    /// Whether an operation takes these numbers, by the places of its arguments.
    pub fn hold(&self, op: OpId, numbers: impl IntoIterator<Item = Option<i64>>) -> bool {
        numbers.into_iter().enumerate().all(|(place, number)| {
            match (number, self.0.get(&(op, place))) {
                (Some(number), Some((low, high))) => (*low..=*high).contains(&number),
                _ => true,
            }
        })
    }
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
    /// Running the axioms does not determine it.
    Open,
}

impl Table {
    /// A table of executed terms that is too large to be kept says nothing.
    #[inline]
    pub fn cell(&self, arguments: &[Element]) -> Cell {
        self.cells.get(self.position(arguments)).copied().unwrap_or(Cell::Open)
    }

    pub fn set(&mut self, arguments: &[Element], cell: Cell) {
        let position = self.position(arguments);
        self.cells[position] = cell;
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
        tuples(&self.dimensions).take(self.cells.len())
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
        if let Some(span) = &self.span {
            return span.numbers.binary_search(&number).ok().map(|element| element as Element);
        }
        let carrier = self.carriers[int];
        let offset = number.checked_sub(carrier.low)?;
        u32::try_from(offset).ok().filter(|element| *element < carrier.size)
    }

    /// The number that an element of `int` stands for.
    pub fn number(&self, int: SortId, element: Element) -> i64 {
        match &self.span {
            Some(span) => span.numbers[element as usize],
            None => self.carriers[int].low + i64::from(element),
        }
    }

    pub fn table(&self, op: OpId) -> &Table {
        debug_assert!(op.index() < self.tables.len());
        &self.tables[op]
    }
}
