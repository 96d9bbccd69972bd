//! The context in which expressions are built.

use super::Resolver;
use super::variables::Variables;
use crate::theory::{OpId, SortId, SpecId};

/// Builds the expressions of one section.
pub(super) struct Builder<'r, 'g> {
    pub resolver: &'r mut Resolver<'g>,
    pub variables: &'r mut Variables,
    pub spec: SpecId,
}

/// The sort that a place requires of a term, and the operation whose profile requires it.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub sort: SortId,
    pub by: Option<OpId>,
}
