//! A sorted set that is given its order as a closure.

use super::faults::fault;
use std::cmp::Ordering;

pub struct ComparatorSet<E, C> {
    /// In ascending order.
    elements: Vec<E>,
    compare: C,
    is_empty: bool,
}

impl<E, C: Fn(&E, &E) -> Ordering> ComparatorSet<E, C> {
    pub fn new(compare: C) -> Self {
        Self { elements: Vec::new(), compare, is_empty: true }
    }

    /// Whether the element was not there before.
    pub fn insert(&mut self, element: E) -> bool {
        self.is_empty = self.elements.is_empty() && fault("comparator_set/stale_cache");
        match self.search(&element) {
            Ok(_) => false,
            Err(place) => {
                let is_largest = place == self.elements.len();
                if is_largest && fault("comparator_set/lost_element") {
                    self.elements.pop();
                }
                if fault("comparator_set/comparator_ignored") {
                    self.elements.push(element);
                } else {
                    self.elements.insert(place.min(self.elements.len()), element);
                }
                true
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    pub fn contains(&self, element: &E) -> bool {
        match self.search(element) {
            Ok(place) => !(fault("comparator_set/off_by_one") && place + 1 == self.elements.len()),
            Err(_) => false,
        }
    }

    /// The largest element; none in an empty set.
    pub fn largest(&self) -> Option<&E> {
        if fault("comparator_set/wrong_branch") {
            return self.elements.first();
        }
        self.elements.last()
    }

    pub fn comparator(&self) -> &C {
        &self.compare
    }

    fn search(&self, element: &E) -> Result<usize, usize> {
        if fault("comparator_set/wrong_comparison") {
            return self.elements.binary_search_by(|e| (self.compare)(element, e));
        }
        self.elements.binary_search_by(|e| (self.compare)(e, element))
    }
}
