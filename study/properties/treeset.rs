//! Properties as a person would write them: one for each axiom of the sorted set.

use crate::subjects::treeset::{Order, TreeSet};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

impl Order for i32 {
    fn greater_eq(&self, other: &Self) -> bool {
        self >= other
    }
}

fn set() -> impl Strategy<Value = TreeSet<i32>> {
    prop::collection::vec(any::<i32>(), 0..20).prop_map(|elements| {
        let mut set = TreeSet::new();
        elements.into_iter().for_each(|element| set.insert(element));
        set
    })
}

fn with(set: &TreeSet<i32>, element: i32) -> TreeSet<i32> {
    let mut set = set.clone();
    set.insert(element);
    set
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_new_set_is_empty(e: i32) {
        prop_assert!(TreeSet::<i32>::new().is_empty());
        prop_assert!(!TreeSet::new().contains(&e));
    }

    #[test]
    fn a_set_with_an_element_is_not_empty(s in set(), e: i32) {
        prop_assert!(!with(&s, e).is_empty());
    }

    #[test]
    fn what_was_inserted_is_there(s in set(), e: i32) {
        prop_assert!(with(&s, e).contains(&e));
    }

    #[test]
    fn membership(s in set(), e: i32, f: i32) {
        prop_assert_eq!(with(&s, e).contains(&f), e == f || s.contains(&f));
    }

    #[test]
    fn the_first_is_the_largest(e: i32) {
        prop_assert_eq!(with(&TreeSet::new(), e).largest().copied(), Some(e));
    }

    #[test]
    fn largest(s in set(), e: i32) {
        let expected = s.largest().map_or(e, |largest| e.max(*largest));
        prop_assert_eq!(with(&s, e).largest().copied(), Some(expected));
    }

    #[test]
    fn nothing_is_largest_in_an_empty_set(s in set()) {
        prop_assert_eq!(s.largest().is_none(), s.is_empty());
    }

    #[test]
    fn insertion_is_idempotent(s in set(), e: i32) {
        prop_assert!(with(&with(&s, e), e) == with(&s, e));
    }

    #[test]
    fn insertions_commute(s in set(), e: i32, f: i32) {
        prop_assert!(with(&with(&s, e), f) == with(&with(&s, f), e));
    }
}
