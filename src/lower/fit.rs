//! Numbers that the type of a parameter does not have: the specification counts
//! below zero where an implementation may count in `usize`.

use super::context::Context;
use crate::arena::Id;
use crate::goal::Property;
use crate::model::GroundTerm;
use crate::refine::Parameter;
use crate::rust::Integer;
use crate::testcase::AbstractTest;
use crate::theory::{Calculated, Formula, OpId, Statement, Term};

/// Why the values of a test can't be handed over, if they can't. Only what the test
/// itself fixes is looked at: numbers that the implementation computes are not known
/// here.
pub fn unfit(cx: Context<'_>, test: &AbstractTest) -> Option<String> {
    let mut calls: Vec<(OpId, Vec<Option<i64>>)> = Vec::new();
    for term in &test.bindings {
        ground_calls(term, &mut calls);
    }
    if let Property::Stated(Statement::Domain(op)) = test.property() {
        calls.push((*op, numbers_of(&test.bindings)));
    }
    if let Some(axiom) = test.property().axiom(cx.theory) {
        let formula = &axiom.formula;
        let number = |term: &Term| number(term, &test.bindings);
        for atom in formula.atoms() {
            if let Formula::Predicate(op, terms) = atom {
                calls.push((*op, terms.iter().map(number).collect()));
            }
        }
        for term in formula.subterms() {
            if let Term::Apply(op, terms) = term {
                calls.push((*op, terms.iter().map(number).collect()));
            }
        }
    }
    calls.iter().find_map(|(op, numbers)| complaint(cx, *op, numbers))
}

/// Whether a value can be built with the types that the functions take.
pub fn fits_types(cx: Context<'_>, term: &GroundTerm) -> bool {
    let mut calls = Vec::new();
    ground_calls(term, &mut calls);
    let has_function = |op: &OpId| cx.refinement.functions.contains_key(op);
    calls.iter().all(|(op, numbers)| has_function(op) && complaint(cx, *op, numbers).is_none())
}

/// The calls that build a value, with the numbers among their arguments.
fn ground_calls(term: &GroundTerm, calls: &mut Vec<(OpId, Vec<Option<i64>>)>) {
    let GroundTerm::Apply(op, arguments) = term else { return };
    calls.push((*op, numbers_of(arguments)));
    arguments.iter().for_each(|argument| ground_calls(argument, calls));
}

/// The numbers among some values.
fn numbers_of(values: &[GroundTerm]) -> Vec<Option<i64>> {
    let number = |term: &GroundTerm| match term {
        GroundTerm::Int(number) => Some(*number),
        _ => None,
    };
    values.iter().map(number).collect()
}

/// The number that a term is, where variables and literals alone make it up.
fn number(term: &Term, bindings: &[GroundTerm]) -> Option<i64> {
    match term {
        Term::Int(number) => Some(*number),
        Term::Variable(variable) => match bindings.get(variable.index()) {
            Some(GroundTerm::Int(number)) => Some(*number),
            _ => None,
        },
        Term::Apply(..) => None,
        Term::Arithmetic(operator, left, right) => {
            let (left, right) = (number(left, bindings)?, number(right, bindings)?);
            match operator.apply(left, right) {
                Calculated::Number(number) => Some(number),
                Calculated::Undefined | Calculated::Overflow => None,
            }
        }
    }
}

fn complaint(cx: Context<'_>, op: OpId, numbers: &[Option<i64>]) -> Option<String> {
    let misfit = |(parameter, integer, (low, high)): (&Parameter, Integer, (i64, i64))| {
        let number = (*numbers.get(parameter.argument)?)?;
        let name = &cx.theory.ops[op].name;
        (!(low..=high).contains(&number))
            .then(|| format!("`{name}` takes a number of type `{integer}`, which {number} is not"))
    };
    cx.refinement.limited(cx.theory, op).find_map(misfit)
}
