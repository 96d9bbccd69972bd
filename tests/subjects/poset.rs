//! A set of partially ordered elements that knows its maximal ones.

use super::faults::fault;

#[derive(Clone, Debug)]
pub struct PoSet<E> {
    elements: Vec<E>,
}

impl<E: PartialOrd + Clone> PoSet<E> {
    pub fn new() -> Self {
        Self { elements: Vec::new() }
    }

    pub fn insert(&mut self, element: E) {
        if self.contains(&element) && !fault("poset/duplicate_kept") {
            return;
        }
        if fault("poset/incomparable_lost")
            && self.elements.iter().any(|e| e.partial_cmp(&element).is_none())
        {
            return;
        }
        if fault("poset/lost_element") && self.elements.len() == 2 {
            self.elements.pop();
        }
        self.elements.push(element);
    }

    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    pub fn contains(&self, element: &E) -> bool {
        if fault("poset/incomparable_is_equal") {
            let differs = |e: &E| e.partial_cmp(element).is_some_and(|order| order.is_ne());
            return !self.elements.iter().all(differs);
        }
        self.elements.contains(element)
    }

    /// The set of those elements that no other is above.
    pub fn maximal(&self) -> Self {
        let is_maximal = |candidate: &E| {
            if fault("poset/wrong_comparison") {
                !self.elements.iter().any(|e| e < candidate)
            } else if fault("poset/total_order_assumed") {
                self.elements.iter().all(|e| e <= candidate)
            } else {
                !self.elements.iter().any(|e| e > candidate)
            }
        };
        Self { elements: self.elements.iter().filter(|e| is_maximal(e)).cloned().collect() }
    }

    /// Whether some element of the set compares with this one.
    pub fn has_comparable(&self, element: &E) -> bool {
        let skipped = usize::from(fault("poset/off_by_one"));
        let greater_only = fault("poset/wrong_branch");
        self.elements.iter().skip(skipped).any(|e| e >= element || e <= element && !greater_only)
    }
}

/// Sets are equal when they have the same elements, in whatever order.
impl<E: PartialOrd + Clone> PartialEq for PoSet<E> {
    fn eq(&self, other: &Self) -> bool {
        if fault("poset/order_of_insertion") {
            return self.elements == other.elements;
        }
        (self.elements.len() == other.elements.len() || fault("poset/subset_is_equal"))
            && self.elements.iter().all(|e| other.contains(e))
    }
}
