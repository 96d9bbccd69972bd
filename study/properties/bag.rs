//! Properties as a person would write them: one for each axiom of the bag.

use crate::subjects::bag::Bag;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn element() -> impl Strategy<Value = u8> {
    0..5_u8
}

fn bag() -> impl Strategy<Value = Bag<u8>> {
    prop::collection::vec(element(), 0..20).prop_map(|elements| {
        let mut bag = Bag::new();
        elements.into_iter().for_each(|element| bag.insert(element));
        bag
    })
}

fn with(bag: &Bag<u8>, element: u8) -> Bag<u8> {
    let mut bag = bag.clone();
    bag.insert(element);
    bag
}

fn without(bag: &Bag<u8>, element: u8) -> Bag<u8> {
    let mut bag = bag.clone();
    bag.remove(&element);
    bag
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn insertions_commute(b in bag(), e in element(), f in element()) {
        prop_assert!(with(&with(&b, e), f) == with(&with(&b, f), e));
    }

    #[test]
    fn a_new_bag_is_empty(e in element()) {
        prop_assert_eq!(Bag::<u8>::new().len(), 0);
        prop_assert_eq!(Bag::new().count(&e), 0);
    }

    #[test]
    fn the_size_grows(b in bag(), e in element()) {
        prop_assert_eq!(with(&b, e).len(), b.len() + 1);
    }

    #[test]
    fn the_count_grows(b in bag(), e in element()) {
        prop_assert_eq!(with(&b, e).count(&e), b.count(&e) + 1);
    }

    #[test]
    fn other_counts_stay(b in bag(), e in element(), f in element()) {
        prop_assume!(e != f);
        prop_assert_eq!(with(&b, e).count(&f), b.count(&f));
    }

    #[test]
    fn nothing_can_be_taken_from_an_empty_bag(e in element()) {
        prop_assert!(without(&Bag::new(), e) == Bag::new());
    }

    #[test]
    fn removal(b in bag(), e in element(), f in element()) {
        let expected = if e == f { b.clone() } else { with(&without(&b, f), e) };
        prop_assert!(without(&with(&b, e), f) == expected);
    }
}
