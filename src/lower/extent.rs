//! The purpose of a program with a type, and how far its sequences go.

use super::look::Look;
use crate::model::ParameterTables;

/// Over which algebras sequences run, and what for.
#[derive(Clone, Copy)]
pub(super) struct Extent<'a> {
    pub algebras: &'a [ParameterTables],
    pub small: Option<Exhaustive<'a>>,
    pub purpose: Purpose,
    pub looks: &'a [Look],
}

/// How far exhaustive tests go.
#[derive(Clone, Copy, Debug)]
pub struct Exhaustive<'a> {
    /// The most steps of a value; 0 where the runtime's limit of calls decides.
    pub steps: usize,
    pub algebras: &'a [ParameterTables],
}

/// The purpose of a program with a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It tests the type.
    Tests,
    /// It answers questions about terms.
    Answers,
    /// It compares the type with another one.
    Comparison,
}
