//! One way to read an axiom.

use crate::execute::{Conclusion, Expr, Formula};

/// `op(arguments) = conclusion if guard`
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub op: usize,
    pub arguments: Vec<Expr>,
    pub guard: Formula,
    pub conclusion: Conclusion,
    /// Whether it is used only where other readings give no result.
    pub is_last_resort: bool,
}
