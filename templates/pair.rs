//! Compares two types that implement one specification.

mod first;
mod second;
#[path = "../specgen_support/mod.rs"]
mod support;

#[test]
fn compare() {
    support::against::compare([first::subject(), second::subject()]);
}
