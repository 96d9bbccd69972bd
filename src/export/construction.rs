//! No junk: constructors reach every element of a constructed sort.

use super::names::START;
use super::print::block;
use super::translator::Translation;
use crate::theory::{OpId, Operation, SortId, SortKind, Theory};

/// Whether some constructor takes constructed arguments in addition to the one that it extends.
/// Then reachability is not enough, since two elements could be built from each other;
/// constructions must follow a well-founded order.
pub fn needs_order(theory: &Theory) -> bool {
    let constructors = theory.ops.values().filter(|op| op.is_constructor());
    constructors.into_iter().any(|op| {
        let continues = op.arguments.first() == op.result.as_ref();
        let others = &op.arguments[usize::from(continues)..];
        others.iter().any(|sort| theory.sorts[*sort].kind == SortKind::Constructed)
    })
}

pub fn facts(context: &Translation) -> Vec<String> {
    let sorts = context.theory.sorts.iter();
    let constructed = sorts.filter(|(_, sort)| sort.kind == SortKind::Constructed);
    constructed.map(|(sort, _)| fact(context, sort)).collect()
}

/// `SortedSet in (start.empty).*{x: SortedSet, y: x.insert[Orderable]}`
fn fact(context: &Translation, sort: SortId) -> String {
    let name = &context.names.sorts[sort];
    let (mut begun, mut continued) = (Vec::new(), Vec::new());
    for (id, op) in context.theory.constructors(sort) {
        match context.home(id) {
            None => begun.push(results(context, id, op, START, "x")),
            Some(_) => continued.push(results(context, id, op, "x", "y")),
        }
    }
    let begun = begun.join(" + ");
    let body = match continued[..] {
        [] => format!("  {name} in {begun}\n"),
        _ => format!("  {name} in ({begun}).*{{x: {name}, y: {}}}\n", continued.join(" + ")),
    };
    block(&format!("fact {name}Construction"), &body, "")
}

/// The results of a constructor on all arguments. If constructions follow an order, only on
/// arguments that precede the result.
fn results(
    context: &Translation,
    id: OpId,
    op: &Operation,
    receiver: &str,
    result: &str,
) -> String {
    let field = &context.names.ops[id];
    let arguments = &op.arguments[usize::from(receiver != START)..];
    let sort = |sort: &SortId| context.names.sorts[*sort].as_str();
    let all: String = arguments.iter().map(|id| format!("[{}]", sort(id))).collect();
    let is_constructed = |id: &SortId| context.theory.sorts[*id].kind == SortKind::Constructed;
    if !needs_order(context.theory) || !op.arguments.iter().any(is_constructed) {
        return format!("{receiver}.{field}{all}");
    }
    let mut before: Vec<String> = arguments
        .iter()
        .enumerate()
        .filter(|(_, sort)| is_constructed(sort))
        .map(|(index, _)| format!("precedes[a{index}, {result}]"))
        .collect();
    if receiver != START {
        before.insert(0, format!("precedes[{receiver}, {result}]"));
    }
    let before = before.join(" and ");
    if arguments.is_empty() {
        return format!("{{{result}: {receiver}.{field} | {before}}}");
    }
    let declared = arguments.iter().enumerate();
    let declared: Vec<String> =
        declared.map(|(index, id)| format!("a{index}: {}", sort(id))).collect();
    let given: String = (0..arguments.len()).map(|index| format!("[a{index}]")).collect();
    format!(
        "{{{result}: {receiver}.{field}{all} | some {} | {result} = {receiver}.{field}{given} \
         and {before}}}",
        declared.join(", ")
    )
}
