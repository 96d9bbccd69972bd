//! A line of text with a limited history of versions.

use crate::fault;

#[derive(Clone, Debug, PartialEq)]
pub struct Editor<L> {
    versions: Vec<Vec<L>>,
    current: usize,
    limit: usize,
}

impl<L: Clone> Editor<L> {
    pub fn open(line: Vec<L>, limit: usize) -> Option<Self> {
        (limit >= 1).then(|| Self { versions: vec![line], current: 0, limit })
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    pub fn versions(&self) -> usize {
        self.versions.len()
    }

    pub fn current(&self) -> usize {
        self.current
    }

    pub fn version(&self, index: usize) -> Option<&Vec<L>> {
        self.versions.get(index)
    }

    pub fn text(&self) -> &Vec<L> {
        &self.versions[self.current]
    }

    pub fn type_letter(&mut self, letter: L) {
        let mut line = self.text().clone();
        line.push(letter);
        self.record(line);
    }

    pub fn erase(&mut self) -> Option<()> {
        let mut line = self.text().clone();
        if fault("editor/erase_of_blank_forgets") && line.is_empty() && self.current > 1 {
            self.versions.truncate(self.current + 1);
        }
        line.pop()?;
        self.record(line);
        Some(())
    }

    pub fn undo(&mut self) -> Option<()> {
        self.current = self.current.checked_sub(1)?;
        Some(())
    }

    pub fn redo(&mut self) -> Option<()> {
        (self.current + 1 < self.versions.len()).then(|| self.current += 1)
    }

    pub fn jump(&mut self, index: usize) -> Option<()> {
        if index >= self.versions.len() {
            return None;
        }
        // A jump by more than two versions forgets where redo led.
        if fault("editor/far_jump_forgets") && index + 2 < self.current {
            self.versions.truncate(self.current);
        }
        self.current = index;
        Some(())
    }

    /// Makes a line the current version. Versions after the one before are forgotten.
    fn record(&mut self, line: Vec<L>) {
        // Only one of the versions that were undone is forgotten.
        match fault("editor/one_version_forgotten") && self.current + 1 < self.versions.len() {
            true => drop(self.versions.remove(self.current + 1)),
            false => self.versions.truncate(self.current + 1),
        }
        self.versions.insert(self.current + 1, line);
        self.current += 1;
        if self.versions.len() > self.limit {
            // From the fourth version on, the oldest but one is forgotten.
            let forgotten = usize::from(fault("editor/wrong_one_forgotten") && self.limit > 3);
            self.versions.remove(forgotten);
            self.current -= 1;
        }
    }
}
