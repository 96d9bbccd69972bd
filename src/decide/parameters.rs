//! Small algebras of the parameters, each up to isomorphism.
//!
//! The solver enumerates the models of the parameters' own axioms. Each is renamed to its
//! least form and they are sorted, so the solver's order does not matter as long as there are
//! fewer than the limit.

use std::collections::BTreeMap;

use crate::arena::Id;
use crate::model::{Carrier, Cell, Mode, ParameterTables, Table, canonical_form};
use crate::search::{CarrierSize, CarrierSizes, Range, Symmetry, enumerate, literals};
use crate::theory::{OpId, SortId, SortKind, Theory};

/// The most algebras of one choice of sizes.
const LIMIT: usize = 160;

/// Larger tables are not enumerated.
const MOST_CELLS: u64 = 2_000;

/// Numbers beyond this do not widen the range of the parameters' own results.
const FAR: u64 = 16;

/// The parameters of a theory.
pub struct Parameters {
    /// The parameters alone.
    part: Theory,
    /// The sorts and operations of the theory that those of the part stand for.
    sorts: Vec<SortId>,
    ops: Vec<OpId>,
}

impl Parameters {
    /// `None` if a parameter speaks of constructed sorts.
    pub fn of(theory: &Theory) -> Option<Self> {
        let (part, sorts, ops) = theory.parameter_part()?;
        Some(Self { part, sorts, ops })
    }

    /// All algebras with these sizes, the least first.
    pub fn algebras(&self, sizes: &[(SortId, u32)]) -> Vec<ParameterTables> {
        let range = self.range();
        let bound = |(id, kind): (SortId, SortKind)| match kind {
            SortKind::Int => range.bound(),
            _ => {
                let size = sizes.iter().find(|(sort, _)| *sort == id).map_or(1, |(_, size)| *size);
                CarrierSize { size, exact: true, low: 0 }
            }
        };
        let kinds = self.part.sorts.values().map(|sort| sort.kind);
        let sorts: Vec<CarrierSize> = self.sorts.iter().copied().zip(kinds).map(bound).collect();
        let carriers = CarrierSizes { sorts };
        let forms = if self.ops.is_empty() {
            vec![Vec::new()]
        } else if self.cells(&carriers) > MOST_CELLS {
            Vec::new()
        } else {
            let models = enumerate(&self.part, &carriers, Mode::Closed, Symmetry::Broken, LIMIT);
            let mut forms: Vec<Vec<Cell>> =
                models.iter().map(|model| canonical_form(&self.part, model).1).collect();
            forms.sort();
            forms
        };
        forms.into_iter().map(|cells| self.tables(&carriers, &cells)).collect()
    }

    /// The numbers that the parameters' operations take and give: few, since each more
    /// multiplies the algebras.
    fn range(&self) -> Range {
        let mut range = Range { low: 0, high: 1 };
        for number in literals(&self.part).filter(|number| number.unsigned_abs() <= FAR) {
            range.low = range.low.min(number);
            range.high = range.high.max(number + 1);
        }
        range
    }

    fn dimensions(&self, carriers: &CarrierSizes, op: usize) -> Vec<u32> {
        let arguments = self.part.ops[OpId::from_index(op)].arguments.iter();
        arguments.map(|sort| carriers.size(*sort)).collect()
    }

    fn cells(&self, carriers: &CarrierSizes) -> u64 {
        let product =
            |op| self.dimensions(carriers, op).into_iter().map(u64::from).product::<u64>();
        (0..self.ops.len()).map(product).fold(0, u64::saturating_add)
    }

    /// Cuts a list of all cells into tables.
    fn tables(&self, carriers: &CarrierSizes, cells: &[Cell]) -> ParameterTables {
        let mut rest = cells;
        let mut tables = BTreeMap::new();
        for (index, op) in self.ops.iter().enumerate() {
            let dimensions = self.dimensions(carriers, index);
            let count = dimensions.iter().map(|size| *size as usize).product();
            let (own, later) = rest.split_at(count);
            tables.insert(*op, Table { dimensions, cells: own.to_vec() });
            rest = later;
        }
        let sized = self.sorts.iter().zip(&carriers.sorts).zip(self.part.sorts.values());
        let (mut carriers, mut int) = (BTreeMap::new(), Carrier { size: 0, low: 0 });
        for ((id, bound), sort) in sized {
            match sort.kind {
                SortKind::Int => int = Carrier { size: bound.size, low: bound.low },
                _ => drop(carriers.insert(*id, bound.size)),
            }
        }
        ParameterTables { carriers, tables, int }
    }
}
