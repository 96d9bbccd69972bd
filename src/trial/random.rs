//! Numbers that look random.

/// A generator of numbers that are the same everywhere.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below a bound, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    pub fn choose<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() { None } else { Some(list[self.below(list.len())].clone()) }
    }
}
