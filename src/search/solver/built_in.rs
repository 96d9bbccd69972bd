//! BatSat, through rustsat.

use std::cell::Cell;
use std::rc::Rc;

use batsat::{Callbacks, ClauseKind, SolverInterface, lbool};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};

use super::backend::{Answer, Lit, TRUE, is_constant};
use crate::search::budget::Stop;

/// The stop condition is checked once in this many decisions.
const DECISIONS_PER_CHECK: u32 = 1 << 8;

/// The conflicts of a short search.
const SHORT: u64 = 100;

const NO_ERRORS: &str = "BatSat reports no errors";

#[derive(Default)]
pub struct BatSat {
    inner: rustsat_batsat::Solver<Limits>,
}

/// The limits of a solver call. Conflicts are counted rather than seconds, so that hard
/// calls end alike on every machine.
struct Limits {
    most_conflicts: u64,
    stop: Stop,
    conflicts: Cell<u64>,
    decisions: Cell<u32>,
    /// BatSat checks twice before it ends, and must get the same answer.
    is_stopped: Cell<bool>,
}

impl Limits {
    fn new(most_conflicts: u64, stop: Stop) -> Self {
        let (conflicts, decisions, is_stopped) = Default::default();
        Self { most_conflicts, stop, conflicts, decisions, is_stopped }
    }

    fn are_conflicts_spent(&self) -> bool {
        self.conflicts.get() > self.most_conflicts
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new(u64::MAX, Rc::new(|| false))
    }
}

impl Callbacks for Limits {
    fn on_start(&mut self) {
        self.conflicts.set(0);
        self.is_stopped.set(false);
    }

    fn on_new_clause(&mut self, _clause: &[batsat::Lit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.conflicts.set(self.conflicts.get() + 1);
        }
    }

    #[inline]
    fn stop(&self) -> bool {
        self.decisions.set(self.decisions.get().wrapping_add(1));
        let is_due = self.decisions.get().is_multiple_of(DECISIONS_PER_CHECK);
        self.is_stopped.set(self.is_stopped.get() || is_due && (self.stop)());
        self.is_stopped.get() || self.are_conflicts_spent()
    }
}

impl BatSat {
    pub fn new(most_conflicts: u64, stop: Stop) -> Self {
        let mut inner = rustsat_batsat::Solver::<Limits>::default();
        *inner.batsat_mut().cb_mut() = Limits::new(most_conflicts, stop);
        Self { inner }
    }

    /// Adds the next variable. BatSat never decides on one with `is_decision` false.
    pub fn add_variable(&mut self, is_decision: bool) {
        self.inner.batsat_mut().new_var(lbool::UNDEF, is_decision);
    }

    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.inner.add_clause_ref(clause).expect(NO_ERRORS);
    }

    pub fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        match self.inner.solve_assumps(assumptions).expect(NO_ERRORS) {
            SolverResult::Sat => Answer::Sat,
            SolverResult::Unsat => Answer::Unsat,
            SolverResult::Interrupted => match self.limits().are_conflicts_spent() {
                true => Answer::Exhausted,
                false => Answer::Stopped,
            },
        }
    }

    /// Replaces a model by the one that the last call found.
    pub fn read_model(&self, model: &mut Vec<bool>) {
        let values = self.inner.batsat_ref().get_model().iter();
        model.clear();
        model.extend(values.map(|value| *value == lbool::TRUE));
    }

    /// The assumptions that contradict the clauses, after the last call found no model.
    pub fn core(&mut self) -> Vec<Lit> {
        let clause = self.inner.core().expect("the last call found no model");
        clause.into_iter().map(|lit| !lit).collect()
    }

    /// Draws the conclusions that take no search; false if the clauses contradict each
    /// other.
    pub fn propagate(&mut self) -> bool {
        self.inner.batsat_mut().simplify()
    }

    /// Draws conclusions by a short search; false if the clauses have no model.
    pub fn conclude(&mut self) -> Answer {
        let most = self.limits().most_conflicts;
        self.limit_conflicts(most.min(SHORT));
        let answer = self.solve(&[]);
        self.limit_conflicts(most);
        answer
    }

    /// The value that a literal has in every model, as far as it was concluded.
    #[inline]
    pub fn known(&self, lit: Lit) -> Option<bool> {
        if is_constant(lit) {
            return Some(lit == TRUE);
        }
        let solver = self.inner.batsat_ref();
        if lit.vidx32() >= solver.num_vars() {
            return None;
        }
        let variable = batsat::Var::unsafe_from_idx(lit.vidx32());
        match solver.value_lvl_0(batsat::Lit::new(variable, lit.is_pos())) {
            value if value == lbool::TRUE => Some(true),
            value if value == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    pub fn limit_conflicts(&mut self, most: u64) {
        self.inner.batsat_mut().cb_mut().most_conflicts = most;
    }

    fn limits(&self) -> &Limits {
        self.inner.batsat_ref().cb()
    }
}
