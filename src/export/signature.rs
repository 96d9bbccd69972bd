//! Sorts as signatures, operations as fields.

use super::construction::needs_order;
use super::names::{ANY, NUMBER, START};
use super::numbers::Numbers;
use super::print::block;
use super::translator::Translation;
use crate::theory::{OpId, SortId, SortKind};

/// The modules that the model opens.
pub fn opens(numbers: &Numbers) -> Vec<String> {
    let mut text = "open util/boolean as BOOLEAN\n".to_owned();
    if numbers.range.is_some() {
        text += "open util/integer as INTEGER\n";
    }
    vec![text]
}

pub fn signatures(context: &Translation) -> Vec<String> {
    let mut parts = number_range(context.numbers);
    if needs_order(context.theory) {
        parts.push(construction_order());
    }
    parts.push(signature(context, "one sig", START, None));
    for (id, sort) in context.theory.sorts.iter() {
        let name = &context.names.sorts[id];
        match sort.kind {
            SortKind::Int => {}
            SortKind::Parameter => parts.push(signature(context, "some sig", name, Some(id))),
            SortKind::Constructed if needs_order(context.theory) => {
                let name = format!("{name} extends {ANY}");
                parts.push(signature(context, "sig", &name, Some(id)));
            }
            SortKind::Constructed => parts.push(signature(context, "sig", name, Some(id))),
        }
    }
    parts
}

/// The range of variables and results. `Int` itself is larger, so that sums are exact.
fn number_range(numbers: &Numbers) -> Vec<String> {
    let Some(range) = numbers.range else { return Vec::new() };
    let signature = format!("sig {NUMBER} in Int {{}}\n");
    let body = format!("  {NUMBER} = {{n: Int | {} <= n and n <= {}}}\n", range.low, range.high);
    vec![signature + &block(&format!("fact {NUMBER}Range"), &body, "")]
}

/// The Analyzer finds the order in which elements are built.
fn construction_order() -> String {
    let fact = block("fact ConstructionOrder", &format!("  no a: {ANY} | a in a.^earlier\n"), "");
    let precedes = format!("pred precedes [x, y: {ANY}] {{ x in y.earlier }}\n");
    format!("abstract sig {ANY} {{ earlier: set {ANY} }}\n{fact}{precedes}")
}

fn signature(context: &Translation, kind: &str, name: &str, sort: Option<SortId>) -> String {
    let ops = context.theory.ops.ids().filter(|op| context.home(*op) == sort);
    let fields: Vec<String> = ops.map(|op| format!("  {}", field(context, op))).collect();
    if fields.is_empty() {
        return format!("{kind} {name} {{}}\n");
    }
    block(&format!("{kind} {name}"), &format!("{}\n", fields.join(",\n")), "")
}

/// `insert: Orderable -> one SortedSet`
fn field(context: &Translation, id: OpId) -> String {
    let op = &context.theory.ops[id];
    let skipped = usize::from(context.home(id).is_some());
    let arguments: Vec<&str> =
        op.arguments[skipped..].iter().map(|sort| context.names.sorts[*sort].as_str()).collect();
    let arguments = match arguments[..] {
        [] => String::new(),
        [argument] => format!("{argument} -> "),
        _ => format!("({}) -> ", arguments.join(" -> ")),
    };
    let may_be_none = op.domain.is_some() || context.may_leave(op);
    let multiplicity = if may_be_none { "lone" } else { "one" };
    let result = op.result.map_or("BOOLEAN/Bool", |sort| &context.names.sorts[sort]);
    format!("{}: {arguments}{multiplicity} {result}", context.names.ops[id])
}
