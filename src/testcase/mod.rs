//! Abstract tests: what a model says that a test should do, before any Rust.

use crate::goal::Goal;
use crate::model::{GroundTerm, ParameterTables};
use crate::theory::{SortId, Statement, Term};

mod disequality;
mod extract;
mod forced;
mod growth;
mod relabel;
mod sample;

pub use extract::extract;
pub use growth::{Growth, growths};
pub use relabel::relabelled;
pub use sample::{Sample, samples};

/// A test before any Rust: the parameters that it mocks, the values that it
/// builds, and what it claims of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractTest {
    pub goal: Goal,
    pub parameters: ParameterTables,
    /// A term for each variable of the axiom or domain condition.
    pub bindings: Vec<GroundTerm>,
    /// Which atoms of the axiom or domain condition hold, as far as the model says it.
    pub truths: Vec<Option<bool>>,
    /// The truth of each atom whose terms are all defined in the model. After
    /// [`AbstractTest::keep_forced`], only the values that the specification forces.
    pub forced: Vec<Option<bool>>,
    /// Values that differ in the model. After [`AbstractTest::keep_forced`], only those
    /// that differ in every model.
    pub disequalities: Vec<Disequality>,
}

/// Two values of a goal, of one constructed sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disequality {
    pub sort: SortId,
    /// What the goal calls them.
    pub terms: [Term; 2],
    /// How they are built.
    pub values: [GroundTerm; 2],
}

impl AbstractTest {
    /// What the test checks of its values.
    pub fn statement(&self) -> Statement {
        self.goal.statement
    }

    /// Whether both build the same values for the same statement.
    pub fn does_the_same(&self, other: &AbstractTest) -> bool {
        self.statement() == other.statement()
            && self.bindings == other.bindings
            && self.parameters == other.parameters
    }
}
