//! Small algebras of the parameters.

use std::collections::BTreeMap;

use super::extent::literals;
use crate::arena::Id;
use crate::enumerate::{Numbers, Parameters};
use crate::execute::{Node, Tables};
use crate::model::{Cell, ParameterTables};
use crate::theory::{SortId, SortKind, Theory};

/// The most elements of a parameter's sort that are tried.
pub const ELEMENTS: u32 = 3;
/// The largest number that tables of parameters cover.
const LARGEST: i64 = 6;

/// The algebras that keep the parameters' axioms, with this many elements of each sort: one
/// of each isomorphism class, at most `limit` of them, in an order of their own.
pub fn algebras(theory: &Theory, elements: u32, limit: usize) -> Vec<ParameterTables> {
    let Some(parameters) = Parameters::of(theory) else { return Vec::new() };
    parameters.algebras(&|_| elements, numbers(&parameters.part), limit)
}

/// The numbers that operations of parameters may take and yield.
fn numbers(part: &Theory) -> Numbers {
    let largest = literals(part).map(|number| number.saturating_add(1)).max().unwrap_or(0);
    let least = literals(part).min().unwrap_or(0);
    Numbers { low: least.clamp(-LARGEST, 0), high: largest.clamp(1, LARGEST) }
}

/// The algebra as the engine reads it.
pub fn tables(theory: &Theory, algebra: &ParameterTables) -> Tables {
    let mut tables = empty(theory, &algebra.carriers);
    for (op, table) in &algebra.tables {
        let operation = &theory.ops[*op];
        let node = |sort: SortId, element: u32| match theory.sorts[sort].kind {
            SortKind::Int => Node::Int(algebra.int.low + i64::from(element)),
            _ => Node::Element { sort: sort.index(), number: element },
        };
        for (arguments, cell) in table.tuples().zip(&table.cells) {
            let result = match (cell, operation.result) {
                (Cell::Truth(truth), _) => Node::Truth(*truth),
                (Cell::Element(element), Some(sort)) => node(sort, *element),
                _ => continue,
            };
            let arguments = operation.arguments.iter().zip(arguments);
            let arguments = arguments.map(|(sort, element)| node(*sort, element)).collect();
            tables.add(op.index(), arguments, result);
        }
    }
    tables
}

/// Elements without known facts.
pub(super) fn unknown(theory: &Theory, elements: u32) -> Tables {
    let given = theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Parameter);
    empty(theory, &given.map(|(sort, _)| (sort, elements)).collect())
}

fn empty(theory: &Theory, carriers: &BTreeMap<SortId, u32>) -> Tables {
    let size = |sort| carriers.get(&sort).copied().unwrap_or(0);
    Tables { elements: theory.sorts.ids().map(size).collect(), facts: Vec::new() }
}
