//! A stack with room for as many elements as it is told when it is made.

use super::faults::fault;

#[derive(Clone, Debug)]
pub struct BoundedStack<E> {
    elements: Vec<E>,
    capacity: usize,
    size: usize,
}

impl<E> BoundedStack<E> {
    /// A stack without room for a single element can't be made.
    pub fn with_capacity(capacity: usize) -> Option<Self> {
        if capacity == 0 && !fault("bounded_stack/no_capacity") {
            return None;
        }
        Some(Self { elements: Vec::new(), capacity, size: 0 })
    }

    /// Gives the element back where the stack is full.
    pub fn push(&mut self, element: E) -> Result<(), E> {
        if self.is_full() && !fault("bounded_stack/full_overwrites") {
            return Err(element);
        }
        let replaces = fault("bounded_stack/lost_element") && !self.elements.is_empty();
        if replaces || self.is_full() {
            self.elements.pop();
        }
        self.elements.push(element);
        self.size = self.elements.len();
        Ok(())
    }

    pub fn pop(&mut self) -> Option<E>
    where
        E: Clone,
    {
        if fault("bounded_stack/pop_keeps") {
            return self.elements.last().cloned();
        }
        let popped = self.elements.pop();
        if !fault("bounded_stack/stale_cache") {
            self.size = self.elements.len();
        }
        popped
    }

    pub fn peek(&self) -> Option<&E> {
        self.elements.last()
    }

    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    pub fn is_full(&self) -> bool {
        let capacity = self.capacity + usize::from(fault("bounded_stack/off_by_one"));
        let spare = usize::from(fault("bounded_stack/full_too_early"));
        self.elements.len() + spare >= capacity
    }

    pub fn len(&self) -> usize {
        self.size
    }

    pub fn capacity(&self) -> usize {
        if fault("bounded_stack/capacity_shrinks") {
            return self.capacity - self.elements.len();
        }
        self.capacity
    }
}

impl<E: PartialEq> PartialEq for BoundedStack<E> {
    fn eq(&self, other: &Self) -> bool {
        self.elements == other.elements
            && self.capacity == other.capacity
            && self.size == other.size
    }
}
