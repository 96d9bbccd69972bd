//! No parameters, no creator, nothing that takes anything in.
pub struct Counter {
    count: i64,
}

impl Counter {
    pub fn increment(&mut self) {
        self.count += 1;
    }
    pub fn reset(&mut self) {
        self.count = 0;
    }
    pub fn value(&self) -> i64 {
        self.count
    }
    pub fn same(a: &Counter, b: &Counter) -> bool {
        a.count == b.count
    }
    pub fn limit() -> i64 {
        i64::MAX
    }
}
