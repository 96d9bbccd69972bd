//! A journal that writes its entries in batches.

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    written: Vec<i64>,
    pending: Vec<i64>,
}

/// Entries in a batch.
const BATCH: usize = 37;

impl Journal {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn append(&mut self, entry: i64) {
        self.pending.push(entry);
        if self.pending.len() == BATCH {
            self.flush();
            // The last one of a batch begins the next.
            if cfg!(feature = "faults") {
                self.pending.push(entry);
            }
        }
    }

    pub fn flush(&mut self) {
        self.written.append(&mut self.pending);
    }

    pub fn entries(&self) -> usize {
        self.written.len() + self.pending.len()
    }

    pub fn last(&self) -> Option<i64> {
        self.pending.last().or(self.written.last()).copied()
    }
}
