//! Mock types for parameter sorts.
//!
//! An element answers from the tables of its model, through one function for each operation.

use super::order::{hash_impl, hash_value, is_asked_for, order_impls, ordering_body};
use super::table::{field_names, knowing, listed, source};
use crate::lower::context::Context;
use crate::lower::observe::plural;
use crate::refine::{
    Bound, Callee, Function, Mock, Passing, SortType, Wrapper, Yields, is_order, is_std,
    std_operator, trait_name,
};
use crate::rust::{Expr, Fragment, Ident};
use crate::theory::{OpId, SortId};

/// A mock type, or the functions that mock a closure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustMock {
    pub name: Ident,
    /// The sort's name in the specification.
    pub sort: String,
    /// `orderables`
    pub plural: String,
    pub has_tables: bool,
    pub default: bool,
    pub display: bool,
    /// Where an operation gives the number that an element hands to a hasher.
    pub hashed: Option<RustHash>,
    /// Whether different elements are to have the same hash.
    pub collides: bool,
    pub listed: bool,
    pub impls: Vec<RustImpl>,
    pub closure: Option<RustClosure>,
}

/// The number that an element hands to a hasher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustHash {
    /// The integer type that the mapping gives it.
    pub rust_type: String,
    /// `self.tables.hash(self.id) as u64`
    pub value: Expr,
}

/// `fn comparator<const N: usize>(e: &Element, f: &Element) -> Ordering`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustClosure {
    pub function: Ident,
    /// `fn(&Element, &Element) -> Ordering`
    pub rust_type: Fragment,
    pub parameters: Vec<(Ident, Fragment)>,
    pub result: Fragment,
    pub body: Expr,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustImpl {
    pub trait_path: Fragment,
    /// Associated types.
    pub associated: Vec<(String, Fragment)>,
    pub methods: Vec<MockMethod>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MockMethod {
    /// `fn greater_eq(&self, e: &Self) -> bool`
    pub signature: Fragment,
    pub body: Expr,
    /// Whether the method is called for its effect.
    pub is_statement: bool,
}

impl MockMethod {
    pub fn new(signature: impl Into<String>, body: Expr) -> Self {
        Self { signature: Fragment::new(signature), body, is_statement: false }
    }
}

/// The mock of each parameter sort.
pub fn mocks(cx: Context<'_>) -> Vec<RustMock> {
    let sorts = cx.refinement.sorts.iter();
    let mocked = sorts.filter_map(|(sort, sort_type)| match sort_type {
        SortType::Mock(mock) => Some(lower_mock(cx, *sort, mock)),
        SortType::Subject(_) => None,
    });
    mocked.collect()
}

fn lower_mock(cx: Context<'_>, sort: SortId, mock: &Mock) -> RustMock {
    let bounded = |name: &str| mock.bounds.iter().any(|bound| bound.name == name);
    let carried =
        |name: &str| methods_of(cx, sort).iter().any(|(_, path, _)| trait_name(path) == name);
    RustMock {
        name: cx.names.sort(sort),
        sort: cx.theory.sorts[sort].name.clone(),
        plural: plural(cx, sort),
        has_tables: knowing(cx).contains(&sort),
        default: bounded("Default") && !carried("Default"),
        display: bounded("Display") || bounded("ToString"),
        hashed: hash_value(cx, sort),
        collides: bounded("Hash") && !carried("Hash") && !is_asked_for(cx, mock, "Hash"),
        listed: listed(cx).contains(&sort),
        impls: if mock.closure.is_some() { Vec::new() } else { impls(cx, sort, mock) },
        closure: mock.closure.as_ref().and_then(|_| lower_closure(cx, sort)),
    }
}

/// The operations of a sort's specification by trait path and method.
pub fn methods_of<'t>(cx: Context<'t>, sort: SortId) -> Vec<(OpId, &'t str, &'t str)> {
    let spec = cx.theory.sorts[sort].spec;
    let functions = cx.refinement.functions.iter();
    let own = functions.filter(|(op, _)| cx.theory.ops[**op].spec == spec);
    let methods = own.filter_map(|(op, function)| match &function.callee {
        Callee::Trait { path, method } => Some((*op, path.as_str(), method.as_str())),
        _ => None,
    });
    methods.collect()
}

fn impls(cx: Context<'_>, sort: SortId, mock: &Mock) -> Vec<RustImpl> {
    let mut impls = order_impls(cx, sort, mock);
    impls.extend(hash_impl(cx, sort));
    let methods = methods_of(cx, sort);
    let mut traits: Vec<(String, Option<&Bound>)> = Vec::new();
    for bound in &mock.bounds {
        let known = is_std(&bound.name) && std_operator(&bound.name).is_none();
        if !known && !traits.iter().any(|(name, _)| *name == bound.name) {
            traits.push((bound.name.clone(), Some(bound)));
        }
    }
    for (_, path, _) in &methods {
        let name = trait_name(path);
        let done = is_order(name) || name == "Hash";
        if !done && !traits.iter().any(|(known, _)| known == name) {
            traits.push((name.to_owned(), None));
        }
    }
    for (name, bound) in traits {
        let own: Vec<_> =
            methods.iter().filter(|(_, path, _)| trait_name(path) == name).copied().collect();
        let path = match (bound, own.first()) {
            (Some(bound), _) => bound.text.clone(),
            (None, Some((_, path, _))) => (*path).to_owned(),
            (None, None) => name.clone(),
        };
        impls.push(trait_impl(cx, &path, bound, &own));
    }
    impls
}

fn trait_impl(
    cx: Context<'_>,
    path: &str,
    bound: Option<&Bound>,
    own: &[(OpId, &str, &str)],
) -> RustImpl {
    let associated = bound.map(|bound| bound.associated.as_slice()).unwrap_or_default();
    let mut associated: Vec<(String, Fragment)> =
        associated.iter().map(|(name, value)| (name.clone(), cx.instantiate(value))).collect();
    let name = trait_name(path);
    let method = |(op, _, method): &(OpId, &str, &str)| {
        let signature = cx.instantiate(&cx.function(*op).signature);
        MockMethod::new(format!("fn {method}{signature}"), method_body(cx, *op))
    };
    let mut methods: Vec<MockMethod> = own.iter().map(method).collect();
    let mut trait_path = cx.instantiate(path);
    if let Some((method, _)) = std_operator(name) {
        if associated.is_empty() {
            associated.push(("Output".to_owned(), Fragment::new("Self")));
        }
        if methods.is_empty() {
            let other = if matches!(name, "Neg" | "Not") { "" } else { ", _: Self" };
            let signature = format!("fn {method}(self{other}) -> Self");
            methods.push(MockMethod::new(signature, Expr::name("self")));
        }
        if !path.contains("::") {
            trait_path = Fragment::new(format!("std::ops::{trait_path}"));
        }
    }
    RustImpl { trait_path, associated, methods }
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
        match &parameter.integer {
            Some(integer) => {
                let value = match parameter.passing {
                    Passing::Value => name,
                    _ => Expr::prefix("*", name),
                };
                if integer == "i64" { value } else { value.cast("i64") }
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
        Some(sort) if cx.is_int(sort) => match shape.integer.as_deref() {
            Some("i64") | None => looked_up,
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

/// The function that stands for each element of a closure sort.
fn lower_closure(cx: Context<'_>, sort: SortId) -> Option<RustClosure> {
    let spec = cx.theory.sorts[sort].spec;
    let mut functions = cx.refinement.functions.iter();
    let (op, function) = functions.find(|(op, function)| {
        cx.theory.ops[**op].spec == spec && function.callee == Callee::Closure
    })?;
    let Some(SortType::Mock(mock)) = cx.refinement.sorts.get(&sort) else { return None };
    let closure = mock.closure.as_ref()?;
    let inputs: Vec<Fragment> = closure.inputs.iter().map(|input| cx.instantiate(input)).collect();
    let result = cx.instantiate(closure.output.as_deref().unwrap_or("()"));
    let named = function.parameters.iter().filter(|parameter| parameter.name != "this");
    let names = named.map(|parameter| Ident::new(&parameter.name));
    let listed: Vec<String> = inputs.iter().map(Fragment::to_string).collect();
    let body = match &function.yields {
        Yields::Value(shape) if shape.via.is_some() => ordering_body(cx, *op, shape),
        _ => method_body(cx, *op),
    };
    Some(RustClosure {
        function: cx.names.closure(sort).clone(),
        rust_type: Fragment::new(format!("fn({}) -> {result}", listed.join(", "))),
        parameters: names.zip(inputs).collect(),
        result,
        body,
    })
}
