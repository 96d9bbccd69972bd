//! The call of the function that a mapping gives for an operation.
//!
//! Only adapters make such calls. Whether the function is a method, takes references, wants a
//! `usize` or returns an `Option` is settled here.

use super::context::Context;
use crate::refine::{Callee, Function, Parameter, Passing, ReturnShape, Wrapper, std_operator};
use crate::rust::{Expr, Fragment, Ident, Integer, Type};
use crate::theory::OpId;

/// An argument of a call: a local of the adapter.
#[derive(Clone, Debug)]
pub struct Argument {
    pub value: Expr,
    /// Whether the local is a reference already.
    pub borrowed: bool,
}

impl Argument {
    pub fn owned(name: &Ident) -> Self {
        Self { value: Expr::name(name), borrowed: false }
    }

    pub fn borrowed(name: &Ident) -> Self {
        Self { value: Expr::name(name), borrowed: true }
    }
}

/// The call itself, whatever it returns. Arguments come in the order of the operation.
pub fn invocation(cx: Context<'_>, op: OpId, arguments: &[Argument]) -> Expr {
    let function = cx.function(op);
    let is_method = matches!(function.callee, Callee::Method(_) | Callee::Closure);
    let mut passed: Vec<Expr> = Vec::new();
    for (place, parameter) in function.parameters.iter().enumerate() {
        let argument = &arguments[parameter.argument];
        passed.push(match is_method && place == 0 {
            true => argument.value.clone(),
            false => pass(parameter, argument),
        });
    }
    match &function.callee {
        Callee::Method(name) => {
            let receiver = passed.remove(0);
            receiver.method(name, passed)
        }
        Callee::Closure => {
            let closure = passed.remove(0);
            closure.called(passed)
        }
        Callee::Associated(name) => Expr::Path(vec![own_type(cx, op), name.clone()]).called(passed),
        Callee::Path(path) => Expr::Written(cx.instantiate(path)).called(passed),
        Callee::Body(_) => Expr::call(cx.names.written(op), passed),
        Callee::Trait { path, method } => trait_call(cx, op, path, method, passed),
        Callee::Definition(_) => unreachable!("its adapter calls nothing of the type"),
    }
}

fn pass(parameter: &Parameter, argument: &Argument) -> Expr {
    let value = argument.value.clone();
    match parameter.passing {
        Passing::Value => value,
        _ if argument.borrowed => value,
        Passing::Shared => value.reference(),
        Passing::Mutable => Expr::prefix("&mut ", value),
    }
}

fn own_type(cx: Context<'_>, op: OpId) -> Ident {
    cx.own_sort(op).map_or_else(|| Ident::new("Self"), |sort| cx.names.sort(sort))
}

/// `a >= b` where Rust has an operator, `Trait::method(&a, &b)` elsewhere.
fn trait_call(
    cx: Context<'_>,
    op: OpId,
    path: &Fragment,
    method: &Ident,
    mut arguments: Vec<Expr>,
) -> Expr {
    let name = cx.refinement.std_trait(path).unwrap_or_default();
    if let (Some(symbol), 2) = (operator_symbol(name, method), arguments.len()) {
        let right = arguments.pop().map(unborrowed).expect("there are two arguments");
        let left = arguments.pop().map(unborrowed).expect("there are two arguments");
        return Expr::binary(left, symbol, right);
    }
    if let ("Hash", Some(value)) = (name, arguments.first()) {
        // The number that the element hands to a hasher.
        return unborrowed(value.clone()).method("hash_value", Vec::new());
    }
    let plain = path.without_arguments();
    let function = match cx.theory.ops[op].arguments.is_empty() {
        true => cx.instantiate(&plain).member_for(&own_type(cx, op), method),
        false => plain.member(method),
    };
    Expr::Written(function).called(arguments)
}

fn operator_symbol(trait_name: &str, method: &str) -> Option<&'static str> {
    let comparison = match method {
        "lt" => Some("<"),
        "le" => Some("<="),
        "gt" => Some(">"),
        "ge" => Some(">="),
        _ => None,
    };
    match std_operator(trait_name) {
        Some((known, symbol)) if known == method => Some(symbol),
        _ => comparison.filter(|_| trait_name == "PartialOrd"),
    }
}

fn unborrowed(value: Expr) -> Expr {
    match value {
        Expr::Prefix("&", inner) => *inner,
        other => other,
    }
}

/// Locals of the integer types that the function takes: name, converted value. Numbers of a
/// partial operation that the type does not have are outside of its domain.
pub fn narrow_parameters(function: &Function) -> impl Iterator<Item = (&Parameter, Integer)> {
    let integers = function.parameters.iter().filter_map(|one| Some((one, one.integer?)));
    integers.filter(|(_, integer)| *integer != Integer::I64)
}

/// A plain result as a value of the operation's sort.
pub fn unshaped(cx: Context<'_>, op: OpId, shape: &ReturnShape, call: Expr) -> Expr {
    if let Some(method) = &shape.via {
        let name = Ident::new("order");
        return match shape.wrapper {
            Wrapper::Plain => call.method(method, Vec::new()),
            _ => {
                let truth = Expr::name(&name).method(method, Vec::new());
                call.method("is_some_and", vec![truth.closure(vec![(&name).into()])])
            }
        };
    }
    let Some(sort) = cx.theory.ops[op].result else { return call };
    let call = match shape.wrapper {
        // The domain condition holds, so there is a value.
        Wrapper::Option | Wrapper::Result => call.method("unwrap", Vec::new()),
        Wrapper::Plain => call,
    };
    let value = match (shape.reference, cx.is_subject(sort)) {
        (true, true) => call.method("clone", Vec::new()),
        (true, false) => Expr::prefix("*", call),
        (false, _) => call,
    };
    match shape.integer {
        Some(integer) if integer != Integer::I64 => value.cast(Integer::I64),
        _ => value,
    }
}

/// An `Option` or a `Result` as an `Option` of a value of the operation's sort.
pub fn unshaped_option(cx: Context<'_>, op: OpId, shape: &ReturnShape, call: Expr) -> Expr {
    let call = match shape.wrapper {
        Wrapper::Result => call.method("ok", Vec::new()),
        _ => call,
    };
    let subject = cx.theory.ops[op].result.is_some_and(|sort| cx.is_subject(sort));
    let value = match (shape.reference, subject) {
        (true, true) => call.method("cloned", Vec::new()),
        (true, false) => call.method("copied", Vec::new()),
        (false, _) => call,
    };
    match shape.integer {
        Some(integer) if integer != Integer::I64 => {
            let name = Ident::new("number");
            let cast = Expr::Cast(Box::new(Expr::name(&name)), Type::named("i64"));
            value.method("map", vec![cast.closure(vec![(&name).into()])])
        }
        _ => value,
    }
}
