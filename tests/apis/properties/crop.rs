use crop::Rope;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Step {
    Insert(usize, String),
    Delete(usize, usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (0..20usize, "[a-h]{0,8}").prop_map(|(at, text)| Step::Insert(at, text)),
        (0..20usize, 0..8usize).prop_map(|(from, length)| Step::Delete(from, from + length)),
    ];
    prop::collection::vec(step, 0..40)
}

proptest! {
    #[test]
    fn agrees_with_a_string(steps in steps(), a in 0..20usize, b in 0..20usize) {
        let mut rope = Rope::new();
        let mut model = String::new();
        for step in steps {
            match step {
                Step::Insert(at, text) if at <= model.len() => {
                    rope.insert(at, &text);
                    model.insert_str(at, &text);
                }
                Step::Delete(from, to) if to <= model.len() => {
                    rope.delete(from..to);
                    model.replace_range(from..to, "");
                }
                _ => {}
            }
            prop_assert_eq!(rope.to_string(), model.clone());
            prop_assert_eq!(rope.byte_len(), model.len());
            if a <= b && b <= model.len() {
                prop_assert_eq!(rope.byte_slice(a..b).to_string(), &model[a..b]);
            }
        }
    }
}
