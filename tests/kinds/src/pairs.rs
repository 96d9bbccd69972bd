use crate::faulty;

/// A map that keeps its entries in the order of their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table<K, V> {
    entries: Vec<(K, V)>,
}

impl<K: Ord + Clone, V: Clone> Table<K, V> {
    pub fn new() -> Self {
        Self { entries: Vec::new() }
    }
    pub fn insert(&mut self, key: K, value: V) -> Option<(K, V)> {
        match self.entries.binary_search_by(|entry| entry.0.cmp(&key)) {
            Ok(at) => Some(std::mem::replace(&mut self.entries[at], (key, value))),
            Err(at) => {
                self.entries.insert(at, (key, value));
                None
            }
        }
    }
    pub fn get(&self, key: &K) -> Option<&V> {
        self.entries.iter().find(|entry| entry.0 == *key).map(|entry| &entry.1)
    }
    pub fn first(&self) -> Option<(&K, &V)> {
        let entry = if faulty("pairs") { self.entries.last() } else { self.entries.first() };
        entry.map(|(key, value)| (key, value))
    }
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        (!self.entries.is_empty()).then(|| self.entries.remove(0))
    }
    pub fn entries(&self) -> &[(K, V)] {
        &self.entries
    }
}
