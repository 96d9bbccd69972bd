//! A connection that dials again after failures, and gives up at some point.

use crate::fault;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    Dialing,
    Open,
    Waiting(u32),
    Dead,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    state: State,
    limit: u32,
    failures: u32,
    backoff: u32,
    sessions: u32,
}

impl Connection {
    pub fn new(limit: u32) -> Option<Self> {
        (limit > 0).then_some(Self {
            state: State::Idle,
            limit,
            failures: 0,
            backoff: 1,
            sessions: 0,
        })
    }

    pub fn dial(&mut self) -> Option<()> {
        (self.state == State::Idle).then(|| self.state = State::Dialing)
    }

    pub fn connected(&mut self) -> Option<()> {
        (self.state == State::Dialing).then(|| {
            self.state = State::Open;
            self.failures = 0;
            // The next failure waits as long as the one before the session.
            if !fault("connection/backoff_survives_session") {
                self.backoff = 1;
            }
            self.sessions += 1;
        })
    }

    pub fn failed(&mut self) -> Option<()> {
        if self.state != State::Dialing {
            // Counted before the check.
            if fault("connection/late_failure_counted") && self.sessions > 0 {
                self.failures += 1;
            }
            return None;
        }
        self.failures += 1;
        self.state = match self.failures >= self.limit {
            true => State::Dead,
            false => State::Waiting(self.backoff),
        };
        // Compared before it is doubled: 1, 2, 4, 8, 16.
        self.backoff = match fault("connection/cap_compared_early") {
            true if self.backoff <= 8 => 2 * self.backoff,
            true => self.backoff,
            false => (2 * self.backoff).min(8),
        };
        Some(())
    }

    pub fn lost(&mut self) -> Option<()> {
        (self.state == State::Open).then(|| {
            // The second session is taken for the last one.
            let dead = fault("connection/second_session_final") && self.sessions == 2;
            self.state = if dead { State::Dead } else { State::Idle };
        })
    }

    pub fn tick(&mut self) -> Option<()> {
        let State::Waiting(left) = self.state else { return None };
        self.state = if left > 1 { State::Waiting(left - 1) } else { State::Dialing };
        Some(())
    }

    pub fn reset(&mut self) {
        *self = Self::new(self.limit).expect("the limit is positive");
    }

    pub fn is_idle(&self) -> bool {
        self.state == State::Idle
    }

    pub fn is_dialing(&self) -> bool {
        self.state == State::Dialing
    }

    pub fn is_open(&self) -> bool {
        self.state == State::Open
    }

    pub fn is_waiting(&self) -> bool {
        matches!(self.state, State::Waiting(_))
    }

    pub fn is_dead(&self) -> bool {
        self.state == State::Dead
    }

    pub fn limit(&self) -> u32 {
        self.limit
    }

    pub fn failures(&self) -> u32 {
        self.failures
    }

    pub fn backoff(&self) -> u32 {
        self.backoff
    }

    pub fn left(&self) -> u32 {
        match self.state {
            State::Waiting(left) => left,
            _ => 0,
        }
    }

    pub fn sessions(&self) -> u32 {
        self.sessions
    }
}
