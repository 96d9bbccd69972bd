//! A cache as a table of slots that are linked from the most recent to the least recent one.

use crate::fault;
use std::collections::HashMap;
use std::hash::Hash;

#[derive(Clone, Debug)]
struct Slot<K, V> {
    key: K,
    value: V,
    newer: Option<usize>,
    older: Option<usize>,
}

#[derive(Clone, Debug)]
pub struct Lru<K, V> {
    capacity: usize,
    slots: Vec<Slot<K, V>>,
    unused: Vec<usize>,
    places: HashMap<K, usize>,
    newest: Option<usize>,
    oldest: Option<usize>,
}

impl<K: Clone + Eq + Hash, V> Lru<K, V> {
    pub fn with_capacity(capacity: usize) -> Option<Self> {
        (capacity > 0).then(|| Self {
            capacity,
            slots: Vec::new(),
            unused: Vec::new(),
            places: HashMap::new(),
            newest: None,
            oldest: None,
        })
    }

    pub fn capacity(&self) -> usize {
        self.capacity
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn contains(&self, key: &K) -> bool {
        self.places.contains_key(key)
    }

    pub fn peek(&self, key: &K) -> Option<&V> {
        self.places.get(key).map(|&place| &self.slots[place].value)
    }

    /// How many entries were used more recently.
    pub fn rank(&self, key: &K) -> Option<usize> {
        let mut rank = 0;
        let mut next = self.newest;
        while let Some(place) = next {
            if self.slots[place].key == *key {
                return Some(rank);
            }
            rank += 1;
            next = self.slots[place].older;
        }
        None
    }

    pub fn put(&mut self, key: K, value: V) {
        if let Some(&place) = self.places.get(&key) {
            self.slots[place].value = value;
            self.unlink(place);
            self.link(place);
            return;
        }
        // Slots that are not used any more count as taken.
        let is_full = match fault("lru/removed_slots_count") {
            true => self.slots.len() >= self.capacity,
            false => self.places.len() >= self.capacity,
        };
        if is_full && let Some(oldest) = self.oldest {
            self.evict(oldest);
        }
        let slot = Slot { key: key.clone(), value, newer: None, older: None };
        let place = match self.unused.pop() {
            Some(place) => {
                // The slot keeps its links from before.
                let links = (self.slots[place].newer, self.slots[place].older);
                self.slots[place] = slot;
                if fault("lru/stale_link") {
                    (self.slots[place].newer, self.slots[place].older) = links;
                }
                place
            }
            None => {
                self.slots.push(slot);
                self.slots.len() - 1
            }
        };
        self.places.insert(key, place);
        self.link(place);
    }

    /// Makes an entry the most recent one.
    pub fn touch(&mut self, key: &K) -> Option<&V> {
        let place = *self.places.get(key)?;
        if fault("lru/touch_of_oldest_ignored") && self.oldest == Some(place) && self.len() > 4 {
            return Some(&self.slots[place].value);
        }
        self.unlink(place);
        self.link(place);
        Some(&self.slots[place].value)
    }

    pub fn remove(&mut self, key: &K) -> Option<()> {
        let place = *self.places.get(key)?;
        self.evict(place);
        Some(())
    }

    fn evict(&mut self, place: usize) {
        self.unlink(place);
        self.places.remove(&self.slots[place].key);
        self.unused.push(place);
    }

    fn unlink(&mut self, place: usize) {
        let (newer, older) = (self.slots[place].newer, self.slots[place].older);
        match newer {
            Some(newer) => self.slots[newer].older = older,
            None => self.newest = older,
        }
        match older {
            // The link back is forgotten for an entry in the middle.
            Some(_) if newer.is_some() && fault("lru/middle_unlinked_one_way") => {}
            Some(older) => self.slots[older].newer = newer,
            None => self.oldest = newer,
        }
    }

    fn link(&mut self, place: usize) {
        if !fault("lru/stale_link") {
            self.slots[place].newer = None;
        }
        self.slots[place].older = self.newest;
        match self.newest {
            Some(newest) => self.slots[newest].newer = Some(place),
            None => self.oldest = Some(place),
        }
        self.newest = Some(place);
    }
}
