use proptest::prelude::*;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
enum Step {
    Insert(u8, u8),
    Remove(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (0..8u8, any::<u8>()).prop_map(|(k, v)| Step::Insert(k, v)),
        (0..8u8).prop_map(Step::Remove),
    ];
    prop::collection::vec(step, 0..40)
}

proptest! {
    #[test]
    fn agrees_with_a_list(steps in steps(), a in 0..8u8, length in 0..8u8) {
        let mut map = BTreeMap::new();
        let mut model: Vec<(u8, u8)> = Vec::new();
        for step in steps {
            let at = |k: u8| model.iter().position(|(key, _)| *key == k);
            match step {
                Step::Insert(k, v) => {
                    let old = at(k).map(|at| model.remove(at).1);
                    prop_assert_eq!(map.insert(k, v), old);
                    model.push((k, v));
                    model.sort();
                }
                Step::Remove(k) => {
                    let old = at(k).map(|at| model.remove(at).1);
                    prop_assert_eq!(map.remove(&k), old);
                }
            }
            for k in 0..8 {
                let known = model.iter().find(|(key, _)| *key == k).map(|(_, v)| v);
                prop_assert_eq!(map.contains_key(&k), known.is_some());
                prop_assert_eq!(map.get(&k), known);
            }
            let b = a + length;
            let within = model.iter().map(|(k, _)| k).filter(|k| (a..b).contains(k));
            prop_assert!(map.range(a..b).map(|(k, _)| k).eq(within));
        }
    }
}
