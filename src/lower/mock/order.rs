//! Orders and hashes of mocks: one specified relation, all of std's methods.

use super::answer::{method_body, methods_of};
use super::table::field_names;
use super::types::{MockMethod, RustHash, RustImpl};
use crate::lower::context::Context;
use crate::model::{Cell, ParameterTables, tuples};
use crate::refine::{Mock, ReturnShape, SortType, Yields, is_order};
use crate::rust::{Expr, Fragment, Integer, Pattern};
use crate::theory::{OpId, SortId};

/// Which comparison an operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Relation {
    fn is_strict(self) -> bool {
        matches!(self, Relation::Less | Relation::Greater)
    }
}

fn relation(method: &str) -> Option<Relation> {
    match method {
        "lt" | "is_lt" => Some(Relation::Less),
        "le" | "is_le" => Some(Relation::LessEqual),
        "gt" | "is_gt" => Some(Relation::Greater),
        "ge" | "is_ge" => Some(Relation::GreaterEqual),
        _ => None,
    }
}

const PARTIAL_CMP: &str = "fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering>";
const CMP: &str = "fn cmp(&self, other: &Self) -> std::cmp::Ordering";

/// `PartialOrd` and `Ord`, where the parameter is bounded by them or an operation is mapped to
/// them.
pub fn order_impls(cx: Context<'_>, sort: SortId, mock: &Mock) -> Vec<RustImpl> {
    let carried = carrier(cx, sort, mock);
    let bounded = |name: &str| {
        let own = mock.bounds.iter().any(|bound| std_trait(cx, &bound.path) == name);
        own || carried.is_none() && is_asked_for(cx, mock, name)
    };
    let total = bounded("Ord") || carried.is_some_and(|(_, _, total)| total);
    if !total && !bounded("PartialOrd") && carried.is_none() {
        return Vec::new();
    }
    let compare = carried.map(|(op, relation, _)| (op, relation));
    let implementation = |name: &str, method: MockMethod| RustImpl {
        trait_path: Some(Fragment::new(name)),
        associated: Vec::new(),
        methods: vec![method],
    };
    // No axiom speaks of the order, so any does, and not the one of the elements' numbers.
    let scrambled = |method: &str| {
        let text = format!("(self.id ^ 1).{method}(&(other.id ^ 1))");
        Expr::Written(Fragment::new(text))
    };
    if !total {
        let body = match compare {
            Some((op, relation)) => partial_comparison(cx, op, relation),
            None => scrambled("partial_cmp"),
        };
        return vec![implementation("PartialOrd", MockMethod::new(PARTIAL_CMP, body))];
    }
    let body = match compare {
        Some((op, relation)) => total_comparison(cx, op, relation, "self", "other"),
        None => scrambled("cmp"),
    };
    let canonical = Expr::name("self").method("cmp", vec![Expr::name("other")]).some();
    vec![
        implementation("PartialOrd", MockMethod::new(PARTIAL_CMP, canonical)),
        implementation("Ord", MockMethod::new(CMP, body)),
    ]
}

/// Whether a type under test with elements of the mock has a trait that it may have only if
/// they have it.
pub fn is_asked_for(cx: Context<'_>, mock: &Mock, name: &str) -> bool {
    cx.refinement.sorts.values().any(|sort_type| match sort_type {
        SortType::Subject(subject) => subject.has(name) && subject.rust_type.mentions(&mock.name),
        SortType::Mock(_) => false,
    })
}

/// Whether the orders of mocks, where they have any, are lawful: only the same elements compare
/// as equal, and the order is transitive. A specification need not say so.
pub fn is_lawful(cx: Context<'_>, tables: &ParameterTables) -> bool {
    cx.refinement.sorts.iter().all(|(sort, sort_type)| {
        let SortType::Mock(mock) = sort_type else { return true };
        let Some((op, relation, total)) = carrier(cx, *sort, mock) else { return true };
        let table = &tables.tables[&op];
        let related = |a: u32, b: u32| table.cell(&[a, b]) == Cell::Truth(true);
        let less = |a: u32, b: u32| related(a, b) && !related(b, a);
        let strict = relation.is_strict();
        let size = tables.carriers[sort];
        let pairs = tuples(&[size, size]).all(|pair| {
            let ways = (related(pair[0], pair[1]), related(pair[1], pair[0]));
            match ways {
                _ if pair[0] == pair[1] => ways == (!strict, !strict),
                (true, true) => false,
                (false, false) => !total,
                _ => true,
            }
        });
        let triples = tuples(&[size, size, size])
            .all(|it| !(less(it[0], it[1]) && less(it[1], it[2])) || less(it[0], it[2]));
        pairs && triples
    })
}

/// The name of the std trait that a path means, or nothing.
fn std_trait<'p>(cx: Context<'p>, path: &'p Fragment) -> &'p str {
    cx.refinement.std_trait(path).unwrap_or_default()
}

/// The operation that carries a mock's order, as which comparison, and whether the order is
/// total.
fn carrier(cx: Context<'_>, sort: SortId, mock: &Mock) -> Option<(OpId, Relation, bool)> {
    let methods = methods_of(cx, sort);
    let (op, path, method) = methods.iter().find(|(_, path, _)| is_order(std_trait(cx, path)))?;
    let via = match &cx.function(*op).yields {
        Yields::Value(ReturnShape { via: Some(via), .. }) => via.as_str(),
        _ => method,
    };
    let bounds = mock.bounds.iter().map(|bound| &bound.path);
    let total = bounds.chain([*path]).any(|path| std_trait(cx, path) == "Ord");
    Some((*op, relation(via)?, total))
}

/// The relation between two elements, in both directions.
fn directions(cx: Context<'_>, op: OpId, left: &str, right: &str) -> Expr {
    let field = &field_names(cx)[&op];
    let ask = |a: &str, b: &str| {
        let mut elements = [a, b].into_iter();
        let arguments = cx.theory.ops[op].arguments.iter().map(|sort| match cx.is_closure(*sort) {
            true => Expr::name("N"),
            false => Expr::name(elements.next().unwrap_or(b)).field("id"),
        });
        let arguments = arguments.collect();
        Expr::name(left).field("tables").method(field, arguments)
    };
    Expr::Tuple(vec![ask(left, right), ask(right, left)])
}

/// `match (forth, back) { (true, true) => both, … }`
fn matched(directions: Expr, [both, forth, back, neither]: [Expr; 4]) -> Expr {
    let pattern = |a, b| Pattern::Tuple(vec![Pattern::Bool(a), Pattern::Bool(b)]);
    let arms = vec![
        (pattern(true, true), both),
        (pattern(true, false), forth),
        (pattern(false, true), back),
        (pattern(false, false), neither),
    ];
    Expr::Match(Box::new(directions), arms)
}

fn ordering(name: &str) -> Expr {
    Expr::path(["std", "cmp", "Ordering", name])
}

/// What follows from a relation that holds in one direction only.
fn one_way(relation: Relation) -> [Expr; 2] {
    match relation {
        Relation::GreaterEqual | Relation::Greater => [ordering("Greater"), ordering("Less")],
        Relation::LessEqual | Relation::Less => [ordering("Less"), ordering("Greater")],
    }
}

fn partial_comparison(cx: Context<'_>, op: OpId, relation: Relation) -> Expr {
    let [forth, back] = one_way(relation).map(Expr::some);
    let same = Expr::binary(Expr::name("self"), "==", Expr::name("other"));
    let same = same.method("then_some", vec![ordering("Equal")]);
    let (both, neither) = match relation.is_strict() {
        true => (Expr::name("None"), same),
        false => (ordering("Equal").some(), Expr::name("None")),
    };
    matched(directions(cx, op, "self", "other"), [both, forth, back, neither])
}

fn total_comparison(
    cx: Context<'_>,
    op: OpId,
    relation: Relation,
    left: &str,
    right: &str,
) -> Expr {
    let [forth, back] = one_way(relation);
    let message = Expr::text("the specified order is not total");
    let not_total = Expr::Macro("panic".into(), vec![message]);
    let (both, neither) = match relation.is_strict() {
        true => (not_total, ordering("Equal")),
        false => (ordering("Equal"), not_total),
    };
    matched(directions(cx, op, left, right), [both, forth, back, neither])
}

/// The body of a closure that returns an `Ordering`.
pub fn ordering_body(cx: Context<'_>, op: OpId, shape: &ReturnShape) -> Expr {
    let function = cx.function(op);
    let named = function.parameters.iter().filter(|parameter| parameter.name != "this");
    let elements: Vec<&str> = named.map(|parameter| parameter.name.as_str()).collect();
    let via = shape.via.as_deref().and_then(relation);
    match (via, elements.as_slice()) {
        (Some(relation), [left, right, ..]) => total_comparison(cx, op, relation, left, right),
        _ => method_body(cx, op),
    }
}

/// The operation that gives the number for a hasher.
fn hash_operation(cx: Context<'_>, sort: SortId) -> Option<OpId> {
    let methods = methods_of(cx, sort);
    methods.iter().find(|(_, path, _)| std_trait(cx, path) == "Hash").map(|(op, _, _)| *op)
}

/// `self.tables.hash(self.id)`
fn hashed_number(cx: Context<'_>, op: OpId) -> Expr {
    let field = &field_names(cx)[&op];
    Expr::name("self").field("tables").method(field, vec![Expr::name("self").field("id")])
}

/// What `Hash` hands to the hasher, where an operation says it.
pub fn hash_value(cx: Context<'_>, sort: SortId) -> Option<RustHash> {
    let op = hash_operation(cx, sort)?;
    let Yields::Value(shape) = &cx.function(op).yields else { return None };
    let number = hashed_number(cx, op);
    Some(match shape.integer {
        Some(integer) if integer != Integer::I64 => {
            RustHash { rust_type: integer, value: number.cast(integer) }
        }
        _ => RustHash { rust_type: Integer::I64, value: number },
    })
}

/// `Hash`, where an operation says what an element hands to the hasher.
pub fn hash_impl(cx: Context<'_>, sort: SortId) -> Option<RustImpl> {
    let op = hash_operation(cx, sort)?;
    let hash = hashed_number(cx, op).method("hash", vec![Expr::name("state")]);
    let signature = "fn hash<H: std::hash::Hasher>(&self, state: &mut H)";
    let method = MockMethod { is_statement: true, ..MockMethod::new(signature, hash) };
    Some(RustImpl {
        trait_path: Some(Fragment::new("std::hash::Hash")),
        associated: Vec::new(),
        methods: vec![method],
    })
}
