//! Tests of paths in whole builds: operations that return elements, and what is claimed.

use crate::programs::{Case, Program};

const SPEC: &str = "\
specification Fold[Semigroup]
  sorts
    Fold[Combinable]
  constructors
    start: Combinable --> Fold[Combinable];
    push: Fold[Combinable] Combinable --> Fold[Combinable];
  observers
    total: Fold[Combinable] --> Combinable;
  axioms
    F: Fold[Combinable]; E: Combinable;
    [starts] total(start(E)) = E;
    [combines] total(push(F, E)) = combine(total(F), E);
end specification
";

/// A fold whose `push` is as written.
fn case(name: &'static str, bounds: &str, push: &str) -> Case {
    let map = format!(
        "refinement <E: {bounds}>
  prelude {{
    pub trait Combine: Clone + PartialEq {{ fn combine(&self, other: &Self) -> Self; }}
    #[derive(Clone, Debug, PartialEq)]
    pub struct Fold<E>(E);
    impl<E: {bounds}> Fold<E> {{
        pub fn start(e: E) -> Self {{ Fold(e) }}
        pub fn push(&mut self, e: E) {{ {push} }}
        pub fn total(&self) -> E {{ self.0.clone() }}
    }}
  }}
  Fold is Fold<E> {{
    start: e:Combinable --> Fold[Combinable] is fn start(e: E) -> Self;
    push: Fold[Combinable] e:Combinable --> Fold[Combinable] is fn push(&mut self, e: E);
    total: Fold[Combinable] --> Combinable is fn total(&self) -> E;
  }}
  Semigroup is E {{
    combine: Combinable e:Combinable --> Combinable is fn Combine::combine(&self, e: &Self) -> Self;
  }}
end refinement
"
    );
    Case { name, spec: SPEC.to_owned(), map, arguments: &["--goals", "paths"] }
}

#[test]
fn operations_that_return_elements_are_explored() {
    let program = Program::optimised(&[
        case("correct", "Combine", "self.0 = self.0.combine(&e);"),
        case("swapped", "Combine", "self.0 = e.combine(&self.0);"),
        case("idempotent", "Combine", "if self.0 != e { self.0 = self.0.combine(&e); }"),
    ]);
    program.passes("correct");
    for (name, answer) in [("swapped", "combine("), ("idempotent", "combine(")] {
        let (text, succeeds) = program.tests_of(name);
        assert!(!succeeds && text.contains("[combines]"), "{name}\n{text}");
        assert!(text.contains(answer) && text.contains(" is Combinable"), "{name}\n{text}");
    }
}
