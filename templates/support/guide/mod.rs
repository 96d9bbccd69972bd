//! Sequences that are steered by what they reach in the code under test.
//!
//! `specgen test --guided` compiles the tests with counters at edges and callbacks at comparisons,
//! and gives them this module, which is in no output folder.

mod coverage;
mod frontier;
mod hooks;
mod mutate;
mod search;
mod symbols;

pub(super) use self::search::explored;
