//! Tests of every code path that elements can take.
//!
//! Generic code decides by what operations of its elements answer, and by nothing else that
//! it can know of them. Here these answers are not in tables: each is decided when it is first
//! asked for, and every decision that the axioms of the parameter permit is explored. Two
//! element types that answer alike take the code along the same path, so one run stands for
//! both.
//!
//! [`test()`] is the way in.

mod cells;
mod run;
mod shape;
mod undecided;

pub use self::run::test;
pub(super) use self::undecided::{decided, decided_element};
