//! Structures from a predicate: every way in which a closure can choose.

use std::collections::BTreeMap;

/// One choice of a run: what was chosen, out of how many.
#[derive(Clone, Copy, Debug)]
struct Choice {
    value: usize,
    of: usize,
}

/// The choices of one run of the closure.
#[derive(Debug, Default)]
pub struct Choices {
    /// The choices of this run so far, and after them those that it has to repeat.
    path: Vec<Choice>,
    made: usize,
    /// By pool: how many of its objects this run has met.
    met: BTreeMap<usize, usize>,
    /// By object and field: what this run chose.
    fields: BTreeMap<(usize, usize), usize>,
}

impl Choices {
    /// Some number below `of`. Every run that makes the same choices before this one gets
    /// another number, smallest first.
    ///
    /// Panics if `of` is 0, or if it is not the same as in the run before, although all choices
    /// until then were: a closure must depend on nothing but its choices.
    pub fn choose(&mut self, of: usize) -> usize {
        assert!(of > 0, "there is nothing to choose from");
        if self.made == self.path.len() {
            self.path.push(Choice { value: 0, of });
        }
        let choice = self.path[self.made];
        assert!(
            choice.of == of,
            "the same choices led to {} possibilities before, and to {of} now; \
             the closure depends on something else than its choices",
            choice.of
        );
        self.made += 1;
        choice.value
    }

    /// Whether the run may choose out of as many: it is new ground, or the same as before.
    pub fn fits(&self, of: usize) -> bool {
        match self.path.get(self.made) {
            Some(choice) => choice.of == of,
            None => true,
        }
    }

    /// Some object of a pool of `most` objects that differ in nothing: one that this run has
    /// met, or a fresh one. Only one fresh object is on offer, so no two runs differ in the
    /// numbers of objects only.
    pub fn fresh(&mut self, pool: usize, most: usize) -> usize {
        let met = self.met(pool);
        let object = self.choose(most.min(met + 1));
        self.meet(pool, object);
        object
    }

    /// The same, or no object. No object comes first.
    pub fn link(&mut self, pool: usize, most: usize) -> Option<usize> {
        let met = self.met(pool);
        let object = self.choose(1 + most.min(met + 1)).checked_sub(1)?;
        self.meet(pool, object);
        Some(object)
    }

    /// How many objects of a pool this run has met.
    pub fn met(&self, pool: usize) -> usize {
        self.met.get(&pool).copied().unwrap_or(0)
    }

    fn meet(&mut self, pool: usize, object: usize) {
        let met = self.met.entry(pool).or_insert(0);
        *met = (*met).max(object + 1);
    }

    /// The value of an object's field: what `choice` chooses when it is read first, and the same
    /// value afterwards.
    pub fn field(
        &mut self,
        object: usize,
        field: usize,
        choice: impl FnOnce(&mut Self) -> usize,
    ) -> usize {
        if let Some(value) = self.fields.get(&(object, field)) {
            return *value;
        }
        let value = choice(self);
        self.fields.insert((object, field), value);
        value
    }

    /// Starts the next run: the last choice that has another possibility takes it. Returns
    /// whether there is one.
    fn advance(&mut self) -> bool {
        self.path.truncate(self.made);
        self.made = 0;
        self.met.clear();
        self.fields.clear();
        while let Some(last) = self.path.last_mut() {
            if last.value + 1 < last.of {
                last.value += 1;
                return true;
            }
            self.path.pop();
        }
        false
    }
}

/// What an exploration has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explored {
    /// How often the closure was called.
    pub runs: u64,
    /// How often it returned `true`.
    pub accepted: u64,
    /// Whether there is no other way to choose.
    pub is_complete: bool,
}

/// Calls a closure once for every way in which it can choose.
///
/// Structures come in the order of their choices: the last choice varies fastest, and smaller
/// numbers come first.
pub fn explore(body: impl FnMut(&mut Choices) -> bool) -> Explored {
    explore_at_most(u64::MAX, body)
}

/// The same with a limit to the number of calls.
pub fn explore_at_most(runs: u64, mut body: impl FnMut(&mut Choices) -> bool) -> Explored {
    let mut choices = Choices::default();
    let mut explored = Explored { runs: 0, accepted: 0, is_complete: false };
    while explored.runs < runs {
        explored.runs += 1;
        explored.accepted += u64::from(body(&mut choices));
        if !choices.advance() {
            explored.is_complete = true;
            break;
        }
    }
    explored
}
