//! The model as tables.
//!
//! A closed model is shown whole. Of executed terms and of pieces, calls are left out that say
//! nothing about the values shown: those that lead elsewhere, and those that the axioms leave open.

use super::View;
use crate::model::{Cell, Element, GroundTerm, Mode};
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
            2 => grids.extend(matrix(view, id, op)),
            _ => grids.extend(list(view, id, op)),
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
    let witness = &view.witness;
    let values = view.goal.variables.iter().zip(witness.assignment.iter().zip(&witness.terms));
    for (variable, (value, term)) in values {
        let name = view.element(variable.sort, *value);
        let term = matches!(term, GroundTerm::Apply(..)).then(|| term.text(view.theory));
        let term = term.map_or_else(String::new, |term| format!(" = {term}"));
        text.push_str(&format!("  {} = {name}{term}\n", variable.name));
    }
    text
}

/// The canonical terms of the constructed elements.
fn elements(view: &View) -> Vec<Grid> {
    let constructed =
        view.carriers().filter(|(sort, _)| view.theory.sorts[*sort].kind == SortKind::Constructed);
    constructed
        .filter(|(_, size)| *size > 0)
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
    let constants = constants.filter(|(id, _)| is_shown(view, *id, &[]));
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
        let elements = 0..view.witness.model.size(sort);
        let mut ops: Vec<_> =
            view.theory.ops.iter().filter(|(_, op)| op.arguments == [sort]).collect();
        ops.retain(|(id, _)| elements.clone().any(|element| is_shown(view, *id, &[element])));
        let names = ops.iter().map(|(_, op)| op.name.clone());
        let mut rows = vec![std::iter::once(String::new()).chain(names).collect::<Vec<_>>()];
        for element in elements {
            if ops.iter().any(|(id, _)| is_shown(view, *id, &[element])) {
                let answers = ops.iter().map(|(id, _)| answer(view, *id, &[element]));
                rows.push(std::iter::once(view.element(sort, element)).chain(answers).collect());
            }
        }
        let of_parameter = view.theory.sorts[sort].kind == SortKind::Parameter;
        let grid = Grid { heading: None, of_parameter, is_headed: true, rows };
        (grid.rows.len() > 1).then_some(grid)
    };
    view.theory.sorts.ids().filter_map(table).collect()
}

/// The first argument selects the row, the second the column.
fn matrix(view: &View, id: OpId, op: &Operation) -> Option<Grid> {
    let [down, across] = [op.arguments[0], op.arguments[1]];
    let all = |sort| 0..view.witness.model.size(sort);
    let is_shown = |first, second| is_shown(view, id, &[first, second]);
    let columns: Vec<Element> =
        all(across).filter(|second| all(down).any(|first| is_shown(first, *second))).collect();
    let names = columns.iter().map(|second| view.element(across, *second));
    let mut rows = vec![std::iter::once(op.name.clone()).chain(names).collect::<Vec<_>>()];
    for first in all(down).filter(|first| columns.iter().any(|second| is_shown(*first, *second))) {
        let answers = columns.iter().map(|second| answer(view, id, &[first, *second]));
        rows.push(std::iter::once(view.element(down, first)).chain(answers).collect());
    }
    let of_parameter = view.theory.is_parameter(op.spec);
    let grid = Grid { heading: None, of_parameter, is_headed: true, rows };
    (grid.rows.len() > 1).then_some(grid)
}

/// `insertOneOf(Set0, Element0, Element1)  Set1`
fn list(view: &View, id: OpId, op: &Operation) -> Option<Grid> {
    let row = |arguments: Vec<Element>| {
        let names: Vec<_> = (op.arguments.iter().zip(&arguments))
            .map(|(sort, element)| view.element(*sort, *element))
            .collect();
        vec![format!("{}({})", op.name, names.join(", ")), answer(view, id, &arguments)]
    };
    let tuples = view.witness.model.table(id).tuples();
    // A list has a line for each call, so only those with a result are worth one.
    let is_shown = |arguments: &Vec<Element>| {
        let is_undefined = view.witness.model.table(id).cell(arguments) == Cell::Undefined;
        let is_whole = view.witness.model.mode == Mode::Closed;
        is_shown(view, id, arguments) && (is_whole || !is_undefined)
    };
    let rows: Vec<_> = tuples.filter(is_shown).map(row).collect();
    let of_parameter = view.theory.is_parameter(op.spec);
    let grid = Grid { heading: None, of_parameter, is_headed: false, rows };
    (!grid.rows.is_empty()).then_some(grid)
}

/// Whether a call says something about the values that are shown.
fn is_shown(view: &View, op: OpId, arguments: &[Element]) -> bool {
    let builds = view.theory.ops[op].is_constructor();
    match view.witness.model.table(op).cell(arguments) {
        _ if view.witness.model.mode == Mode::Closed => true,
        Cell::Element(_) | Cell::Truth(_) => true,
        Cell::Undefined => !builds,
        _ => false,
    }
}

fn answer(view: &View, op: OpId, arguments: &[Element]) -> String {
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
