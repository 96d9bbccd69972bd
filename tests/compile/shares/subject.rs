#[derive(Clone, Debug, PartialEq)]
pub struct Pot {
    parts: Vec<i64>,
}

impl Pot {
    pub fn new() -> Self {
        Self { parts: Vec::new() }
    }

    pub fn put(&mut self, part: i64) {
        self.parts.push(part);
    }

    pub fn total(&self) -> i64 {
        self.parts.iter().sum()
    }

    pub fn largest(&self) -> i64 {
        self.parts.iter().copied().max().unwrap_or(0).max(0)
    }

    pub fn smallest(&self) -> i64 {
        self.parts.iter().copied().min().unwrap_or(0).min(0)
    }

    pub fn half(&self) -> i64 {
        self.total() / 2
    }

    pub fn share(&self, heads: i64) -> Option<i64> {
        self.total().checked_div(heads)
    }

    pub fn rest(&self, heads: i64) -> i64 {
        self.total() % heads
    }
}
