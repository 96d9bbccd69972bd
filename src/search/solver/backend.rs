//! What every SAT solver offers to the search: literals in, bits out.

pub use rustsat::types::Lit;

/// Variable 0 is the constant true, so that constants need no case of their own.
pub const TRUE: Lit = Lit::positive(0);
pub const FALSE: Lit = Lit::negative(0);

#[inline]
pub fn is_constant(lit: Lit) -> bool {
    lit.var() == TRUE.var()
}

/// The result of one solver call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Sat,
    Unsat,
    /// The stop condition became true.
    Stopped,
    /// The call took more conflicts than allowed.
    Exhausted,
}

/// A solver that searches for models in place of BatSat.
///
/// rustsat's own solver traits have generic methods, and can't be called through a
/// reference that hides the solver.
pub trait SatBackend {
    fn add_clause(&mut self, clause: &[Lit]);

    /// Looks for a model of all clauses and assumptions over this many variables. If the
    /// answer is [`Answer::Sat`], `model` receives the value of each variable.
    fn solve(&mut self, assumptions: &[Lit], variables: u32, model: &mut Vec<bool>) -> Answer;

    /// Limits the conflicts of each later call, if the solver supports a limit.
    fn limit_conflicts(&mut self, _conflicts: u64) {}
}
