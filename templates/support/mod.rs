//! The runtime of generated tests.
//!
//! An axiom of a specification becomes a function that evaluates its atoms and calls
//! [`axiom()`]. A test calls that function with the values of one goal. The laws of Rust's
//! traits are in [`laws`]; tests on values that take many steps to build call [`pump()`].
//!
//! Needs Rust 1.70 or later, edition 2018 or later, and no dependencies.

#![allow(dead_code, unused_imports, unused_macros)]

mod axiom;
mod case;
mod compare;
mod items;
pub mod laws;
mod notice;
mod prelude;
mod pump;
mod sample;
mod table;

pub use self::prelude::*;
