//! Which other atoms of an axiom can be read.
//!
//! Reading: `not isOpen(C) if isIdle(C)` also says `not isIdle(C) if isOpen(C)`. Every atom of
//! an axiom, and every side of an equation, that no definition reads is read in this way, as
//! a last resort, where that builds no new state: every constructed value that the reading
//! mentions is part of its head. Otherwise `isIdle(drained(C)) iff isIdle(C)` would evaluate
//! `isIdle(C)` by `isIdle(drained(C))`, and so on without end.

use super::definition::{definitions, read};
use super::logic::{atoms, subterms, subterms_of};
use super::reading::Reading;
use super::translate::formula;
use crate::execute::{Conclusion, Expr, Program, SortKind};
use crate::theory;

pub(super) fn contrapositives(axiom: &theory::Formula, program: &Program) -> Vec<Reading> {
    let whole = formula(axiom);
    let known = definitions(axiom, program);
    let is_known = |reading: &Reading| {
        known.iter().any(|it| it.op == reading.op && it.arguments == reading.arguments)
    };
    let readings = atoms(&whole).into_iter().flat_map(|atom| read(&whole, atom, program, false));
    readings.filter(|reading| !is_known(reading) && builds_no_state(reading, program)).collect()
}

fn builds_no_state(reading: &Reading, program: &Program) -> bool {
    if program.ops[reading.op].is_constructor {
        return false;
    }
    let head: Vec<&Expr> = reading.arguments.iter().flat_map(subterms).collect();
    let mut mentioned = subterms_of(&reading.guard);
    match &reading.conclusion {
        Conclusion::Term(term) => mentioned.extend(subterms(term)),
        Conclusion::Formula(value) => mentioned.extend(subterms_of(value)),
        Conclusion::Truth(_) => {}
    }
    let is_state = |expr: &&Expr| match expr {
        Expr::Apply(op, _) => program.ops[*op]
            .result
            .is_some_and(|sort| program.sorts[sort].kind == SortKind::Constructed),
        _ => false,
    };
    mentioned.into_iter().filter(is_state).all(|state| head.contains(&state))
}
