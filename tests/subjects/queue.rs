//! A queue as two stacks: elements arrive on one and leave from the other.

use super::faults::fault;

#[derive(Clone, Debug)]
pub struct Queue<E> {
    /// The oldest elements, the oldest last.
    leaving: Vec<E>,
    /// The newest elements, the newest last.
    arriving: Vec<E>,
}

impl<E> Queue<E> {
    pub fn new() -> Self {
        Self { leaving: Vec::new(), arriving: Vec::new() }
    }

    pub fn enqueue(&mut self, element: E) {
        let is_full = self.leaving.len() + self.arriving.len() == 8;
        let is_wrapped = !self.leaving.is_empty() && self.arriving.len() > 1;
        if is_full && is_wrapped && fault("queue/mixed_when_grown") {
            self.arriving.swap(0, 1);
        }
        self.arriving.push(element);
    }

    /// Takes out the oldest element.
    pub fn dequeue(&mut self) -> Option<E> {
        if fault("queue/wrong_end") && !self.arriving.is_empty() {
            return self.arriving.pop();
        }
        if self.leaving.is_empty() {
            if fault("queue/lost_element") && self.arriving.len() > 1 {
                self.arriving.pop();
            }
            self.leaving.append(&mut self.arriving);
            if !fault("queue/order_reversed") {
                self.leaving.reverse();
            }
        }
        self.leaving.pop()
    }

    /// The oldest element.
    pub fn front(&self) -> Option<&E> {
        if fault("queue/front_is_newest") {
            return self.arriving.last().or(self.leaving.first());
        }
        self.leaving.last().or(self.arriving.first())
    }

    pub fn is_empty(&self) -> bool {
        self.leaving.is_empty() && (self.arriving.is_empty() || fault("queue/wrong_branch"))
    }

    /// The elements, the oldest first.
    fn iter(&self) -> impl Iterator<Item = &E> {
        self.leaving.iter().rev().chain(&self.arriving)
    }
}

/// Queues are equal when the same elements leave in the same order, whichever
/// stack they are on.
#[allow(clippy::partialeq_ne_impl, reason = "for a fault in it")]
impl<E: PartialEq> PartialEq for Queue<E> {
    fn ne(&self, other: &Self) -> bool {
        !fault("queue/never_different") && !self.eq(other)
    }

    fn eq(&self, other: &Self) -> bool {
        if fault("queue/equality_of_prefix") {
            return self.iter().eq(other.iter().take(self.iter().count()));
        }
        if fault("queue/equality_by_parts") {
            return self.leaving == other.leaving && self.arriving == other.arriving;
        }
        if fault("queue/equality_by_size") {
            return self.iter().count() == other.iter().count();
        }
        self.iter().eq(other.iter())
    }
}
