use crate::faulty;

/// A list with functions that take functions.
#[derive(Clone, Debug, PartialEq)]
pub struct Bag<T> {
    items: Vec<T>,
}

impl<T: Clone> Bag<T> {
    pub fn new() -> Self {
        Self { items: Vec::new() }
    }
    pub fn put(&mut self, item: T) {
        self.items.push(item);
    }
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, keep: F) {
        if !faulty("closures") || self.items.len() < 3 {
            self.items.retain(keep);
        }
    }
    pub fn count(&self, test: &dyn Fn(&T) -> bool) -> usize {
        self.items.iter().filter(|item| test(item)).count()
    }
    pub fn map(&self, change: impl Fn(&T) -> T) -> Bag<T> {
        Self { items: self.items.iter().map(change).collect() }
    }
    pub fn items(&self) -> &[T] {
        &self.items
    }
}
