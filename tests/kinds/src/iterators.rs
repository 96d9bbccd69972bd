use crate::faulty;
use std::collections::VecDeque;

/// A ring that hands out iterators of all kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ring<T> {
    items: VecDeque<T>,
}

impl<T: Clone> Ring<T> {
    pub fn new() -> Self {
        Self { items: VecDeque::new() }
    }
    pub fn push(&mut self, item: T) {
        self.items.push_back(item);
    }
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter()
    }
    pub fn values(&self) -> impl Iterator<Item = T> + '_ {
        self.items.iter().cloned()
    }
    pub fn backwards(&self) -> Box<dyn Iterator<Item = &T> + '_> {
        match faulty("iterators") {
            true => Box::new(self.items.iter().rev().skip(self.items.len() / 4)),
            false => Box::new(self.items.iter().rev()),
        }
    }
    pub fn named(&self) -> std::collections::vec_deque::Iter<'_, T> {
        self.items.iter()
    }
    pub fn numbered(&self) -> impl Iterator<Item = (usize, &T)> + '_ {
        self.items.iter().enumerate()
    }
    pub fn extend(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
    }
    pub fn drain(&mut self) -> impl Iterator<Item = T> + '_ {
        self.items.drain(..)
    }
}

impl<T> FromIterator<T> for Ring<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self { items: items.into_iter().collect() }
    }
}
