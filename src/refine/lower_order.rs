//! Orders and hashes of mocks: one specified relation, all of std's methods.

use super::code::{Expr, Stmt};
use super::lower_mock::{MockMethod, RustHash, RustImpl, method_body, methods_of, trait_name};
use super::lower_term::Target;
use super::tokens::mentions;
use super::{Mock, Shape, SortType, Yields, std_traits};
use crate::model::{Cell, ParameterTables, tuples};
use crate::theory::{OpId, SortId};

/// Which comparison an operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
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

/// `PartialOrd` and `Ord`, where the parameter is bounded by them or an operation
/// is mapped to them.
pub fn order_impls(target: Target<'_>, sort: SortId, mock: &Mock) -> Vec<RustImpl> {
    let carried = carrier(target, sort, mock);
    let bounded = |name: &str| {
        let own = mock.bounds.iter().any(|bound| bound.name == name);
        own || carried.is_none() && is_asked_for(target, mock, name)
    };
    let total = bounded("Ord") || carried.is_some_and(|(_, _, total)| total);
    if !total && !bounded("PartialOrd") && carried.is_none() {
        return Vec::new();
    }
    let compare = carried.map(|(op, relation, _)| (op, relation));
    let partial = "fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering>";
    let method = |signature: &str, body| MockMethod { signature: signature.to_owned(), body };
    let implementation = |trait_name: &str, methods| RustImpl {
        trait_name: trait_name.to_owned(),
        associated: Vec::new(),
        methods,
    };
    if !total {
        let body = match compare {
            Some((op, relation)) => partial_comparison(target, op, relation),
            None => vec![Stmt::Tail(Expr::text("(self.id ^ 1).partial_cmp(&(other.id ^ 1))"))],
        };
        return vec![implementation("PartialOrd", vec![method(partial, body)])];
    }
    let body = match compare {
        Some((op, relation)) => total_comparison(target, op, relation, "self", "other"),
        None => vec![Stmt::Tail(Expr::text("(self.id ^ 1).cmp(&(other.id ^ 1))"))],
    };
    let canonical = vec![Stmt::Tail(Expr::text("Some(self.cmp(other))"))];
    vec![
        implementation("PartialOrd", vec![method(partial, canonical)]),
        implementation(
            "Ord",
            vec![method("fn cmp(&self, other: &Self) -> std::cmp::Ordering", body)],
        ),
    ]
}

/// Whether a type under test with elements of the mock has a trait that it may have only
/// if they have it.
pub fn is_asked_for(target: Target<'_>, mock: &Mock, name: &str) -> bool {
    target.refinement.sorts.values().any(|sort_type| match sort_type {
        SortType::Subject(subject) => {
            subject.has(name) && mentions(&subject.rust_type, &mock.generic)
        }
        SortType::Mock(_) => false,
    })
}

/// Whether the mocks' orders, where they have any, are ones: only the same elements
/// compare as equal, and what is less than a lesser one is less. A specification need
/// not say so.
pub fn is_lawful(target: Target<'_>, mocks: &ParameterTables) -> bool {
    target.refinement.sorts.iter().all(|(sort, sort_type)| {
        let SortType::Mock(mock) = sort_type else { return true };
        let Some((op, relation, total)) = carrier(target, *sort, mock) else { return true };
        let table = &mocks.tables[&op];
        let related = |a: u32, b: u32| table.cell(&[a, b]) == Cell::Truth(true);
        let less = |a: u32, b: u32| related(a, b) && !related(b, a);
        let strict = matches!(relation, Relation::Less | Relation::Greater);
        let size = mocks.carriers[sort];
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

/// The operation that carries a mock's order, as which comparison, and whether the order
/// is total.
fn carrier(target: Target<'_>, sort: SortId, mock: &Mock) -> Option<(OpId, Relation, bool)> {
    let methods = methods_of(target, sort);
    let (op, path, method) =
        methods.iter().find(|(_, path, _)| std_traits::is_order(trait_name(path)))?;
    let via = match &target.function(*op).yields {
        Yields::Value(Shape { via: Some(via), .. }) => via.as_str(),
        _ => method,
    };
    let bounds = mock.bounds.iter().map(|bound| bound.name.as_str());
    let total = bounds.chain([trait_name(path)]).any(|name| name == "Ord");
    Some((*op, relation(via)?, total))
}

/// The relation between two elements, in both directions.
fn directions(target: Target<'_>, op: OpId, left: &str, right: &str) -> [Expr; 2] {
    let field = super::names::value_name(&target.theory.ops[op].name);
    let ask = |a: &str, b: &str| {
        let mut arguments: Vec<Expr> = Vec::new();
        let mut elements = [a, b].into_iter();
        for sort in &target.theory.ops[op].arguments {
            arguments.push(match target.is_closure(*sort) {
                true => Expr::text("N"),
                false => Expr::text(format!("{}.id", elements.next().unwrap_or(b))),
            });
        }
        Expr::text(format!("{left}.tables")).method(&field, arguments)
    };
    [ask(left, right), ask(right, left)]
}

fn matched(directions: [Expr; 2], arms: [(&str, Expr); 4]) -> Vec<Stmt> {
    let [forth, back] = directions;
    let arms = arms.into_iter().map(|(pattern, value)| (format!("({pattern})"), value));
    vec![Stmt::Tail(Expr::Match(Box::new(Expr::Tuple(vec![forth, back])), arms.collect()))]
}

const EQUAL: &str = "std::cmp::Ordering::Equal";
const LESS: &str = "std::cmp::Ordering::Less";
const GREATER: &str = "std::cmp::Ordering::Greater";

fn partial_comparison(target: Target<'_>, op: OpId, relation: Relation) -> Vec<Stmt> {
    let directions = directions(target, op, "self", "other");
    let same = "(self == other).then_some(std::cmp::Ordering::Equal)";
    let (only_forth, only_back) = match relation {
        Relation::GreaterEqual | Relation::Greater => {
            ("Some(std::cmp::Ordering::Greater)", "Some(std::cmp::Ordering::Less)")
        }
        Relation::LessEqual | Relation::Less => {
            ("Some(std::cmp::Ordering::Less)", "Some(std::cmp::Ordering::Greater)")
        }
    };
    let strict = matches!(relation, Relation::Less | Relation::Greater);
    let neither = Expr::text(if strict { same } else { "None" });
    let both = Expr::text(if strict { "None" } else { "Some(std::cmp::Ordering::Equal)" });
    matched(
        directions,
        [
            ("true, true", both),
            ("true, false", Expr::text(only_forth)),
            ("false, true", Expr::text(only_back)),
            ("false, false", neither),
        ],
    )
}

fn total_comparison(
    target: Target<'_>,
    op: OpId,
    relation: Relation,
    left: &str,
    right: &str,
) -> Vec<Stmt> {
    let directions = directions(target, op, left, right);
    let (only_forth, only_back) = match relation {
        Relation::GreaterEqual | Relation::Greater => (GREATER, LESS),
        Relation::LessEqual | Relation::Less => (LESS, GREATER),
    };
    let strict = matches!(relation, Relation::Less | Relation::Greater);
    let message = Expr::text("\"the specified order is not total\"");
    let not_total = Expr::Macro("panic", vec![message]);
    let equal = Expr::text(EQUAL);
    let (both, neither) = if strict { (not_total, equal) } else { (equal, not_total) };
    matched(
        directions,
        [
            ("true, true", both),
            ("true, false", Expr::text(only_forth)),
            ("false, true", Expr::text(only_back)),
            ("false, false", neither),
        ],
    )
}

/// The body of a closure that returns an `Ordering`.
pub fn ordering_body(target: Target<'_>, op: OpId, shape: &Shape) -> Vec<Stmt> {
    let function = target.function(op);
    let elements: Vec<&str> = function
        .parameters
        .iter()
        .filter(|parameter| parameter.name != "this")
        .map(|parameter| parameter.name.as_str())
        .collect();
    let via = shape.via.as_deref().and_then(relation);
    match (via, elements.as_slice()) {
        (Some(relation), [left, right, ..]) => total_comparison(target, op, relation, left, right),
        _ => method_body(target, op),
    }
}

/// What `Hash` hands to the hasher, where an operation says it.
pub fn hash_value(target: Target<'_>, sort: SortId) -> Option<RustHash> {
    let methods = methods_of(target, sort);
    let (op, _, _) = methods.iter().find(|(_, path, _)| trait_name(path) == "Hash")?;
    let Yields::Value(shape) = &target.function(*op).yields else { return None };
    let field = super::names::value_name(&target.theory.ops[*op].name);
    let number = format!("self.tables.{field}(self.id)");
    match &shape.integer {
        Some(integer) if integer != "i64" => {
            Some(RustHash { rust_type: integer.clone(), value: format!("{number} as {integer}") })
        }
        _ => Some(RustHash { rust_type: "i64".to_owned(), value: number }),
    }
}

/// `Hash`, where an operation says what an element hands to the hasher.
pub fn hash_impl(target: Target<'_>, sort: SortId) -> Option<RustImpl> {
    let methods = methods_of(target, sort);
    let (op, _, _) = methods.iter().find(|(_, path, _)| trait_name(path) == "Hash")?;
    let field = super::names::value_name(&target.theory.ops[*op].name);
    let number = Expr::text("self.tables").method(field, vec![Expr::text("self.id")]);
    let hash = number.method("hash", vec![Expr::text("state")]);
    Some(RustImpl {
        trait_name: "std::hash::Hash".to_owned(),
        associated: Vec::new(),
        methods: vec![MockMethod {
            signature: "fn hash<H: std::hash::Hasher>(&self, state: &mut H)".to_owned(),
            body: vec![Stmt::Expr(hash)],
        }],
    })
}
