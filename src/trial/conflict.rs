//! Whether a specification contradicts itself, whatever its parameters are.
//!
//! Axioms of the body may rule out some algebras of the parameters: a contradiction on their
//! tables says only that no model has these tables. So a specification contradicts itself
//! where running shows a contradiction without any table, or on every table that is tried.
//! Axioms of the parameters may leave no algebra of a size; this is no contradiction.

use super::algebras::{ELEMENTS, algebras, tables, unknown};
use super::evidence::is_consistent;
use super::subject::Trial;
use crate::execute::Tables;
use crate::model::ParameterTables;
use crate::theory::SortKind;

/// The most algebras with the same number of elements that are tried.
const ALGEBRAS: usize = 256;

/// Tables over which the axioms contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conflict {
    pub tables: Tables,
    /// The number of algebras that were tried, where the contradiction needs their tables.
    pub tried: Option<usize>,
}

/// The smallest tables over which the axioms contradict each other, where that is so for all
/// parameters.
pub(super) fn conflict(trial: &Trial<'_>) -> Option<Conflict> {
    let theory = trial.theory;
    let is_given = theory.sorts.values().any(|sort| sort.kind == SortKind::Parameter);
    let sizes = if is_given { 1..=ELEMENTS } else { 1..=1 };
    for elements in sizes.clone() {
        let tables = unknown(theory, elements);
        let is_lawful = || elements == 1 || !algebras(theory, elements, 1).is_empty();
        if !is_consistent(trial, &tables) && is_lawful() {
            return Some(Conflict { tables, tried: None });
        }
    }
    if !trial.program.ops.iter().any(|op| op.is_given) {
        return None;
    }
    let mut first: Option<Tables> = None;
    let mut tried = 0;
    for elements in sizes {
        for algebra in algebras(theory, elements, ALGEBRAS) {
            let tables = tables(theory, &algebra);
            if is_consistent(trial, &tables) {
                return None;
            }
            tried += 1;
            first.get_or_insert(tables);
        }
    }
    first.map(|tables| Conflict { tables, tried: Some(tried) })
}

/// The algebras with this many elements of each sort that the axioms of the body do not rule out, as
/// far as running them shows: of the first so many ones.
pub fn allowed(
    trial: &Trial<'_>,
    elements: u32,
    limit: usize,
) -> impl Iterator<Item = (ParameterTables, Tables)> {
    let all = algebras(trial.theory, elements, limit).into_iter();
    let all = all.map(|algebra| (tables(trial.theory, &algebra), algebra));
    all.filter(|(tables, _)| is_consistent(trial, tables))
        .map(|(tables, algebra)| (algebra, tables))
}

/// Tables of the parameters that the axioms allow, with two elements of each sort if there
/// are some.
pub fn allowed_tables(trial: &Trial<'_>) -> Tables {
    for elements in [2, ELEMENTS, 1] {
        if let Some((_, found)) = allowed(trial, elements, ALGEBRAS).next() {
            return found;
        }
    }
    unknown(trial.theory, 1)
}
