//! Errors, data sorts, sequences, definitions and auxiliary operations in generated tests.

use std::sync::LazyLock;

use crate::programs::{Case, Program};
use crate::short_mappings::Package;

static PROGRAM: LazyLock<Program> = LazyLock::new(|| {
    let pocket = Case::read("pocket", &[]);
    let wrong_error = pocket.changed(
        "wrong_error",
        "Full { held: self.items.len() }",
        "Full { held: self.items.len() + 1 }",
    );
    let wrong_length = pocket.changed(
        "wrong_length",
        "self.items.len() }\n        pub fn take",
        "self.items.len() % 3 }\n        pub fn take",
    );
    Program::compiled(&[pocket, wrong_error, wrong_length])
});

#[test]
fn a_correct_type_passes_and_needs_no_function_for_definitions() {
    PROGRAM.passes("pocket");
}

/// What the tests of a wrong type print.
fn broken(case: &str) -> String {
    let (text, succeeds) = PROGRAM.tests_of(case);
    assert!(!succeeds, "no test finds `{case}`\n{text}");
    text
}

/// The wrong value of an error follows from no other observer.
#[test]
fn a_wrong_value_in_an_error_is_found() {
    let text = broken("wrong_error");
    assert!(text.contains("the specification says Full { held: 3 }"), "{text}");
}

/// The axiom of `len` needs the auxiliary operation, so only running finds this.
#[test]
fn what_only_an_auxiliary_operation_says_is_found() {
    let text = broken("wrong_length");
    assert!(text.contains("[len] len(P) = total(items(P))"), "{text}");
}

/// Only running the specification can tell whether a list has an element.
#[test]
fn axioms_that_the_type_cannot_be_asked_about_are_named() {
    let package = Package::new(
        "window",
        "pub struct Window { all: Vec<i64> }
        impl Window {
            pub fn new() -> Self { Window { all: Vec::new() } }
            pub fn record(&mut self, n: i64) { self.all.push(n) }
            pub fn readings(&self) -> Vec<i64> { self.all.clone() }
            pub fn largest(&self) -> Option<i64> { self.all.iter().max().copied() }
        }",
    );
    package.write(
        "window.spec",
        "specification Window
          constructors
            new: --> Window;
            record: Window int --> Window;
          observers
            readings: Window --> Sequence[int];
            largest: Window -->? int;
          domains
            W: Window;
            largest(W) if length(readings(W)) > 0;
          axioms
            W: Window; N: int;
            after new(): readings = nil;
            after record(W, N): readings = add(readings(W), N);
            [one] has(readings(W), largest(W)) if length(readings(W)) > 0;
        end specification",
    );
    let built = package.prints(&["build", "window.spec", "--type", "window::Window", "--no-probe"]);
    let named = "1 axiom is run, but not evaluated on the type, since only the specification \
                 knows `has`: one\n";
    assert!(built.ends_with(named), "{built}");
}
