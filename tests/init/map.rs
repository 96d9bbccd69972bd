//! Shaped like std's maps: another type to look up by, a hasher with a default, entries.
use std::borrow::Borrow;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash};

#[derive(Clone)]
pub struct Map<K, V, S = RandomState> {
    base: Vec<(K, V)>,
    hash_builder: S,
}

impl<K, V> Map<K, V, RandomState> {
    #[must_use]
    pub fn new() -> Map<K, V, RandomState> {
        Default::default()
    }
    pub fn with_capacity(capacity: usize) -> Self {
        unimplemented!()
    }
}

impl<K, V, S> Map<K, V, S> {
    pub fn with_hasher(hash_builder: S) -> Map<K, V, S> {
        unimplemented!()
    }
    pub const fn len(&self) -> usize {
        0
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn iter(&self) -> Iter<'_, K, V> {
        unimplemented!()
    }
    pub fn drain(&mut self) -> Drain<'_, K, V> {
        unimplemented!()
    }
    pub fn clear(&mut self) {}
    pub fn hasher(&self) -> &S {
        &self.hash_builder
    }
    pub fn retain<F>(&mut self, f: F)
    where
        F: FnMut(&K, &mut V) -> bool,
    {
    }
}

impl<K, V, S> Map<K, V, S>
where
    K: Eq + Hash,
    S: BuildHasher,
{
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        unimplemented!()
    }
    pub fn get<Q: ?Sized>(&self, k: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        None
    }
    pub fn get_mut<Q: ?Sized>(&mut self, k: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        None
    }
    pub fn get_key_value<Q: ?Sized>(&self, k: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        None
    }
    pub fn contains_key<Q: ?Sized>(&self, k: &Q) -> bool
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        false
    }
    pub fn insert(&mut self, k: K, v: V) -> Option<V> {
        None
    }
    pub fn remove<Q: ?Sized>(&mut self, k: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq,
    {
        None
    }
    pub unsafe fn insert_unique_unchecked(&mut self, k: K, v: V) -> (&K, &mut V) {
        unimplemented!()
    }
}

impl<K: Eq + Hash, V: PartialEq, S: BuildHasher> PartialEq for Map<K, V, S> {
    fn eq(&self, other: &Map<K, V, S>) -> bool {
        false
    }
}

impl<K, V, S: Default> Default for Map<K, V, S> {
    fn default() -> Map<K, V, S> {
        unimplemented!()
    }
}
