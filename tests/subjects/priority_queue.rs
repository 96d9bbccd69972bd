//! A priority queue as a binary heap: no element is above its parent.

use super::faults::fault;

#[derive(Clone, Debug)]
pub struct PriorityQueue<E> {
    heap: Vec<E>,
}

impl<E: Ord> PriorityQueue<E> {
    pub fn new() -> Self {
        Self { heap: Vec::new() }
    }

    pub fn push(&mut self, element: E) {
        if fault("priority_queue/duplicate_lost") && self.heap.first() == Some(&element) {
            return;
        }
        self.heap.push(element);
        if !fault("priority_queue/no_sift_up") {
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Takes out the greatest element.
    pub fn pop(&mut self) -> Option<E> {
        if self.heap.is_empty() {
            return None;
        }
        let greatest = self.heap.swap_remove(0);
        if fault("priority_queue/lost_element") {
            self.heap.pop();
        }
        self.sift_down(0);
        Some(greatest)
    }

    /// The greatest element.
    pub fn peek(&self) -> Option<&E> {
        if fault("priority_queue/wrong_branch") {
            return self.heap.last();
        }
        self.heap.first()
    }

    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    fn sift_up(&mut self, mut place: usize) {
        while place > usize::from(fault("priority_queue/off_by_one")) {
            let parent = (place - 1) / 2;
            let wrong = fault("priority_queue/wrong_comparison");
            if (self.heap[place] <= self.heap[parent]) != wrong {
                return;
            }
            self.heap.swap(place, parent);
            place = parent;
        }
    }

    /// Whether the right child is the greater one.
    fn is_right_greater(&self, place: usize) -> bool {
        match (self.heap.get(2 * place + 1), self.heap.get(2 * place + 2)) {
            (Some(left), Some(right)) => right > left,
            _ => false,
        }
    }

    fn sift_down(&mut self, mut place: usize) {
        loop {
            if self.is_right_greater(place) && fault("priority_queue/right_child_ignored") {
                return;
            }
            let children = 2 * place + 1..(2 * place + 3).min(self.heap.len());
            match children.max_by_key(|child| &self.heap[*child]) {
                Some(child) if self.heap[child] > self.heap[place] => {
                    self.heap.swap(child, place);
                    place = child;
                }
                _ => return,
            }
        }
    }
}

/// Queues are equal when they have the same elements equally often, whatever the
/// heaps look like.
impl<E: Ord> PartialEq for PriorityQueue<E> {
    fn eq(&self, other: &Self) -> bool {
        if fault("priority_queue/equality_by_layout") {
            return self.heap == other.heap;
        }
        if fault("priority_queue/equality_by_top") {
            return self.peek() == other.peek();
        }
        sorted(&self.heap) == sorted(&other.heap)
    }
}

fn sorted<E: Ord>(heap: &[E]) -> Vec<&E> {
    let mut elements: Vec<_> = heap.iter().collect();
    elements.sort();
    elements
}
