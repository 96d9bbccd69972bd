use lru::LruCache;
use proptest::prelude::*;
use std::num::NonZeroUsize;

#[derive(Clone, Debug)]
enum Step {
    Put(u8, u8),
    Get(u8),
    Pop(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (0..8u8, any::<u8>()).prop_map(|(k, v)| Step::Put(k, v)),
        (0..8u8).prop_map(Step::Get),
        (0..8u8).prop_map(Step::Pop),
    ];
    prop::collection::vec(step, 0..40)
}

proptest! {
    #[test]
    fn agrees_with_a_list(cap in 1..5usize, steps in steps()) {
        let mut cache = LruCache::new(NonZeroUsize::new(cap).unwrap());
        let mut model: Vec<(u8, u8)> = Vec::new();
        for step in steps {
            let mut take = |k: u8| {
                let at = model.iter().position(|(key, _)| *key == k)?;
                Some(model.remove(at).1)
            };
            match step {
                Step::Put(k, v) => {
                    prop_assert_eq!(cache.put(k, v), take(k));
                    model.push((k, v));
                    if model.len() > cap {
                        model.remove(0);
                    }
                }
                Step::Get(k) => {
                    let found = take(k);
                    prop_assert_eq!(cache.get(&k).copied(), found);
                    model.extend(found.map(|v| (k, v)));
                }
                Step::Pop(k) => prop_assert_eq!(cache.pop(&k), take(k)),
            }
            prop_assert_eq!(cache.cap().get(), cap);
            prop_assert!(cache.iter().rev().map(|(k, v)| (*k, *v)).eq(model.iter().copied()));
            for k in 0..8 {
                let known = model.iter().find(|(key, _)| *key == k).map(|(_, v)| v);
                prop_assert_eq!(cache.contains(&k), known.is_some());
                prop_assert_eq!(cache.peek(&k), known);
            }
        }
    }
}
