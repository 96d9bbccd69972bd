//! Mock types for parameter sorts.
//!
//! An element answers from the tables of its model, through one function for each operation.

use super::answer::{inherent_methods, method_body, methods_of};
use super::order::{hash_impl, hash_value, is_asked_for, order_impls, ordering_body};
use super::table::{knowing, listed};
use super::types::{MockMethod, RustClosure, RustImpl, RustMock};
use crate::lower::context::Context;
use crate::lower::observe::plural;
use crate::refine::{Bound, Callee, Mock, SortType, Yields, is_order, is_std, std_operator};
use crate::rust::{Expr, Fragment, Ident};
use crate::theory::{OpId, SortId};

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
    let is = |path: &Fragment, name: &str| cx.refinement.std_trait(path) == Some(name);
    let bounded = |name: &str| mock.bounds.iter().any(|bound| is(&bound.path, name));
    let carried = |name: &str| methods_of(cx, sort).iter().any(|(_, path, _)| is(path, name));
    let made = cx.refinement.made.get(&sort);
    RustMock {
        name: cx.names.sort(sort),
        sort: cx.theory.sorts[sort].name.clone(),
        plural: plural(cx, sort),
        has_tables: knowing(cx).contains(&sort),
        default: bounded("Default") && !carried("Default"),
        display: bounded("Display") || bounded("ToString"),
        hashed: hash_value(cx, sort),
        collides: (bounded("Hash") || is_asked_for(cx, mock, "Hash")) && !carried("Hash"),
        listed: listed(cx).contains(&sort),
        impls: if mock.closure.is_some() { Vec::new() } else { impls(cx, sort, mock) },
        closure: mock.closure.as_ref().and_then(|_| lower_closure(cx, sort)),
        made: made.map(|made| (made.rust_type.clone(), made.closure.clone())),
    }
}

fn impls(cx: Context<'_>, sort: SortId, mock: &Mock) -> Vec<RustImpl> {
    let mut impls = order_impls(cx, sort, mock);
    impls.extend(hash_impl(cx, sort));
    let own = inherent_methods(cx, sort).into_iter();
    let own = own.map(|(op, name)| {
        let method = mock_method(cx, op, name);
        MockMethod { signature: Fragment::new(format!("pub {}", method.signature)), ..method }
    });
    let own: Vec<MockMethod> = own.collect();
    if !own.is_empty() {
        impls.push(RustImpl { trait_path: None, associated: Vec::new(), methods: own });
    }
    let methods = methods_of(cx, sort);
    let mut traits: Vec<(&str, Option<&Bound>)> = Vec::new();
    for bound in &mock.bounds {
        let meant = cx.refinement.std_trait(&bound.path);
        let known = meant.is_some_and(|name| is_std(name) && std_operator(name).is_none());
        if !known && !traits.iter().any(|(name, _)| bound.name == *name) {
            traits.push((&bound.name, Some(bound)));
        }
    }
    for (_, path, _) in &methods {
        let name = path.last_name();
        let meant = cx.refinement.std_trait(path);
        let done = meant.is_some_and(|name| is_order(name) || name == "Hash");
        if !done && !traits.iter().any(|(known, _)| *known == name) {
            traits.push((name, None));
        }
    }
    for (name, bound) in traits {
        let own: Vec<_> =
            methods.iter().filter(|(_, path, _)| path.last_name() == name).copied().collect();
        let path = match (bound, own.first()) {
            (Some(bound), _) => &bound.path,
            (None, Some((_, path, _))) => *path,
            (None, None) => continue,
        };
        impls.push(trait_impl(cx, path, bound, &own));
    }
    impls
}

fn mock_method(cx: Context<'_>, op: OpId, name: &Ident) -> MockMethod {
    let signature = cx.instantiate(&cx.function(op).signature);
    MockMethod::new(signature.named(name), method_body(cx, op))
}

fn trait_impl(
    cx: Context<'_>,
    path: &Fragment,
    bound: Option<&Bound>,
    own: &[(OpId, &Fragment, &Ident)],
) -> RustImpl {
    let associated = bound.map(|bound| bound.associated.as_slice()).unwrap_or_default();
    let mut associated: Vec<(Ident, Fragment)> =
        associated.iter().map(|(name, value)| (name.clone(), cx.instantiate(value))).collect();
    let name = path.last_name();
    let mut methods: Vec<MockMethod> =
        own.iter().map(|(op, _, method)| mock_method(cx, *op, method)).collect();
    let mut trait_path = cx.instantiate(path);
    if let Some((method, _)) = cx.refinement.std_trait(path).and_then(std_operator) {
        if associated.is_empty() {
            associated.push((Ident::new("Output"), Fragment::new("Self")));
        }
        if methods.is_empty() {
            let other = if matches!(name, "Neg" | "Not") { "" } else { ", _: Self" };
            let signature = format!("fn {method}(self{other}) -> Self");
            methods.push(MockMethod::new(signature, Expr::name("self")));
        }
        if !path.is_qualified() {
            trait_path = trait_path.within("std::ops");
        }
    }
    RustImpl { trait_path: Some(trait_path), associated, methods }
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
    let result =
        closure.output.as_ref().map_or(Fragment::new("()"), |output| cx.instantiate(output));
    let named = function.parameters.iter().filter(|parameter| parameter.name != "this");
    let names = named.map(|parameter| parameter.name.clone());
    let body = match &function.yields {
        Yields::Value(shape) if shape.via.is_some() => ordering_body(cx, *op, shape),
        _ => method_body(cx, *op),
    };
    Some(RustClosure {
        function: cx.names.closure(sort).clone(),
        rust_type: Fragment::function_type(&inputs, &result),
        parameters: names.zip(inputs).collect(),
        result,
        body,
    })
}
