//! The runtime of generated tests.
//!
//! An axiom of a specification becomes a function that evaluates its atoms and calls
//! [`axiom()`]. A test calls that function with the values of one goal. The laws of Rust's
//! traits are in [`laws`]. [`sequence`] tests a type by sequences of operations, and [`execute`] runs the
//! specification. [`paths`] tests every path that elements can lead to.
//!
//! Needs Rust 1.85 or later, edition 2018 or later, and no dependencies.

#![allow(dead_code, unused_imports, unused_macros)]
#![allow(unexpected_cfgs, unknown_lints)]

mod axiom;
mod case;
mod compare;
#[path = "../../src/execute/mod.rs"]
#[rustfmt::skip]
pub mod execute;
#[path = "../../src/explore.rs"]
#[rustfmt::skip]
pub mod explore;
mod items;
pub mod laws;
mod notice;
mod observe;
pub mod paths;
mod prelude;
mod record;
mod sample;
pub mod sequence;
mod table;
mod watchdog;

#[cfg(specgen_guided)]
include!(env!("SPECGEN_GUIDE"));

pub use self::prelude::*;
