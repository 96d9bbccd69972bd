//! The tables that mocks answer from: one struct for all operations of parameters.

use std::collections::{BTreeMap, BTreeSet};

use super::Yields;
use super::code::{Expr, Stmt};
use super::lower_term::Target;
use super::names::{Namer, value_name};
use crate::model::{Cell, ParameterTables, Table};
use crate::theory::{OpId, SortId, SortKind};

/// The struct of all tables of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustTables {
    pub name: String,
    /// What the tables are of: `TotalOrder`.
    pub of: String,
    pub fields: Vec<TableField>,
    /// The lists of elements, for results by reference: field and type.
    pub lists: Vec<(String, String)>,
    /// Whether some table is indexed by numbers.
    pub lowest: bool,
    /// Whether some operation must find the tables without an element.
    pub current: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableField {
    pub name: String,
    /// `geq(e, f)`
    pub call: String,
    pub rust_type: String,
    /// Names and types of the accessor's parameters.
    pub parameters: Vec<(String, String)>,
    pub result: String,
    pub body: Vec<Stmt>,
}

/// The operations that have tables.
pub fn tabled(target: Target<'_>) -> Vec<OpId> {
    let theory = target.theory;
    theory.ops.iter().filter(|(_, op)| theory.is_parameter(op.spec)).map(|(id, _)| id).collect()
}

pub fn has_tables(target: Target<'_>) -> bool {
    !tabled(target).is_empty()
}

/// The argument whose element knows the tables.
pub fn source(target: Target<'_>, op: OpId) -> Option<usize> {
    target.theory.ops[op].arguments.iter().position(|sort| is_element(target, *sort))
}

pub fn is_element(target: Target<'_>, sort: SortId) -> bool {
    target.theory.sorts[sort].kind == SortKind::Parameter && !target.is_closure(sort)
}

/// The sorts whose elements know the tables.
pub fn knowing(target: Target<'_>) -> BTreeSet<SortId> {
    let ops = tabled(target).into_iter();
    BTreeSet::from_iter(
        ops.filter_map(|op| Some(target.theory.ops[op].arguments[source(target, op)?])),
    )
}

/// Sorts of which an operation returns an element by reference.
pub fn listed(target: Target<'_>) -> BTreeSet<SortId> {
    let ops = tabled(target).into_iter();
    let sorts = ops
        .filter(
            |op| matches!(&target.function(*op).yields, Yields::Value(shape) if shape.reference),
        )
        .filter_map(|op| target.theory.ops[op].result)
        .filter(|sort| is_element(target, *sort));
    BTreeSet::from_iter(sorts)
}

/// The fields of a static with a model's tables.
pub fn table_literal(
    target: Target<'_>,
    mocks: &ParameterTables,
    static_name: &str,
) -> Vec<(String, Expr)> {
    let names = field_names(target);
    let mut fields: Vec<(String, Expr)> = tabled(target)
        .into_iter()
        .map(|op| (names[&op].clone(), nested(target, op, &mocks.tables[&op], mocks.int.low)))
        .collect();
    for sort in listed(target) {
        let element = |id: u32| {
            let name = format!("{}::new", target.names.sort(sort));
            let mut arguments = vec![Expr::text(id.to_string())];
            if knowing(target).contains(&sort) {
                arguments.push(Expr::text(format!("&{static_name}")));
            }
            Expr::call(name, arguments)
        };
        let list = (0..mocks.carriers[&sort]).map(element).collect();
        fields.push((target.elements_name(sort), Expr::prefix("&", Expr::Array(list))));
    }
    if indexed_by_numbers(target) {
        fields.push(("lowest".to_owned(), Expr::text(mocks.int.low.to_string())));
    }
    fields
}

pub fn indexed_by_numbers(target: Target<'_>) -> bool {
    let takes_int =
        |op: &OpId| target.theory.ops[*op].arguments.iter().any(|sort| target.is_int(*sort));
    tabled(target).iter().any(takes_int)
}

pub fn field_names(target: Target<'_>) -> BTreeMap<OpId, String> {
    let mut namer = Namer::default();
    namer.reserve("lowest");
    listed(target).into_iter().for_each(|sort| namer.reserve(target.elements_name(sort)));
    let name = |op: OpId| (op, value_name(&target.theory.ops[op].name));
    let named = tabled(target).into_iter().map(name);
    BTreeMap::from_iter(named.map(|(op, name)| (op, namer.fresh(&name))))
}

/// Rows of rows of cells.
fn nested(target: Target<'_>, op: OpId, table: &Table, low: i64) -> Expr {
    let cells: Vec<Expr> =
        table.cells.iter().map(|cell| cell_expr(target, op, *cell, low)).collect();
    let mut rows = cells;
    for size in table.dimensions.iter().rev() {
        let chunks = rows.chunks((*size).max(1) as usize);
        rows = chunks.map(|row| Expr::prefix("&", Expr::Array(row.to_vec()))).collect();
    }
    rows.into_iter().next().unwrap_or_else(|| Expr::text("&[]"))
}

fn cell_expr(target: Target<'_>, op: OpId, cell: Cell, low: i64) -> Expr {
    let value = match cell {
        Cell::Truth(truth) => Expr::text(truth.to_string()),
        Cell::Element(element) => {
            let int = target.theory.ops[op].result.is_some_and(|sort| target.is_int(sort));
            let number = if int { low + i64::from(element) } else { i64::from(element) };
            Expr::text(number.to_string())
        }
        Cell::Undefined | Cell::Outside => return Expr::text("None"),
    };
    if target.sparse.contains(&op) { value.some() } else { value }
}

/// The struct of tables, where there are any.
pub fn lower_tables(target: Target<'_>) -> Option<RustTables> {
    let ops = tabled(target);
    if ops.is_empty() {
        return None;
    }
    let names = field_names(target);
    let mut specs: Vec<&str> = ops
        .iter()
        .map(|op| target.theory.specs[target.theory.ops[*op].spec].name.as_str())
        .collect();
    specs.dedup();
    let lists = listed(target).into_iter().map(|sort| {
        let list = format!("&'static [{}]", target.names.sort(sort));
        (target.elements_name(sort), list)
    });
    Some(RustTables {
        name: target.names.tables.clone(),
        of: specs.join(" and "),
        fields: ops.iter().map(|op| field(target, *op, &names[op])).collect(),
        lists: lists.collect(),
        lowest: indexed_by_numbers(target),
        current: ops.iter().any(|op| source(target, *op).is_none()),
    })
}

fn field(target: Target<'_>, op: OpId, name: &str) -> TableField {
    let operation = &target.theory.ops[op];
    let cell = match operation.result {
        None => "bool",
        Some(sort) if target.is_int(sort) => "i64",
        Some(_) => "usize",
    };
    let sparse = target.sparse.contains(&op);
    let stored = if sparse { format!("Option<{cell}>") } else { cell.to_owned() };
    let rust_type =
        operation.arguments.iter().fold(stored, |inner, _| format!("&'static [{inner}]"));
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let parameters: Vec<(String, String)> = operation
        .arguments
        .iter()
        .enumerate()
        .map(|(place, sort)| {
            let letter =
                letters.get(place).map_or(format!("a{place}"), |letter| (*letter).to_owned());
            (letter, if target.is_int(*sort) { "i64" } else { "usize" }.to_owned())
        })
        .collect();
    let arguments: Vec<&str> = parameters.iter().map(|(name, _)| name.as_str()).collect();
    TableField {
        name: name.to_owned(),
        call: format!("{}({})", operation.name, arguments.join(", ")),
        rust_type,
        body: vec![Stmt::Tail(lookup(name, &operation.name, &parameters, sparse))],
        parameters,
        result: cell.to_owned(),
    }
}

/// `self.geq.get(a).and_then(|row| row.get(b)).copied().unwrap_or_else(…)`
fn lookup(field: &str, op: &str, parameters: &[(String, String)], sparse: bool) -> Expr {
    let own = Expr::text(format!("self.{field}"));
    if parameters.is_empty() {
        return if sparse { own.method("unwrap_or_else", vec![outside(op, &[])]) } else { own };
    }
    let index = |(name, rust_type): &(String, String)| match rust_type.as_str() {
        "i64" => Expr::text(format!("usize::try_from({name} - self.lowest).ok()?")),
        _ => Expr::text(name),
    };
    let mut value = own;
    for (place, parameter) in parameters.iter().enumerate() {
        if place == 0 && parameter.1 == "usize" {
            value = value.method("get", vec![index(parameter)]);
        } else {
            if place == 0 {
                value = value.some();
            }
            let row = Expr::text("row").method("get", vec![index(parameter)]);
            let closure = Expr::Closure("|row|".to_owned(), Box::new(row));
            value = value.method("and_then", vec![closure]);
        }
    }
    value = value.method("copied", Vec::new());
    if sparse {
        value = value.method("flatten", Vec::new());
    }
    value.method("unwrap_or_else", vec![outside(op, parameters)])
}

fn outside(op: &str, parameters: &[(String, String)]) -> Expr {
    let arguments: Vec<String> = parameters
        .iter()
        .map(
            |(name, rust_type)| {
                if rust_type == "i64" { name.clone() } else { format!("{name} as i64") }
            },
        )
        .collect();
    let list = format!("&[{}]", arguments.join(", "));
    Expr::Closure(
        "||".to_owned(),
        Box::new(Expr::call("outside", vec![Expr::text(format!("{op:?}")), Expr::text(list)])),
    )
}
