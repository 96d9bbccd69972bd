//! A set that knows its largest element, tested against its specification.

/// A sorted list without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MaxSet<E> {
    items: Vec<E>,
}

impl<E: Ord> MaxSet<E> {
    pub fn new() -> Self {
        Self { items: Vec::new() }
    }

    pub fn insert(&mut self, e: E) {
        if let Err(place) = self.items.binary_search(&e) {
            self.items.insert(place, e);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn contains(&self, e: &E) -> bool {
        self.items.binary_search(e).is_ok()
    }

    pub fn largest(&self) -> Option<&E> {
        self.items.last()
    }
}

#[cfg(test)]
mod conformance {
    include!(concat!(env!("OUT_DIR"), "/max_set.rs"));
}
