//! How a mock's method gets its answer: from the table, in the form that the signature demands.

use super::table::{field_names, knowing, source};
use crate::lower::context::Context;
use crate::lower::observe::plural;
use crate::refine::{Callee, Function, Passing, Wrapper, Yields};
use crate::rust::{Expr, Fragment, Ident, Integer};
use crate::theory::{OpId, SortId};

/// The operations of a sort's specification by trait path and method.
pub fn methods_of<'t>(cx: Context<'t>, sort: SortId) -> Vec<(OpId, &'t Fragment, &'t Ident)> {
    let spec = cx.theory.sorts[sort].spec;
    let functions = cx.refinement.functions.iter();
    let own = functions.filter(|(op, _)| cx.theory.ops[**op].spec == spec);
    let methods = own.filter_map(|(op, function)| match &function.callee {
        Callee::Trait { path, method } => Some((*op, path, method)),
        _ => None,
    });
    methods.collect()
}

/// The answer from the table, in the form that the signature demands.
pub fn method_body(cx: Context<'_>, op: OpId) -> Expr {
    let function = cx.function(op);
    answer(cx, op, function, tables_expr(cx, op, function))
}

/// How a method reaches the tables.
fn tables_expr(cx: Context<'_>, op: OpId, function: &Function) -> Expr {
    let Some(source) = source(cx, op) else { return Expr::call("current", Vec::new()) };
    let parameter = function.parameters.iter().find(|parameter| parameter.argument == source);
    let name = parameter.map_or("self", |parameter| own_name(&parameter.name));
    Expr::name(name).field("tables")
}

fn own_name(name: &str) -> &str {
    if name == "this" { "self" } else { name }
}

fn answer(cx: Context<'_>, op: OpId, function: &Function, tables: Expr) -> Expr {
    let operation = &cx.theory.ops[op];
    let id = |argument: usize| -> Expr {
        let parameter = function.parameters.iter().find(|parameter| parameter.argument == argument);
        let Some(parameter) = parameter else { return Expr::name("N") };
        let name = Expr::name(own_name(&parameter.name));
        match parameter.integer {
            Some(integer) => {
                let value = match parameter.passing {
                    Passing::Value => name,
                    _ => Expr::prefix("*", name),
                };
                if integer == Integer::I64 { value } else { value.cast("i64") }
            }
            None if cx.is_closure(operation.arguments[argument]) => Expr::name("N"),
            None => name.field("id"),
        }
    };
    let arguments = (0..operation.arguments.len()).map(id).collect();
    let field = &field_names(cx)[&op];
    let looked_up = tables.clone().method(field, arguments);
    let Yields::Value(shape) = &function.yields else { return looked_up };
    let value = match operation.result {
        None => looked_up,
        Some(sort) if cx.is_int(sort) => match shape.integer {
            Some(Integer::I64) | None => looked_up,
            Some(integer) => looked_up.cast(integer),
        },
        Some(sort) if shape.reference => {
            let list = tables.field(plural(cx, sort));
            Expr::Index(Box::new(list), Box::new(looked_up)).reference()
        }
        Some(sort) => {
            let mut fields = vec![(Ident::new("id"), looked_up)];
            if knowing(cx).contains(&sort) {
                fields.push((Ident::new("tables"), tables));
            }
            Expr::Struct(cx.names.sort(sort), fields)
        }
    };
    match shape.wrapper {
        Wrapper::Plain => value,
        Wrapper::Option => value.some(),
        Wrapper::Result => Expr::call("Ok", vec![value]),
    }
}
