//! Compares what a type answers with what it answered before.

mod first;
#[path = "../specgen_support/mod.rs"]
mod support;

#[test]
fn compare() {
    support::freeze::run(first::subject());
}
