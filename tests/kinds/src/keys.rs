use crate::faulty;
use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

/// A map with borrowed keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Dict<K: Eq + Hash, V> {
    map: HashMap<K, V>,
}

impl<K: Eq + Hash, V> Dict<K, V> {
    pub fn new() -> Self {
        Self { map: HashMap::new() }
    }
    pub fn set(&mut self, key: impl Into<K>, value: V) {
        self.map.insert(key.into(), value);
    }
    pub fn get<Q>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        self.map.get(key)
    }
    pub fn contains<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.map.contains_key(key)
    }
    pub fn remove<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        if faulty("keys") && self.map.len() > 1 {
            return None;
        }
        self.map.remove(key)
    }
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.map.get_mut(key)
    }
}
