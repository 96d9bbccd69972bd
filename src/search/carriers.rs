//! The carriers of one grounding.

use crate::arena::Id;
use crate::theory::{SortId, SortKind, Theory};

/// The number of elements that each sort may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarrierSizes {
    /// By index of the sort.
    pub sorts: Vec<CarrierSize>,
}

/// The carrier of one sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CarrierSize {
    pub size: u32,
    /// Whether all of these elements exist, or possibly only the first few.
    pub exact: bool,
    /// For `int`: the number that element 0 stands for.
    pub low: i64,
}

impl CarrierSizes {
    /// Exactly `parameters` elements for each parameter sort, and at most `constructed`
    /// elements for each constructed sort.
    pub fn uniform(theory: &Theory, parameters: u32, constructed: u32, int: Range) -> Self {
        let bound = |kind| match kind {
            SortKind::Parameter => CarrierSize { size: parameters, exact: true, low: 0 },
            SortKind::Constructed => CarrierSize { size: constructed, exact: false, low: 0 },
            SortKind::Int => int.bound(),
        };
        Self { sorts: theory.sorts.values().map(|sort| bound(sort.kind)).collect() }
    }

    pub fn of(&self, sort: SortId) -> CarrierSize {
        self.sorts[sort.index()]
    }

    pub fn size(&self, sort: SortId) -> u32 {
        self.of(sort).size
    }
}

/// The numbers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub low: i64,
    pub high: i64,
}

impl Range {
    pub fn bound(self) -> CarrierSize {
        let size =
            u32::try_from(self.high - self.low + 1).expect("a range is checked when it is read");
        CarrierSize { size, exact: true, low: self.low }
    }
}
