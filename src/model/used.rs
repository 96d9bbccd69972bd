//! The part of the parameters that a test uses.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cell, Element, GroundTerm, ParameterTables, Table};
use crate::theory::{OpId, SortId, SortKind, Theory};

/// The used elements of each sort, in order.
type Used = BTreeMap<SortId, BTreeSet<Element>>;

/// Restricts the tables to the elements in the values and to those that operations compute
/// from them, and renumbers these.
pub fn used_part(
    theory: &Theory,
    parameters: &ParameterTables,
    bindings: &[GroundTerm],
) -> (ParameterTables, Vec<GroundTerm>) {
    let used = used(theory, parameters, bindings);
    let number = |sort: SortId, element: Element| {
        let place = used[&sort].iter().position(|one| *one == element);
        place.expect("all elements of the values are used") as Element
    };
    let carriers = used.iter().map(|(sort, elements)| (*sort, elements.len() as u32));
    let carriers = BTreeMap::from_iter(carriers);
    let tables = parameters.tables.iter().map(|(op, table)| (*op, part(theory, *op, table, &used)));
    let bindings = bindings.iter().map(|term| term.renamed(&number)).collect();
    (
        ParameterTables { carriers, tables: BTreeMap::from_iter(tables), int: parameters.int },
        bindings,
    )
}

fn used(theory: &Theory, parameters: &ParameterTables, bindings: &[GroundTerm]) -> Used {
    let mut used: Used =
        BTreeMap::from_iter(parameters.carriers.keys().map(|sort| (*sort, BTreeSet::new())));
    for term in bindings {
        term.visit_elements(&mut |sort, element| {
            used.entry(sort).or_default().insert(element);
        });
    }
    loop {
        let mut made = Vec::new();
        for (op, table) in &parameters.tables {
            let results = used_cells(theory, *op, table, &used).filter_map(|cell| match cell {
                Cell::Element(element) => Some((theory.ops[*op].result?, element)),
                _ => None,
            });
            made.extend(results.filter(|(sort, element)| {
                used.get(sort).is_some_and(|known| !known.contains(element))
            }));
        }
        if made.is_empty() {
            return used;
        }
        for (sort, element) in made {
            used.entry(sort).or_default().insert(element);
        }
    }
}

/// The results for used arguments. All numbers count as used.
fn used_cells<'t>(
    theory: &'t Theory,
    op: OpId,
    table: &'t Table,
    used: &'t Used,
) -> impl Iterator<Item = Cell> + 't {
    let sorts = &theory.ops[op].arguments;
    let cells = table.tuples().zip(&table.cells).filter(move |(arguments, _)| {
        let mut arguments = sorts.iter().zip(arguments);
        arguments
            .all(|(sort, element)| used.get(sort).is_none_or(|elements| elements.contains(element)))
    });
    cells.map(|(_, cell)| *cell)
}

fn part(theory: &Theory, op: OpId, table: &Table, used: &Used) -> Table {
    let operation = &theory.ops[op];
    let sizes = operation.arguments.iter().zip(&table.dimensions);
    let dimensions =
        sizes.map(|(sort, size)| used.get(sort).map_or(*size, |elements| elements.len() as u32));
    let result = operation.result.filter(|sort| theory.sorts[*sort].kind == SortKind::Parameter);
    let number = |cell| match (cell, result) {
        (Cell::Element(element), Some(sort)) => {
            let before = used[&sort].iter().take_while(|one| **one < element);
            Cell::Element(before.count() as Element)
        }
        (cell, _) => cell,
    };
    let cells = used_cells(theory, op, table, used).map(number).collect();
    Table { dimensions: dimensions.collect(), cells }
}
