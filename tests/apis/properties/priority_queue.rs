use priority_queue::PriorityQueue;
use proptest::prelude::*;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
enum Step {
    Push(u8, u8),
    Remove(u8),
    Pop,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (0..8u8, 0..4u8).prop_map(|(i, p)| Step::Push(i, p)),
        (0..8u8).prop_map(Step::Remove),
        Just(Step::Pop),
    ];
    prop::collection::vec(step, 0..40)
}

proptest! {
    #[test]
    fn agrees_with_a_map(steps in steps()) {
        let mut queue = PriorityQueue::new();
        let mut model: BTreeMap<u8, u8> = BTreeMap::new();
        for step in steps {
            match step {
                Step::Push(i, p) => prop_assert_eq!(queue.push(i, p), model.insert(i, p)),
                Step::Remove(i) => {
                    prop_assert_eq!(queue.remove(&i), model.remove(&i).map(|p| (i, p)));
                }
                Step::Pop => {
                    let top = queue.peek().map(|(i, p)| (*i, *p));
                    prop_assert_eq!(queue.pop(), top);
                    if let Some((i, _)) = top {
                        model.remove(&i);
                    }
                }
            }
            prop_assert_eq!(queue.len(), model.len());
            prop_assert_eq!(queue.peek().map(|(_, p)| p), model.values().max());
            for i in 0..8 {
                prop_assert_eq!(queue.contains(&i), model.contains_key(&i));
                prop_assert_eq!(queue.get_priority(&i), model.get(&i));
            }
        }
    }
}
