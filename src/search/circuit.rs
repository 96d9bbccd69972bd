//! Gates and clauses over a solver, with constants folded and gates shared.

use super::budget::{Allowance, Stopped};
use super::cache::Cache;
use super::solver::{Answer, FALSE, Lit, Solver, TRUE};

/// A growing set of clauses. Equal gates are built once. Clauses with a true literal are
/// dropped, and false literals are left out.
pub struct Circuit {
    solver: Solver,
    ands: Cache<(Lit, Lit), Lit>,
    clause: Vec<Lit>,
}

impl Circuit {
    pub fn new(allowance: Allowance) -> Self {
        let solver = Solver::new(allowance);
        Self { solver, ands: Cache::default(), clause: Vec::new() }
    }

    #[inline]
    pub fn literal(&mut self) -> Lit {
        self.solver.new_literal()
    }

    pub fn clauses(&self) -> usize {
        self.solver.clauses()
    }

    /// Counts memory that belongs to the grounding.
    pub fn hold(&mut self, bytes: u64) {
        self.solver.hold(bytes);
    }

    /// Whether the clauses take more room than they may.
    pub fn is_full(&self) -> bool {
        self.solver.is_full()
    }

    /// Whether the budget or the room ran out while clauses were added. The solver can't be
    /// called any more.
    pub fn is_cut_short(&self) -> bool {
        self.solver.is_cut_short()
    }

    /// Whether the assumptions have a model.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, Stopped> {
        match self.solver.solve(assumptions) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Stopped if self.is_full() => Err(Stopped::Memory),
            Answer::Stopped => Err(Stopped::Budget),
            Answer::Exhausted => Err(Stopped::Effort),
        }
    }

    /// Whether the budget is spent.
    pub fn is_spent(&self) -> bool {
        self.solver.is_spent()
    }

    /// Limits the conflicts of each later call.
    pub fn limit_conflicts(&mut self, most: u64) {
        self.solver.limit_conflicts(most);
    }

    /// The assumptions that contradict the clauses, after the last call found no model.
    /// `None` if the solver does not say.
    pub fn core(&mut self) -> Option<Vec<Lit>> {
        self.solver.core()
    }

    /// Draws the conclusions that take no search; false if the clauses contradict each
    /// other.
    pub fn propagate(&mut self) -> bool {
        self.solver.propagate()
    }

    /// Draws conclusions by a short search; false if the clauses have no model.
    pub fn conclude(&mut self) -> bool {
        self.solver.conclude()
    }

    /// The literal, or its constant value if one was concluded.
    #[inline]
    pub fn known(&self, lit: Lit) -> Lit {
        match self.solver.known(lit) {
            Some(true) => TRUE,
            Some(false) => FALSE,
            None => lit,
        }
    }

    pub fn value(&self, lit: Lit) -> bool {
        self.solver.value(lit)
    }

    /// Adds the disjunction of the literals.
    pub fn add(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.clause.clear();
        for lit in literals {
            match lit {
                TRUE => return,
                FALSE => {}
                _ => self.clause.push(lit),
            }
        }
        self.solver.add_clause(&self.clause);
    }

    /// `premises → conclusion`
    pub fn imply(&mut self, premises: &[Lit], conclusion: Lit) {
        if conclusion == TRUE || premises.contains(&FALSE) {
            return;
        }
        self.add(premises.iter().map(|lit| !*lit).chain([conclusion]));
    }

    /// `a ∧ b`
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if a == FALSE || b == FALSE || a == !b || self.is_cut_short() {
            return FALSE;
        }
        if a == TRUE || a == b {
            return b;
        }
        if b == TRUE {
            return a;
        }
        let key = (a.min(b), a.max(b));
        if let Some(gate) = self.ands.get(&key) {
            return *gate;
        }
        let gate = self.solver.new_gate();
        self.add([!gate, a]);
        self.add([!gate, b]);
        self.add([gate, !a, !b]);
        self.ands.insert(key, gate);
        gate
    }

    /// `a ∨ b`
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        let neither = self.and(!a, !b);
        !neither
    }

    /// The conjunction of any number of literals.
    pub fn all(&mut self, literals: &[Lit]) -> Lit {
        literals.iter().fold(TRUE, |all, lit| self.and(all, *lit))
    }

    /// The disjunction of any number of literals.
    pub fn any(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        let mut literals: Vec<Lit> = literals.into_iter().filter(|lit| *lit != FALSE).collect();
        if literals.contains(&TRUE) {
            return TRUE;
        }
        literals.sort();
        literals.dedup();
        match literals.as_slice() {
            [] => FALSE,
            [one] => *one,
            [one, other] => self.or(*one, *other),
            _ => {
                let gate = self.solver.new_gate();
                for lit in &literals {
                    self.add([!*lit, gate]);
                }
                self.add(literals.iter().copied().chain([!gate]));
                gate
            }
        }
    }

    /// At most one of the literals is true.
    ///
    /// Few literals are excluded pairwise. Many are laid out in a square and
    /// excluded by row and by column (the product encoding of Chen, 2010): `n`
    /// literals cost `2n + O(√n)` clauses instead of `n²/2`.
    pub fn at_most_one(&mut self, literals: &[Lit]) {
        let literals: Vec<Lit> = literals.iter().copied().filter(|lit| *lit != FALSE).collect();
        if literals.len() <= 6 {
            for (index, lit) in literals.iter().enumerate() {
                for other in &literals[..index] {
                    self.add([!*lit, !*other]);
                }
            }
            return;
        }
        let width = literals.len().isqrt() + 1;
        let rows: Vec<Lit> = literals.chunks(width).map(|_| self.solver.new_gate()).collect();
        let columns: Vec<Lit> = (0..width).map(|_| self.solver.new_gate()).collect();
        for (index, lit) in literals.iter().enumerate() {
            self.add([!*lit, rows[index / width]]);
            self.add([!*lit, columns[index % width]]);
        }
        self.at_most_one(&rows);
        self.at_most_one(&columns);
    }
}
