//! Values as terms.

use super::code::{Code, is_value, to_int};
use super::machine::Machine;
use crate::arena::Id;
use crate::execute::SortKind;
use crate::model::GroundTerm;
use crate::theory::{OpId, SortId, Theory};

/// The canonical term of a value, with operations and elements as a theory names them.
pub fn text(machine: &Machine<'_>, theory: &Theory, sort: usize, code: Code) -> String {
    let mut text = String::new();
    // Terms nest as deeply as values have steps, so the stack of the process is not used.
    let mut open = vec![Piece::Value(sort, code)];
    while let Some(piece) = open.pop() {
        match piece {
            Piece::Text(sign) => text.push_str(sign),
            Piece::Value(sort, code) => match machine.program.sorts[sort].kind {
                SortKind::Int => text.push_str(&to_int(code).to_string()),
                SortKind::Given => {
                    text.push_str(&theory.element_text(SortId::from_index(sort), code));
                }
                SortKind::Constructed => {
                    let form = machine.stores[sort].form(code);
                    let operation = &machine.program.ops[form.op];
                    text.push_str(&operation.name);
                    text.push('(');
                    open.push(Piece::Text(")"));
                    for (place, sort) in operation.arguments.iter().enumerate().rev() {
                        open.push(Piece::Value(*sort, form.arguments[place]));
                        if place > 0 {
                            open.push(Piece::Text(", "));
                        }
                    }
                }
            },
        }
    }
    text
}

enum Piece {
    Value(usize, Code),
    Text(&'static str),
}

/// The canonical term as a tree.
pub fn ground(machine: &Machine<'_>, sort: usize, code: Code) -> GroundTerm {
    match machine.program.sorts[sort].kind {
        SortKind::Int => GroundTerm::Int(to_int(code)),
        SortKind::Given => GroundTerm::Element(SortId::from_index(sort), code),
        SortKind::Constructed => {
            let form = machine.stores[sort].form(code);
            let sorts = machine.program.ops[form.op].arguments.iter();
            let parts = sorts.zip(form.arguments).map(|(sort, code)| ground(machine, *sort, code));
            GroundTerm::Apply(OpId::from_index(form.op), parts.collect())
        }
    }
}

/// What an observation says, as text.
pub fn result(machine: &Machine<'_>, theory: &Theory, op: usize, code: Code) -> String {
    if !is_value(code) {
        return match code {
            super::code::UNDEFINED => "undefined",
            _ => "not determined",
        }
        .to_owned();
    }
    match machine.program.ops[op].result {
        None => (code == 1).to_string(),
        Some(sort) => text(machine, theory, sort, code),
    }
}

/// By sort, which elements the canonical term of a value mentions.
pub fn elements(machine: &Machine<'_>, sort: usize, code: Code) -> Vec<Vec<bool>> {
    let sizes = machine.algebra.sizes.iter();
    let mut used: Vec<Vec<bool>> = sizes.map(|size| vec![false; *size as usize]).collect();
    let mut open = vec![(sort, code)];
    while let Some((sort, code)) = open.pop() {
        match machine.program.sorts[sort].kind {
            SortKind::Int => {}
            SortKind::Given => used[sort][code as usize] = true,
            SortKind::Constructed => {
                let form = machine.stores[sort].form(code);
                let sorts = machine.program.ops[form.op].arguments.iter();
                open.extend(sorts.copied().zip(form.arguments));
            }
        }
    }
    used
}
