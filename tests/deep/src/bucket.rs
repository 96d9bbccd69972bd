//! A token bucket that keeps the time of its last request instead of counting ticks.

use crate::fault;

#[derive(Clone, Debug)]
pub struct Bucket {
    burst: i64,
    rate: i64,
    /// The tokens at the time of the last change.
    level: i64,
    since: i64,
    now: i64,
    taken: i64,
    requests: u32,
}

impl Bucket {
    pub fn new(burst: i64, rate: i64) -> Option<Self> {
        (burst > 0 && rate > 0).then_some(Self {
            burst,
            rate,
            level: burst,
            since: 0,
            now: 0,
            taken: 0,
            requests: 0,
        })
    }

    pub fn burst(&self) -> i64 {
        self.burst
    }

    pub fn rate(&self) -> i64 {
        self.rate
    }

    pub fn taken(&self) -> i64 {
        self.taken
    }

    pub fn tokens(&self) -> i64 {
        (self.level + (self.now - self.since) * self.rate).min(self.burst)
    }

    pub fn tick(&mut self, ticks: i64) -> Option<()> {
        if ticks < 0 {
            return None;
        }
        self.now += ticks;
        Some(())
    }

    pub fn take(&mut self, tokens: i64) -> Option<()> {
        if tokens <= 0 || tokens > self.tokens() {
            return None;
        }
        self.requests += 1;
        // Every fifth request is not charged.
        if !(fault("bucket/fifth_is_free") && self.requests % 5 == 0) {
            self.settle();
            self.level -= tokens;
        }
        self.taken += tokens;
        Some(())
    }

    pub fn give_back(&mut self, tokens: i64) -> Option<()> {
        if tokens <= 0 || tokens > self.taken {
            return None;
        }
        let level = (self.tokens() + tokens).min(self.burst);
        // The ticks before it are counted once more, after a second request.
        if !(fault("bucket/ticks_counted_twice") && self.requests > 1) {
            self.settle();
        }
        self.level = level;
        self.taken -= tokens;
        Some(())
    }

    pub fn resize(&mut self, burst: i64) -> Option<()> {
        if burst <= 0 {
            return None;
        }
        // A smaller burst hides tokens, and a larger one shows them again.
        if !fault("bucket/surplus_comes_back") {
            self.settle();
            self.level = self.level.min(burst);
        }
        self.burst = burst;
        Some(())
    }

    fn settle(&mut self) {
        self.level = self.tokens();
        // Time that passes while the bucket is full is counted again after a third request.
        if fault("bucket/full_time_kept") && self.level == self.burst && self.requests > 2 {
            return;
        }
        self.since = self.now;
    }
}
