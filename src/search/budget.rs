//! When to stop. The clock belongs to the command line; the search only asks.

use std::rc::Rc;
use std::sync::Arc;

use super::engine::Engine;
use super::outcome::Reason;

/// What a search may spend. The command line implements it with a clock and a
/// signal handler.
pub trait Budget: Send + Sync {
    /// Something new starts, and its own time begins. For work beside the search it is
    /// told which goal it is about.
    fn start_goal(&self, goal: Option<usize>);
    /// Why the work on this goal must end now, if it must.
    fn spent(&self) -> Option<Reason>;
    /// Why no other goal may be begun either, if none may.
    fn ended(&self) -> Option<Reason>;
    /// The same for work that is done beside other work, with a time of its own.
    fn for_worker(&self) -> Arc<dyn Budget>;
}

/// Never spent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Budget for Unlimited {
    fn start_goal(&self, _goal: Option<usize>) {}

    fn spent(&self) -> Option<Reason> {
        None
    }

    fn ended(&self) -> Option<Reason> {
        None
    }

    fn for_worker(&self) -> Arc<dyn Budget> {
        Arc::new(Unlimited)
    }
}

/// Asked by the solver now and then.
pub type Stop = Rc<dyn Fn() -> bool>;

/// What the questions to one solver may cost.
pub struct Allowance {
    pub stop: Stop,
    /// Asked now and then while clauses are added.
    pub end: Stop,
    /// Conflicts per question.
    pub effort: u64,
    pub engine: Engine,
}

impl Allowance {
    pub fn unlimited() -> Self {
        let (stop, end) = (Rc::new(|| false), Rc::new(|| false));
        Self { stop, end, effort: u64::MAX, engine: Engine::BuiltIn }
    }

    pub fn new(budget: &Arc<dyn Budget>, effort: u64) -> Self {
        let (goal, all) = (Arc::clone(budget), Arc::clone(budget));
        Self {
            stop: Rc::new(move || goal.spent().is_some()),
            end: Rc::new(move || all.ended().is_some()),
            effort,
            engine: Engine::BuiltIn,
        }
    }

    pub fn asking(self, engine: &Engine) -> Self {
        Self { engine: engine.clone(), ..self }
    }
}

/// A search ended before an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The budget is spent.
    Budget,
    /// The question is too hard for the effort allowed.
    Effort,
}
