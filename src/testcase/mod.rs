//! Abstract tests: what a model says that a test should do, before any Rust.

use crate::model::Element;
use crate::theory::{OpId, SortId};

/// A term without variables: constructors over elements of parameter sorts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroundTerm {
    /// An element of a parameter sort.
    Element(SortId, Element),
    Int(i64),
    Apply(OpId, Vec<GroundTerm>),
}
