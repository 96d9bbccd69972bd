//! Small algebras of the parameters, each up to isomorphism.

use crate::enumerate::{self, Numbers};
use crate::model::ParameterTables;
use crate::search::literals;
use crate::theory::{SortId, SortKind, Theory};

/// The most algebras of one choice of sizes.
const LIMIT: usize = 160;

/// Larger tables are not enumerated.
const MOST_CELLS: u64 = 2_000;

/// Numbers beyond this do not widen the range of the parameters' own results.
const FAR: u64 = 16;

/// The parameters of a theory.
pub struct Parameters<'t>(enumerate::Parameters<'t>);

impl<'t> Parameters<'t> {
    /// `None` if a parameter speaks of constructed sorts.
    pub fn of(theory: &'t Theory) -> Option<Self> {
        enumerate::Parameters::of(theory).map(Self)
    }

    /// The algebras with these sizes; other sorts have one element.
    pub fn algebras(&self, sizes: &[(SortId, u32)]) -> Vec<ParameterTables> {
        let size = |id| sizes.iter().find(|(sort, _)| *sort == id).map_or(1, |(_, size)| *size);
        let numbers = self.numbers();
        let largest = sizes.iter().map(|(_, size)| *size).max().unwrap_or(1);
        if self.cells(largest.into(), numbers) > MOST_CELLS {
            return Vec::new();
        }
        self.0.algebras(&size, numbers, LIMIT)
    }

    /// The numbers that the parameters' operations take and give: few, since each more
    /// multiplies the algebras.
    fn numbers(&self) -> Numbers {
        let mut numbers = Numbers { low: 0, high: 1 };
        for number in literals(&self.0.part).filter(|number| number.unsigned_abs() <= FAR) {
            numbers.low = numbers.low.min(number);
            numbers.high = numbers.high.max(number + 1);
        }
        numbers
    }

    /// The cells of all tables, at most.
    fn cells(&self, elements: u64, numbers: Numbers) -> u64 {
        let size = |sort: &SortId| match self.0.part.sorts[*sort].kind {
            SortKind::Int => numbers.count().into(),
            _ => elements,
        };
        let ops = self.0.part.ops.values();
        let cells = ops.map(|op| op.arguments.iter().map(size).fold(1, u64::saturating_mul));
        cells.fold(0, u64::saturating_add)
    }
}
