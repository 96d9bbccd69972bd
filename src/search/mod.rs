//! The bounded search: for every goal a verdict, for covered goals a witness.
//!
//! ```text
//! goal ── refute ──> impossible, with a core
//!      └─ scope step by step: ground ── solve ── canonical ── check ──> covered
//!                                                └─ (fragment) confirm
//! ```

use std::sync::Arc;

use crate::model::{Mode, Violation, Witness};
use crate::theory::{AxiomId, OpId, SortId, Theory};

mod budget;
mod cache;
mod canonical;
mod carriers;
mod circuit;
mod confirm;
mod decode;
mod engine;
mod entail;
mod enumerate;
mod estimate;
mod find;
mod finder;
mod ground;
mod lazy;
mod numbering;
mod piece;
mod refute;
mod scope;
mod solver;
mod staged;
mod symmetry;
mod vary;

pub use budget::{Budget, Unlimited};
pub use carriers::{CarrierSize, CarrierSizes, Range};
pub use engine::{Engine, Program, ProgramOutput};
pub use entail::{Entailed, Question, entailed};
pub use enumerate::{Symmetry, enumerate};
pub use find::{mode, refute, search};
pub use scope::{ScopeError, ScopeLimits};
pub use vary::vary;

/// What a search works with.
#[derive(Clone)]
pub struct Options {
    pub scope: ScopeLimits,
    pub budget: Arc<dyn Budget>,
    /// No grounding with more clauses is begun.
    pub clause_limit: u64,
    /// None that would take more memory, in bytes.
    pub memory_limit: u64,
    /// A question to the solver that takes more conflicts is given up.
    pub effort: u64,
    /// Who is asked for models. Refutations, which are small, are left to the solver that
    /// is built in.
    pub engine: Engine,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            scope: ScopeLimits::default(),
            budget: Arc::new(Unlimited),
            clause_limit: 40_000_000,
            memory_limit: 1 << 30,
            effort: 10_000,
            engine: Engine::BuiltIn,
        }
    }
}

/// How far a search is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub decided: usize,
    pub goals: usize,
    /// What is being tried.
    pub doing: String,
}

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

impl Verdict {
    /// What rules the goal out, if it is impossible.
    pub fn core(&self) -> Option<&Core> {
        match self {
            Verdict::Impossible(core) => Some(core),
            _ => None,
        }
    }
}

/// A minimal set of statements that together rule a goal out.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Core {
    pub axioms: Vec<AxiomId>,
    pub domains: Vec<OpId>,
}

/// Why a search ended before its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    Timeout,
    /// Too hard for the effort allowed.
    Effort,
    Memory,
    Interrupted,
}

/// A model that the evaluator does not accept: a bug in the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsound {
    pub goal: String,
    pub violation: Violation,
}

impl std::fmt::Display for Unsound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "internal error: the model found for `{}` is none: {}", self.goal, self.violation)
    }
}

impl std::error::Error for Unsound {}

/// How many clauses a theory has over the given carriers, goals aside.
pub fn clause_count(theory: &Theory, bounds: &CarrierSizes, mode: Mode) -> usize {
    let totality = match mode {
        Mode::Closed => ground::Totality::Closed,
        Mode::Fragment => ground::Totality::Fragment,
    };
    finder::Finder::new(theory, bounds.clone(), totality, budget::Allowance::unlimited()).clauses()
}
