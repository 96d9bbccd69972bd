//! A bag as a list of elements with their counts.

use super::faults::fault;

#[derive(Clone, Debug)]
pub struct Bag<E> {
    entries: Vec<(E, usize)>,
    len: usize,
}

impl<E: PartialEq> Bag<E> {
    pub fn new() -> Self {
        Self { entries: Vec::new(), len: 0 }
    }

    pub fn insert(&mut self, element: E) {
        self.len += 1;
        match self.place(&element) {
            Some(_) if fault("bag/duplicate_lost") => self.len -= 1,
            Some(place) => self.entries[place].1 += 1,
            None => self.entries.push((element, 1)),
        }
    }

    /// Takes out one copy, where there is one.
    pub fn remove(&mut self, element: &E) -> bool {
        let place = match self.place(element) {
            None if fault("bag/wrong_branch") && !self.entries.is_empty() => Some(0),
            place => place,
        };
        let Some(place) = place else { return false };
        if self.entries[place].1 == 0 {
            return false;
        }
        if fault("bag/all_removed") {
            self.len -= self.entries[place].1;
            self.entries.remove(place);
            return true;
        }
        self.entries[place].1 -= 1;
        if !fault("bag/stale_size") {
            self.len -= 1;
        }
        if self.entries[place].1 == 0 && !fault("bag/zero_kept") {
            self.entries.remove(place);
        }
        true
    }

    /// How many copies of the element are in the bag.
    pub fn count(&self, element: &E) -> usize {
        let found = self.place(element).map_or(0, |place| self.entries[place].1);
        found + usize::from(found > 0 && fault("bag/off_by_one"))
    }

    pub fn len(&self) -> usize {
        self.len
    }

    fn place(&self, element: &E) -> Option<usize> {
        self.entries.iter().position(|(e, _)| e == element || fault("bag/aliasing"))
    }
}

/// Bags are equal when all counts are, in whatever order the entries stand.
impl<E: PartialEq> PartialEq for Bag<E> {
    fn eq(&self, other: &Self) -> bool {
        if fault("bag/order_of_insertion") {
            return self.entries == other.entries;
        }
        self.len == other.len
            && self.entries.len() == other.entries.len()
            && self.entries.iter().all(|(e, count)| other.count(e) == *count)
    }
}
