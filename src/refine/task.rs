//! One operation of a mapping, and the context in which it is resolved.

use std::collections::BTreeMap;
use std::ops::Range;

use super::rust_text::part;
use super::{NamesInScope, SortType};
use crate::rust::Fragment;
use crate::source::Span;
use crate::syntax::mapping_ast::{OperationBody, OperationMap};
use crate::theory::{Operation, SortId, Theory};

/// The context in which the operations of an entry are resolved.
pub struct Context<'a> {
    pub theory: &'a Theory,
    pub sorts: &'a BTreeMap<SortId, SortType>,
    pub names: NamesInScope<'a>,
}

impl Context<'_> {
    /// The Rust type of a sort, with the header's generics in it.
    pub fn rust_type(&self, sort: SortId) -> Fragment {
        match self.sorts.get(&sort) {
            Some(SortType::Subject(subject)) => subject.rust_type.clone(),
            Some(SortType::Mock(mock)) => Fragment::new(mock.name.as_str()),
            None => Fragment::new("i64"),
        }
    }
}

/// The operation whose function is resolved.
pub struct Task<'a> {
    pub context: &'a Context<'a>,
    pub op: &'a Operation,
    pub map: &'a OperationMap,
    /// The sort of the entry that contains the operation; `Self` refers to it.
    pub own: SortId,
}

impl Task<'_> {
    /// The place of a part of the signature.
    pub fn place(&self, range: &Range<usize>) -> Span {
        match &self.map.body {
            OperationBody::Function { signature, .. } => part(signature, range.clone()),
            OperationBody::Expression(block) => block.span,
        }
    }
}

/// The methods of `Ordering` that return a truth value.
pub const ORDERING_METHODS: &[&str] = &["is_eq", "is_ne", "is_lt", "is_le", "is_gt", "is_ge"];
