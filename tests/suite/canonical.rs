//! What is rendered of a witness depends on the specification alone.
//!
//! The same axioms in another order are other clauses in another order, and the
//! solver finds other models first. Verdicts, parameter tables, assignments and
//! terms must stay the same.

use std::collections::BTreeMap;

use specgen::goal::{GoalOptions, goals};
use specgen::model::{Cell, Element};
use specgen::search::{Options, ScopeLimits, Verdict, search};
use specgen::theory::{SortKind, Theory};

use crate::example::shipped;

/// What a test is made of, or the name of the verdict.
#[derive(Debug, PartialEq, Eq)]
enum Rendered {
    Covered { tables: Vec<Vec<Cell>>, assignment: Vec<Element>, terms: Vec<String> },
    Impossible,
    NotFound,
    GaveUp,
}

fn rendered(theory: &Theory, scope: &str) -> BTreeMap<String, Rendered> {
    let goals = goals(theory, GoalOptions::default()).expect("shipped specifications are small");
    let scope = ScopeLimits::parse(scope, theory).expect("the scope names its sorts");
    let options = Options { scope, ..Options::default() };
    let outcomes = search(theory, &goals, &options, &mut |_| {}).expect("models are checked");
    let render = |verdict: Verdict| match verdict {
        Verdict::Covered(witness) => Rendered::Covered {
            tables: parameter_ops(theory).map(|op| witness.model.table(op).cells.clone()).collect(),
            terms: witness.terms.iter().map(|term| term.text(theory)).collect(),
            assignment: witness.assignment,
        },
        Verdict::Impossible(_) => Rendered::Impossible,
        Verdict::NotFound => Rendered::NotFound,
        Verdict::GaveUp(_) => Rendered::GaveUp,
    };
    let rows = goals.into_iter().zip(outcomes);
    rows.map(|(goal, outcome)| (goal.id(), render(outcome.verdict))).collect()
}

fn parameter_ops(theory: &Theory) -> impl Iterator<Item = specgen::theory::OpId> {
    let given = |sort| theory.sorts[sort].kind != SortKind::Constructed;
    theory
        .ops
        .iter()
        .filter(move |(_, op)| op.arguments.iter().chain(&op.result).all(|sort| given(*sort)))
        .map(|(id, _)| id)
}

/// The same theory with its axioms in reverse.
fn reversed(theory: &Theory) -> Theory {
    let mut reversed = theory.clone();
    let axioms: Vec<_> = theory.axioms.values().cloned().collect();
    reversed.axioms = axioms.into_iter().rev().collect();
    reversed
}

fn the_order_of_axioms_changes_nothing(file: &str, scope: &str) {
    let theory = shipped(&format!("{file}.spec"));
    let (one, other) = (rendered(&theory, scope), rendered(&reversed(&theory), scope));
    assert!(one.values().any(|goal| matches!(goal, Rendered::Covered { .. })));
    assert_eq!(one, other, "{file}");
}

#[test]
fn witnesses_of_closed_models_do_not_depend_on_the_order_of_axioms() {
    the_order_of_axioms_changes_nothing("sorted_set", "");
    the_order_of_axioms_changes_nothing("sorted_set", "SortedSet<=12,Orderable=3");
    the_order_of_axioms_changes_nothing("partially_ordered_set", "");
    the_order_of_axioms_changes_nothing("comparator_sorted_set", "");
    the_order_of_axioms_changes_nothing("union_set", "");
}

#[test]
fn witnesses_of_underspecified_types_do_not_depend_on_the_order_of_axioms() {
    the_order_of_axioms_changes_nothing("one_of_set", "");
}

#[test]
fn witnesses_of_fragments_do_not_depend_on_the_order_of_axioms() {
    the_order_of_axioms_changes_nothing("stack", "");
    the_order_of_axioms_changes_nothing("queue", "");
    the_order_of_axioms_changes_nothing("bag", "");
}
