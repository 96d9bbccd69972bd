//! The parameters of pumped tests: a large algebra that the tests compute, or the tables
//! of a model where none was found.

use super::code::{Expr, Stmt};
use super::lower_ground::Ground;
use super::lower_table::{field_names, has_tables, indexed_by_numbers, knowing, listed, tabled};
use super::lower_term::Target;
use super::names::Namer;
use crate::algebra::{Algebra, LETTERS};
use crate::goal::snake_case;
use crate::model::ParameterTables;
use crate::theory::{OpId, SortId, SortKind};

/// Where the elements of pumped values come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameters {
    Computed(Algebra),
    /// Few elements, which come again and again.
    Tables(ParameterTables),
}

impl Parameters {
    fn size(&self, sort: SortId) -> u32 {
        match self {
            Parameters::Computed(algebra) => algebra.size(sort),
            Parameters::Tables(mocks) => mocks.carriers[&sort],
        }
    }
}

/// The most elements that a test takes out of a sort.
const USED_ELEMENTS: u32 = 170;

/// A prime that is a factor of no size.
const SCATTER: u32 = 211;

/// The parameters in Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustLarge {
    /// What a failure says about them: `static MODEL: …`.
    pub told: Stmt,
    /// The tables, where there are any.
    pub tables: Option<RustLargeTables>,
    pub elements: Vec<RustElement>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustLargeTables {
    /// `static TOTAL_ORDER: …`
    pub stmt: Stmt,
    /// The type of tables that the function `tables` computes, and its body.
    pub computed: Option<(String, Vec<Stmt>)>,
}

/// A function from numbers to elements of a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustElement {
    pub sort: SortId,
    /// `orderable`
    pub name: String,
    pub rust_type: String,
    pub sort_name: String,
    pub body: Vec<Stmt>,
}

/// Whether generated code can compute the tables: elements that are part of their own
/// tables can't be, and neither can tables that are indexed by numbers.
pub fn is_computable(target: Target<'_>) -> bool {
    listed(target).is_empty() && !indexed_by_numbers(target)
}

pub fn lower_large(
    target: Target<'_>,
    parameters: &Parameters,
    sorts: &[SortId],
    namer: &mut Namer,
) -> RustLarge {
    RustLarge {
        told: told(target, parameters),
        tables: has_tables(target).then(|| tables(target, parameters)),
        elements: sorts.iter().map(|sort| element(target, parameters, *sort, namer)).collect(),
    }
}

/// `geq(a, b) is a >= b`
fn told(target: Target<'_>, parameters: &Parameters) -> Stmt {
    let theory = target.theory;
    let given = theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Parameter);
    let mut told: Vec<String> = given
        .map(|(id, sort)| {
            let size = parameters.size(id);
            format!("{} has the elements 0 to {}", sort.name, size.saturating_sub(1))
        })
        .collect();
    for op in tabled(target) {
        let operation = &theory.ops[op];
        let call =
            format!("{}({})", operation.name, LETTERS[..operation.arguments.len()].join(", "));
        told.push(match parameters {
            Parameters::Computed(algebra) => format!("{call} is {}", algebra.text(theory, op)),
            Parameters::Tables(_) => format!("{call} is as the table says"),
        });
    }
    let lines = told.iter().map(|line| Expr::text(format!("{line:?}"))).collect();
    Stmt::Static {
        name: "MODEL".to_owned(),
        rust_type: "&[&str]".to_owned(),
        value: Expr::prefix("&", Expr::Array(lines)),
    }
}

fn tables(target: Target<'_>, parameters: &Parameters) -> RustLargeTables {
    let rust_type = target.names.tables.clone();
    match parameters {
        Parameters::Tables(mocks) => {
            let ground = Ground { target, mocks, taken: Vec::new() };
            let stmt = ground.tables().expect("there are operations to tell of");
            RustLargeTables { stmt, computed: None }
        }
        Parameters::Computed(algebra) => {
            let names = field_names(target);
            let field = |op: OpId| (names[&op].clone(), rows(target, algebra, op));
            let fields = tabled(target).into_iter().map(field).collect();
            let body = vec![Stmt::Tail(Expr::Struct(rust_type.clone(), fields))];
            let stmt = Stmt::Static {
                name: tables_static(target),
                rust_type: format!("std::sync::LazyLock<{rust_type}>"),
                value: Expr::text("std::sync::LazyLock::new(tables)"),
            };
            RustLargeTables { stmt, computed: Some((rust_type, body)) }
        }
    }
}

/// `TOTAL_ORDER`
fn tables_static(target: Target<'_>) -> String {
    snake_case(&target.names.tables).to_uppercase()
}

/// `row(199, |a| row(199, move |b| a >= b))`
fn rows(target: Target<'_>, algebra: &Algebra, op: OpId) -> Expr {
    let arguments = &target.theory.ops[op].arguments;
    let cell = match target.theory.ops[op].result {
        Some(sort) if target.is_int(sort) => {
            Expr::text(format!("({}) as i64", algebra.text(target.theory, op)))
        }
        _ => Expr::text(algebra.text(target.theory, op)),
    };
    let cell = if target.sparse.contains(&op) { cell.some() } else { cell };
    let text = algebra.text(target.theory, op);
    arguments.iter().enumerate().rev().fold(cell, |inner, (place, sort)| {
        let letter = LETTERS[place];
        let is_used = text.split(|c: char| !c.is_alphanumeric()).any(|word| word == letter);
        let letter = if is_used { letter.to_owned() } else { format!("_{letter}") };
        let head = if place == 0 { format!("|{letter}|") } else { format!("move |{letter}|") };
        let size = Expr::text(algebra.size(*sort).to_string());
        Expr::call("row", vec![size, Expr::Closure(head, Box::new(inner))])
    })
}

/// `Orderable::new(number % 199, &TOTAL_ORDER)`
fn element(
    target: Target<'_>,
    parameters: &Parameters,
    sort: SortId,
    namer: &mut Namer,
) -> RustElement {
    let size = parameters.size(sort);
    let rust_type = target.names.sort(sort).to_owned();
    let sort_name = target.theory.sorts[sort].name.clone();
    let body = if target.is_closure(sort) {
        let closure =
            |element: u32| Expr::text(format!("{}::<{element}>", target.names.closures[&sort]));
        let all: Vec<Expr> = (0..size.min(2)).map(closure).collect();
        let place = format!("all[number % {}]", all.len());
        vec![
            Stmt::Let {
                pattern: format!("all: [{rust_type}; {}]", all.len()),
                value: Expr::Array(all),
            },
            Stmt::Tail(Expr::text(place)),
        ]
    } else {
        // The first ones would be much alike where there are many.
        let number = match size / USED_ELEMENTS {
            0 | 1 => format!("number % {size}"),
            _ => format!("number * {SCATTER} % {size}"),
        };
        let mut arguments = vec![Expr::text(number)];
        if knowing(target).contains(&sort) {
            arguments.push(Expr::text(format!("&{}", tables_static(target))));
        }
        vec![Stmt::Tail(Expr::call(format!("{rust_type}::new"), arguments))]
    };
    let name = namer.fresh(&super::value_name(&sort_name));
    RustElement { sort, name, rust_type, sort_name, body }
}
