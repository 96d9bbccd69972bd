//! Properties as a person would write them: one for each axiom of the map.

use crate::subjects::sorted_map::SortedMap;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

type Map = SortedMap<u8, u8>;

fn map() -> impl Strategy<Value = Map> {
    prop::collection::vec((0..9_u8, any::<u8>()), 0..20).prop_map(|entries| {
        let mut map = Map::new();
        entries.into_iter().for_each(|(key, value)| drop(map.put(key, value)));
        map
    })
}

fn with(map: &Map, key: u8, value: u8) -> Map {
    let mut map = map.clone();
    map.put(key, value);
    map
}

fn without(map: &Map, key: u8) -> Map {
    let mut map = map.clone();
    map.remove(&key);
    map
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_last_put_wins(m in map(), k in 0..9_u8, v: u8, w: u8) {
        prop_assert!(with(&with(&m, k, v), k, w) == with(&m, k, w));
    }

    #[test]
    fn puts_commute(m in map(), k in 0..9_u8, l in 0..9_u8, v: u8, w: u8) {
        prop_assume!(k != l);
        prop_assert!(with(&with(&m, k, v), l, w) == with(&with(&m, l, w), k, v));
    }

    #[test]
    fn a_new_map_is_empty(k in 0..9_u8) {
        prop_assert_eq!(Map::new().len(), 0);
        prop_assert!(!Map::new().contains_key(&k));
    }

    #[test]
    fn the_size_grows_by_new_keys(m in map(), k in 0..9_u8, v: u8) {
        let grown = m.len() + usize::from(!m.contains_key(&k));
        prop_assert_eq!(with(&m, k, v).len(), grown);
    }

    #[test]
    fn membership(m in map(), k in 0..9_u8, l in 0..9_u8, v: u8) {
        prop_assert_eq!(with(&m, k, v).contains_key(&l), k == l || m.contains_key(&l));
    }

    #[test]
    fn get(m in map(), k in 0..9_u8, l in 0..9_u8, v: u8) {
        let expected = if k == l { Some(v) } else { m.get(&l).copied() };
        prop_assert_eq!(with(&m, k, v).get(&l).copied(), expected);
    }

    #[test]
    fn nothing_can_be_removed_from_an_empty_map(k in 0..9_u8) {
        prop_assert!(without(&Map::new(), k) == Map::new());
    }

    #[test]
    fn removal(m in map(), k in 0..9_u8, l in 0..9_u8, v: u8) {
        let expected =
            if k == l { without(&m, l) } else { with(&without(&m, l), k, v) };
        prop_assert!(without(&with(&m, k, v), l) == expected);
    }
}
