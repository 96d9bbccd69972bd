use indexmap::IndexMap;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Step {
    OrInsert(u8, u8),
    Set(u8, u8),
    Remove(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (0..8u8, any::<u8>()).prop_map(|(k, v)| Step::OrInsert(k, v)),
        (0..8u8, any::<u8>()).prop_map(|(k, v)| Step::Set(k, v)),
        (0..8u8).prop_map(Step::Remove),
    ];
    prop::collection::vec(step, 0..40)
}

proptest! {
    #[test]
    fn agrees_with_a_list(steps in steps()) {
        let mut map = IndexMap::new();
        let mut model: Vec<(u8, u8)> = Vec::new();
        for step in steps {
            let place = |k: u8| model.iter().position(|(key, _)| *key == k);
            match step {
                Step::OrInsert(k, v) => {
                    let value = place(k).map_or(v, |at| model[at].1);
                    prop_assert_eq!(*map.entry(k).or_insert(v), value);
                    if place(k).is_none() {
                        model.push((k, v));
                    }
                }
                Step::Set(k, v) => match place(k) {
                    Some(at) => {
                        prop_assert_eq!(map.insert(k, v), Some(model[at].1));
                        model[at].1 = v;
                    }
                    None => {
                        prop_assert_eq!(map.insert(k, v), None);
                        model.push((k, v));
                    }
                },
                Step::Remove(k) => {
                    let removed = place(k).map(|at| model.remove(at).1);
                    prop_assert_eq!(map.shift_remove(&k), removed);
                }
            }
            prop_assert!(map.keys().eq(model.iter().map(|(k, _)| k)));
            for k in 0..8 {
                let known = model.iter().find(|(key, _)| *key == k).map(|(_, v)| v);
                prop_assert_eq!(map.get(&k), known);
            }
        }
    }
}
