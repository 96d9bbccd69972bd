use proptest::prelude::*;
use slotmap::{DefaultKey, SlotMap};

#[derive(Clone, Debug)]
enum Step {
    Insert(u8),
    Remove(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step =
        prop_oneof![any::<u8>().prop_map(Step::Insert), (0..20usize).prop_map(Step::Remove)];
    prop::collection::vec(step, 0..40)
}

proptest! {
    #[test]
    fn agrees_with_a_list(steps in steps()) {
        let mut slots = SlotMap::new();
        let mut model: Vec<(DefaultKey, Option<u8>)> = Vec::new();
        for step in steps {
            match step {
                Step::Insert(v) => {
                    let key = slots.insert(v);
                    prop_assert!(model.iter().all(|(known, _)| *known != key));
                    model.push((key, Some(v)));
                }
                Step::Remove(n) if n < model.len() => {
                    let (key, value) = &mut model[n];
                    prop_assert_eq!(slots.remove(*key), value.take());
                }
                Step::Remove(_) => {}
            }
            prop_assert_eq!(slots.len(), model.iter().filter(|(_, v)| v.is_some()).count());
            for (key, value) in &model {
                prop_assert_eq!(slots.contains_key(*key), value.is_some());
                prop_assert_eq!(slots.get(*key), value.as_ref());
            }
        }
    }
}
