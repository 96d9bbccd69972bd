//! All values and all algebras: as many as mathematics says there are, and the same that
//! slower ways find.

use specgen::arena::Id;
use specgen::enumerate::{
    Algebra, Bounds, End, Limit, Numbers, Orbits, Trust, algebras, automorphisms, canonical,
    classes, term, trust, walk,
};
use specgen::execute::{Program, SortKind};
use specgen::model::GroundTerm;
use specgen::rules;
use specgen::theory::Theory;

use crate::example;

const NUMBERS: Numbers = Numbers { low: 0, high: 3 };

fn sizes(theory: &Theory, sizes: &[(&str, u32)]) -> Vec<u32> {
    let size = |name: &str| sizes.iter().find(|(known, _)| *known == name).map_or(0, |it| it.1);
    theory.sorts.values().map(|sort| size(&sort.name)).collect()
}

pub fn all_algebras(theory: &Theory, elements: &[(&str, u32)]) -> Vec<Algebra> {
    let program = rules::program(theory);
    let mut proceed = |_| true;
    let mut limit = Limit { count: None, proceed: &mut proceed };
    let (found, is_all) = algebras(theory, &program, &sizes(theory, elements), NUMBERS, &mut limit);
    assert!(is_all);
    found
}

pub fn bounds(steps: Option<u32>) -> Bounds {
    Bounds { steps, bytes: 1 << 30 }
}

/// The last constructed sort.
pub fn subject(program: &Program) -> usize {
    let built = |sort: &specgen::execute::Sort| sort.kind == SortKind::Constructed;
    program.sorts.iter().rposition(built).expect("a sort is constructed")
}

/// The number of values over the first algebra.
pub fn count(spec: &str, elements: &[(&str, u32)], steps: Option<u32>) -> (usize, End) {
    let theory = example::shipped(spec);
    let program = rules::program(&theory);
    let algebra = all_algebras(&theory, elements).swap_remove(0);
    let sort = subject(&program);
    let found = walk(&program, &algebra, sort, bounds(steps), &mut |_, _| true);
    let found = found.expect("shipped specifications can be enumerated");
    (found.levels[sort].iter().map(Vec::len).sum(), found.end)
}

#[test]
fn values_are_as_many_as_mathematics_says() {
    for (size, known) in (1..).zip([2, 5, 15, 51, 188, 731, 2950]) {
        assert_eq!(
            count("search_tree.spec", &[("Orderable", size)], None),
            (known, End::Complete),
            "search trees over {size} keys"
        );
    }
    for size in 1..=7 {
        let expected = (1 << size, End::Complete);
        assert_eq!(count("sorted_set.spec", &[("Orderable", size)], None), expected);
    }
    assert_eq!(count("map.spec", &[("Key", 4), ("Value", 4)], None), (625, End::Complete));
    assert_eq!(count("graph.spec", &[("Node", 3)], None), (512, End::Complete));
    assert_eq!(count("digraph.spec", &[("Node", 3)], None), (512, End::Complete));
    assert_eq!(count("union_set.spec", &[("Element", 4)], None), (16, End::Complete));
}

#[test]
fn values_of_bounded_steps_are_as_many_as_mathematics_says() {
    for (spec, elements, steps, known) in [
        ("list.spec", ("Element", 2), 3, 15),
        ("list.spec", ("Element", 2), 9, 1023),
        ("bag.spec", ("Element", 3), 4, 35),
        ("priority_queue.spec", ("Orderable", 4), 8, 495),
        ("double_ended_priority_queue.spec", ("Orderable", 4), 8, 495),
        ("deque.spec", ("Element", 3), 9, 29_524),
        ("stack.spec", ("Element", 3), 4, 121),
        ("queue.spec", ("Element", 3), 4, 121),
    ] {
        assert_eq!(count(spec, &[elements], Some(steps)), (known, End::Steps), "{spec}");
    }
}

/// The values whose canonical term mentions every element.
fn with_all_elements(spec: &str, sort: &str, size: u32) -> usize {
    let theory = example::shipped(spec);
    let program = rules::program(&theory);
    let algebra = all_algebras(&theory, &[(sort, size)]).swap_remove(0);
    let built = subject(&program);
    let mut count = 0;
    let found = walk(&program, &algebra, built, bounds(None), &mut |machine, value| {
        let used = term::elements(machine, built, value);
        count += usize::from(used.iter().flatten().all(|used| *used));
        true
    });
    assert!(found.is_ok());
    count
}

#[test]
fn search_trees_with_all_keys_are_catalan_numbers() {
    let found: Vec<usize> =
        (1..=9).map(|size| with_all_elements("search_tree.spec", "Orderable", size)).collect();
    assert_eq!(found, [1, 2, 5, 14, 42, 132, 429, 1_430, 4_862]);
}

#[test]
fn algebras_are_as_many_as_mathematics_says() {
    for (file, sort, known) in [
        ("partial_order", "POrderable", &[1, 2, 5, 16, 63, 318, 2_045][..]),
        ("preorder", "Preorderable", &[1, 3, 9, 33, 139]),
        ("total_preorder", "Rankable", &[1, 2, 4, 8, 16]),
        ("equivalence", "Equatable", &[1, 2, 3, 5, 7]),
        ("total_order", "Orderable", &[1, 1, 1, 1, 1]),
        ("element", "Element", &[1, 1, 1, 1, 1]),
        ("monoid", "Combinable", &[1, 2, 7, 35]),
        ("semigroup", "Combinable", &[1, 5]),
    ] {
        let theory = example::shipped(&format!("library/{file}.spec"));
        let found: Vec<usize> = (1..=known.len() as u32)
            .map(|size| all_algebras(&theory, &[(sort, size)]).len())
            .collect();
        assert_eq!(found, known, "{file}");
    }
}

/// An algebra of n elements stands for n! / (its automorphisms) labelled ones.
#[test]
fn labelled_algebras_are_as_many_as_brute_force_says() {
    for (file, sort, known) in [
        ("partial_order", "POrderable", [1, 3, 19, 219]),
        ("total_order", "Orderable", [1, 2, 6, 24]),
        ("preorder", "Preorderable", [1, 4, 29, 355]),
        ("total_preorder", "Rankable", [1, 3, 13, 75]),
        ("equivalence", "Equatable", [1, 2, 5, 15]),
    ] {
        let theory = example::shipped(&format!("library/{file}.spec"));
        let program = rules::program(&theory);
        for (size, known) in (1..).zip(known) {
            let renamings: usize = (1..=size as usize).product();
            let labelled = |algebra: &Algebra| {
                renamings / automorphisms(&program, algebra).expect("few renamings").len()
            };
            let found = all_algebras(&theory, &[(sort, size)]);
            assert_eq!(found.iter().map(labelled).sum::<usize>(), known, "{file} of {size}");
        }
    }
}

/// Every renaming of an algebra has the same canonical form.
#[test]
fn renamed_algebras_have_one_canonical_form() {
    let theory = example::shipped("library/partial_order.spec");
    let program = rules::program(&theory);
    let op = example::op(&theory, "geq").index();
    for algebra in all_algebras(&theory, &[("POrderable", 5)]) {
        assert_eq!(canonical(&program, &algebra), algebra, "a form is its own form");
        for turn in 1..5u32 {
            let rename = |element: u32| (element * 2 + turn) % 5;
            let mut renamed = algebra.clone();
            for one in 0..5 {
                for other in 0..5 {
                    let from = (one * 5 + other) as usize;
                    let to = (rename(one) * 5 + rename(other)) as usize;
                    renamed.tables[op][to] = algebra.tables[op][from];
                }
            }
            assert_eq!(canonical(&program, &renamed), algebra);
        }
    }
}

#[test]
fn lists_over_anonymous_elements_are_bell_numbers() {
    let theory = example::shipped("list.spec");
    let program = rules::program(&theory);
    let algebra = all_algebras(&theory, &[("Element", 5)]).swap_remove(0);
    let sort = subject(&program);
    let mut orbits = Orbits::new(&program, &algebra).expect("few renamings");
    let mut by_steps = vec![0; 6];
    let found = walk(&program, &algebra, sort, bounds(Some(5)), &mut |machine, value| {
        if orbits.is_first(machine, sort, value).expect("images are lists") {
            by_steps[machine.stores[sort].steps[value as usize] as usize] += 1;
        }
        true
    });
    assert!(found.is_ok());
    assert_eq!(by_steps, [1, 1, 2, 5, 15, 52]);
}

/// The number of classes of provably equal terms.
fn provable(theory: &Theory, elements: &[(&str, u32)], steps: Option<u32>) -> usize {
    let program = rules::program(theory);
    let algebra = all_algebras(theory, elements).swap_remove(0);
    let sort = subject(&program);
    let found = classes(&program, &algebra, sort, bounds(steps), &mut |_, _| true);
    found.expect("it can be enumerated").terms.len()
}

#[test]
fn provable_equality_is_finer_than_observed() {
    let trees = example::shipped("search_tree.spec");
    assert_eq!(provable(&trees, &[("Orderable", 3)], None), 16);
    assert_eq!(provable(&trees, &[("Orderable", 4)], None), 65);
    let sets = example::shipped("union_set.spec");
    assert_eq!(provable(&sets, &[("Element", 2)], None), 4);
    let sets = example::shipped("sorted_set.spec");
    assert_eq!(provable(&sets, &[("Orderable", 4)], None), 16);
}

/// An observer with a nested pattern sees what the row of a value does not.
#[test]
fn merging_that_is_no_congruence_is_noticed() {
    let theory = example::theory(
        "specification Element sorts Element end specification
         specification Pile[Element]
           sorts Pile[Element]
           constructors none: --> Pile[Element]; put: Pile[Element] Element --> Pile[Element];
           observers isFull: Pile[Element];
           axioms E, F: Element; P: Pile[Element];
           [none] not isFull(none()); [one] not isFull(put(none(), E));
           [two] isFull(put(put(P, E), F));
         end specification",
    );
    let program = rules::program(&theory);
    let algebra = all_algebras(&theory, &[("Element", 1)]).swap_remove(0);
    let sort = subject(&program);
    let mut found = walk(&program, &algebra, sort, bounds(Some(6)), &mut |_, _| true)
        .expect("it can be enumerated");
    let Trust::Steps(steps) = trust(&mut found, sort, 1) else { panic!("nested patterns") };
    assert!(steps <= 1, "none() and put(none(), E) look alike, and grow differently: {steps}");
}

/// Values that are equal for observers may differ in a model, so what compares them may too.
#[test]
fn observers_that_compare_values_are_no_congruence() {
    let trusted = |observer: &str, axiom: &str| {
        let theory = example::theory(&format!(
            "specification Lamp
               sorts Lamp
               constructors new: --> Lamp; next: Lamp --> Lamp;
               observers isLit: Lamp; {observer}
               axioms L, M: Lamp; [new] isLit(new()); [next] isLit(next(L)) iff not isLit(L);
               {axiom}
             end specification"
        ));
        let program = rules::program(&theory);
        let algebra = all_algebras(&theory, &[]).swap_remove(0);
        let sort = subject(&program);
        let mut found = walk(&program, &algebra, sort, bounds(Some(3)), &mut |_, _| true)
            .expect("it can be enumerated");
        trust(&mut found, sort, 1)
    };
    assert_eq!(trusted("", ""), Trust::Congruence);
    let compared = trusted("isSame: Lamp Lamp;", "[same] isSame(L, M) iff L = M;");
    assert_ne!(compared, Trust::Congruence);
}

#[test]
fn variants_of_a_data_sort_are_different_values() {
    let theory = example::theory(
        "specification Lamp
           sorts Lamp Colour is Red | Green | Blue
           constructors new: --> Lamp; next: Lamp --> Lamp;
           observers colour: Lamp --> Colour;
           axioms L: Lamp;
           after new: colour = Red;
           after next(L): colour = Green when colour(L) = Red else Blue when colour(L) = Green
             else Red;
         end specification",
    );
    let program = rules::program(&theory);
    let algebra = all_algebras(&theory, &[]).swap_remove(0);
    for name in ["Colour", "Lamp"] {
        let sort = program.sorts.iter().position(|sort| sort.name == name);
        let sort = sort.expect("the specification has both sorts");
        let found = walk(&program, &algebra, sort, bounds(None), &mut |_, _| true);
        let found = found.expect("it can be enumerated");
        let count: usize = found.levels[sort].iter().map(Vec::len).sum();
        assert_eq!((count, found.end), (3, End::Complete), "{name}");
    }
}

#[test]
fn terms_come_by_steps_and_never_change() {
    let theory = example::shipped("search_tree.spec");
    let program = rules::program(&theory);
    let algebra = all_algebras(&theory, &[("Orderable", 4)]).swap_remove(0);
    let sort = subject(&program);
    let listed = |steps: Option<u32>| {
        let mut all: Vec<(u32, GroundTerm)> = Vec::new();
        let found = walk(&program, &algebra, sort, bounds(steps), &mut |machine, value| {
            let steps = machine.stores[sort].steps[value as usize];
            all.push((steps, term::ground(machine, sort, value)));
            true
        });
        assert!(found.is_ok());
        all
    };
    let all = listed(None);
    assert!(all.is_sorted_by_key(|(steps, _)| *steps));
    for steps in 0..4 {
        let some = listed(Some(steps));
        assert_eq!(all[..some.len()], some[..], "{steps} steps are the beginning of all");
    }
}

#[test]
fn memory_is_bounded() {
    let theory = example::shipped("list.spec");
    let program = rules::program(&theory);
    let algebra = all_algebras(&theory, &[("Element", 3)]).swap_remove(0);
    let limit = Bounds { steps: None, bytes: 4 << 20 };
    let found = walk(&program, &algebra, subject(&program), limit, &mut |_, _| true)
        .expect("lists can be enumerated");
    assert_eq!(found.end, End::Memory);
    assert!(found.machine.bytes() < 8 << 20);
}
