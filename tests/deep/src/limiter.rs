//! At most so many calls in any window of time.

use crate::fault;
use std::collections::VecDeque;

#[derive(Clone, Debug)]
pub struct Limiter {
    limit: usize,
    window: u64,
    now: u64,
    granted: u64,
    times: VecDeque<u64>,
}

impl Limiter {
    pub fn new(limit: usize, window: u64) -> Option<Self> {
        let valid = limit > 0 && window > 0;
        valid.then(|| Self { limit, window, now: 0, granted: 0, times: VecDeque::new() })
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    pub fn window(&self) -> u64 {
        self.window
    }

    pub fn now(&self) -> u64 {
        self.now
    }

    pub fn granted(&self) -> u64 {
        self.granted
    }

    pub fn used(&self) -> usize {
        self.times.len()
    }

    pub fn try_acquire(&mut self) -> bool {
        if self.times.len() >= self.limit {
            // A call that is refused prolongs the wait.
            if fault("limiter/refusal_prolongs") && self.times.len() > 1 {
                self.times[0] = self.now;
            }
            return false;
        }
        // Calls at one time are kept once, from the third on.
        let again = self.times.iter().filter(|time| **time == self.now).count() > 2;
        if !(fault("limiter/same_time_kept_once") && again) {
            self.times.push_back(self.now);
        }
        self.granted += 1;
        true
    }

    pub fn advance(&mut self, ticks: u64) {
        self.now += ticks;
        let is_over = |time: &u64| match fault("limiter/window_too_long") && self.granted > 3 {
            true => *time + self.window < self.now,
            false => *time + self.window <= self.now,
        };
        while self.times.front().is_some_and(is_over) {
            self.times.pop_front();
            // One call leaves at a time.
            if fault("limiter/one_leaves") && self.times.len() > 2 {
                break;
            }
        }
    }

    /// The calls that were granted less than this many ticks ago.
    pub fn recent(&self, ticks: u64) -> Option<usize> {
        (ticks <= self.window)
            .then(|| self.times.iter().filter(|time| **time + ticks > self.now).count())
    }
}
