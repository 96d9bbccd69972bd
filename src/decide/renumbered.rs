//! A budget for some of the goals: time is charged to the goals by their original numbers.

use std::sync::Arc;

use crate::search::{Budget, Reason};

pub struct Renumbered {
    inner: Arc<dyn Budget>,
    numbers: Arc<[usize]>,
}

impl Renumbered {
    pub fn new(inner: &Arc<dyn Budget>, numbers: &Arc<[usize]>) -> Self {
        Self { inner: Arc::clone(inner), numbers: Arc::clone(numbers) }
    }
}

impl Budget for Renumbered {
    fn start_goal(&self, goal: Option<usize>) {
        self.inner.start_goal(goal.and_then(|goal| self.numbers.get(goal).copied()));
    }

    fn spent(&self) -> Option<Reason> {
        self.inner.spent()
    }

    fn is_spent_on(&self, goal: usize) -> bool {
        self.numbers.get(goal).is_some_and(|goal| self.inner.is_spent_on(*goal))
    }

    fn ended(&self) -> Option<Reason> {
        self.inner.ended()
    }

    fn for_worker(&self) -> Arc<dyn Budget> {
        Arc::new(Self { inner: self.inner.for_worker(), numbers: Arc::clone(&self.numbers) })
    }
}
