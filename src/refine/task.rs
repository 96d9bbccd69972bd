//! One operation of a mapping, and what it is read against.

use std::collections::BTreeMap;

use super::{Prelude, SortType, Use};
use crate::syntax::mapping_ast::OperationMap;
use crate::theory::{Operation, SortId, Theory};

/// What the operations of an entry are read against.
pub struct Context<'a> {
    pub theory: &'a Theory,
    pub sorts: &'a BTreeMap<SortId, SortType>,
    pub uses: &'a [Use],
    pub preludes: &'a [Prelude],
}

impl Context<'_> {
    /// The Rust type of a sort, with the header's generics in it.
    pub fn type_text(&self, sort: SortId) -> String {
        match self.sorts.get(&sort) {
            Some(SortType::Subject(subject)) => subject.rust_type.clone(),
            Some(SortType::Mock(mock)) => mock.generic.clone(),
            None => "i64".to_owned(),
        }
    }

    /// Whether a name is imported or declared by the mapping.
    pub fn in_scope(&self, name: &str) -> bool {
        self.uses.iter().any(|import| import.name.as_deref() == Some(name))
            || self.preludes.iter().any(|items| items.names.iter().any(|known| known == name))
    }
}

/// What is known of the operation while its target is read.
pub struct Task<'a> {
    pub context: &'a Context<'a>,
    pub op: &'a Operation,
    pub map: &'a OperationMap,
    /// The sort of the entry that the operation stands in: what `Self` is.
    pub own: SortId,
}

/// The methods of `Ordering` that tell a truth.
pub const ORDERING_METHODS: &[&str] = &["is_eq", "is_ne", "is_lt", "is_le", "is_gt", "is_ge"];
