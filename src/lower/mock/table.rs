//! The tables that mocks answer from: one struct for all operations of parameters.

use std::collections::{BTreeMap, BTreeSet};

use crate::lower::context::Context;
use crate::lower::observe::plural;
use crate::model::{Cell, ParameterTables, Table};
use crate::refine::Yields;
use crate::rust::{Expr, Ident, Names, value_name};
use crate::theory::{OpId, SortId, SortKind};

/// The struct of all tables of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustTables {
    pub name: Ident,
    /// What the tables are of: `TotalOrder`.
    pub of: String,
    pub fields: Vec<TableField>,
    /// The lists of elements, for results by reference: field and element type.
    pub lists: Vec<(String, Ident)>,
    /// Whether some table is indexed by numbers.
    pub lowest: bool,
    /// Whether some operation must find the tables without an element.
    pub current: bool,
}

/// One table, and the function that answers from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableField {
    pub name: Ident,
    /// `geq(a, b)`
    pub call: String,
    /// `&'static [&'static str]`
    pub rust_type: String,
    /// Names and types of the accessor's parameters.
    pub parameters: Vec<(Ident, &'static str)>,
    pub result: &'static str,
    pub body: Expr,
    /// The table of no elements.
    pub nothing: &'static str,
}

/// The operations that have tables.
pub fn tabled(cx: Context<'_>) -> Vec<OpId> {
    let theory = cx.theory;
    theory.ops.iter().filter(|(_, op)| theory.is_parameter(op.spec)).map(|(id, _)| id).collect()
}

pub fn has_tables(cx: Context<'_>) -> bool {
    !tabled(cx).is_empty()
}

/// Whether some operation must find the tables without an element that knows them.
pub fn tables_are_current(cx: Context<'_>) -> bool {
    tabled(cx).into_iter().any(|op| source(cx, op).is_none())
}

/// The argument whose element knows the tables.
pub fn source(cx: Context<'_>, op: OpId) -> Option<usize> {
    cx.theory.ops[op].arguments.iter().position(|sort| is_element(cx, *sort))
}

fn is_element(cx: Context<'_>, sort: SortId) -> bool {
    cx.theory.sorts[sort].kind == SortKind::Parameter && !cx.is_closure(sort)
}

/// The sorts whose elements know the tables.
pub fn knowing(cx: Context<'_>) -> BTreeSet<SortId> {
    let ops = tabled(cx).into_iter();
    ops.filter_map(|op| Some(cx.theory.ops[op].arguments[source(cx, op)?])).collect()
}

/// Sorts of which an operation returns an element by reference.
pub fn listed(cx: Context<'_>) -> BTreeSet<SortId> {
    let by_reference = tabled(cx).into_iter().filter(|op| {
        let function = cx.refinement.functions.get(op);
        function.is_some_and(|it| matches!(&it.yields, Yields::Value(shape) if shape.reference))
    });
    let sorts = by_reference.filter_map(|op| cx.theory.ops[op].result);
    sorts.filter(|sort| is_element(cx, *sort)).collect()
}

/// `TOTAL_ORDER_1.orderables()` or `Element::all()`
pub fn element_array(cx: Context<'_>, sort: SortId, model: Option<&Ident>) -> Expr {
    match model.filter(|_| knowing(cx).contains(&sort)) {
        Some(model) => Expr::name(model).method(plural(cx, sort), Vec::new()),
        None => Expr::Path(vec![cx.names.sort(sort), Ident::new("all")]).called(Vec::new()),
    }
}

/// The fields of a static with a model's tables.
pub fn table_literal(
    cx: Context<'_>,
    tables: &ParameterTables,
    model: &Ident,
) -> Vec<(Ident, Expr)> {
    let names = field_names(cx);
    let mut fields: Vec<(Ident, Expr)> = tabled(cx)
        .into_iter()
        .map(|op| (names[&op].clone(), rows(cx, op, &tables.tables[&op], tables.int.low)))
        .collect();
    for sort in listed(cx) {
        let element = |id: u32| {
            let mut arguments = vec![Expr::Int(i64::from(id))];
            if knowing(cx).contains(&sort) {
                arguments.push(Expr::name(model).reference());
            }
            Expr::Path(vec![cx.names.sort(sort), Ident::new("new")]).called(arguments)
        };
        let list = Expr::Array((0..tables.carriers[&sort]).map(element).collect());
        fields.push((Ident::new(plural(cx, sort)), list.reference()));
    }
    if indexed_by_numbers(cx) {
        fields.push((Ident::new("lowest"), Expr::Int(tables.int.low)));
    }
    fields
}

pub fn indexed_by_numbers(cx: Context<'_>) -> bool {
    let takes_int = |op: &OpId| cx.theory.ops[*op].arguments.iter().any(|sort| cx.is_int(*sort));
    tabled(cx).iter().any(takes_int)
}

pub fn field_names(cx: Context<'_>) -> BTreeMap<OpId, Ident> {
    let mut names = Names::new();
    names.reserve("lowest");
    names.reserve("entered");
    for sort in cx.refinement.sorts.keys() {
        names.reserve(plural(cx, *sort));
    }
    let named = tabled(cx).into_iter();
    named.map(|op| (op, names.fresh(&value_name(&cx.theory.ops[op].name)))).collect()
}

/// Rows of rows of cells. A row of truth values is a string such as `"tf"`.
fn rows(cx: Context<'_>, op: OpId, table: &Table, low: i64) -> Expr {
    let mut dimensions = table.dimensions.iter().rev();
    let mut rows: Vec<Expr> = match (cx.theory.ops[op].result, dimensions.next()) {
        (None, Some(size)) => {
            let letters: Vec<char> = table.cells.iter().map(|cell| letter(*cell)).collect();
            let rows = letters.chunks((*size).max(1) as usize);
            rows.map(|row| Expr::text(row.iter().collect::<String>())).collect()
        }
        (_, size) => {
            let cells = table.cells.iter().map(|cell| cell_expr(cx, op, *cell, low)).collect();
            match size {
                Some(size) => nested(cells, *size),
                None => cells,
            }
        }
    };
    for size in dimensions {
        rows = nested(rows, *size);
    }
    let empty =
        || if is_truth_row(cx, op) { Expr::text("") } else { Expr::Array(vec![]).reference() };
    rows.into_iter().next().unwrap_or_else(empty)
}

fn nested(cells: Vec<Expr>, size: u32) -> Vec<Expr> {
    let rows = cells.chunks(size.max(1) as usize);
    rows.map(|row| Expr::Array(row.to_vec()).reference()).collect()
}

fn letter(cell: Cell) -> char {
    match cell {
        Cell::Truth(true) => 't',
        Cell::Truth(false) => 'f',
        _ => '?',
    }
}

/// Whether the innermost rows of a table are strings.
fn is_truth_row(cx: Context<'_>, op: OpId) -> bool {
    let operation = &cx.theory.ops[op];
    operation.is_predicate() && !operation.arguments.is_empty()
}

fn cell_expr(cx: Context<'_>, op: OpId, cell: Cell, low: i64) -> Expr {
    let value = match cell {
        Cell::Truth(truth) => Expr::Bool(truth),
        Cell::Element(element) => {
            let int = cx.theory.ops[op].result.is_some_and(|sort| cx.is_int(sort));
            Expr::Int(if int { low + i64::from(element) } else { i64::from(element) })
        }
        Cell::Undefined | Cell::Outside | Cell::Open => return Expr::name("None"),
    };
    if cx.sparse.contains(&op) { value.some() } else { value }
}

/// The struct of tables, where there are any.
pub fn tables(cx: Context<'_>) -> Option<RustTables> {
    let ops = tabled(cx);
    if ops.is_empty() {
        return None;
    }
    let names = field_names(cx);
    let spec = |op: &OpId| cx.theory.specs[cx.theory.ops[*op].spec].name.as_str();
    let mut specs: Vec<&str> = ops.iter().map(spec).collect();
    specs.dedup();
    let lists = listed(cx).into_iter().map(|sort| (plural(cx, sort), cx.names.sort(sort)));
    Some(RustTables {
        name: cx.names.tables.clone(),
        of: specs.join(" and "),
        fields: ops.iter().map(|op| field(cx, *op, &names[op])).collect(),
        lists: lists.collect(),
        lowest: indexed_by_numbers(cx),
        current: tables_are_current(cx),
    })
}

fn field(cx: Context<'_>, op: OpId, name: &Ident) -> TableField {
    let operation = &cx.theory.ops[op];
    let result = match operation.result {
        None => "bool",
        Some(sort) if cx.is_int(sort) => "i64",
        Some(_) => "usize",
    };
    let sparse = cx.sparse.contains(&op);
    let (innermost, nesting) = match (is_truth_row(cx, op), sparse) {
        (true, _) => ("&'static str".to_owned(), operation.arguments.len() - 1),
        (false, true) => (format!("Option<{result}>"), operation.arguments.len()),
        (false, false) => (result.to_owned(), operation.arguments.len()),
    };
    let rust_type = (0..nesting).fold(innermost, |inner, _| format!("&'static [{inner}]"));
    let nothing = match (is_truth_row(cx, op), nesting, sparse, result) {
        (true, 0, ..) => "\"\"",
        (_, 1.., ..) => "&[]",
        (.., true, _) => "None",
        (.., "bool") => "false",
        _ => "0",
    };
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let parameters: Vec<(Ident, &'static str)> = operation
        .arguments
        .iter()
        .enumerate()
        .map(|(place, sort)| {
            let letter = letters.get(place).map_or_else(|| format!("a{place}"), |it| (*it).into());
            (Ident::new(letter), if cx.is_int(*sort) { "i64" } else { "usize" })
        })
        .collect();
    let arguments: Vec<&str> = parameters.iter().map(|(name, _)| name.as_str()).collect();
    TableField {
        name: name.clone(),
        call: format!("{}({})", operation.name, arguments.join(", ")),
        rust_type,
        body: answered(&operation.name, name, &parameters),
        parameters,
        result,
        nothing,
    }
}

/// `answer("geq", &self.geq, &[a, b])`
fn answered(op: &str, field: &Ident, parameters: &[(Ident, &'static str)]) -> Expr {
    let own = |field: Ident| Expr::name("self").field(field);
    let place = |(name, rust_type): &(Ident, &str)| match *rust_type {
        "i64" => Expr::call("index", vec![Expr::name(name), own(Ident::new("lowest"))]),
        _ => Expr::name(name),
    };
    let places = Expr::Array(parameters.iter().map(place).collect());
    let arguments = vec![Expr::text(op), own(field.clone()).reference(), places.reference()];
    Expr::call("answer", arguments)
}
