//! Abstract tests: what a test builds and checks, before any Rust.

use crate::goal::{Goal, Property};
use crate::model::{GroundTerm, ParameterTables};
use crate::theory::{SortId, Term};

mod disequality;
mod extract;
mod forced;
mod sample;

pub use extract::{Truths, extract};
pub use sample::{Sample, samples};

/// A test before any Rust: the parameters that it mocks, the values that it builds, and the
/// statement that it checks on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractTest {
    pub goal: Goal,
    pub parameters: ParameterTables,
    /// A term for each variable of the axiom or domain condition.
    pub bindings: Vec<GroundTerm>,
    /// Whether each atom of the axiom or domain condition holds. `None` if the model leaves
    /// it open.
    pub truths: Vec<Option<bool>>,
    /// The truth of each atom whose terms are all defined in the model. After
    /// [`AbstractTest::keep_forced`], only the values that the specification forces.
    pub forced: Vec<Option<bool>>,
    /// Values that differ in the model. After [`AbstractTest::keep_forced`], only those
    /// that differ in every model.
    pub disequalities: Vec<Disequality>,
}

/// Two different values of one constructed sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disequality {
    pub sort: SortId,
    /// The terms of the goal that denote them.
    pub terms: [Term; 2],
    /// The ground terms that build them.
    pub values: [GroundTerm; 2],
}

impl AbstractTest {
    /// What the test checks of its values.
    pub fn property(&self) -> &Property {
        &self.goal.property
    }

    /// Whether both build the same values for the same statement.
    pub fn does_the_same(&self, other: &AbstractTest) -> bool {
        self.property() == other.property()
            && self.bindings == other.bindings
            && self.parameters == other.parameters
    }
}
