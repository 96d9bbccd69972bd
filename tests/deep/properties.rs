//! Model-based properties for four of the types, as one writes them by hand: a program of random
//! calls runs on the type and on a simple model, and all answers must agree after each call.

use deep::{btree::BTree, lru::Lru, ring::Ring, spans::Spans};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

fn calls(kinds: u8) -> impl Strategy<Value = Vec<(u8, u8, u8)>> {
    prop::collection::vec((0..kinds, 0..8u8, 0..8u8), 0..40)
}

proptest! {
    #[test]
    fn lru(capacity in 1..6usize, calls in calls(3)) {
        let mut cache = Lru::with_capacity(capacity).unwrap();
        let mut model: Vec<(u8, u8)> = Vec::new();
        for (kind, key, value) in calls {
            let place = model.iter().position(|(other, _)| *other == key);
            match (kind, place) {
                (0, place) => {
                    cache.put(key, value);
                    match place {
                        Some(place) => drop(model.remove(place)),
                        None => model.truncate(capacity - 1),
                    }
                    model.insert(0, (key, value));
                }
                (1, Some(place)) => {
                    prop_assert!(cache.touch(&key).is_some());
                    let entry = model.remove(place);
                    model.insert(0, entry);
                }
                (2, Some(place)) => {
                    prop_assert!(cache.remove(&key).is_some());
                    model.remove(place);
                }
                (1, None) => prop_assert!(cache.touch(&key).is_none()),
                _ => prop_assert!(cache.remove(&key).is_none()),
            }
            prop_assert_eq!(cache.len(), model.len());
            for key in 0..8 {
                let place = model.iter().position(|(other, _)| *other == key);
                prop_assert_eq!(cache.rank(&key), place);
                prop_assert_eq!(cache.peek(&key), place.map(|place| &model[place].1));
            }
        }
    }

    #[test]
    fn ring(mut capacity in 1..6usize, calls in calls(3)) {
        let mut ring = Ring::new(capacity);
        let mut model = VecDeque::new();
        let mut dropped = 0;
        for (kind, element, size) in calls {
            match kind {
                0 => {
                    ring.push(element);
                    model.push_back(element);
                }
                1 => prop_assert_eq!(ring.pop(), model.pop_front()),
                _ => {
                    capacity = usize::from(size) + 1;
                    ring.resize(capacity);
                }
            }
            while model.len() > capacity {
                model.pop_front();
                dropped += 1;
            }
            prop_assert_eq!((ring.len(), ring.dropped()), (model.len(), dropped));
            for place in 0..9 {
                prop_assert_eq!(ring.get(place), model.get(place));
            }
        }
    }

    #[test]
    fn btree(calls in calls(2)) {
        let mut tree = BTree::new();
        let mut model = BTreeMap::new();
        for (kind, key, value) in calls {
            match kind {
                0 => {
                    tree.insert(key, value);
                    model.insert(key, value);
                }
                _ => prop_assert_eq!(tree.remove(&key), model.remove(&key)),
            }
            prop_assert_eq!(tree.len(), model.len());
            prop_assert_eq!(tree.first(), model.keys().next());
            prop_assert_eq!(tree.last(), model.keys().next_back());
            for key in 0..8 {
                prop_assert_eq!(tree.get(&key), model.get(&key));
                prop_assert_eq!(tree.rank(&key), model.range(..key).count());
            }
        }
    }

    #[test]
    fn spans(calls in calls(2)) {
        let mut spans = Spans::new();
        let mut model = BTreeSet::new();
        for (kind, from, to) in calls {
            let (from, to) = (i64::from(from), i64::from(to));
            let done = if kind == 0 { spans.add(from, to) } else { spans.cut(from, to) };
            prop_assert_eq!(done.is_some(), from < to);
            for number in from..to {
                if kind == 0 { model.insert(number) } else { model.remove(&number) };
            }
            let starts = model.iter().filter(|number| !model.contains(&(**number - 1)));
            prop_assert_eq!(spans.count(), starts.count());
            prop_assert_eq!(spans.total(), model.len() as i64);
            for number in -1..9 {
                prop_assert_eq!(spans.has(number), model.contains(&number));
            }
        }
    }
}
