//! One small type for each kind of signature, each with a fault that `FAULT=name` switches on.
use std::sync::OnceLock;

/// Whether the fault of this name is switched on.
fn faulty(name: &str) -> bool {
    static FAULT: OnceLock<Option<String>> = OnceLock::new();
    FAULT.get_or_init(|| std::env::var("FAULT").ok()).as_deref() == Some(name)
}

pub mod arrays;
pub mod bits;
pub mod books;
pub mod builders;
pub mod cells;
pub mod closures;
pub mod constants;
pub mod documents;
pub mod editor;
pub mod expressions;
pub mod futures;
pub mod groups;
pub mod halls;
pub mod handles;
pub mod integers;
pub mod iterators;
pub mod keys;
pub mod lifetimes;
pub mod modules;
pub mod pairings;
pub mod pairs;
pub mod piles;
pub mod pointers;
pub mod ranges;
pub mod slices;
pub mod stacks;
pub mod strict;
pub mod texts;
pub mod tuples;
pub mod undo;
