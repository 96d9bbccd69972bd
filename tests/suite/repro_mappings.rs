//! Mappings that were refused once, or that led to other Rust than the user wrote.

use super::repro::passes;

/// A total and a partial view of `pop`, two functions with equal bodies, a creator by
/// `Default::default() -> Self`, and string literals that contain the names of generics.
#[test]
fn views_of_one_function_and_literals_with_names_of_generics() {
    passes("views", &[]);
}

#[test]
fn items_of_extend_may_be_numbers() {
    passes("bits", &[]);
}
