//! The limits of rustfmt's default configuration, and what the surroundings of an expression ask
//! of its layout.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::shape::Shape;
use crate::rust::{Expr, Stmt};

pub const FN_CALL_WIDTH: usize = 60;
pub const CHAIN_WIDTH: usize = 60;
pub const ARRAY_WIDTH: usize = 60;
pub const STRUCT_LIT_WIDTH: usize = 18;

/// What the surroundings of an expression ask of its layout.
#[derive(Clone, Copy)]
pub struct Layout<'m> {
    /// Arguments of macros keep their braces and commas.
    pub in_macro: bool,
    /// A chain must not be broken.
    pub one_line_chain: bool,
    /// String literals that are wider are written over several lines.
    pub max_text: Option<usize>,
    pub cache: &'m LayoutCache,
}

/// The layouts of the parts of a statement. Each part is tried in several shapes, so without
/// this the time would be exponential in the depth of the statement.
#[derive(Default)]
pub struct LayoutCache {
    pub exprs: RefCell<BTreeMap<ExprKey, Option<String>>>,
    /// By the place of the first statement in memory, their number and their indentation.
    pub blocks: RefCell<BTreeMap<(*const Stmt, usize, usize), String>>,
    /// Values in braces by their place in memory and their indentation.
    pub values: RefCell<BTreeMap<(*const Expr, usize), String>>,
}

/// The place of an expression in memory, and everything that its layout depends on.
pub type ExprKey = (*const Expr, Shape, bool, bool, Option<usize>);

impl<'m> Layout<'m> {
    pub fn new(max_text: Option<usize>, cache: &'m LayoutCache) -> Self {
        Self { in_macro: false, one_line_chain: false, max_text, cache }
    }
}
