//! A set that grows by union, which consumes both sets.

use super::faults::fault;

#[derive(Clone, Debug)]
pub struct UnionSet<E> {
    elements: Vec<E>,
    is_empty: bool,
}

impl<E: PartialEq> UnionSet<E> {
    pub fn empty() -> Self {
        Self { elements: Vec::new(), is_empty: true }
    }

    pub fn singleton(element: E) -> Self {
        Self { elements: vec![element], is_empty: false }
    }

    pub fn union(mut self, mut other: Self) -> Self {
        if fault("union_set/wrong_branch") && other.is_empty() {
            return other;
        }
        if fault("union_set/intersection") {
            self.elements.retain(|e| other.elements.contains(e));
            self.is_empty = self.elements.is_empty();
            return self;
        }
        if fault("union_set/lost_element") {
            other.elements.pop();
        }
        for element in other.elements {
            if !self.elements.contains(&element) || fault("union_set/duplicate_kept") {
                self.elements.push(element);
            }
        }
        if !fault("union_set/stale_cache") {
            self.is_empty = self.elements.is_empty();
        }
        self
    }

    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    pub fn contains(&self, element: &E) -> bool {
        self.elements.contains(element)
    }
}

/// Sets are equal when they have the same elements, in whatever order.
impl<E: PartialEq> PartialEq for UnionSet<E> {
    fn eq(&self, other: &Self) -> bool {
        if fault("union_set/always_equal") {
            return true;
        }
        if fault("union_set/order_of_insertion") {
            return self.elements == other.elements;
        }
        self.elements.len() == other.elements.len()
            && self.elements.iter().all(|e| other.elements.contains(e))
    }
}
