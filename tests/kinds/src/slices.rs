use crate::faulty;

/// A log that is written in batches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log<T> {
    entries: Vec<T>,
}

impl<T: Clone + PartialEq> Log<T> {
    pub fn from_vec(entries: Vec<T>) -> Self {
        Self { entries }
    }
    pub fn append(&mut self, batch: &[T]) {
        self.entries.extend_from_slice(batch);
        if faulty("slices") && batch.len() > 2 {
            self.entries.pop();
        }
    }
    pub fn entries(&self) -> &[T] {
        &self.entries
    }
    pub fn last_two(&self) -> Option<&[T]> {
        self.entries.len().checked_sub(2).map(|start| &self.entries[start..])
    }
    pub fn drain(&mut self) -> Vec<T> {
        std::mem::take(&mut self.entries)
    }
}
