//! As many models as mathematics says there are, up to renaming of elements:
//! with the symmetries broken while solving, and with all of them filtered
//! afterwards.

use std::collections::BTreeSet;

use specgen::goal::{GoalKind, GoalOptions, Property, goals};
use specgen::model::{Mode, canonical_form, check_goal, check_model, tuples};
use specgen::search::{CarrierSize, CarrierSizes, Symmetry, listed_models};
use specgen::theory::{SortKind, Statement, Theory};

use crate::example;

/// More than any structure here has.
const ALL: usize = 10_000;

/// Exactly so many elements of each parameter sort, at most so many of each
/// constructed one.
fn carriers(theory: &Theory, sizes: &[(&str, u32)]) -> CarrierSizes {
    let size = |name: &str| sizes.iter().find(|(sort, _)| *sort == name).map_or(1, |(_, n)| *n);
    let bound = |(name, kind): (&str, SortKind)| CarrierSize {
        size: size(name),
        exact: kind != SortKind::Constructed,
        low: 0,
    };
    let sorts = theory.sorts.values().map(|sort| (sort.name.as_str(), sort.kind));
    CarrierSizes { sorts: sorts.map(bound).collect() }
}

/// How many models there are, in either way.
fn count(theory: &Theory, sizes: &[(&str, u32)]) -> usize {
    let carriers = carriers(theory, sizes);
    let [broken, kept] = [Symmetry::Broken, Symmetry::Kept].map(|symmetry| {
        let models = listed_models(theory, &carriers, Mode::Closed, symmetry, ALL);
        for model in &models {
            assert_eq!(check_model(theory, model), Ok(()));
        }
        models.iter().map(|model| canonical_form(theory, model)).collect::<BTreeSet<_>>()
    });
    assert_eq!(broken, kept, "{sizes:?}");
    broken.len()
}

#[test]
fn relations_on_up_to_four_elements_are_as_many_as_known() {
    for (file, sort, known) in [
        ("partial_order", "POrderable", [1, 2, 5, 16]),
        ("total_order", "Orderable", [1, 1, 1, 1]),
        ("preorder", "Preorderable", [1, 3, 9, 33]),
        ("total_preorder", "Rankable", [1, 2, 4, 8]),
        ("equivalence", "Equatable", [1, 2, 3, 5]),
    ] {
        let theory = example::shipped(&format!("library/{file}.spec"));
        let found = [1, 2, 3, 4].map(|size| count(&theory, &[(sort, size)]));
        assert_eq!(found, known, "{file}");
    }
}

/// What combines on up to three elements.
#[test]
fn algebras_on_up_to_three_elements_are_as_many_as_known() {
    for (file, known) in [("semigroup", [1, 5, 24]), ("monoid", [1, 2, 7]), ("group", [1, 1, 1])] {
        let theory = example::shipped(&format!("library/{file}.spec"));
        let found = [1, 2, 3].map(|size| count(&theory, &[("Combinable", size)]));
        assert_eq!(found, known, "{file}");
    }
}

const POSITIONS: &str = "\
specification Positions
  sorts Position
  observers after: Position Position;
  axioms
    P, Q, R: Position;
    [antisymmetric] P = Q if after(P, Q) and after(Q, P);
    [total]         after(P, Q) if not after(Q, P);
    [transitive]    after(P, R) if after(P, Q) and after(Q, R);
end specification
";

/// Every item has a position, and `first` tells the first of its positions, so
/// that it adds nothing to the list.
const LIST: &str = "\
specification List[Positions]
  sorts Item
  observers first: Item --> Position;
  others at: Position --> Item;
  axioms
    I: Item;
    P: Position;
    [used]  at(first(I)) = I;
    [first] after(P, first(at(P)));
end specification
";

#[test]
fn lists_of_anonymous_elements_are_as_many_as_bell_says() {
    let theory = example::theory(&format!("{POSITIONS}{LIST}"));
    let bell = [1, 2, 5, 15];
    let lengths = if crate::is_ci() { 1..=4 } else { 1..=3 };
    for (length, expected) in lengths.zip(bell) {
        let with = |items| count(&theory, &[("Position", length), ("Item", items)]);
        assert_eq!((1..=length).map(with).sum::<usize>(), expected, "{length} positions");
    }
}

const SORTED_LIST: &str = "\
specification SortedList[Positions]
  sorts Value
  observers geq: Value Value;
  others at: Position --> Value;
  axioms
    P, Q: Position;
    U, V, W: Value;
    [antisymmetric] U = V if geq(U, V) and geq(V, U);
    [total]         geq(U, V) if not geq(V, U);
    [transitive]    geq(U, W) if geq(U, V) and geq(V, W);
    [sorted]        geq(at(P), at(Q)) if after(P, Q);
end specification
";

#[test]
fn sorted_lists_with_as_many_values_as_positions() {
    let theory = example::theory(&format!("{POSITIONS}{SORTED_LIST}"));
    let found = [1, 2, 3].map(|length| count(&theory, &[("Position", length), ("Value", length)]));
    assert_eq!(found, [1, 3, 10]);
}

/// `under` is there to exclude circles; the tree determines it.
const TREE: &str = "\
specification Tree
  sorts Node
  observers
    hasLeft: Node;
    hasRight: Node;
    left: Node -->? Node;
    right: Node -->? Node;
    parent: Node -->? Node;
    under: Node Node;
  others root: --> Node;
  domains
    N: Node;
    left(N) if hasLeft(N);
    right(N) if hasRight(N);
    parent(N) if N != root();
  axioms
    M, N: Node;
    [left]      parent(left(N)) = N if hasLeft(N);
    [right]     parent(right(N)) = N if hasRight(N);
    [apart]     left(N) != right(N) if hasLeft(N);
    [child]     N = root() or left(parent(N)) = N or right(parent(N)) = N;
    [under]     under(M, N) iff M = N or under(parent(M), N);
    [no_loop]   parent(N) != N;
    [no_circle] M = N if under(M, N) and under(N, M);
end specification
";

/// The keys are the nodes, in an order in which what is on the left is less.
const SEARCH_TREE: &str = "\
specification SearchTree[Tree]
  sorts Order
  observers geq: Order Node Node;
  axioms
    O: Order;
    L, M, N: Node;
    [antisymmetric] M = N if geq(O, M, N) and geq(O, N, M);
    [total]         geq(O, M, N) if not geq(O, N, M);
    [transitive]    geq(O, L, N) if geq(O, L, M) and geq(O, M, N);
    [less]          not geq(O, M, N) if hasLeft(N) and under(M, left(N));
    [greater]       not geq(O, N, M) if hasRight(N) and under(M, right(N));
end specification
";

#[test]
fn trees_are_as_many_as_catalan_says() {
    let theory = example::theory(TREE);
    let found = [1, 2, 3, 4].map(|nodes| count(&theory, &[("Node", nodes)]));
    assert_eq!(found, [1, 2, 5, 14]);
}

#[test]
fn search_trees_are_as_many_as_trees() {
    let theory = example::theory(&format!("{TREE}{SEARCH_TREE}"));
    let found = [1, 2, 3].map(|nodes| count(&theory, &[("Node", nodes), ("Order", 1)]));
    assert_eq!(found, [1, 2, 5]);
    let sizes = carriers(&theory, &[("Node", 4), ("Order", 1)]);
    assert_eq!(listed_models(&theory, &sizes, Mode::Closed, Symmetry::Broken, ALL).len(), 14);
}

/// Over `n` ordered elements there is one algebra of sorted sets, with `2^n` sets.
#[test]
fn sorted_sets_are_one_algebra() {
    let theory = example::shipped("sorted_set.spec");
    assert_eq!(count(&theory, &[("SortedSet", 2), ("Orderable", 1)]), 1);
    assert_eq!(count(&theory, &[("SortedSet", 5), ("Orderable", 2)]), 1);
    for sets in [8, 12] {
        let sizes = carriers(&theory, &[("SortedSet", sets), ("Orderable", 3)]);
        let models = listed_models(&theory, &sizes, Mode::Closed, Symmetry::Broken, ALL);
        assert_eq!(models.len(), 1);
        assert_eq!(models[0].size(example::sort(&theory, "SortedSet")), 8);
    }
}

/// Sets with union, though a union can be met along several ways.
#[test]
fn sets_with_union_are_one_algebra() {
    let theory = example::shipped("union_set.spec");
    assert_eq!(count(&theory, &[("Set", 2), ("Element", 1)]), 1);
    assert_eq!(count(&theory, &[("Set", 5), ("Element", 2)]), 1);
}

/// Partially ordered sets are as many as partial orders.
#[test]
fn partially_ordered_sets_are_as_many_as_their_parameters() {
    let theory = example::shipped("partially_ordered_set.spec");
    assert_eq!(count(&theory, &[("POSet", 5), ("POrderable", 2)]), 2);
    let sizes = carriers(&theory, &[("POSet", 8), ("POrderable", 3)]);
    assert_eq!(listed_models(&theory, &sizes, Mode::Closed, Symmetry::Broken, ALL).len(), 5);
}

/// In every model, every assignment fulfils exactly one minterm of each axiom: so
/// the pairs of model and assignment, summed over the minterms, are as many as
/// without a goal.
#[test]
fn minterms_share_the_assignments_of_every_model_out_among_them() {
    for (file, sizes) in [
        ("sorted_set.spec", [("SortedSet", 4), ("Orderable", 2)]),
        ("partially_ordered_set.spec", [("POSet", 4), ("POrderable", 2)]),
        ("union_set.spec", [("Set", 4), ("Element", 2)]),
        ("one_of_set.spec", [("Set", 4), ("Element", 2)]),
        ("comparator_sorted_set.spec", [("SortedSet", 4), ("Element", 2)]),
    ] {
        let theory = example::shipped(file);
        let goals = goals(&theory, GoalOptions::default()).expect("few goals");
        let models =
            listed_models(&theory, &carriers(&theory, &sizes), Mode::Closed, Symmetry::Broken, 20);
        assert!(!models.is_empty(), "{file}");
        for ((id, axiom), model) in
            theory.body_axioms().flat_map(|axiom| models.iter().map(move |model| (axiom, model)))
        {
            let minterms: Vec<_> = goals
                .iter()
                .filter(|goal| {
                    goal.property == Property::Stated(Statement::Axiom(id))
                        && goal.kind == GoalKind::Axiom
                })
                .collect();
            let carriers: Vec<u32> =
                axiom.variables.iter().map(|variable| model.size(variable.sort)).collect();
            for assignment in tuples(&carriers) {
                let fulfilled = |goal: &&&_| check_goal(&theory, model, goal, &assignment).is_ok();
                let fulfilled = minterms.iter().filter(fulfilled).count();
                assert_eq!(fulfilled, 1, "{file}: {} {assignment:?}", axiom.title());
            }
        }
    }
}
