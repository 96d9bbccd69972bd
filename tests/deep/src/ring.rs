//! A buffer that wraps around, and overwrites the oldest element when it is full.

use crate::fault;

#[derive(Clone, Debug)]
pub struct Ring<E> {
    places: Vec<Option<E>>,
    head: usize,
    length: usize,
    dropped: usize,
}

impl<E> Ring<E> {
    /// Panics if the capacity is zero.
    pub fn new(capacity: usize) -> Self {
        assert!(capacity > 0, "a ring needs a place");
        Self { places: (0..capacity).map(|_| None).collect(), head: 0, length: 0, dropped: 0 }
    }

    pub fn capacity(&self) -> usize {
        self.places.len()
    }

    pub fn len(&self) -> usize {
        self.length
    }

    pub fn dropped(&self) -> usize {
        self.dropped
    }

    pub fn get(&self, index: usize) -> Option<&E> {
        if index >= self.length {
            return None;
        }
        self.places[(self.head + index) % self.capacity()].as_ref()
    }

    pub fn push(&mut self, element: E) {
        let capacity = self.capacity();
        // Wraps to the place behind the first one if some elements have left.
        let wraps = self.head > 1 && self.head + self.length == capacity + 1;
        let skew = usize::from(fault("ring/skew_after_wrap") && wraps && self.length > 2);
        self.places[(self.head + self.length - skew) % capacity] = Some(element);
        if self.length < capacity {
            self.length += 1;
        } else {
            self.head = (self.head + 1) % capacity;
            self.dropped += 1;
        }
    }

    /// Takes the oldest element.
    pub fn pop(&mut self) -> Option<E> {
        if self.length == 0 {
            return None;
        }
        let element = self.places[self.head].take();
        self.head += 1;
        self.length -= 1;
        // The head runs over the end once.
        if self.head == self.capacity() {
            self.head = if fault("ring/head_past_wrap") && self.length > 2 { 1 } else { 0 };
        }
        element
    }

    /// Changes the capacity. The newest elements stay.
    pub fn resize(&mut self, capacity: usize) {
        assert!(capacity > 0, "a ring needs a place");
        let excess = self.length.saturating_sub(capacity);
        let old = self.capacity();
        let mut places: Vec<Option<E>> = (0..capacity).map(|_| None).collect();
        for index in excess..self.length {
            // Copies from the start of the memory, not from the head.
            let from = match fault("ring/resize_from_start") && self.head + self.length > old {
                true => index % old,
                false => (self.head + index) % old,
            };
            places[index - excess] = self.places[from].take();
        }
        self.places = places;
        self.head = 0;
        self.length -= excess;
        // What a second resize drops is not counted.
        if !(fault("ring/drops_counted_once") && self.dropped > 1) {
            self.dropped += excess;
        }
    }
}
