//! What is printed of a resolved formula can be read back.

use proptest::prelude::*;
use proptest::sample::select;
use specgen::theory::Theory;

use crate::example;

/// A specification with one axiom over predicates, elements and numbers.
fn specification(axiom: &str) -> String {
    format!(
        "specification Box[Element]
           sorts Box[Element]
           constructors make: --> Box[Element]; put: Box[Element] Element --> Box[Element];
           observers p: Box[Element]; q: Box[Element] Element; size: Box[Element] --> int;
           axioms E, F: Element; S: Box[Element]; N: int; [only] p(S) or ({axiom});
         end specification"
    )
}

fn number() -> impl Strategy<Value = String> {
    let leaf = select(vec!["N", "0", "3", "-2", "size(S)", "size(put(S, E))"]);
    leaf.prop_map(str::to_owned).prop_recursive(3, 8, 2, |inner| {
        (inner.clone(), select(vec!["+", "-", "*"]), inner)
            .prop_map(|(a, operator, b)| format!("({a} {operator} {b})"))
    })
}

fn formula() -> impl Strategy<Value = String> {
    let comparison = select(vec!["=", "!=", "<", "<=", ">", ">="]);
    let atom = prop_oneof![
        select(vec!["p(S)", "q(put(S, F), E)", "E = F", "E != F", "put(S, E) = S"])
            .prop_map(str::to_owned),
        (number(), comparison, number()).prop_map(|(a, c, b)| format!("{a} {c} {b}")),
    ];
    atom.prop_recursive(4, 12, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|a| format!("not ({a})")),
            (inner.clone(), select(vec!["and", "or", "iff", "if"]), inner)
                .prop_map(|(a, connective, b)| format!("({a}) {connective} ({b})")),
        ]
    })
}

fn printed(theory: &Theory) -> String {
    let (_, axiom) = theory.body_axioms().next().expect("there is an axiom");
    axiom.formula.text(theory, &axiom.variables)
}

proptest! {
    #[test]
    fn a_printed_formula_reads_as_the_same_formula(axiom in formula()) {
        let theory = example::theory(&specification(&axiom));
        let text = printed(&theory);
        let again = example::theory(&specification("p(S)").replace("p(S) or (p(S))", &text));
        let formula = |theory: &Theory| {
            let (_, axiom) = theory.body_axioms().next().expect("there is an axiom");
            axiom.formula.clone()
        };
        prop_assert_eq!(formula(&theory), formula(&again), "{}", text);
        prop_assert!(text.lines().count() == 1);
    }
}
