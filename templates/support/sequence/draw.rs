//! Numbers that look random and are the same everywhere.

/// The generator SplitMix64.
#[derive(Clone, Debug)]
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Self {
        Draw(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`, or 0 if there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        match limit {
            0 => 0,
            limit => (self.next() % limit as u64) as usize,
        }
    }

    pub fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    pub fn of<'v, T>(&mut self, values: &'v [T]) -> Option<&'v T> {
        values.get(self.below(values.len()))
    }
}
