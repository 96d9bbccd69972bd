//! Sequences that are steered by what they reach in the code under test.
//!
//! `specgen test --guided` compiles the tests with counters at edges and callbacks at comparisons,
//! and sets `specgen_guided`. Without it this module is empty.

#[cfg(specgen_guided)]
mod coverage;
#[cfg(specgen_guided)]
mod frontier;
#[cfg(specgen_guided)]
mod hooks;
#[cfg(specgen_guided)]
mod mutate;
#[cfg(specgen_guided)]
mod search;
#[cfg(specgen_guided)]
mod symbols;

#[cfg(specgen_guided)]
pub(super) use self::search::explored;
