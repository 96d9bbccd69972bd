//! Abstract tests: what a model says that a test should do, before any Rust.

use crate::goal::Goal;
use crate::model::{GroundTerm, ParameterTables};
use crate::theory::{AxiomId, Formula, OpId, SortId, Term, Theory, Variable};

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
    pub claim: Claim,
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
    /// Whether both build the same values for the same claim.
    pub fn does_the_same(&self, other: &AbstractTest) -> bool {
        self.claim == other.claim
            && self.bindings == other.bindings
            && self.parameters == other.parameters
    }
}

/// What must hold whatever the implementation chooses to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The whole axiom, not only the goal's minterm: a loose specification lets
    /// a correct implementation leave the minterm.
    Axiom(AxiomId),
    /// The operation succeeds inside of its domain, and does outside what its
    /// mapping says.
    Domain(OpId),
}

impl Claim {
    /// The axiom, or the domain condition, and its variables.
    pub fn formula(self, theory: &Theory) -> (&Formula, &[Variable]) {
        match self {
            Claim::Axiom(id) => (&theory.axioms[id].formula, &theory.axioms[id].variables),
            Claim::Domain(op) => {
                let domain = theory.ops[op].domain.as_ref();
                let domain = domain.expect("a domain goal is about a partial operation");
                (&domain.condition, &domain.variables)
            }
        }
    }
}
