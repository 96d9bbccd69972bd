//! When to stop. The clock belongs to the command line; the search only asks.

use std::sync::Arc;

use super::Reason;

/// What a search may spend. The command line implements it with a clock and a
/// signal handler.
pub trait Budget {
    /// A new goal starts: its own time begins.
    fn start_goal(&self);
    /// Why the work on this goal must end now, if it must.
    fn spent(&self) -> Option<Reason>;
}

/// Never spent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Budget for Unlimited {
    fn start_goal(&self) {}

    fn spent(&self) -> Option<Reason> {
        None
    }
}

/// Asked by the solver now and then.
pub type Stop = Box<dyn Fn() -> bool>;

/// The stop condition that a budget gives.
pub fn stop_on(budget: &Arc<dyn Budget>) -> Stop {
    let budget = Arc::clone(budget);
    Box::new(move || budget.spent().is_some())
}
