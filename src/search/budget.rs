//! When to stop. The clock belongs to the command line; the search only checks it.

use std::rc::Rc;
use std::sync::Arc;

use super::engine::Engine;
use super::outcome::Reason;

/// The time that a search may take. The command line implements it with a clock and a
/// signal handler.
pub trait Budget: Send + Sync {
    /// Starts the time of the next task. A worker passes the index of its goal, so that the
    /// goal is charged.
    fn start_goal(&self, goal: Option<usize>);
    /// Why the current task must end now, if it must.
    fn spent(&self) -> Option<Reason>;
    /// Whether workers have spent the time of a goal.
    fn is_spent_on(&self, goal: usize) -> bool;
    /// Why the whole search must end now, if it must.
    fn ended(&self) -> Option<Reason>;
    /// A budget for a parallel worker, with a time of its own for each goal.
    fn for_worker(&self) -> Arc<dyn Budget>;
}

/// No limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Budget for Unlimited {
    fn start_goal(&self, _goal: Option<usize>) {}

    fn spent(&self) -> Option<Reason> {
        None
    }

    fn is_spent_on(&self, _goal: usize) -> bool {
        false
    }

    fn ended(&self) -> Option<Reason> {
        None
    }

    fn for_worker(&self) -> Arc<dyn Budget> {
        Arc::new(Unlimited)
    }
}

/// Checked regularly while the solver works.
pub type Stop = Rc<dyn Fn() -> bool>;

/// The limits of a solver.
pub struct Allowance {
    pub stop: Stop,
    /// Checked regularly while clauses are added.
    pub end: Stop,
    /// The conflicts that one call may take.
    pub effort: u64,
    pub engine: Engine,
    pub room: Room,
}

/// The size that a grounding may reach. Clauses beyond it are not written.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub clauses: u64,
    pub bytes: u64,
}

impl Room {
    pub const UNLIMITED: Self = Self { clauses: u64::MAX, bytes: u64::MAX };
}

impl Allowance {
    pub fn unlimited() -> Self {
        let (stop, end) = (Rc::new(|| false), Rc::new(|| false));
        Self { stop, end, effort: u64::MAX, engine: Engine::BuiltIn, room: Room::UNLIMITED }
    }

    pub fn new(budget: &Arc<dyn Budget>, effort: u64) -> Self {
        let (goal, all) = (Arc::clone(budget), Arc::clone(budget));
        Self {
            stop: Rc::new(move || goal.spent().is_some()),
            end: Rc::new(move || all.ended().is_some()),
            effort,
            engine: Engine::BuiltIn,
            room: Room::UNLIMITED,
        }
    }

    pub fn asking(self, engine: &Engine) -> Self {
        Self { engine: engine.clone(), ..self }
    }

    pub fn within(self, room: Room) -> Self {
        Self { room, ..self }
    }
}

/// Why a solver call ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The budget is spent.
    Budget,
    /// The call took more conflicts than allowed.
    Effort,
    /// The grounding has no room for its clauses.
    Memory,
}
