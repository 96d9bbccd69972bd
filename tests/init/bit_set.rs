/// A set of small numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    pub fn new() -> Self {
        Self { words: Vec::new() }
    }
    pub fn insert(&mut self, bit: usize) -> bool {
        let w = bit / 64;
        if self.words.len() <= w {
            self.words.resize(w + 1, 0);
        }
        let old = self.words[w] & (1 << (bit % 64)) != 0;
        self.words[w] |= 1 << (bit % 64);
        !old
    }
    pub fn remove(&mut self, bit: usize) -> bool {
        let w = bit / 64;
        if w >= self.words.len() {
            return false;
        }
        let old = self.words[w] & (1 << (bit % 64)) != 0;
        self.words[w] &= !(1 << (bit % 64));
        old
    }
    pub fn contains(&self, bit: usize) -> bool {
        self.words.get(bit / 64).is_some_and(|w| w & (1 << (bit % 64)) != 0)
    }
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn first(&self) -> Option<usize> {
        self.words
            .iter()
            .enumerate()
            .find(|(_, w)| **w != 0)
            .map(|(i, w)| i * 64 + w.trailing_zeros() as usize)
    }
    pub fn union_with(&mut self, other: &BitSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a |= b;
        }
    }
}
