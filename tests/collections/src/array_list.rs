//! A list in an array that doubles.

#[derive(Clone, Debug)]
pub struct ArrayList<E> {
    slots: Vec<Option<E>>,
    length: usize,
}

impl<E: Clone + PartialEq> ArrayList<E> {
    pub fn new() -> Self {
        Self { slots: Vec::new(), length: 0 }
    }

    fn reserve(&mut self) {
        if self.length == self.slots.len() {
            let capacity = if self.length == 0 { 2 } else { 2 * self.length };
            self.slots.resize(capacity, None);
        }
    }

    pub fn push(&mut self, element: E) {
        self.reserve();
        self.slots[self.length] = Some(element);
        self.length += 1;
    }

    pub fn insert(&mut self, index: usize, element: E) -> bool {
        if index > self.length {
            return false;
        }
        self.reserve();
        let mut place = self.length;
        while place > index {
            self.slots.swap(place, place - 1);
            place -= 1;
        }
        self.slots[index] = Some(element);
        self.length += 1;
        true
    }

    pub fn remove(&mut self, index: usize) -> bool {
        if index >= self.length {
            return false;
        }
        for place in index + 1..self.length {
            self.slots.swap(place, place - 1);
        }
        self.length -= 1;
        self.slots[self.length] = None;
        true
    }

    pub fn get(&self, index: usize) -> Option<&E> {
        if index < self.length { self.slots[index].as_ref() } else { None }
    }

    pub fn contains(&self, element: &E) -> bool {
        (0..self.length).any(|index| self.get(index) == Some(element))
    }

    pub fn len(&self) -> usize {
        self.length
    }

    pub fn clear(&mut self) {
        self.slots.clear();
        self.length = 0;
    }
}

impl<E: PartialEq> PartialEq for ArrayList<E> {
    fn eq(&self, other: &Self) -> bool {
        self.length == other.length && self.slots[..self.length] == other.slots[..self.length]
    }
}
