//! The boundary to the SAT solver: literals in, bits out.
//!
//! The solver behind it is BatSat, since it is written in Rust and answers the same on
//! every run. Another one can be asked for models in its place: CaDiCaL, where it was
//! built in, or a program of the user's choice. BatSat then still draws the conclusions
//! while clauses are written, so that these are the same whoever is asked.

use std::cell::Cell;
use std::ops::Not;
use std::rc::Rc;
use std::sync::Arc;

use batsat::{ClauseKind, Lit as BatLit, SolverInterface, Var as BatVar, lbool};
use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::Lit as SatLit;

use super::budget::{Allowance, Stop};
use super::engine::Engine;

mod dimacs;
#[cfg(feature = "cadical")]
mod in_process;

pub use dimacs::is_answer;

/// Who is asked instead of BatSat, if anybody is.
fn other(allowance: &Allowance) -> Option<Box<dyn Other>> {
    let stop = Rc::clone(&allowance.stop);
    match &allowance.engine {
        Engine::BuiltIn => None,
        #[cfg(feature = "cadical")]
        Engine::Cadical => Some(Box::new(in_process::Cadical::new(stop, allowance.effort))),
        Engine::Program(program) => Some(Box::new(dimacs::Problem::new(Arc::clone(program), stop))),
    }
}

/// A solver that is asked in the place of BatSat.
trait Other {
    fn add_clause(&mut self, literals: &[Lit]);

    /// Where the answer is that there is a model, it is written, with a value for each
    /// variable.
    fn solve(&mut self, assumptions: &[Lit], variables: u32, model: &mut Vec<bool>) -> Answer;

    /// From now on a question that takes more conflicts is given up, where that can be told.
    fn limit_effort(&mut self, _conflicts: u64) {}
}

/// A literal. Variable 0 is the constant true, so that constants need no case of
/// their own anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

pub const TRUE: Lit = Lit(0);
pub const FALSE: Lit = Lit(1);

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl Lit {
    pub fn is_constant(self) -> bool {
        self.0 <= 1
    }

    fn to_sat(self) -> SatLit {
        SatLit::new(self.0 >> 1, self.0 & 1 == 1)
    }

    fn to_bat(self) -> BatLit {
        BatLit::new(BatVar::unsafe_from_idx(self.0 >> 1), self.0 & 1 == 0)
    }
}

/// How many clauses are added between two looks at the clock.
const CLAUSES_PER_LOOK: usize = 1 << 14;

/// How many decisions the solver takes between two looks.
const DECISIONS_PER_LOOK: u32 = 1 << 8;

/// The conflicts of a short search.
const SHORT: u64 = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Sat,
    Unsat,
    /// The stop condition became true.
    Stopped,
    /// The question took more conflicts than allowed.
    Exhausted,
}

/// What one question may cost. Conflicts are counted rather than seconds, so
/// that hard questions end alike on every machine.
struct Effort {
    limit: u64,
    conflicts: Cell<u64>,
    decisions: Cell<u32>,
    /// The solver asks twice before it ends, and must get the same answer.
    stopped: Cell<bool>,
    stop: Stop,
}

impl Default for Effort {
    fn default() -> Self {
        let (conflicts, decisions, stopped) = (Cell::new(0), Cell::new(0), Cell::new(false));
        Self { limit: u64::MAX, conflicts, decisions, stopped, stop: Rc::new(|| false) }
    }
}

impl batsat::Callbacks for Effort {
    fn on_start(&mut self) {
        self.conflicts.set(0);
        self.stopped.set(false);
    }

    fn on_new_clause(&mut self, _clause: &[BatLit], kind: ClauseKind) {
        if matches!(kind, ClauseKind::Learnt) {
            self.conflicts.set(self.conflicts.get() + 1);
        }
    }

    #[inline]
    fn stop(&self) -> bool {
        self.decisions.set(self.decisions.get().wrapping_add(1));
        let looks = self.decisions.get().is_multiple_of(DECISIONS_PER_LOOK);
        self.stopped.set(self.stopped.get() || looks && (self.stop)());
        self.stopped.get() || self.conflicts.get() > self.limit
    }
}

/// An incremental solver.
pub struct Solver {
    inner: rustsat_batsat::Solver<Effort>,
    variables: u32,
    clauses: usize,
    buffer: Vec<BatLit>,
    model: Vec<bool>,
    /// How many clauses the model fulfils: all that there were.
    modelled: usize,
    end: Stop,
    cut_short: bool,
    other: Option<Box<dyn Other>>,
    /// Whether the other solver was asked. From then on BatSat is empty.
    handed_over: bool,
}

impl Solver {
    /// A question that takes more than is allowed is given up.
    pub fn new(allowance: Allowance) -> Self {
        let other = other(&allowance);
        let Allowance { stop, end, effort, .. } = allowance;
        let mut inner = rustsat_batsat::Solver::<Effort>::default();
        *inner.batsat_mut().cb_mut() = Effort { limit: effort, stop, ..Effort::default() };
        let (buffer, model) = (Vec::new(), Vec::new());
        let mut solver = Self {
            inner,
            variables: 0,
            clauses: 0,
            buffer,
            model,
            modelled: 0,
            end,
            cut_short: false,
            other,
            handed_over: false,
        };
        let constant = solver.new_gate();
        solver.add_clause(&[constant]);
        solver
    }

    pub fn new_literal(&mut self) -> Lit {
        self.new_variable(true)
    }

    /// A literal that the solver never guesses: clauses determine it where it matters.
    pub fn new_gate(&mut self) -> Lit {
        self.new_variable(false)
    }

    fn new_variable(&mut self, is_guessed: bool) -> Lit {
        let lit = Lit(self.variables << 1);
        self.variables += 1;
        if !self.handed_over {
            self.inner.batsat_mut().new_var(lbool::UNDEF, is_guessed);
        }
        lit
    }

    /// How many clauses were added, before the solver simplified any.
    pub fn clauses(&self) -> usize {
        self.clauses
    }

    /// Whether adding clauses was ended before the last one.
    pub fn is_cut_short(&self) -> bool {
        self.cut_short
    }

    pub fn add_clause(&mut self, literals: &[Lit]) {
        self.clauses += 1;
        self.cut_short |= self.clauses.is_multiple_of(CLAUSES_PER_LOOK) && (self.end)();
        if self.cut_short {
            return;
        }
        if let Some(other) = &mut self.other {
            other.add_clause(literals);
        }
        if self.handed_over {
            return;
        }
        self.buffer.clear();
        self.buffer.extend(literals.iter().map(|lit| lit.to_bat()));
        // Not through rustsat, which would allocate for every clause. What is
        // false at once is told by the next answer.
        self.inner.batsat_mut().add_clause_reuse(&mut self.buffer);
    }

    pub fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        if self.cut_short {
            return Answer::Stopped;
        }
        if self.modelled == self.clauses && assumptions.iter().all(|lit| self.value(*lit)) {
            return Answer::Sat;
        }
        let Some(other) = &mut self.other else { return self.solve_here(assumptions) };
        if !self.handed_over {
            self.inner = rustsat_batsat::Solver::default();
            self.handed_over = true;
        }
        let answer = other.solve(assumptions, self.variables, &mut self.model);
        if answer == Answer::Sat {
            self.modelled = self.clauses;
        }
        answer
    }

    fn solve_here(&mut self, assumptions: &[Lit]) -> Answer {
        let assumptions: Vec<SatLit> = assumptions.iter().map(|lit| lit.to_sat()).collect();
        match self.inner.solve_assumps(&assumptions).expect("BatSat reports no errors") {
            SolverResult::Sat => {
                self.remember_model();
                Answer::Sat
            }
            SolverResult::Unsat => Answer::Unsat,
            SolverResult::Interrupted => {
                let effort = self.inner.batsat_ref().cb();
                if effort.conflicts.get() > effort.limit {
                    Answer::Exhausted
                } else {
                    Answer::Stopped
                }
            }
        }
    }

    /// Whether the stop condition is true.
    pub fn is_spent(&self) -> bool {
        self.cut_short || (self.inner.batsat_ref().cb().stop)()
    }

    /// From now on a question that takes more conflicts is given up; another program knows
    /// no such limit.
    pub fn limit_effort(&mut self, conflicts: u64) {
        self.limit_here(conflicts);
        if let Some(other) = &mut self.other {
            other.limit_effort(conflicts);
        }
    }

    /// Returns how many were allowed before.
    fn limit_here(&mut self, conflicts: u64) -> u64 {
        std::mem::replace(&mut self.inner.batsat_mut().cb_mut().limit, conflicts)
    }

    /// Whether an assumption is among those that are enough for the last contradiction.
    /// Another solver is not asked for them, so all may be.
    pub fn used(&self, assumption: Lit) -> bool {
        let variable = assumption.to_bat().var();
        self.other.is_some() || self.inner.batsat_ref().unsat_core_contains_var(variable)
    }

    /// Draws the conclusions that take no search; false where the clauses contradict each
    /// other. Nothing is concluded any more once another solver was asked.
    pub fn propagate(&mut self) -> bool {
        self.inner.batsat_mut().simplify()
    }

    /// The same with a short search: false where the clauses have no model.
    pub fn conclude(&mut self) -> bool {
        if self.cut_short {
            return true;
        }
        let limit = self.limit_here(SHORT);
        self.limit_here(limit.min(SHORT));
        let answer = self.solve_here(&[]);
        self.limit_here(limit);
        answer != Answer::Unsat
    }

    /// What a literal is in any case, as far as that was concluded.
    pub fn known(&self, lit: Lit) -> Option<bool> {
        let solver = self.inner.batsat_ref();
        if lit.is_constant() {
            return Some(lit == TRUE);
        }
        if lit.0 >> 1 >= solver.num_vars() {
            return None;
        }
        match solver.value_lvl_0(lit.to_bat()) {
            value if value == lbool::TRUE => Some(true),
            value if value == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    fn remember_model(&mut self) {
        let values = self.inner.batsat_ref().get_model().iter();
        self.model.clear();
        self.model.extend(values.map(|value| *value == lbool::TRUE));
        self.modelled = self.clauses;
    }

    /// The value in the last model that was found, also when later questions had
    /// none. Variables made since then count as false.
    pub fn value(&self, lit: Lit) -> bool {
        let positive = self.model.get((lit.0 >> 1) as usize).copied().unwrap_or(false);
        positive != (lit.0 & 1 == 1)
    }
}
