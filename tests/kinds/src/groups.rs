use crate::faulty;

#[derive(Clone, Debug, PartialEq)]
pub struct Group<C> {
    pub changes: Vec<C>,
}

/// What one `undo` takes back.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit<C> {
    Single(C),
    Many(Group<C>),
}

/// An undo stack with groups.
#[derive(Debug)]
pub struct Edits<C> {
    depth: usize,
    pending: Vec<C>,
    past: Vec<Group<C>>,
}

impl<C: Clone> Edits<C> {
    pub fn new() -> Self {
        Self { depth: 0, pending: Vec::new(), past: Vec::new() }
    }
    pub fn apply(&mut self, change: C) {
        self.pending.push(change);
        self.finish();
    }
    pub fn open(&mut self) {
        self.depth += 1;
    }
    pub fn close(&mut self) -> Option<()> {
        let levels = if faulty("groups") && self.depth == 3 { 2 } else { 1 };
        self.depth = self.depth.checked_sub(levels)?;
        self.finish();
        Some(())
    }
    fn finish(&mut self) {
        if self.depth == 0 && !self.pending.is_empty() {
            self.past.push(Group { changes: std::mem::take(&mut self.pending) });
        }
    }
    pub fn undo(&mut self) -> Option<Edit<C>> {
        let group = if self.depth > 0 { None } else { self.past.pop() }?;
        Some(match group.changes.as_slice() {
            [change] => Edit::Single(change.clone()),
            _ => Edit::Many(group),
        })
    }
    pub fn depth(&self) -> usize {
        self.depth
    }
    pub fn pending(&self) -> &[C] {
        &self.pending
    }
    pub fn past(&self) -> &[Group<C>] {
        &self.past
    }
}
