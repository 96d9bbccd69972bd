//! The bounded search: for every goal a verdict, for covered goals a witness.

use crate::model::{Element, Mode, Model};
use crate::testcase::GroundTerm;
use crate::theory::{AxiomId, OpId, SortId};

/// How a goal ended, and under which limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub verdict: Verdict,
    /// The carrier sizes of the witness, or the largest that were tried.
    pub scope: Vec<(SortId, u32)>,
    pub mode: Mode,
}

/// How a goal ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Covered(Box<Witness>),
    /// No model of any size has it, because of these.
    Impossible(Core),
    NotFound,
    GaveUp(Reason),
}

/// A model with an assignment that fulfils a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    pub model: Model,
    /// One for each variable of the goal.
    pub assignment: Vec<Element>,
    /// The canonical term of each assigned element.
    pub terms: Vec<GroundTerm>,
}

/// A minimal set of facts that together rule a goal out.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Core {
    pub axioms: Vec<AxiomId>,
    pub domains: Vec<OpId>,
}

/// Why a search ended before its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    Timeout,
    Memory,
    Interrupted,
}
