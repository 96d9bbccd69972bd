//! Entries of sequences: `Vec`, and a function or a line of Rust for each operation.

use super::convert::SortTypes;
use super::place;
use crate::source::Span;
use crate::syntax::mapping_ast::{Entry, OperationBody};
use crate::theory::{Operation, SortId, SpecOrigin, Theory};

/// The sort of the elements of a sequence.
pub fn element(theory: &Theory, sort: SortId) -> Option<SortId> {
    let spec = theory.sorts[sort].spec;
    if theory.specs[spec].origin != SpecOrigin::Sequence {
        return None;
    }
    let add = theory.ops.values().find(|op| op.spec == spec && op.arguments.len() == 2)?;
    let mut others = theory.ops.values().filter(|op| op.spec == spec && op.is_constructor());
    let add = others.find(|op| op.arguments.len() == 2).unwrap_or(add);
    add.arguments.get(1).copied()
}

/// The entry of a sequence.
pub fn entry(theory: &Theory, sort: SortId, sorts: &SortTypes<'_>, span: Span) -> Entry {
    let spec = theory.sorts[sort].spec;
    let item = element(theory, sort).map_or(String::new(), |sort| sorts.text(sort));
    let own = theory.ops.values().filter(|op| op.spec == spec);
    let operation = |op: &Operation| {
        let (names, signature, body) = vec_function(&op.name)?;
        let names: Vec<Option<String>> =
            names.iter().map(|name| (*name != "self").then(|| (*name).to_owned())).collect();
        let signature = place::rust(signature.replace("Item", &item), op.span);
        let body = body.map(|body| place::rust(format!("{{ {body} }}"), op.span));
        let body = OperationBody::Function { signature, via: None, body };
        Some(place::operation(theory, op, &names, body, None, op.span))
    };
    place::entry(
        theory,
        sort,
        sorts.text(sort),
        own.filter_map(operation).collect(),
        &["Clone", "PartialEq"],
        span,
    )
}

/// What an operation on sequences is for a `Vec`: its arguments, the signature, and the body
/// where no method does the same for every number.
fn vec_function(
    operation: &str,
) -> Option<(&'static [&'static str], &'static str, Option<&'static str>)> {
    Some(match operation {
        "nil" => (&[], "fn new() -> Self", None),
        "add" => (&["self", "e"], "fn push(&mut self, e: Item)", None),
        "length" => (&["self"], "fn len(&self) -> usize", None),
        "get" => (&["self", "n"], "fn get(&self, n: usize) -> Option<&Item>", None),
        "has" => (&["self", "e"], "fn contains(&self, e: &Item) -> bool", None),
        "without" => {
            (&["self", "e"], "fn without(&mut self, e: Item)", Some("self.retain(|it| *it != e)"))
        }
        "concat" => (&["self", "other"], "fn extend(&mut self, other: Self)", None),
        "reverse" => (&["self"], "fn reverse(&mut self)", None),
        "prefix" => (
            &["self", "n"],
            "fn prefix(&mut self, n: i64)",
            Some("self.truncate(n.max(0) as usize)"),
        ),
        "suffix" => (
            &["self", "n"],
            "fn suffix(&mut self, n: i64)",
            Some("self.drain(..n.clamp(0, self.len() as i64) as usize);"),
        ),
        "insertAt" => (
            &["self", "n", "e"],
            "fn insert_at(&mut self, n: i64, e: Item)",
            Some("self.insert(n.clamp(0, self.len() as i64) as usize, e)"),
        ),
        "replaceAt" => (
            &["self", "n", "e"],
            "fn replace_at(&mut self, n: i64, e: Item)",
            Some("if (0..self.len() as i64).contains(&n) { self[n as usize] = e }"),
        ),
        "removeAt" => (
            &["self", "n"],
            "fn remove_at(&mut self, n: i64)",
            Some("if (0..self.len() as i64).contains(&n) { self.remove(n as usize); }"),
        ),
        _ => return None,
    })
}
