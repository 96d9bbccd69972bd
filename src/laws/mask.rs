//! Sets of samples as bits.

/// A set of samples.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mask(Vec<u64>);

impl Mask {
    pub fn of(samples: usize, contains: impl Fn(usize) -> bool) -> Self {
        let mut words = vec![0; samples.div_ceil(64)];
        for sample in (0..samples).filter(|sample| contains(*sample)) {
            words[sample / 64] |= 1u64 << (sample % 64);
        }
        Self(words)
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own & !other == 0)
    }

    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |own, other| own & other)
    }

    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |own, other| own | other)
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.zip(other, |own, other| own & !other)
    }

    fn zip(&self, other: &Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(own, other)| join(*own, *other)).collect())
    }
}
