//! Versions in a ring: a place for the current one, and for those that can be undone.

use crate::fault;

#[derive(Clone, Debug)]
pub struct History<T> {
    limit: usize,
    /// All versions that are kept, in the order of editing.
    versions: Vec<T>,
    /// The place of the current version.
    at: usize,
    /// How many versions were forgotten.
    forgotten: usize,
}

impl<T: Clone> History<T> {
    pub fn start(text: T, limit: usize) -> Option<Self> {
        (limit > 0).then(|| Self { limit, versions: vec![text], at: 0, forgotten: 0 })
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    pub fn undos(&self) -> usize {
        self.at
    }

    pub fn redos(&self) -> usize {
        self.versions.len() - 1 - self.at
    }

    pub fn current(&self) -> T {
        self.versions[self.at].clone()
    }

    pub fn past(&self, steps: usize) -> Option<T> {
        if steps == 0 || steps > self.at {
            return None;
        }
        Some(self.versions[self.at - steps].clone())
    }

    pub fn future(&self, steps: usize) -> Option<T> {
        if steps == 0 {
            return None;
        }
        self.versions.get(self.at + steps).cloned()
    }

    pub fn edit(&mut self, text: T) {
        // Only one version is dropped where several could be done again.
        if fault("history/one_future_dropped") && self.redos() > 1 {
            self.versions.remove(self.at + 1);
            self.versions.insert(self.at + 1, text);
            self.at += 1;
            return;
        }
        self.versions.truncate(self.at + 1);
        self.versions.push(text);
        self.at += 1;
        if self.at > self.limit {
            // After a second time, the wrong end is forgotten.
            let oldest = usize::from(fault("history/second_forgotten") && self.forgotten > 0);
            self.versions.remove(oldest.min(self.at - 1));
            self.at -= 1;
            self.forgotten += 1;
        }
    }

    pub fn undo(&mut self) -> Option<()> {
        if self.at == 0 {
            return None;
        }
        self.at -= 1;
        // The way back is lost when everything was undone after some version was forgotten.
        if fault("history/no_way_back") && self.at == 0 && self.forgotten > 1 && self.redos() > 2 {
            self.versions.truncate(self.redos());
        }
        Some(())
    }

    pub fn redo(&mut self) -> Option<()> {
        if self.redos() == 0 {
            return None;
        }
        self.at += 1;
        Some(())
    }

    pub fn save(&mut self) {
        let current = self.current();
        // A long future survives.
        if fault("history/future_survives_save") && self.redos() > 3 {
            self.versions.drain(..self.at);
        } else {
            self.versions = vec![current];
        }
        self.at = 0;
    }
}
