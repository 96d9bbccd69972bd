//! The subjects of Korat, as specifications: as many values as it reports, and as oracles say.

use specgen::enumerate::{Limit, Numbers, algebras, walk};
use specgen::rules;

use crate::enumerate::{bounds, subject};
use crate::example;

/// The number of values by steps, over the first algebra with this many elements of each
/// parameter.
fn by_steps(spec: &str, elements: u32, numbers: Numbers, steps: Option<u32>) -> Vec<usize> {
    let theory = example::shipped(&format!("../benches/enumerate/{spec}.spec"));
    let program = rules::program(&theory);
    let sizes = vec![elements; theory.sorts.len()];
    let mut proceed = |_| true;
    let mut limit = Limit { count: Some(1), proceed: &mut proceed };
    let algebra = algebras(&theory, &program, &sizes, numbers, &mut limit).0.swap_remove(0);
    let sort = subject(&program);
    let found = walk(&program, &algebra, sort, bounds(steps), &mut |_, _| true);
    let found = found.expect("the subject can be enumerated");
    found.levels[sort].iter().map(Vec::len).collect()
}

const UP_TO_NINE: Numbers = Numbers { low: 0, high: 9 };

#[test]
fn heap_arrays_are_as_many_as_known() {
    for (size, known) in (1..).zip([4, 15, 66, 320, 1_919, 13_139]) {
        let numbers = Numbers { low: 0, high: i64::from(size) };
        let found = by_steps("heap_array", size + 1, numbers, None);
        assert_eq!(found.iter().sum::<usize>(), known, "up to {size} items");
    }
}

#[test]
fn red_black_trees_are_as_many_as_known() {
    let found = by_steps("red_black_tree", 0, UP_TO_NINE, Some(10));
    assert_eq!(found, [1, 2, 2, 3, 8, 14, 20, 35, 64, 122, 260]);
}

#[test]
fn sorted_lists_are_as_many_as_known() {
    for (size, known) in (1..).zip([1, 3, 10, 35, 126, 462, 1_716, 6_435]) {
        let found = by_steps("sorted_list", size, UP_TO_NINE, Some(size));
        assert_eq!(found.last(), Some(&known), "{size} items");
    }
}

#[test]
fn linked_lists_are_as_many_as_known() {
    let found = by_steps("linked_list", 0, UP_TO_NINE, Some(7));
    assert_eq!(found, [1, 2, 5, 15, 52, 203, 877, 4_140]);
}

#[test]
fn binomial_heaps_are_as_many_as_known() {
    for (size, known) in (1..).zip([2, 6, 28, 120, 936, 7_602, 107_416]) {
        let found = by_steps("binomial_heap", size, UP_TO_NINE, Some(size));
        assert_eq!(found.iter().sum::<usize>(), known, "up to {size} items");
    }
}

#[test]
fn disjoint_sets_are_as_many_as_partitions() {
    for (size, known) in (1..).zip([1, 2, 5, 15, 52, 203]) {
        let found = by_steps("partition", size, UP_TO_NINE, None);
        assert_eq!(found.iter().sum::<usize>(), known, "{size} elements");
    }
}
