//! How goals end.

use crate::arena::Id;
use crate::model::{Mode, Violation, Witness};
use crate::theory::{AxiomId, OpId, SortId, Theory};

/// How far a search has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub decided: usize,
    pub goals: usize,
    /// The goal or task that the search works on.
    pub doing: String,
    /// Goals that are decided, by position, and whether they are covered. A report may repeat
    /// goals of earlier ones.
    pub found: Vec<(usize, bool)>,
}

/// How a goal ended, and within which limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub verdict: Verdict,
    /// The carrier sizes of the witness, or the largest that were tried.
    pub scope: Vec<(SortId, u32)>,
    pub mode: Mode,
    /// What execution tried, if the goal has no witness.
    pub tried: Option<Tried>,
}

impl Outcome {
    pub fn new(verdict: Verdict, scope: Vec<(SortId, u32)>, mode: Mode) -> Self {
        Self { verdict, scope, mode, tried: None }
    }

    /// Whether the goal is covered by a piece of a model, which running the axioms may refute.
    pub fn is_piece(&self, theory: &Theory) -> bool {
        let may_be = match self.mode {
            Mode::Fragment => true,
            Mode::Closed => theory.int().is_some(),
            Mode::Executed => false,
        };
        may_be && matches!(self.verdict, Verdict::Covered(_))
    }

    /// Whether the goal is covered or impossible. `None` if that is open, or may change.
    pub fn is_covered(&self, theory: &Theory) -> Option<bool> {
        let is_final = self.is_decided() && !self.is_piece(theory);
        is_final.then_some(matches!(self.verdict, Verdict::Covered(_)))
    }

    /// Whether the goal is covered or impossible.
    pub fn is_decided(&self) -> bool {
        matches!(self.verdict, Verdict::Covered(_) | Verdict::Impossible(_))
    }
}

/// The terms that execution tried for a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    pub terms: usize,
    /// The most operations of a term.
    pub operations: usize,
    /// Whether the goal's steps were spent. If not, no further term came nearer to the goal.
    pub is_cut: bool,
}

/// How a goal ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Covered(Box<Witness>),
    /// No model of any size satisfies the goal, because of these statements.
    Impossible(Core),
    NotFound,
    GaveUp(Reason),
}

impl Verdict {
    /// The statements that rule the goal out, if it is impossible.
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
    /// Whether it takes induction over constructors. The set then has all axioms about what
    /// was proved by it, and need not be minimal.
    pub by_induction: bool,
}

impl Core {
    /// The statements of all cores together, if all are known.
    pub fn joint<'c>(cores: impl IntoIterator<Item = Option<&'c Core>>) -> Option<Self> {
        let mut joint = Core::default();
        for core in cores {
            let core = core?;
            joint.axioms.extend(&core.axioms);
            joint.domains.extend(&core.domains);
            joint.by_induction |= core.by_induction;
        }
        joint.axioms.sort_unstable();
        joint.axioms.dedup();
        joint.domains.sort_unstable();
        joint.domains.dedup();
        Some(joint)
    }

    /// The same for a theory where the axioms have other ids.
    pub fn renamed(&self, ids: &[AxiomId]) -> Self {
        Core { axioms: self.axioms.iter().map(|id| ids[id.index()]).collect(), ..self.clone() }
    }
}

/// Why a search gave up on a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    Timeout,
    /// Solver calls took more conflicts than allowed.
    Effort,
    Memory,
    Interrupted,
}

/// A model that the evaluator rejects: a bug in the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsound {
    pub goal: String,
    pub violation: Violation,
}

impl std::fmt::Display for Unsound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "internal error: the model found for `{}` is invalid: {}",
            self.goal, self.violation
        )
    }
}

impl std::error::Error for Unsound {}
