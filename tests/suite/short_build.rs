//! Errors, data sorts, sequences, definitions and auxiliary operations in generated tests.

use std::sync::LazyLock;

use crate::programs::{Case, Program};

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
