//! Which atoms an axiom defines, and when.
//!
//! Reading: the conclusion of an axiom speaks of an atom `A`. Where the axiom can't hold with
//! `A` false, `A` is true; where it can't hold with `A` true, `A` is false:
//!
//! ```text
//! A := true   if not axiom[A := false]
//! A := false  if not axiom[A := true]
//! ```
//!
//! So `p(x) if q` gives `p(x) := true if q`, and `t = u when c else v` gives `t := u if c`
//! and `t := v if not c`. `p(x) iff f if q` gives both answers at once: `p(x) := f if q`.
//! Other atoms that speak of the head itself can't help to evaluate it and are left out, but
//! for one case: `t = u or t = v` gives `t := u if u = v`, because with `t != u` and `u = v`
//! neither side holds. Values of constructed sorts are not compared for that: it would cost
//! more than all the rest. Nor are recursive calls where the head takes any arguments: that of
//! `n(I) = 0 when I >= 8 else 1 + n(I + 1)` has no end where the condition makes it needless.

use super::logic::{assume, atoms, not, sides, subterms, without};
use super::orient::orientations;
use super::reading::Reading;
use super::translate::formula;
use crate::execute::{Conclusion, Expr, Formula, Program, SortKind};
use crate::theory;

/// The readings of the atoms in an axiom's conclusion.
pub(super) fn definitions(axiom: &theory::Formula, program: &Program) -> Vec<Reading> {
    let (conclusion, premise) = match axiom {
        theory::Formula::If { conclusion, premise } => (&**conclusion, formula(premise)),
        whole => (whole, Formula::Constant(true)),
    };
    let conclusion = formula(conclusion);
    if let Some(reading) = equivalence(&conclusion, &premise) {
        return vec![reading];
    }
    let whole = formula(axiom);
    let heads = defined_atoms(&conclusion);
    heads.into_iter().flat_map(|atom| read(&whole, atom, program, true)).collect()
}

/// `p(x) iff f if premise`, where `f` does not speak of `p(x)`.
fn equivalence(conclusion: &Formula, premise: &Formula) -> Option<Reading> {
    let (holds, inner) = match conclusion {
        Formula::Not(inner) => (false, &**inner),
        other => (true, other),
    };
    let Formula::Iff(left, right) = inner else { return None };
    let Formula::Predicate(op, arguments) = &**left else { return None };
    if atoms(right).into_iter().any(|atom| mentions(atom, &Head::Predicate(left))) {
        return None;
    }
    let value = if holds { (**right).clone() } else { not((**right).clone()) };
    Some(Reading {
        op: *op,
        arguments: arguments.clone(),
        guard: premise.clone(),
        conclusion: Conclusion::Formula(value),
        is_last_resort: false,
    })
}

/// The atoms that a conclusion is about: the first one of an equivalence, all of a
/// conjunction, and of a disjunction the first, with others of the same left side.
fn defined_atoms(conclusion: &Formula) -> Vec<&Formula> {
    match conclusion {
        Formula::Constant(_) => Vec::new(),
        Formula::Not(inner) => match &**inner {
            Formula::And(..) => alternatives(inner).into_iter().take(1).collect(),
            inner => defined_atoms(inner),
        },
        Formula::And(left, right) => {
            let mut all = defined_atoms(left);
            all.extend(defined_atoms(right));
            all
        }
        Formula::Or(..) => {
            let all = alternatives(conclusion);
            let first = all.first().copied();
            let alike = |atom: &&Formula| first.is_some_and(|first| same_left(first, atom));
            all.into_iter().filter(alike).collect()
        }
        Formula::Iff(left, right) => match &**left {
            Formula::Predicate(..) | Formula::Not(_) | Formula::Iff(..) => defined_atoms(left),
            _ => {
                let mut all = defined_atoms(left);
                all.extend(defined_atoms(right));
                all
            }
        },
        atom => vec![atom],
    }
}

/// The first atom of each side of a disjunction: what `t = u when c else v` is about.
fn alternatives(formula: &Formula) -> Vec<&Formula> {
    match formula {
        Formula::Or(left, right) => {
            let mut all = alternatives(left);
            all.extend(alternatives(right));
            all
        }
        Formula::And(left, _) => alternatives(left),
        other => defined_atoms(other),
    }
}

fn same_left(one: &Formula, other: &Formula) -> bool {
    match (one, other) {
        (Formula::Equal(one, _), Formula::Equal(other, _)) => one == other,
        _ => one == other,
    }
}

/// The call that a reading evaluates.
enum Head<'f> {
    Predicate(&'f Formula),
    Term(&'f Expr),
}

/// Whether an atom speaks of the call.
fn mentions(atom: &Formula, head: &Head<'_>) -> bool {
    match head {
        Head::Predicate(predicate) => atom == *predicate,
        Head::Term(term) => sides(atom).into_iter().flat_map(subterms).any(|it| it == *term),
    }
}

/// Whether a call has values of a constructed sort.
fn is_constructed(call: &Expr, program: &Program) -> bool {
    let Expr::Apply(op, _) = call else { return false };
    let result = program.ops[*op].result;
    result.is_some_and(|sort| program.sorts[sort].kind == SortKind::Constructed)
}

/// Whether a call of any arguments has a call of its operation as a result.
fn is_recursive(call: &Expr, results: [&Expr; 2]) -> bool {
    let Expr::Apply(op, arguments) = call else { return false };
    let calls = |term: &Expr| matches!(term, Expr::Apply(called, _) if called == op);
    let takes_any = arguments.iter().all(|argument| matches!(argument, Expr::Variable(_)));
    takes_any && results.into_iter().flat_map(subterms).any(calls)
}

/// The readings of one atom.
pub(super) fn read(
    axiom: &Formula,
    atom: &Formula,
    program: &Program,
    is_primary: bool,
) -> Vec<Reading> {
    let guard = |truth: bool, head: &Head<'_>, result: Option<&Expr>| {
        let forced = not(assume(axiom, atom, !truth));
        without(&forced, &|other| mentions(other, head), &|other| match (other, head, result) {
            (Formula::Equal(left, right), Head::Term(head), Some(result))
                if left == *head
                    && !is_constructed(head, program)
                    && !is_recursive(head, [result, right]) =>
            {
                Some(not(Formula::Equal(result.clone(), right.clone())))
            }
            _ => None,
        })
    };
    let mut readings = Vec::new();
    match atom {
        Formula::Predicate(op, arguments) => {
            for truth in [true, false] {
                readings.push(Reading {
                    op: *op,
                    arguments: arguments.clone(),
                    guard: guard(truth, &Head::Predicate(atom), None),
                    conclusion: Conclusion::Truth(truth),
                    is_last_resort: !is_primary,
                });
            }
        }
        Formula::Equal(left, right) => {
            for orientation in orientations(left, right, program) {
                let Expr::Apply(op, arguments) = orientation.head else { continue };
                if orientation.is_primary != is_primary && is_primary {
                    continue;
                }
                readings.push(Reading {
                    op: *op,
                    arguments: arguments.clone(),
                    guard: guard(true, &Head::Term(orientation.head), Some(orientation.result)),
                    conclusion: Conclusion::Term(orientation.result.clone()),
                    is_last_resort: !is_primary,
                });
            }
        }
        _ => {}
    }
    readings.retain(|reading| reading.guard != Formula::Constant(false));
    readings
}
