//! A set that is offered two elements and takes one, by preference the second.

use super::faults::fault;

#[derive(Clone, Debug)]
pub struct OneOfSet<E> {
    elements: Vec<E>,
}

impl<E: PartialEq> OneOfSet<E> {
    pub fn new() -> Self {
        Self { elements: Vec::new() }
    }

    /// Takes the second element, or the first where the second is there already.
    /// Where both are there, nothing can be done, and they are given back.
    pub fn insert_one_of(&mut self, first: E, second: E) -> Result<(), (E, E)> {
        let (has_first, has_second) = (self.contains(&first), self.contains(&second));
        if has_first && has_second && !fault("one_of_set/full_accepted") {
            return Err((first, second));
        }
        if (has_first != has_second && fault("one_of_set/wrong_branch"))
            || (self.is_empty() && fault("one_of_set/nothing_inserted"))
        {
            return Ok(());
        }
        if fault("one_of_set/lost_element") {
            self.elements.pop();
        }
        if fault("one_of_set/both_inserted") {
            self.elements.extend([first, second]);
        } else if has_second && !fault("one_of_set/duplicate_kept") {
            self.elements.push(first);
        } else {
            self.elements.push(second);
        }
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    pub fn contains(&self, element: &E) -> bool {
        let skipped = usize::from(fault("one_of_set/off_by_one"));
        self.elements.iter().skip(skipped).any(|e| e == element)
    }
}

/// Sets are equal when they have the same elements, in whatever order.
impl<E: PartialEq> PartialEq for OneOfSet<E> {
    fn eq(&self, other: &Self) -> bool {
        if fault("one_of_set/always_equal") {
            return true;
        }
        if fault("one_of_set/equality_by_size") {
            return self.elements.len() == other.elements.len();
        }
        self.elements.len() == other.elements.len()
            && self.elements.iter().all(|e| other.elements.contains(e))
    }
}
