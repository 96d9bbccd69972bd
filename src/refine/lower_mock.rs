//! Mock types for parameter sorts.

use super::code::{Expr, Stmt};
use super::lower_order::{hash_impl, hash_value, is_asked_for, order_impls};
use super::lower_table::{field_names, knowing, listed, source};
use super::lower_term::Target;
use super::{
    Bound, Callee, Function, Mock, Outside, Passing, SortType, Wrapper, Yields, std_traits,
};
use crate::goal::snake_case;
use crate::theory::{OpId, SortId};

/// A mock type, or the functions that mock a closure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustMock {
    pub name: String,
    /// The sort's name in the specification.
    pub sort: String,
    /// `orderables`
    pub plural: String,
    pub has_tables: bool,
    pub default: bool,
    pub display: bool,
    /// Where an operation says what an element hands to a hasher.
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
    pub value: String,
}

/// `fn comparator<const N: usize>(e: &Element, f: &Element) -> Ordering`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustClosure {
    pub function: String,
    /// `fn(&Element, &Element) -> Ordering`
    pub rust_type: String,
    pub parameters: Vec<(String, String)>,
    pub result: String,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustImpl {
    pub trait_name: String,
    pub associated: Vec<(String, String)>,
    pub methods: Vec<MockMethod>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MockMethod {
    /// `fn greater_eq(&self, e: &Self) -> bool`
    pub signature: String,
    pub body: Vec<Stmt>,
}

/// `TOTAL_ORDER.orderables()` or `Element::all()`
pub fn element_expr(target: Target<'_>, sort: SortId) -> Expr {
    if knowing(target).contains(&sort) {
        let tables = snake_case(&target.names.tables).to_uppercase();
        Expr::text(tables).method(target.elements_name(sort), Vec::new())
    } else {
        Expr::call(format!("{}::all", target.names.sort(sort)), Vec::new())
    }
}

/// The mock of each parameter sort.
pub fn lower_mocks(target: Target<'_>) -> Vec<RustMock> {
    let sorts = target.refinement.sorts.iter();
    sorts
        .filter_map(|(sort, sort_type)| match sort_type {
            SortType::Mock(mock) => Some(lower_mock(target, *sort, mock)),
            SortType::Subject(_) => None,
        })
        .collect()
}

fn lower_mock(target: Target<'_>, sort: SortId, mock: &Mock) -> RustMock {
    let bounded = |name: &str| mock.bounds.iter().any(|bound| bound.name == name);
    let carried =
        |name: &str| methods_of(target, sort).iter().any(|(_, path, _)| trait_name(path) == name);
    RustMock {
        name: target.names.sort(sort).to_owned(),
        sort: target.theory.sorts[sort].name.clone(),
        plural: target.elements_name(sort),
        has_tables: knowing(target).contains(&sort),
        default: bounded("Default") && !carried("Default"),
        display: bounded("Display") || bounded("ToString"),
        hashed: hash_value(target, sort),
        collides: bounded("Hash") && !carried("Hash") && !is_asked_for(target, mock, "Hash"),
        listed: listed(target).contains(&sort),
        impls: if mock.closure.is_some() { Vec::new() } else { impls(target, sort, mock) },
        closure: mock.closure.as_ref().and_then(|_| lower_closure(target, sort)),
    }
}

/// The last name of a trait's path, without generics.
pub fn trait_name(path: &str) -> &str {
    let last = super::signature::last_segment(path);
    last.split('<').next().unwrap_or(last)
}

/// The operations of a sort's specification by trait path and method.
pub fn methods_of<'t>(target: Target<'t>, sort: SortId) -> Vec<(OpId, &'t str, &'t str)> {
    let spec = target.theory.sorts[sort].spec;
    let functions = target.refinement.functions.iter();
    functions
        .filter(|(op, _)| target.theory.ops[**op].spec == spec)
        .filter_map(|(op, function)| match &function.callee {
            Callee::Trait { path, method } => Some((*op, path.as_str(), method.as_str())),
            _ => None,
        })
        .collect()
}

fn impls(target: Target<'_>, sort: SortId, mock: &Mock) -> Vec<RustImpl> {
    let mut impls = order_impls(target, sort, mock);
    impls.extend(hash_impl(target, sort));
    let methods = methods_of(target, sort);
    let mut traits: Vec<(String, Option<&Bound>)> = Vec::new();
    for bound in &mock.bounds {
        let known = std_traits::is_std(&bound.name) && std_traits::operator(&bound.name).is_none();
        if !known && !traits.iter().any(|(name, _)| *name == bound.name) {
            traits.push((bound.name.clone(), Some(bound)));
        }
    }
    for (_, path, _) in &methods {
        let name = trait_name(path);
        let done = std_traits::is_order(name) || name == "Hash";
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
        impls.push(trait_impl(target, &path, bound, &own));
    }
    impls
}

fn trait_impl(
    target: Target<'_>,
    path: &str,
    bound: Option<&Bound>,
    own: &[(OpId, &str, &str)],
) -> RustImpl {
    let mut associated: Vec<(String, String)> = bound
        .map(|bound| bound.associated.clone())
        .unwrap_or_default()
        .into_iter()
        .map(|(name, value)| (name, target.names.instantiate(&value)))
        .collect();
    let name = trait_name(path);
    let mut methods: Vec<MockMethod> = own
        .iter()
        .map(|(op, _, method)| MockMethod {
            signature: format!(
                "fn {method}{}",
                target.names.instantiate(&target.function(*op).signature)
            ),
            body: method_body(target, *op),
        })
        .collect();
    let mut path = target.names.instantiate(path);
    if let Some((method, _)) = std_traits::operator(name) {
        if associated.is_empty() {
            associated.push(("Output".to_owned(), "Self".to_owned()));
        }
        if methods.is_empty() {
            let unary = matches!(name, "Neg" | "Not");
            let other = if unary { "" } else { ", _: Self" };
            methods.push(MockMethod {
                signature: format!("fn {method}(self{other}) -> Self"),
                body: vec![Stmt::Tail(Expr::text("self"))],
            });
        }
        if !path.contains("::") {
            path = format!("std::ops::{path}");
        }
    }
    RustImpl { trait_name: path, associated, methods }
}

/// The answer from the table, in the form that the signature asks for.
pub fn method_body(target: Target<'_>, op: OpId) -> Vec<Stmt> {
    let function = target.function(op);
    let tables = tables_expr(target, op, function);
    vec![Stmt::Tail(answer(target, op, function, tables))]
}

/// How a method gets at the tables.
fn tables_expr(target: Target<'_>, op: OpId, function: &Function) -> String {
    let Some(source) = source(target, op) else { return "current()".to_owned() };
    let parameter = function.parameters.iter().find(|parameter| parameter.argument == source);
    let name = parameter.map_or("self", |parameter| own_name(&parameter.name));
    format!("{name}.tables")
}

fn own_name(name: &str) -> &str {
    if name == "this" { "self" } else { name }
}

fn answer(target: Target<'_>, op: OpId, function: &Function, tables: String) -> Expr {
    let operation = &target.theory.ops[op];
    let id = |argument: usize| -> Expr {
        let parameter = function.parameters.iter().find(|parameter| parameter.argument == argument);
        let Some(parameter) = parameter else { return Expr::text("N") };
        let name = own_name(&parameter.name);
        match &parameter.integer {
            Some(integer) => {
                let value = match parameter.passing {
                    Passing::Value => Expr::text(name),
                    _ => Expr::prefix("*", Expr::text(name)),
                };
                if integer == "i64" { value } else { value.cast("i64") }
            }
            None if target.is_closure(operation.arguments[argument]) => Expr::text("N"),
            None => Expr::text(format!("{name}.id")),
        }
    };
    let arguments = (0..operation.arguments.len()).map(id).collect();
    let field = &field_names(target)[&op];
    let looked_up = Expr::text(&tables).method(field, arguments);
    let Yields::Value(shape) = &function.yields else { return looked_up };
    let value = match operation.result {
        None => looked_up,
        Some(sort) if target.is_int(sort) => match shape.integer.as_deref() {
            Some("i64") | None => looked_up,
            Some(integer) => looked_up.cast(integer),
        },
        Some(sort) if shape.reference => {
            let list = format!("{tables}.{}", target.elements_name(sort));
            Expr::prefix("&", Expr::Index(Box::new(Expr::text(list)), Box::new(looked_up)))
        }
        Some(sort) => {
            let mut fields = vec![("id".to_owned(), looked_up)];
            if knowing(target).contains(&sort) {
                fields.push(("tables".to_owned(), Expr::text(tables)));
            }
            Expr::Struct(target.names.sort(sort).to_owned(), fields)
        }
    };
    match (shape.wrapper, function.outside) {
        (Wrapper::Plain, _) => value,
        (Wrapper::Option, Outside::Nowhere) => value.some(),
        (Wrapper::Option, _) => value.some(),
        (Wrapper::Result, _) => Expr::call("Ok", vec![value]),
    }
}

/// The function that stands for each element of a closure sort.
fn lower_closure(target: Target<'_>, sort: SortId) -> Option<RustClosure> {
    let spec = target.theory.sorts[sort].spec;
    let mut functions = target.refinement.functions.iter();
    let (op, function) = functions.find(|(op, function)| {
        target.theory.ops[**op].spec == spec && function.callee == Callee::Closure
    })?;
    let Some(SortType::Mock(mock)) = target.refinement.sorts.get(&sort) else { return None };
    let closure = mock.closure.as_ref()?;
    let inputs: Vec<String> =
        closure.inputs.iter().map(|input| target.names.instantiate(input)).collect();
    let result = closure.output.as_deref().map(|output| target.names.instantiate(output));
    let result = result.unwrap_or_else(|| "()".to_owned());
    let named = function.parameters.iter().filter(|parameter| parameter.name != "this");
    let parameters: Vec<(String, String)> =
        named.map(|parameter| parameter.name.clone()).zip(inputs.clone()).collect();
    let body = match &function.yields {
        Yields::Value(shape) if shape.via.is_some() => {
            super::lower_order::ordering_body(target, *op, shape)
        }
        _ => method_body(target, *op),
    };
    Some(RustClosure {
        function: target.names.closures[&sort].clone(),
        rust_type: format!("fn({}) -> {result}", inputs.join(", ")),
        parameters,
        result,
        body,
    })
}
