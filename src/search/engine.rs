//! The choice of a SAT solver.

use std::sync::Arc;

/// Which solver searches for models.
#[derive(Clone, Default)]
pub enum Engine {
    #[default]
    BuiltIn,
    #[cfg(feature = "cadical")]
    Cadical,
    Program(Arc<dyn Program>),
}

impl Engine {
    /// CaDiCaL inside this process. `None` if the feature `cadical` is off.
    pub fn cadical() -> Option<Self> {
        #[cfg(feature = "cadical")]
        let engine = Some(Engine::Cadical);
        #[cfg(not(feature = "cadical"))]
        let engine = None;
        engine
    }
}

/// Answers problems in the DIMACS format. Whoever starts a search with one brings
/// it, since this library starts no processes.
pub trait Program: Send + Sync {
    /// What the solver prints for a problem, which is given in parts; `None` where
    /// it has failed, or had to end because `stop` became true.
    fn answer(&self, problem: &[&str], stop: &dyn Fn() -> bool) -> Option<String>;
}
