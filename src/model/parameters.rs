//! The part of a model that interprets the parameters.

use std::collections::BTreeMap;

use super::{Carrier, Model, ParameterTables};
use crate::theory::{SortKind, Theory};

impl ParameterTables {
    /// Constructed sorts are left to the type under test.
    pub fn of(theory: &Theory, model: &Model) -> Self {
        if let Some(span) = &model.span {
            return span.parameters.clone();
        }
        let sorts = theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Parameter);
        let carriers = BTreeMap::from_iter(sorts.map(|(sort, _)| (sort, model.size(sort))));
        let ops = theory.ops.iter().filter(|(_, op)| theory.is_parameter(op.spec));
        let tables = BTreeMap::from_iter(ops.map(|(id, _)| (id, model.table(id).clone())));
        let int = theory.int().map(|int| model.carriers[int]);
        Self { carriers, tables, int: int.unwrap_or(Carrier { size: 0, low: 0 }) }
    }
}
