use dashmap::DashMap;
use proptest::prelude::*;
use std::collections::HashMap;

#[derive(Clone, Debug)]
enum Step {
    Insert(u8, u8),
    Remove(u8),
    Clear,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => (0..8u8, any::<u8>()).prop_map(|(k, v)| Step::Insert(k, v)),
        4 => (0..8u8).prop_map(Step::Remove),
        1 => Just(Step::Clear),
    ];
    prop::collection::vec(step, 0..40)
}

proptest! {
    #[test]
    fn agrees_with_a_map(steps in steps()) {
        let map = DashMap::new();
        let mut model = HashMap::new();
        for step in steps {
            match step {
                Step::Insert(k, v) => prop_assert_eq!(map.insert(k, v), model.insert(k, v)),
                Step::Remove(k) => {
                    prop_assert_eq!(map.remove(&k).map(|(_, v)| v), model.remove(&k));
                }
                Step::Clear => {
                    map.clear();
                    model.clear();
                }
            }
            prop_assert_eq!(map.len(), model.len());
            for k in 0..8 {
                prop_assert_eq!(map.contains_key(&k), model.contains_key(&k));
                prop_assert_eq!(map.get(&k).map(|v| *v), model.get(&k).copied());
            }
        }
    }
}
