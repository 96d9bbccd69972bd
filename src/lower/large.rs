//! The parameters of pumped tests: a large algebra that the tests compute, or the tables of a
//! model where none was found.

use super::context::Context;
use super::mock::{
    field_names, has_tables, indexed_by_numbers, knowing, listed, table_literal, tabled,
    tables_type,
};
use super::model::closure_element;
use crate::algebra::{Algebra, LETTERS};
use crate::goal::snake_case;
use crate::model::ParameterTables;
use crate::rust::{Expr, Fragment, Function, Ident, Names, Parameter, Pattern, Stmt, Type};
use crate::theory::{OpId, SortId, SortKind};

/// Where the elements of pumped values come from.
pub enum LargeParameters<'a> {
    Computed(&'a Algebra),
    /// Few elements, which repeat.
    Tables(&'a ParameterTables),
}

impl<'a> LargeParameters<'a> {
    pub fn of(
        cx: Context<'_>,
        large: Option<&'a Algebra>,
        small: Option<&'a ParameterTables>,
    ) -> Option<Self> {
        let large = large.filter(|_| is_computable(cx));
        large.map(Self::Computed).or(small.map(Self::Tables))
    }

    fn size(&self, sort: SortId) -> u32 {
        match self {
            LargeParameters::Computed(algebra) => algebra.size(sort),
            LargeParameters::Tables(tables) => tables.carriers[&sort],
        }
    }
}

/// Whether generated code can compute the tables: elements that are part of their own tables
/// can't be, and neither can tables that are indexed by numbers.
fn is_computable(cx: Context<'_>) -> bool {
    listed(cx).is_empty() && !indexed_by_numbers(cx)
}

/// The most elements that a test takes out of a sort.
const USED_ELEMENTS: u32 = 170;

/// A prime that divides no size.
const SCATTER: u32 = 211;

/// The parameters in Rust.
pub struct Large {
    /// What a failure says about them, and the tables.
    pub statics: Vec<Stmt>,
    pub functions: Vec<Function>,
    /// A reference to the tables.
    pub tables: Option<Expr>,
    /// Functions from numbers to elements.
    elements: Vec<(SortId, Ident)>,
}

impl Large {
    /// The function that makes elements of a sort.
    pub fn element(&self, sort: SortId) -> &Ident {
        let element = self.elements.iter().find(|(known, _)| *known == sort);
        element.map(|(_, name)| name).expect("there is one for each sort in use")
    }
}

pub fn large(
    cx: Context<'_>,
    parameters: &LargeParameters<'_>,
    sorts: &[SortId],
    names: &mut Names,
) -> Large {
    let mut statics = vec![described(cx, parameters)];
    let mut functions = Vec::new();
    let tables = has_tables(cx).then(|| {
        let word = snake_case(cx.names.tables.as_str()).to_uppercase();
        names.fresh(&word)
    });
    if let Some(name) = &tables {
        match parameters {
            LargeParameters::Tables(tables) => {
                let fields = table_literal(cx, tables, name);
                let value = Expr::Struct(cx.names.tables.clone(), fields);
                statics.push(Stmt::Static(name.clone(), tables_type(cx), value));
            }
            LargeParameters::Computed(algebra) => {
                let once = Fragment::new(format!("std::sync::OnceLock<{}>", cx.names.tables));
                let new = Expr::path(["std", "sync", "OnceLock", "new"]);
                statics.push(Stmt::Static(
                    name.clone(),
                    Type::Written(once),
                    new.called(Vec::new()),
                ));
                functions.push(computed(cx, algebra));
            }
        }
    }
    let tables = tables.map(|name| match parameters {
        LargeParameters::Tables(_) => Expr::name(name).reference(),
        LargeParameters::Computed(_) => {
            Expr::name(name).method("get_or_init", vec![Expr::name("tables")])
        }
    });
    let mut elements = Vec::new();
    for sort in sorts {
        let function = element(cx, parameters, *sort, tables.as_ref(), names);
        elements.push((*sort, function.name.clone()));
        functions.push(function);
    }
    Large { statics, functions, tables, elements }
}

/// `static MODEL: &[&str] = &["geq(a, b) is a >= b"];`
fn described(cx: Context<'_>, parameters: &LargeParameters<'_>) -> Stmt {
    let theory = cx.theory;
    let given = theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Parameter);
    let mut lines: Vec<String> = given
        .map(|(id, sort)| {
            let last = parameters.size(id).saturating_sub(1);
            format!("{} has the elements 0 to {last}", sort.name)
        })
        .collect();
    for op in tabled(cx) {
        let operation = &theory.ops[op];
        let letters = LETTERS[..operation.arguments.len()].join(", ");
        let call = format!("{}({letters})", operation.name);
        lines.push(match parameters {
            LargeParameters::Computed(algebra) => format!("{call} is {}", algebra.text(theory, op)),
            LargeParameters::Tables(_) => format!("{call} is as the table says"),
        });
    }
    let lines = Expr::Array(lines.into_iter().map(Expr::text).collect()).reference();
    Stmt::Static(Ident::new("MODEL"), Type::named("str").reference().slice(), lines)
}

/// `fn tables() -> TotalOrder`
fn computed(cx: Context<'_>, algebra: &Algebra) -> Function {
    let names = field_names(cx);
    let field = |op: OpId| (names[&op].clone(), rows(cx, algebra, op));
    let fields = tabled(cx).into_iter().map(field).collect();
    let value = Expr::Struct(cx.names.tables.clone(), fields);
    Function::new("tables", Vec::new(), Some(tables_type(cx))).with_body(vec![Stmt::Tail(value)])
}

/// `row(199, |a| truth_row(199, move |b| a >= b))`
fn rows(cx: Context<'_>, algebra: &Algebra, op: OpId) -> Expr {
    let operation = &cx.theory.ops[op];
    let text = Fragment::new(algebra.text(cx.theory, op));
    let last = operation.arguments.len().saturating_sub(1);
    let cell = match operation.result {
        Some(sort) if cx.is_int(sort) => Expr::Written(Fragment::new(format!("({text}) as i64"))),
        _ => Expr::Written(text.clone()),
    };
    let has_gaps = cx.sparse.contains(&op) && !operation.is_predicate();
    let cell = if has_gaps { cell.some() } else { cell };
    operation.arguments.iter().enumerate().rev().fold(cell, |inner, (place, sort)| {
        let letter = match text.mentions(LETTERS[place]) {
            true => Pattern::from(LETTERS[place]),
            false => Pattern::Wild,
        };
        let row = if operation.is_predicate() && place == last { "truth_row" } else { "row" };
        let closure =
            Expr::Closure { moves: place > 0, parameters: vec![letter], body: Box::new(inner) };
        Expr::call(row, vec![Expr::Int(i64::from(algebra.size(*sort))), closure])
    })
}

/// `fn orderable(number: usize) -> Orderable`
fn element(
    cx: Context<'_>,
    parameters: &LargeParameters<'_>,
    sort: SortId,
    tables: Option<&Expr>,
    names: &mut Names,
) -> Function {
    let size = i64::from(parameters.size(sort));
    let modulo = |factor: Option<u32>, size: i64| {
        let number = Expr::name("number");
        let number = match factor {
            Some(factor) => Expr::binary(number, "*", Expr::Int(i64::from(factor))),
            None => number,
        };
        Expr::binary(number, "%", Expr::Int(size))
    };
    let body = if cx.is_closure(sort) {
        let all: Vec<Expr> =
            (0..parameters.size(sort).min(2)).map(|it| closure_element(cx, sort, it)).collect();
        let place = modulo(None, all.len() as i64);
        let array = Type::Array(Box::new(cx.sort_type(sort)), all.len());
        let pattern = Pattern::Typed(Box::new("all".into()), array);
        vec![
            Stmt::Let(pattern, Expr::Array(all)),
            Stmt::Tail(Expr::Index(Box::new(Expr::name("all")), Box::new(place))),
        ]
    } else {
        // Neighbours would be much alike where there are many.
        let is_large = size / i64::from(USED_ELEMENTS) > 1;
        let mut arguments = vec![modulo(is_large.then_some(SCATTER), size)];
        if let Some(tables) = tables.filter(|_| knowing(cx).contains(&sort)) {
            arguments.push(tables.clone());
        }
        let new = Expr::Path(vec![cx.names.sort(sort), Ident::new("new")]);
        vec![Stmt::Tail(new.called(arguments))]
    };
    let name = names.fresh(&crate::rust::value_name(&cx.theory.sorts[sort].name));
    let number = Parameter::new("number", Type::named("usize"));
    Function::new(name, vec![number], Some(cx.sort_type(sort))).with_body(body)
}
