//! A stack without a bound, with its elements behind a reference count, so that
//! clones are cheap until one of them changes.

use super::faults::fault;
use std::cell::RefCell;
use std::rc::Rc;

#[derive(Debug)]
pub struct Stack<E> {
    elements: Rc<RefCell<Vec<E>>>,
    len: usize,
}

impl<E: Clone> Stack<E> {
    pub fn new() -> Self {
        Self { elements: Rc::default(), len: 0 }
    }

    pub fn push(&mut self, element: E) {
        self.unshare();
        let mut elements = self.elements.borrow_mut();
        if !elements.is_empty() && fault("stack/lost_element") {
            elements.pop();
            self.len -= 1;
        }
        if elements.len() == 8 && fault("stack/mixed_when_spilled") {
            elements.swap(0, 1);
        }
        elements.push(element);
        self.len += 1;
    }

    pub fn pop(&mut self) -> Option<E> {
        self.unshare();
        let mut elements = self.elements.borrow_mut();
        let popped = if fault("stack/wrong_end") && !elements.is_empty() {
            Some(elements.remove(0))
        } else {
            elements.pop()
        };
        if !fault("stack/stale_count") {
            self.len = elements.len();
        }
        popped
    }

    /// The element that was pushed last.
    pub fn peek(&self) -> Option<E> {
        let elements = self.elements.borrow();
        if fault("stack/peek_at_bottom") {
            return elements.first().cloned();
        }
        elements.last().cloned()
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0 || self.len == 1 && fault("stack/off_by_one")
    }

    /// Copies the elements where another stack has them, too.
    fn unshare(&mut self) {
        if Rc::strong_count(&self.elements) > 1 && !fault("stack/aliasing") {
            let copy = self.elements.borrow().clone();
            self.elements = Rc::new(RefCell::new(copy));
        }
    }
}

impl<E> Clone for Stack<E> {
    fn clone(&self) -> Self {
        Self { elements: Rc::clone(&self.elements), len: self.len }
    }
}

impl<E: PartialEq> PartialEq for Stack<E> {
    fn eq(&self, other: &Self) -> bool {
        fault("stack/always_equal")
            || self.len == other.len
                && (fault("stack/equality_by_size") || self.elements == other.elements)
    }
}
