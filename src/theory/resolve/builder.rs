//! What building an expression works with.

use super::Resolver;
use super::variables::Variables;
use crate::theory::{OpId, SortId, SpecId};

/// Builds the expressions of one section.
pub(super) struct Builder<'r, 'g> {
    pub resolver: &'r mut Resolver<'g>,
    pub variables: &'r mut Variables,
    pub spec: SpecId,
}

/// What a place asks of a term, and which operation's profile says so.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub sort: SortId,
    pub by: Option<OpId>,
}
