use heapless::Deque;
use proptest::prelude::*;
use std::collections::VecDeque;

#[derive(Clone, Debug)]
enum Step {
    PushBack(u8),
    PushFront(u8),
    PopBack,
    PopFront,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        any::<u8>().prop_map(Step::PushBack),
        any::<u8>().prop_map(Step::PushFront),
        Just(Step::PopBack),
        Just(Step::PopFront),
    ];
    prop::collection::vec(step, 0..40)
}

proptest! {
    #[test]
    fn agrees_with_a_deque(steps in steps()) {
        let mut ring: Deque<u8, 3> = Deque::new();
        let mut model = VecDeque::new();
        for step in steps {
            let is_full = model.len() == 3;
            match step {
                Step::PushBack(e) => {
                    prop_assert_eq!(ring.push_back(e), if is_full { Err(e) } else { Ok(()) });
                    if !is_full {
                        model.push_back(e);
                    }
                }
                Step::PushFront(e) => {
                    prop_assert_eq!(ring.push_front(e), if is_full { Err(e) } else { Ok(()) });
                    if !is_full {
                        model.push_front(e);
                    }
                }
                Step::PopBack => prop_assert_eq!(ring.pop_back(), model.pop_back()),
                Step::PopFront => prop_assert_eq!(ring.pop_front(), model.pop_front()),
            }
            prop_assert!(ring.iter().eq(&model));
            prop_assert_eq!(ring.is_full(), model.len() == 3);
        }
    }
}
