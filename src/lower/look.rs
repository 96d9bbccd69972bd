//! Calls that look at a value and may still change it.
//!
//! An observer on `&mut self` may leave something behind, such as a shorter path in a forest, and so
//! may one on `&self` where the type changes behind references. That shows at later calls only. So
//! sequences also take these calls as steps. For the specification they are further operations,
//! `find'(U, E) = U`: the value stays what it was.

use super::adapter;
use super::context::{Context, Taking};
use crate::arena::Id;
use crate::execute::{self, Conclusion, LOOK, Pattern, Program, Rule};
use crate::refine::{Callee, Passing, Yields};
use crate::rust::{Function, Names};
use crate::theory::{OpId, OperationClass};

/// A further operation of a program.
#[derive(Clone, Debug)]
pub struct Look {
    /// The observer.
    pub op: OpId,
    /// The argument that it looks at.
    pub place: usize,
}

/// The looks of all types under test.
pub fn looks(cx: Context<'_>) -> Vec<Look> {
    let place = |op| looked_at(cx, op).map(|place| Look { op, place });
    cx.theory.ops.ids().filter_map(place).collect()
}

/// The argument that an observer may change. An operation that shares the function of another one
/// is that one's answer, as `sent` is the answer of `send`.
fn looked_at(cx: Context<'_>, op: OpId) -> Option<usize> {
    let operation = &cx.theory.ops[op];
    let function = cx.refinement.functions.get(&op)?;
    let is_own = match &function.callee {
        Callee::Method(_) | Callee::Associated(_) | Callee::Path(_) => {
            let mut others = cx.refinement.functions.iter().filter(|(other, _)| **other != op);
            others.all(|(_, other)| other.callee != function.callee)
        }
        _ => false,
    };
    let looks = matches!(operation.class, OperationClass::Observer | OperationClass::Other);
    if !is_own
        || !looks
        || operation.answer.is_some()
        || !matches!(function.yields, Yields::Value(_))
    {
        return None;
    }
    let receiver = function.parameters.iter().find(|one| {
        let sort = operation.arguments[one.argument];
        cx.is_subject(sort)
            && operation.result != Some(sort)
            && match one.passing {
                Passing::Mutable => true,
                Passing::Shared => changes_behind_references(cx, sort),
                Passing::Value => false,
            }
    });
    let place = receiver?.argument;
    let mut others = (0..operation.arguments.len()).filter(|other| *other != place);
    others.all(|other| cx.taking(op, other) != Taking::Factory).then_some(place)
}

/// Whether some function changes a value of a sort through `&self`.
fn changes_behind_references(cx: Context<'_>, sort: crate::theory::SortId) -> bool {
    cx.refinement.functions.iter().any(|(op, function)| match function.yields {
        Yields::Argument { argument, .. } => {
            let mut parameters = function.parameters.iter();
            let changed = parameters.find(|parameter| parameter.argument == argument);
            cx.theory.ops[*op].arguments[argument] == sort
                && changed.is_some_and(|changed| changed.passing == Passing::Shared)
        }
        Yields::Value(_) => false,
    })
}

/// Adds looks to a program, behind all operations that it has.
pub fn add(program: &mut Program, looks: &[Look]) {
    for look in looks {
        let observer = program.ops[look.op.index()].clone();
        let count = observer.arguments.len();
        let name = format!("{}{LOOK}", observer.name);
        program.axioms.push(execute::Axiom {
            label: format!("{}_changes_nothing", observer.name),
            text: "an observer leaves the value as it is".to_owned(),
            place: "sequences".to_owned(),
        });
        program.rules.push(Rule {
            axiom: program.axioms.len() - 1,
            op: program.ops.len(),
            variables: count,
            head: (0..count).map(Pattern::Variable).collect(),
            steps: Vec::new(),
            conclusion: Conclusion::Term(execute::Expr::Variable(look.place)),
            is_ordered: false,
            is_last_resort: false,
        });
        program.ops.push(execute::Operation {
            name,
            result: Some(observer.arguments[look.place]),
            is_constructor: false,
            rules: vec![program.rules.len() - 1],
            ..observer
        });
    }
}

/// The functions that look, in the order of the looks.
pub fn functions(cx: Context<'_>, looks: &[Look], names: &mut Names) -> Vec<Function> {
    let functions = looks.iter().map(|look| {
        let name = names.fresh(&format!("after_{}", cx.names.adapter(look.op)));
        adapter::look(cx, look.op, look.place, name)
    });
    functions.collect()
}
