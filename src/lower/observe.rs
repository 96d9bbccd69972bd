//! The operations that observe a sort, and the arguments to observe with.

use std::collections::BTreeSet;

use super::context::{Comparison, Context};
use crate::goal::snake_case;
use crate::rust::value_name;
use crate::theory::{OpId, SortId, SortKind};

/// Numbers to pass to observers that take a number.
pub const NUMBERS: &str = "0..4";

/// The operations that distinguish values of a sort: those that take one such value beside
/// elements and numbers, do not construct, and are not left out.
pub fn observers(cx: Context<'_>, sort: SortId) -> Vec<OpId> {
    let simple = |argument: &SortId| {
        let kind = cx.theory.sorts[*argument].kind;
        kind == SortKind::Int || kind == SortKind::Parameter && !cx.is_closure(*argument)
    };
    let ops = cx.theory.ops.iter().filter(|(id, op)| {
        let own = op.arguments.iter().filter(|argument| **argument == sort).count();
        let mut others = op.arguments.iter().filter(|argument| **argument != sort);
        !op.is_constructor() && own == 1 && others.all(simple) && !cx.left_out.contains(id)
    });
    let ops = ops.map(|(id, _)| id);
    ops.filter(|op| cx.refinement.functions.contains_key(op)).collect()
}

/// The sorts whose elements observations of a sort run over, those of what observers return
/// included.
pub fn observed_elements(cx: Context<'_>, sort: SortId) -> Vec<SortId> {
    let mut reached = vec![sort];
    let mut elements = Vec::new();
    let mut next = 0;
    while let Some(sort) = reached.get(next).copied() {
        next += 1;
        for op in observers(cx, sort) {
            let op = &cx.theory.ops[op];
            for argument in op.arguments.iter().filter(|argument| **argument != sort) {
                if !cx.is_int(*argument) && !elements.contains(argument) {
                    elements.push(*argument);
                }
            }
            let by_observers = |result: &SortId| cx.equality(*result) == Comparison::Observers;
            let result = op.result.filter(by_observers);
            reached.extend(result.filter(|result| !reached.contains(result)));
        }
    }
    elements.sort_unstable();
    elements
}

/// Whether a comparison of two values asks one of these operations, of the values or of what
/// observers return.
pub fn asks(cx: Context<'_>, sort: SortId, ops: &BTreeSet<OpId>) -> bool {
    let mut reached = vec![sort];
    let mut next = 0;
    while let Some(sort) = reached.get(next).copied() {
        next += 1;
        for op in observers(cx, sort) {
            if ops.contains(&op) {
                return true;
            }
            let result = cx.theory.ops[op].result.filter(|_| goes_deeper(cx, op));
            reached.extend(result.filter(|result| !reached.contains(result)));
        }
    }
    false
}

/// Whether anything distinguishes two values of a sort.
pub fn is_observable(cx: Context<'_>, sort: SortId) -> bool {
    cx.equality(sort) != Comparison::Observers || !observers(cx, sort).is_empty()
}

/// Whether values of a sort are compared by observers of what observers return: each level
/// multiplies the work.
pub fn is_recursive(cx: Context<'_>, sort: SortId) -> bool {
    cx.is_subject(sort)
        && cx.equality(sort) == Comparison::Observers
        && observers(cx, sort).into_iter().any(|op| goes_deeper(cx, op))
}

/// Whether an observer returns values that are compared by observers themselves.
pub fn goes_deeper(cx: Context<'_>, op: OpId) -> bool {
    let result = cx.theory.ops[op].result;
    result.is_some_and(|sort| cx.is_subject(sort) && cx.equality(sort) == Comparison::Observers)
}

/// `orderables`
pub fn plural(cx: Context<'_>, sort: SortId) -> String {
    let word = snake_case(&cx.theory.sorts[sort].name);
    value_name(&if word.ends_with('s') { format!("{word}es") } else { format!("{word}s") })
}
