//! How a mock's method gets its answer: from the table, in the form that the signature demands.

use std::collections::BTreeSet;

use super::table::{field_names, knowing, source};
use crate::lower::context::{Context, Taking};
use crate::lower::observe::plural;
use crate::refine::{Callee, Function, Passing, Wrapper, Yields};
use crate::rust::{Expr, Fragment, Ident, Integer, Pattern};
use crate::theory::{OpId, SortId, Term};

/// The operations of a sort's specification by trait path and method.
pub fn methods_of<'t>(cx: Context<'t>, sort: SortId) -> Vec<(OpId, &'t Fragment, &'t Ident)> {
    let spec = cx.theory.sorts[sort].spec;
    let own = cx.theory.own_ops(spec);
    let methods = own.filter_map(|(op, _)| match &cx.refinement.functions.get(&op)?.callee {
        Callee::Trait { path, method } => Some((op, path, method)),
        _ => None,
    });
    methods.collect()
}

/// The methods that no trait has: what the values are built of that others yield.
pub fn inherent_methods<'t>(cx: Context<'t>, sort: SortId) -> Vec<(OpId, &'t Ident)> {
    let own = cx.theory.own_ops(cx.theory.sorts[sort].spec);
    let methods = own.filter_map(|(op, _)| match &cx.refinement.functions.get(&op)?.callee {
        Callee::Method(name) => Some((op, name)),
        _ => None,
    });
    methods.collect()
}

/// The answer from the table, in the form that the signature demands.
pub fn method_body(cx: Context<'_>, op: OpId) -> Expr {
    let function = cx.function(op);
    let result = cx.theory.ops[op].result;
    if let (Yields::Value(shape), true) =
        (&function.yields, result.is_some_and(|it| cx.is_subject(it)))
    {
        return yielded(cx, op, function, shape.reference);
    }
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

/// The value that the specification builds from answers of the tables.
fn yielded(cx: Context<'_>, op: OpId, function: &Function, reference: bool) -> Expr {
    let asked = |part: OpId| {
        let arguments = function.parameters.iter().filter(|it| it.argument != 0).map(|it| {
            let value = Expr::name(&it.name);
            if it.passing == Passing::Value { value } else { Expr::prefix("*", value) }
        });
        match &cx.function(part).callee {
            Callee::Method(name) => Expr::name("self").method(name, arguments.collect()),
            _ => unreachable!("the parts of values are methods of the mock"),
        }
    };
    let mut value = None;
    for form in cx.theory.forms(op).into_iter().rev() {
        let own = built(cx, form.value, &asked);
        value = Some(match (value, form.test) {
            (Some(otherwise), Some(test)) => {
                let arms = vec![(Pattern::Bool(true), own), (Pattern::Bool(false), otherwise)];
                Expr::Match(Box::new(asked(test)), arms)
            }
            _ => own,
        });
    }
    let value = value.expect("an operation that yields values has a form of them");
    match reference {
        true => {
            Expr::path(["Box", "leak"]).called(vec![Expr::path(["Box", "new"]).called(vec![value])])
        }
        false => value,
    }
}

/// A constructor term as calls of adapters.
fn built(cx: Context<'_>, term: &Term, asked: &dyn Fn(OpId) -> Expr) -> Expr {
    let Term::Apply(op, arguments) = term else { unreachable!("forms of values are applications") };
    if !cx.theory.ops[*op].is_constructor() {
        return asked(*op);
    }
    let taken = arguments.iter().enumerate().map(|(place, argument)| {
        let value = built(cx, argument, asked);
        match cx.taking(*op, place) {
            Taking::Value => value,
            Taking::Reference => value.reference(),
            Taking::Factory => value.factory(),
        }
    });
    let call = Expr::call(cx.names.adapter(*op), taken.collect());
    match cx.theory.ops[*op].domain {
        Some(_) => call.method("expect", vec![Expr::text("the arguments are in the domain")]),
        None => call,
    }
}

/// The constructors of values that operations of parameters yield.
pub fn builders(cx: Context<'_>) -> BTreeSet<OpId> {
    let given = cx.theory.ops.iter().filter(|(_, op)| cx.theory.is_parameter(op.spec));
    let forms = given.flat_map(|(op, _)| cx.theory.forms(op));
    let parts = forms.flat_map(|form| form.value.subterms());
    let ops = parts.into_iter().filter_map(|term| match term {
        Term::Apply(op, _) => Some(*op),
        _ => None,
    });
    ops.filter(|op| cx.theory.ops[*op].is_constructor()).collect()
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
