//! The choice of a SAT solver.

use std::io::{self, Write};
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

/// A solver that reads problems in the DIMACS format. The caller of a search provides it,
/// since this library starts no processes.
pub trait Program: Send + Sync {
    /// Runs the solver on the problem that `problem` writes. `None` if it failed, or was
    /// ended because `stop` became true.
    fn run(
        &self,
        problem: &dyn Fn(&mut dyn Write) -> io::Result<()>,
        stop: &dyn Fn() -> bool,
    ) -> Option<ProgramOutput>;

    /// Records that the output was not an answer. The solver is not run again.
    fn fail(&self, why: &str);
}

/// What a solver printed.
pub struct ProgramOutput {
    pub stdout: String,
    pub stderr: String,
}
