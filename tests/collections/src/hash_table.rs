//! A hash table with linear probing and removed marks.

#[derive(Clone, Debug)]
enum Slot<V> {
    Free,
    Removed,
    Taken(u32, V),
}

#[derive(Clone, Debug)]
pub struct HashTable<V> {
    slots: Vec<Slot<V>>,
    used: usize,
    length: usize,
}

impl<V: Clone + PartialEq> HashTable<V> {
    pub fn new() -> Self {
        Self { slots: vec![Slot::Free; 4], used: 0, length: 0 }
    }

    fn place(&self, key: u32) -> Option<usize> {
        let size = self.slots.len();
        let mut place = key as usize % size;
        loop {
            match &self.slots[place] {
                Slot::Free => return None,
                Slot::Taken(known, _) if *known == key => return Some(place),
                _ => place = (place + 1) % size,
            }
        }
    }

    fn grow(&mut self) {
        let size = if 2 * self.length >= self.slots.len() {
            2 * self.slots.len()
        } else {
            self.slots.len()
        };
        let old = std::mem::replace(&mut self.slots, vec![Slot::Free; size]);
        self.used = 0;
        self.length = 0;
        for slot in old {
            if let Slot::Taken(key, value) = slot {
                self.put(key, value);
            }
        }
    }

    pub fn put(&mut self, key: u32, value: V) {
        if let Some(place) = self.place(key) {
            self.slots[place] = Slot::Taken(key, value);
            return;
        }
        if 4 * (self.used + 1) > 3 * self.slots.len() {
            self.grow();
        }
        let size = self.slots.len();
        let mut place = key as usize % size;
        while let Slot::Taken(..) = self.slots[place] {
            place = (place + 1) % size;
        }
        if let Slot::Free = self.slots[place] {
            self.used += 1;
        }
        self.slots[place] = Slot::Taken(key, value);
        self.length += 1;
    }

    pub fn remove(&mut self, key: u32) {
        if let Some(place) = self.place(key) {
            self.slots[place] = Slot::Removed;
            self.length -= 1;
        }
    }

    pub fn get(&self, key: u32) -> Option<&V> {
        match &self.slots[self.place(key)?] {
            Slot::Taken(_, value) => Some(value),
            _ => None,
        }
    }

    pub fn contains_key(&self, key: u32) -> bool {
        self.place(key).is_some()
    }

    pub fn len(&self) -> usize {
        self.length
    }
}

impl<V: Clone + PartialEq> PartialEq for HashTable<V> {
    fn eq(&self, other: &Self) -> bool {
        self.length == other.length
            && self.slots.iter().all(|slot| match slot {
                Slot::Taken(key, value) => other.get(*key) == Some(value),
                _ => true,
            })
    }
}
