//! Tests under orders that do not follow the numbers of the elements.

use std::collections::{BTreeMap, BTreeSet};

use crate::example;
use specgen::goal::{GoalFamilies, GoalOptions, goals};
use specgen::model::Cell;
use specgen::model::eval::{Evaluator, Truth};
use specgen::model::{Mode, Model, Table, tuples};
use specgen::pipeline;
use specgen::search::{Options, search};
use specgen::testcase::AbstractTest;
use specgen::theory::{SortKind, Theory};

fn tests(theory: &Theory) -> Vec<AbstractTest> {
    let goals = goals(theory, GoalOptions::for_tests(GoalFamilies::default(), BTreeSet::new()))
        .expect("few");
    let outcomes = search(theory, &goals, &Options::default(), &mut |_| {}).expect("sound");
    pipeline::tests(theory, &goals, &outcomes)
}

fn is_relabelled(test: &&AbstractTest) -> bool {
    test.goal.id().ends_with("_order")
}

/// Every axiom of the parameters, on all their elements.
fn obeys_the_parameters(theory: &Theory, test: &AbstractTest) {
    let carriers = theory.sorts.iter().map(|(sort, declared)| match declared.kind {
        SortKind::Int => test.parameters.int,
        _ => {
            let size = test.parameters.carriers.get(&sort).copied().unwrap_or(0);
            specgen::model::Carrier { size, low: 0 }
        }
    });
    let tables = theory.ops.iter().map(|(op, operation)| {
        let none = || Table { dimensions: vec![0; operation.arguments.len()], cells: Vec::new() };
        test.parameters.tables.get(&op).cloned().unwrap_or_else(none)
    });
    let (carriers, tables) = (carriers.collect(), tables.collect());
    let model = &Model { mode: Mode::Closed, carriers, tables, span: None };
    for axiom in theory.axioms.values().filter(|axiom| theory.is_parameter(axiom.spec)) {
        let variables = &axiom.variables;
        let sizes: Vec<u32> = variables.iter().map(|variable| model.size(variable.sort)).collect();
        for assignment in &mut tuples(&sizes) {
            let evaluator = Evaluator { theory, model, variables, assignment: &assignment };
            assert_eq!(evaluator.formula(&axiom.formula), Truth::True, "{}", test.goal.id());
        }
    }
}

#[test]
fn the_parameters_axioms_hold_under_other_numbers() {
    for (file, least) in
        [("sorted_set.spec", 8), ("partially_ordered_set.spec", 4), ("priority_queue.spec", 5)]
    {
        let theory = example::shipped(file);
        let tests = tests(&theory);
        let relabelled: Vec<&AbstractTest> = tests.iter().filter(is_relabelled).collect();
        assert!(relabelled.len() >= least, "{file} has {} of them", relabelled.len());
        for test in &relabelled {
            obeys_the_parameters(&theory, test);
        }
    }
}

#[test]
fn some_element_is_above_one_with_a_higher_number() {
    let theory = example::shipped("sorted_set.spec");
    let geq = example::op(&theory, "geq");
    let ascends = |test: &AbstractTest| {
        let table = &test.parameters.tables[&geq];
        let mut pairs = table.tuples().zip(&table.cells);
        pairs.all(|(pair, cell)| pair[0] >= pair[1] || *cell == Cell::Truth(false))
    };
    for test in tests(&theory) {
        assert_eq!(ascends(&test), !is_relabelled(&&test), "{}", test.goal.id());
    }
}

#[test]
fn nothing_is_repeated_where_there_is_no_relation() {
    for file in ["stack.spec", "hash_set.spec", "map.spec"] {
        let theory = example::shipped(file);
        assert_eq!(tests(&theory).iter().filter(is_relabelled).count(), 0, "{file}");
    }
}

#[test]
fn each_claim_is_repeated_once_in_each_way() {
    let theory = example::shipped("sorted_set.spec");
    let mut ids: BTreeMap<String, usize> = BTreeMap::new();
    for test in tests(&theory).iter().filter(is_relabelled) {
        *ids.entry(test.goal.id()).or_default() += 1;
    }
    assert!(ids.values().all(|count| *count == 1), "{ids:#?}");
    assert!(ids.contains_key("largest_kept/with_reversed_order"), "{ids:#?}");
}
