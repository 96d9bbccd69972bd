//! The model as tables.

use super::View;
use crate::arena::Id;
use crate::model::Element;
use crate::theory::{OpId, Operation, SortId, SortKind};

/// The goal, its witness and every table of the model.
pub fn tables(view: &View) -> String {
    format!("{}\n{}", heading(view), model(view))
}

/// One table of a model.
pub struct Grid {
    /// The heading above it.
    pub heading: Option<String>,
    /// Whether it belongs to a parameter, which tests mock.
    pub of_parameter: bool,
    /// Whether the first row and column are headings.
    pub is_headed: bool,
    pub rows: Vec<Vec<String>>,
}

/// Every table of the model.
pub fn model(view: &View) -> String {
    let text = |grid: &Grid| {
        let heading = grid.heading.as_ref().map(|heading| format!("{heading}\n"));
        heading.unwrap_or_default() + &aligned(&grid.rows)
    };
    let mut sections: Vec<String> = elements(view).iter().map(text).collect();
    sections.extend(constants(view).map(|grid| {
        grid.rows.iter().map(|row| format!("{}\n", row.join(" = "))).collect::<String>()
    }));
    sections.extend(operations(view).iter().map(text));
    sections.join("\n")
}

/// The tables before they are laid out as text.
pub fn grids(view: &View) -> Vec<Grid> {
    elements(view).into_iter().chain(constants(view)).chain(operations(view)).collect()
}

/// The operations that have arguments: unary ones side by side, all others one by one.
fn operations(view: &View) -> Vec<Grid> {
    let mut grids = unary(view);
    for (id, op) in view.theory.ops.iter() {
        match op.arguments.len() {
            0 | 1 => {}
            2 => grids.push(matrix(view, id, op)),
            _ => grids.push(list(view, id, op)),
        }
    }
    grids
}

fn heading(view: &View) -> String {
    let mut text = format!("{}\n", view.goal.id());
    for literal in &view.goal.literals {
        text.push_str(&format!("  {}\n", literal.text(view.theory, &view.goal.variables)));
    }
    text.push_str(&format!("\n{}.\n", view.summary()));
    let values = view.goal.variables.iter().zip(&view.witness.assignment);
    for (variable, value) in values {
        let name = view.element(variable.sort, *value);
        let term = view.term(variable.sort, *value).map(|term| format!(" = {term}"));
        text.push_str(&format!("  {} = {name}{}\n", variable.name, term.unwrap_or_default()));
    }
    text
}

/// The canonical terms of the constructed elements.
fn elements(view: &View) -> Vec<Grid> {
    let constructed =
        view.carriers().filter(|(sort, _)| view.theory.sorts[*sort].kind == SortKind::Constructed);
    constructed
        .map(|(sort, size)| {
            let row = |element| {
                let term = view.term(sort, element).unwrap_or_default();
                vec![view.element(sort, element), term]
            };
            Grid {
                heading: Some(view.theory.sort_text(sort)),
                of_parameter: false,
                is_headed: false,
                rows: (0..size).map(row).collect(),
            }
        })
        .collect()
}

/// `empty() = SortedSet0`
fn constants(view: &View) -> Option<Grid> {
    let constants = view.theory.ops.iter().filter(|(_, op)| op.arguments.is_empty());
    let row = |(id, op): (OpId, &Operation)| {
        let cell = view.witness.model.table(id).cell(&[]);
        vec![format!("{}()", op.name), view.cell(id, cell)]
    };
    let rows: Vec<Vec<String>> = constants.map(row).collect();
    let grid = Grid { heading: None, of_parameter: false, is_headed: false, rows };
    (!grid.rows.is_empty()).then_some(grid)
}

/// One table for each sort, with a column for each operation on it alone.
fn unary(view: &View) -> Vec<Grid> {
    let table = |sort: SortId| {
        let ops: Vec<_> = view.theory.ops.iter().filter(|(_, op)| op.arguments == [sort]).collect();
        if ops.is_empty() {
            return None;
        }
        let names = ops.iter().map(|(_, op)| op.name.clone());
        let mut rows = vec![std::iter::once(String::new()).chain(names).collect::<Vec<_>>()];
        for element in 0..view.witness.model.size(sort) {
            let answers = ops.iter().map(|(id, _)| answer(view, *id, &[element]));
            rows.push(std::iter::once(view.element(sort, element)).chain(answers).collect());
        }
        let of_parameter = view.theory.sorts[sort].kind == SortKind::Parameter;
        Some(Grid { heading: None, of_parameter, is_headed: true, rows })
    };
    view.theory.sorts.ids().filter_map(table).collect()
}

/// The first argument selects the row, the second the column.
fn matrix(view: &View, id: OpId, op: &Operation) -> Grid {
    let [down, across] = [op.arguments[0], op.arguments[1]];
    let names = |sort| (0..view.witness.model.size(sort)).map(move |e| view.element(sort, e));
    let mut rows = vec![std::iter::once(op.name.clone()).chain(names(across)).collect::<Vec<_>>()];
    for first in 0..view.witness.model.size(down) {
        let answers =
            (0..view.witness.model.size(across)).map(|second| answer(view, id, &[first, second]));
        rows.push(std::iter::once(view.element(down, first)).chain(answers).collect());
    }
    Grid { heading: None, of_parameter: view.theory.is_parameter(op.spec), is_headed: true, rows }
}

/// `insertOneOf(Set0, Element0, Element1)  Set1`
fn list(view: &View, id: OpId, op: &Operation) -> Grid {
    let row = |arguments: Vec<Element>| {
        let names: Vec<_> = (op.arguments.iter().zip(&arguments))
            .map(|(sort, element)| view.element(*sort, *element))
            .collect();
        vec![format!("{}({})", op.name, names.join(", ")), answer(view, id, &arguments)]
    };
    let rows = view.witness.model.table(id).tuples().map(row).collect();
    Grid { heading: None, of_parameter: view.theory.is_parameter(op.spec), is_headed: false, rows }
}

fn answer(view: &View, op: OpId, arguments: &[Element]) -> String {
    debug_assert!(op.index() < view.theory.ops.len());
    view.cell(op, view.witness.model.table(op).cell(arguments))
}

/// Rows as aligned columns, indented.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        format!("  {}", cells.join("  ")).trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
