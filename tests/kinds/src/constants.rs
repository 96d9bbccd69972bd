use crate::faulty;

/// A stack with a capacity in its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Small<T, const N: usize> {
    items: Vec<T>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl<T, const N: usize> Small<T, N> {
    pub const CAPACITY: usize = N;
    pub fn new() -> Self {
        Self { items: Vec::new() }
    }
    pub fn push(&mut self, item: T) -> Result<(), Full> {
        if self.items.len() >= N + usize::from(faulty("constants")) {
            return Err(Full);
        }
        self.items.push(item);
        Ok(())
    }
    pub fn top(&self) -> Option<&T> {
        self.items.last()
    }
    pub fn len(&self) -> usize {
        self.items.len()
    }
    pub fn capacity(&self) -> usize {
        N
    }
}
