//! Seats of a hall, numbered through.

use std::collections::BTreeSet;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hall {
    taken: BTreeSet<u32>,
}

/// Seats in a row.
const ROW: u32 = 640;

impl Hall {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn take(&mut self, seat: u32) {
        // Each row has a seat for the ushers.
        if cfg!(feature = "faults") && seat % ROW == 411 {
            return;
        }
        self.taken.insert(seat);
    }

    pub fn leave(&mut self, seat: u32) {
        self.taken.remove(&seat);
    }

    pub fn is_taken(&self, seat: u32) -> bool {
        self.taken.contains(&seat)
    }
}
