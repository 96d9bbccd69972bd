use proptest::prelude::*;
use smallvec::SmallVec;

#[derive(Clone, Debug)]
enum Step {
    Push(u8),
    Insert(usize, u8),
    Truncate(usize),
    Pop,
    Remove(usize),
    SwapRemove(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        any::<u8>().prop_map(Step::Push),
        (0..9usize, any::<u8>()).prop_map(|(n, e)| Step::Insert(n, e)),
        (0..9usize).prop_map(Step::Truncate),
        Just(Step::Pop),
        (0..9usize).prop_map(Step::Remove),
        (0..9usize).prop_map(Step::SwapRemove),
    ];
    prop::collection::vec(step, 0..40)
}

proptest! {
    #[test]
    fn agrees_with_a_vector(steps in steps()) {
        let mut list: SmallVec<[u8; 2]> = SmallVec::new();
        let mut model: Vec<u8> = Vec::new();
        for step in steps {
            match step {
                Step::Push(e) => {
                    list.push(e);
                    model.push(e);
                }
                Step::Insert(n, e) if n <= model.len() => {
                    list.insert(n, e);
                    model.insert(n, e);
                }
                Step::Truncate(n) => {
                    list.truncate(n);
                    model.truncate(n);
                }
                Step::Pop => prop_assert_eq!(list.pop(), model.pop()),
                Step::Remove(n) if n < model.len() => {
                    prop_assert_eq!(list.remove(n), model.remove(n));
                }
                Step::SwapRemove(n) if n < model.len() => {
                    prop_assert_eq!(list.swap_remove(n), model.swap_remove(n));
                }
                _ => {}
            }
            prop_assert_eq!(list.as_slice(), model.as_slice());
        }
    }
}
