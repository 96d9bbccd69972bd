//! A set of partially ordered elements that knows its maximal ones.

use super::faults::fault;
use std::cell::RefCell;
use std::cmp::Ordering;

#[derive(Clone, Debug)]
pub struct PoSet<E> {
    /// What was compared last comes first: it is likely to be asked for again.
    elements: RefCell<Vec<E>>,
}

impl<E: PartialOrd + Clone> PoSet<E> {
    pub fn new() -> Self {
        Self { elements: RefCell::default() }
    }

    pub fn insert(&mut self, element: E) {
        if self.contains(&element) && !fault("poset/duplicate_kept") {
            return;
        }
        let elements = self.elements.get_mut();
        if fault("poset/incomparable_lost")
            && elements.iter().any(|e| e.partial_cmp(&element).is_none())
        {
            return;
        }
        if fault("poset/lost_element") && elements.len() == 2 {
            elements.pop();
        }
        elements.push(element);
    }

    pub fn is_empty(&self) -> bool {
        self.elements.borrow().is_empty()
    }

    pub fn contains(&self, element: &E) -> bool {
        if fault("poset/incomparable_is_equal") {
            let differs = |e: &E| e.partial_cmp(element).is_some_and(|order| order.is_ne());
            return !self.elements.borrow().iter().all(differs);
        }
        self.elements.borrow().contains(element)
    }

    /// The set of those elements that no other is above.
    pub fn maximal(&self) -> Self {
        let elements = self.elements.borrow();
        let is_maximal = |candidate: &E| {
            if fault("poset/wrong_comparison") {
                !elements.iter().any(|e| e < candidate)
            } else if fault("poset/total_order_assumed") {
                elements.iter().all(|e| e <= candidate)
            } else {
                !elements.iter().any(|e| e > candidate)
            }
        };
        let maximal: Vec<E> = elements.iter().filter(|e| is_maximal(e)).cloned().collect();
        drop(elements);
        if fault("poset/receiver_changed") {
            self.elements.replace(maximal.clone());
        }
        Self { elements: RefCell::new(maximal) }
    }

    /// Whether some element of the set compares with this one.
    pub fn has_comparable(&self, element: &E) -> bool {
        let skipped = usize::from(fault("poset/off_by_one"));
        let greater_only = fault("poset/wrong_branch");
        let mut elements = self.elements.borrow_mut();
        let comparable = |e: &E| e >= element || e <= element && !greater_only;
        let Some(place) = elements.iter().skip(skipped).position(comparable) else { return false };
        let found = elements.remove(place + skipped);
        if !fault("poset/observer_removes") {
            elements.insert(0, found);
        }
        true
    }
}

/// Sets are equal when they have the same elements, in whatever order.
impl<E: PartialOrd + Clone> PartialEq for PoSet<E> {
    fn eq(&self, other: &Self) -> bool {
        if fault("poset/order_of_insertion") {
            return self.elements == other.elements;
        }
        let (own, others) = (self.elements.borrow(), other.elements.borrow());
        (own.len() == others.len() || fault("poset/subset_is_equal"))
            && own.iter().all(|e| others.contains(e))
    }
}

/// A set is less than another that has all of its elements and more.
impl<E: PartialOrd + Clone> PartialOrd for PoSet<E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let (own, others) = (self.elements.borrow(), other.elements.borrow());
        if fault("poset/inclusion_by_size") {
            return Some(own.len().cmp(&others.len()));
        }
        if fault("poset/inclusion_one_way") && own.len() > others.len() {
            return None;
        }
        let below = own.iter().all(|e| others.contains(e));
        let above = others.iter().all(|e| own.contains(e));
        match (below, above) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
    }
}
