//! Abstract tests: what a model says that a test should do, before any Rust.

use crate::model::Element;
use crate::theory::{OpId, SortId, Theory};

mod canonical;

pub use canonical::canonical_terms;

/// A term without variables: constructors over elements of parameter sorts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroundTerm {
    /// An element of a parameter sort.
    Element(SortId, Element),
    Int(i64),
    Apply(OpId, Vec<GroundTerm>),
}

impl GroundTerm {
    /// `insert(empty(), Orderable1)`
    pub fn text(&self, theory: &Theory) -> String {
        match self {
            GroundTerm::Element(sort, element) => theory.element_text(*sort, *element),
            GroundTerm::Int(number) => number.to_string(),
            GroundTerm::Apply(op, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|term| term.text(theory)).collect();
                format!("{}({})", theory.ops[*op].name, arguments.join(", "))
            }
        }
    }
}
