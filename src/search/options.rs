//! The options of a search.

use std::sync::Arc;

use super::budget::{Budget, Unlimited};
use super::engine::Engine;
use super::scope::ScopeLimits;

/// What a search may use.
#[derive(Clone)]
pub struct Options {
    pub scope: ScopeLimits,
    pub budget: Arc<dyn Budget>,
    /// The search skips groundings with more clauses.
    pub clause_limit: u64,
    /// The search skips groundings that would take more memory, in bytes.
    pub memory_limit: u64,
    /// The conflicts that one solver call may take.
    pub effort: u64,
    /// The solver that searches for models. Refutations are small, and always use the
    /// built-in solver.
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
