//! Functions that take closures.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Pile<T> {
    items: Vec<T>,
}

impl<T> Pile<T> {
    pub fn new() -> Self {
        Self { items: Vec::new() }
    }
    pub fn put(&mut self, item: T) {
        self.items.push(item);
    }
    pub fn items(&self) -> &[T] {
        &self.items
    }
    pub fn keep<F>(&mut self, test: F)
    where
        F: Fn(&T) -> bool,
    {
        self.items.retain(|item| test(item));
    }
    pub fn any(&self, test: impl Fn(&T) -> bool) -> bool {
        self.items.iter().any(test)
    }
}
