//! All values, beside what the engine observes of all terms.

use std::collections::BTreeSet;

use proptest::prelude::*;
use specgen::enumerate::{Trust, Walk, trust, walk};
use specgen::execute::{Answer, Engine, Node, Program, SortKind, TermId};
use specgen::rules;

use crate::enumerate::{all_algebras, bounds, count, subject};
use crate::example;

/// All terms of constructors with at most so many steps, whatever they are equal to. Only
/// for one constructed sort whose constructors take at most one value of it.
fn terms(program: &Program, engine: &mut Engine<'_>, sort: usize, steps: u32) -> Vec<TermId> {
    let mut all: Vec<TermId> = Vec::new();
    let mut last: Vec<TermId> = Vec::new();
    for step in 0..=steps {
        let mut next = Vec::new();
        for (op, operation) in program.ops.iter().enumerate() {
            let own = operation.arguments.iter().filter(|it| **it == sort).count();
            if !operation.is_constructor || operation.result != Some(sort) {
                continue;
            }
            assert!(own < 2);
            if own != usize::from(step > 0) {
                continue;
            }
            let mut tuples: Vec<Vec<TermId>> = vec![Vec::new()];
            for argument in &operation.arguments {
                let values =
                    if *argument == sort { last.clone() } else { leaves(engine, *argument) };
                tuples = tuples
                    .iter()
                    .flat_map(|tuple| {
                        values.iter().map(|value| [tuple.as_slice(), &[*value]].concat())
                    })
                    .collect();
            }
            for tuple in tuples {
                if !matches!(engine.apply(op, &tuple), Answer::Undefined) {
                    next.push(engine.call(op, &tuple));
                }
            }
        }
        all.extend(&next);
        last = next;
    }
    all
}

fn leaves(engine: &mut Engine<'_>, sort: usize) -> Vec<TermId> {
    match engine.program().sorts[sort].kind {
        SortKind::Int => (0..=5).map(|number| engine.int(number)).collect(),
        _ => (0..2).map(|number| engine.element(sort, number)).collect(),
    }
}

/// What observers say of a term, followed through operations that yield values of its sort.
fn observed(
    program: &Program,
    engine: &mut Engine<'_>,
    sort: usize,
    term: TermId,
    depth: u32,
) -> String {
    let mut text = String::new();
    for (op, operation) in program.ops.iter().enumerate() {
        let is_own = operation.arguments.first() == Some(&sort);
        if operation.is_constructor || operation.is_given || !is_own {
            continue;
        }
        if operation.arguments[1..].contains(&sort) {
            continue;
        }
        let mut tuples: Vec<Vec<TermId>> = vec![vec![term]];
        for argument in &operation.arguments[1..] {
            let values = leaves(engine, *argument);
            tuples = tuples
                .iter()
                .flat_map(|tuple| values.iter().map(|it| [tuple.as_slice(), &[*it]].concat()))
                .collect();
        }
        for tuple in tuples {
            match engine.apply(op, &tuple) {
                Answer::Undefined => text.push_str("undefined;"),
                Answer::Value(value) => match engine.terms().node(value) {
                    Node::Apply(..) if depth > 0 => {
                        let inner = observed(program, engine, sort, value, depth - 1);
                        text.push_str(&format!("({inner});"));
                    }
                    Node::Apply(..) => {}
                    node => text.push_str(&format!("{node:?};")),
                },
                other => panic!("{other:?}"),
            }
        }
    }
    text
}

/// As many values as terms differ in what the engine observes of them.
#[test]
fn values_are_as_many_as_terms_differ_for_the_engine() {
    // How deep values are followed through operations that yield values.
    for (spec, sort_of_elements, steps, depth) in [
        ("sorted_set.spec", "Orderable", 3, 0),
        ("search_tree.spec", "Orderable", 2, 2),
        ("bag.spec", "Element", 4, 0),
        ("stack.spec", "Element", 4, 4),
        ("queue.spec", "Element", 4, 4),
        ("deque.spec", "Element", 3, 3),
        ("priority_queue.spec", "Orderable", 4, 4),
        ("graph.spec", "Node", 2, 0),
        ("list.spec", "Element", 4, 0),
    ] {
        let theory = example::shipped(spec);
        let program = rules::program(&theory);
        let algebra = all_algebras(&theory, &[(sort_of_elements, 2)]).swap_remove(0);
        let sort = subject(&program);
        let mut engine = Engine::new(&program, &algebra.tables(&program));
        let terms = terms(&program, &mut engine, sort, steps);
        let seen: BTreeSet<String> = terms
            .into_iter()
            .map(|term| observed(&program, &mut engine, sort, term, depth))
            .collect();
        let (count, _) = count(spec, &[(sort_of_elements, 2)], Some(steps));
        assert_eq!(seen.len(), count, "{spec}");
    }
}

/// Observers of boxes that look at the last element, the number of elements, or both.
fn random_observers() -> impl Strategy<Value = String> {
    let truth = prop_oneof![
        Just("p(S)"),
        Just("not p(S)"),
        Just("q(S, E)"),
        Just("p(S) or q(S, E)"),
        Just("not q(S, E) and p(S)"),
    ];
    let second = prop_oneof![
        Just("E = F or q(S, F)"),
        Just("E = F"),
        Just("q(S, F) and not p(S)"),
        Just("not q(S, F)"),
        Just("E = F and not q(S, F) or E != F and q(S, F)"),
    ];
    let first = prop_oneof![Just("p(make())"), Just("not p(make())")];
    (truth, second, first).prop_map(|(truth, second, first)| {
        format!(
            "specification Element sorts Element end specification
             specification Box[Element]
               sorts Box[Element]
               constructors make: --> Box[Element]; put: Box[Element] Element --> Box[Element];
               observers p: Box[Element]; q: Box[Element] Element;
               axioms E, F: Element; S: Box[Element];
               [first] {first}; [none] not q(make(), E);
               [p] p(put(S, E)) iff {truth}; [q] q(put(S, E), F) iff {second};
             end specification"
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// The observations of all terms, computed by the engine, are those of the values.
    #[test]
    fn random_specifications_have_the_values_of_brute_force(text in random_observers()) {
        let theory = example::theory(&text);
        let program = rules::program(&theory);
        let algebra = all_algebras(&theory, &[("Element", 2)]).swap_remove(0);
        let sort = subject(&program);
        let mut engine = Engine::new(&program, &algebra.tables(&program));
        let all = terms(&program, &mut engine, sort, 5);
        let seen: BTreeSet<String> = all
            .into_iter()
            .map(|term| observed(&program, &mut engine, sort, term, 0))
            .collect();
        let mut found: Walk<'_> = walk(&program, &algebra, sort, bounds(Some(5)), &mut |_, _| true)
            .expect("it can be enumerated");
        let count: usize = found.levels[sort].iter().map(Vec::len).sum();
        prop_assert_eq!(seen.len(), count);
        prop_assert_eq!(trust(&mut found, sort, 1), Trust::Congruence);
    }
}
