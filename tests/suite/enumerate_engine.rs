//! All values, beside what the engine observes of all terms.

use std::collections::BTreeSet;

use proptest::prelude::*;
use specgen::enumerate::{Trust, Walk, trust, walk};
use specgen::execute::{Answer, Engine, Node, Program, SortKind, TermId};
use specgen::rules;

use crate::enumerate::{all_algebras, bounds, count, subject};
use crate::example;

/// All terms of constructors with exactly this number of steps, whatever they are equal to.
fn terms(program: &Program, engine: &mut Engine<'_>, sort: usize, steps: u32) -> Vec<TermId> {
    if program.sorts[sort].kind != SortKind::Constructed {
        return if steps == 0 { leaves(engine, sort, 3) } else { Vec::new() };
    }
    let mut all = Vec::new();
    for (op, operation) in program.ops.iter().enumerate() {
        if !operation.is_constructor || operation.result != Some(sort) {
            continue;
        }
        let own = u32::from(operation.arguments.contains(&sort));
        let Some(left) = steps.checked_sub(own) else { continue };
        // Arguments with the steps that are left for those behind them.
        let mut tuples: Vec<(Vec<TermId>, u32)> = vec![(Vec::new(), left)];
        for argument in &operation.arguments {
            let values: Vec<(TermId, u32)> = (0..=left)
                .flat_map(|own| {
                    let found = terms(program, engine, *argument, own);
                    found.into_iter().map(move |term| (term, own))
                })
                .collect();
            let longer = |(tuple, left): &(Vec<TermId>, u32)| {
                let (tuple, left) = (tuple.clone(), *left);
                let fitting = values.iter().filter(move |(_, steps)| *steps <= left);
                fitting.map(move |(it, steps)| ([tuple.as_slice(), &[*it]].concat(), left - steps))
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        for (tuple, _) in tuples.into_iter().filter(|(_, left)| *left == 0) {
            if !matches!(engine.apply(op, &tuple), Answer::Undefined) {
                all.push(engine.call(op, &tuple));
            }
        }
    }
    all
}

fn terms_up_to(program: &Program, engine: &mut Engine<'_>, sort: usize, steps: u32) -> Vec<TermId> {
    (0..=steps).flat_map(|steps| terms(program, engine, sort, steps)).collect()
}

/// Two elements, or the numbers up to one.
fn leaves(engine: &mut Engine<'_>, sort: usize, high: i64) -> Vec<TermId> {
    match engine.program().sorts[sort].kind {
        SortKind::Int => (0..=high).map(|number| engine.int(number)).collect(),
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
            let values = leaves(engine, *argument, 5);
            tuples = tuples
                .iter()
                .flat_map(|tuple| values.iter().map(|it| [tuple.as_slice(), &[*it]].concat()))
                .collect();
        }
        for tuple in tuples {
            match engine.apply(op, &tuple) {
                Answer::Undefined => text.push_str("undefined;"),
                Answer::Value(value) => match engine.terms().node(value) {
                    Node::Apply(..) if operation.result == Some(sort) => {
                        if depth > 0 {
                            let inner = observed(program, engine, sort, value, depth - 1);
                            text.push_str(&format!("({inner});"));
                        }
                    }
                    // A value of a data sort is its own term.
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
        let terms = terms_up_to(&program, &mut engine, sort, steps);
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

/// Boxes over two parameters, with numbers and a data sort as arguments and results, and shelves
/// that are built from boxes. What each observer says is chosen at random.
fn random_shelves() -> impl Strategy<Value = String> {
    let count = || {
        prop::sample::select(vec![
            "count(S) + 1",
            "count(S)",
            "1 - count(S)",
            "count(S) + 1 when r(S, K) else count(S)",
            "0 when colour(S) = Red else 2 * count(S) + 1",
        ])
    };
    let number =
        || prop::sample::select(vec!["N", "count(S)", "N + count(S)", "N when p(S) else 0"]);
    let colour = || {
        prop::sample::select(vec![
            "C",
            "Green",
            "Red when p(S) else C",
            "Green when colour(S) = Red else Red",
            "C when colour(S) = C else colour(S)",
        ])
    };
    let truth = || {
        prop::sample::select(vec![
            "p(S)",
            "not p(S)",
            "count(S) > 1",
            "colour(S) = Green",
            "p(S) and not count(S) = 2 or colour(S) = Red",
        ])
    };
    let member = || prop::sample::select(vec!["K = L or r(S, L)", "K = L", "K != L and r(S, L)"]);
    let shelf = || {
        prop::sample::select(vec![
            "p(B)",
            "all(H) and p(B)",
            "all(H) or r(B, L)",
            "not all(H)",
            "colour(B) = Green",
        ])
    };
    (count(), number(), colour(), truth(), truth(), member(), shelf()).prop_map(
        |(count, number, colour, truth, flipped, member, shelf)| {
            format!(
                "specification Element sorts Element end specification
                 specification Key sorts Key end specification
                 specification Box[Element, Key]
                   sorts Box Colour is Red | Green
                   constructors make: --> Box; put: Box Element Key --> Box;
                     set: Box int Colour --> Box;
                   observers p: Box; r: Box Key; held: Box; top: Box -->? Element;
                     count: Box --> int; colour: Box --> Colour;
                   domains S: Box; top(S) if held(S);
                   axioms E: Element; K, L: Key; N: int; C: Colour; S: Box;
                   [p0] p(make()); [r0] not r(make(), K); [c0] count(make()) = 0;
                   [l0] colour(make()) = Red; [h0] not held(make());
                   [p1] p(put(S, E, K)) iff {truth}; [p2] p(set(S, N, C)) iff {flipped};
                   [r1] r(put(S, E, K), L) iff {member}; [r2] r(set(S, N, C), L) iff r(S, L);
                   [c1] count(put(S, E, K)) = {count}; [c2] count(set(S, N, C)) = {number};
                   [l1] colour(put(S, E, K)) = colour(S); [l2] colour(set(S, N, C)) = {colour};
                   [h1] held(put(S, E, K)); [h2] held(set(S, N, C)) iff held(S) and p(S);
                   [t1] top(put(S, E, K)) = E; [t2] top(set(S, N, C)) = top(S) if held(S) and p(S);
                 end specification
                 specification Shelf[Key]
                   constructors none: --> Shelf; add: Shelf Box --> Shelf;
                   observers all: Shelf Key;
                   axioms H: Shelf; B: Box; L: Key;
                   [a0] all(none(), L); [a1] all(add(H, B), L) iff {shelf};
                 end specification",
                shelf = shelf.replace("all(H)", "all(H, L)")
            )
        },
    )
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
        let all = terms_up_to(&program, &mut engine, sort, 5);
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

    /// The same for several sorts, two parameters, numbers and a data sort.
    #[test]
    fn random_shelves_have_the_values_of_brute_force(text in random_shelves()) {
        let theory = example::theory(&text);
        let program = rules::program(&theory);
        let algebra = all_algebras(&theory, &[("Element", 2), ("Key", 2)]).swap_remove(0);
        let mut engine = Engine::new(&program, &algebra.tables(&program));
        for name in ["Box", "Shelf"] {
            let sort = program.sorts.iter().position(|sort| sort.name == name);
            let sort = sort.expect("the specification has both sorts");
            let all = terms_up_to(&program, &mut engine, sort, 2);
            let seen: BTreeSet<String> = all
                .into_iter()
                .map(|term| observed(&program, &mut engine, sort, term, 0))
                .collect();
            let found = walk(&program, &algebra, sort, bounds(Some(2)), &mut |_, _| true)
                .expect("it can be enumerated");
            let count: usize = found.levels[sort].iter().map(Vec::len).sum();
            prop_assert_eq!(seen.len(), count, "{}", name);
        }
    }
}
