use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Step {
    Push(char),
    Insert(usize, char),
    PushStr(String),
    Truncate(usize),
    Pop,
    Remove(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let letter = || prop::char::range('a', 'h');
    let step = prop_oneof![
        letter().prop_map(Step::Push),
        (0..9usize, letter()).prop_map(|(n, c)| Step::Insert(n, c)),
        "[a-h]{0,3}".prop_map(Step::PushStr),
        (0..9usize).prop_map(Step::Truncate),
        Just(Step::Pop),
        (0..9usize).prop_map(Step::Remove),
    ];
    prop::collection::vec(step, 0..40)
}

proptest! {
    #[test]
    fn agrees_with_a_vector(steps in steps()) {
        let mut text = String::new();
        let mut model: Vec<char> = Vec::new();
        for step in steps {
            match step {
                Step::Push(c) => {
                    text.push(c);
                    model.push(c);
                }
                Step::Insert(n, c) if n <= model.len() => {
                    text.insert(n, c);
                    model.insert(n, c);
                }
                Step::PushStr(more) => {
                    text.push_str(&more);
                    model.extend(more.chars());
                }
                Step::Truncate(n) if n <= model.len() => {
                    text.truncate(n);
                    model.truncate(n);
                }
                Step::Pop => prop_assert_eq!(text.pop(), model.pop()),
                Step::Remove(n) if n < model.len() => {
                    prop_assert_eq!(text.remove(n), model.remove(n));
                }
                _ => {}
            }
            prop_assert!(text.chars().eq(model.iter().copied()));
        }
    }
}
