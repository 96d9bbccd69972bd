//! The boundary to SAT solvers, which rustsat draws.
//!
//! The solver behind it is BatSat, which is written in Rust and gives the same answers on
//! every run. Another solver can search for models in its place: CaDiCaL, if it was built
//! in, or a program of the user's choice. BatSat still draws the conclusions while clauses
//! are written, so these do not depend on the solver.

use std::rc::Rc;
use std::sync::Arc;

use super::budget::{Allowance, Room, Stop};
use super::engine::Engine;

mod backend;
mod built_in;
mod external;
#[cfg(feature = "cadical")]
mod in_process;

use backend::SatBackend;
pub use backend::{Answer, FALSE, Lit, TRUE, is_constant};
use built_in::BatSat;

/// The budget is checked once in this many clauses.
const CLAUSES_PER_CHECK: usize = 1 << 14;

/// Measured costs of BatSat: a variable, a clause with its watches, and a literal in it.
const VARIABLE_BYTES: u64 = 100;
const CLAUSE_BYTES: u64 = 40;
const LITERAL_BYTES: u64 = 4;

/// An incremental solver.
pub struct Solver {
    batsat: BatSat,
    /// Searches for models in place of BatSat.
    backend: Option<Box<dyn SatBackend>>,
    /// Whether the backend was called. BatSat is empty from then on.
    handed_over: bool,
    variables: u32,
    clauses: usize,
    model: Vec<bool>,
    /// The number of clauses when the model was found. It satisfies these.
    satisfied: usize,
    stop: Stop,
    end: Stop,
    room: Room,
    /// The approximate memory of the variables and clauses, and of what callers hold.
    bytes: u64,
    cut_short: bool,
}

/// `None` for BatSat.
fn backend(allowance: &Allowance) -> Option<Box<dyn SatBackend>> {
    let stop = Rc::clone(&allowance.stop);
    match &allowance.engine {
        Engine::BuiltIn => None,
        #[cfg(feature = "cadical")]
        Engine::Cadical => Some(Box::new(in_process::Cadical::new(stop, allowance.effort))),
        Engine::Program(program) => {
            Some(Box::new(external::External::new(Arc::clone(program), stop)))
        }
    }
}

impl Solver {
    pub fn new(allowance: Allowance) -> Self {
        let backend = backend(&allowance);
        let Allowance { stop, end, effort, room, .. } = allowance;
        let mut solver = Self {
            batsat: BatSat::new(effort, Rc::clone(&stop)),
            backend,
            handed_over: false,
            variables: 0,
            clauses: 0,
            model: Vec::new(),
            satisfied: 0,
            stop,
            end,
            room,
            bytes: 0,
            cut_short: false,
        };
        let constant = solver.new_gate();
        solver.add_clause(&[constant]);
        solver
    }

    pub fn new_literal(&mut self) -> Lit {
        self.new_variable(true)
    }

    /// A literal that the solver never decides on: clauses determine it where it matters.
    pub fn new_gate(&mut self) -> Lit {
        self.new_variable(false)
    }

    fn new_variable(&mut self, is_decision: bool) -> Lit {
        let lit = Lit::positive(self.variables);
        self.variables += 1;
        self.hold(VARIABLE_BYTES);
        if !self.handed_over {
            self.batsat.add_variable(is_decision);
        }
        lit
    }

    /// The number of clauses that were added, before any simplification.
    pub fn clauses(&self) -> usize {
        self.clauses
    }

    /// Counts memory that belongs to the grounding.
    pub fn hold(&mut self, bytes: u64) {
        self.bytes += bytes;
    }

    /// Whether the variables and clauses take more room than they may.
    pub fn is_full(&self) -> bool {
        self.clauses as u64 > self.room.clauses || self.bytes > self.room.bytes
    }

    /// Whether the budget or the room ran out while clauses were added. The solver can't be
    /// called any more.
    pub fn is_cut_short(&self) -> bool {
        self.cut_short
    }

    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.hold(CLAUSE_BYTES + LITERAL_BYTES * clause.len() as u64);
        self.cut_short |= self.is_full();
        self.cut_short |= self.clauses.is_multiple_of(CLAUSES_PER_CHECK) && (self.end)();
        if self.cut_short {
            return;
        }
        if let Some(backend) = &mut self.backend {
            backend.add_clause(clause);
        }
        if !self.handed_over {
            self.batsat.add_clause(clause);
        }
    }

    pub fn solve(&mut self, assumptions: &[Lit]) -> Answer {
        if self.cut_short {
            return Answer::Stopped;
        }
        if self.satisfied == self.clauses && assumptions.iter().all(|lit| self.value(*lit)) {
            return Answer::Sat;
        }
        let Some(backend) = &mut self.backend else { return self.solve_here(assumptions) };
        if !self.handed_over {
            self.batsat = BatSat::default();
            self.handed_over = true;
        }
        let answer = backend.solve(assumptions, self.variables, &mut self.model);
        if answer == Answer::Sat {
            self.satisfied = self.clauses;
        }
        answer
    }

    fn solve_here(&mut self, assumptions: &[Lit]) -> Answer {
        let answer = self.batsat.solve(assumptions);
        if answer == Answer::Sat {
            self.keep_model();
        }
        answer
    }

    fn keep_model(&mut self) {
        self.batsat.read_model(&mut self.model);
        self.satisfied = self.clauses;
    }

    /// Whether the stop condition is true.
    pub fn is_spent(&self) -> bool {
        self.cut_short || (self.stop)()
    }

    /// Limits the conflicts of each later call. Programs know no such limit.
    pub fn limit_conflicts(&mut self, most: u64) {
        self.batsat.limit_conflicts(most);
        if let Some(backend) = &mut self.backend {
            backend.limit_conflicts(most);
        }
    }

    /// The assumptions that contradict the clauses, after the last call found no model.
    /// `None` if the solver does not say, so that all of them may be needed.
    pub fn core(&mut self) -> Option<Vec<Lit>> {
        self.backend.is_none().then(|| self.batsat.core())
    }

    /// Draws the conclusions that take no search; false if the clauses contradict each
    /// other. After a call of another solver nothing is concluded any more.
    pub fn propagate(&mut self) -> bool {
        self.batsat.propagate()
    }

    /// Draws conclusions by a short search; false if the clauses have no model.
    pub fn conclude(&mut self) -> bool {
        if self.cut_short {
            return true;
        }
        let answer = self.batsat.conclude();
        if answer == Answer::Sat {
            self.keep_model();
        }
        answer != Answer::Unsat
    }

    /// The value that a literal has in every model, as far as it was concluded.
    #[inline]
    pub fn known(&self, lit: Lit) -> Option<bool> {
        self.batsat.known(lit)
    }

    /// The value in the model that was found last, even if later calls found none.
    /// Variables that were added since count as false.
    #[inline]
    pub fn value(&self, lit: Lit) -> bool {
        self.model.get(lit.vidx()).copied().unwrap_or(false) == lit.is_pos()
    }
}
