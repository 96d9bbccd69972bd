//! The part of a model that interprets the parameters.

use std::collections::BTreeMap;

use super::{Carrier, Model, Table};
use crate::theory::{OpId, SortId, SortKind, Theory};

/// A finite algebra of the parameters: what mocks are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterTables {
    pub carriers: BTreeMap<SortId, u32>,
    pub tables: BTreeMap<OpId, Table>,
    /// The range of `int` that the tables cover.
    pub int: Carrier,
}

impl ParameterTables {
    /// Constructed sorts are left to the type under test.
    pub fn of(theory: &Theory, model: &Model) -> Self {
        let sorts = theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Parameter);
        let carriers = BTreeMap::from_iter(sorts.map(|(sort, _)| (sort, model.size(sort))));
        let ops = theory.ops.iter().filter(|(_, op)| theory.is_parameter(op.spec));
        let tables = BTreeMap::from_iter(ops.map(|(id, _)| (id, model.table(id).clone())));
        let int = theory.int().map(|int| model.carriers[int]);
        Self { carriers, tables, int: int.unwrap_or(Carrier { size: 0, low: 0 }) }
    }
}
