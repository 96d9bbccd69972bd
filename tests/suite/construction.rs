//! Witnesses of construction goals, and what mocks need of every witness.

use specgen::goal::{Goal, GoalKind, GoalOptions, goals};
use specgen::model::{Cell, Witness};
use specgen::search::{Options, Verdict, search};
use specgen::theory::Theory;

use crate::example;

fn witnesses(theory: &Theory) -> Vec<(Goal, Box<Witness>)> {
    let options = GoalOptions { constructions: true, ..GoalOptions::default() };
    let goals = goals(theory, options).expect("few goals");
    let outcomes = search(theory, &goals, &Options::default(), &mut |_| {}).expect("sound models");
    let covered = goals.into_iter().zip(outcomes).filter_map(|(goal, outcome)| {
        let Verdict::Covered(witness) = outcome.verdict else { return None };
        Some((goal, witness))
    });
    covered.collect()
}

#[test]
fn construction_goals_reach_values_that_minterms_leave_out() {
    let theory = example::shipped("stack.spec");
    let found = witnesses(&theory);
    let (goal, witness) =
        found.iter().find(|(goal, _)| goal.id() == "pop_pushed/built_by_push").expect("covered");
    let names = goal.variables.iter().map(|variable| variable.name.as_str());
    let terms: Vec<String> = names
        .zip(&witness.terms)
        .map(|(name, term)| format!("{name} = {}", term.text(&theory)))
        .collect();
    assert_eq!(
        terms,
        ["E = Element0", "S = push(make(), Element1)", "S_1 = make()", "S_2 = Element1",]
    );
    let minterms = found.iter().filter(|(goal, _)| goal.kind == GoalKind::Axiom);
    let grown = minterms.flat_map(|(_, witness)| &witness.terms);
    assert!(grown.map(|term| term.text(&theory)).all(|term| !term.contains("push")));
}

/// A mock that has no answer could not be called.
#[test]
fn numbers_that_a_parameter_gives_are_in_the_range() {
    let theory = example::shipped("hash_set.spec");
    let hash = example::op(&theory, "hash");
    for (goal, witness) in witnesses(&theory) {
        let cells = &witness.model.table(hash).cells;
        assert!(
            cells.iter().all(|cell| matches!(cell, Cell::Element(_))),
            "{}: {cells:?}",
            goal.id()
        );
    }
}
