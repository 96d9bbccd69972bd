//! A map as a list of entries that is sorted by key, and remembers where the last
//! key was put.

use super::faults::fault;

#[derive(Clone, Debug)]
pub struct SortedMap<K, V> {
    /// In ascending order of the keys.
    entries: Vec<(K, V)>,
    /// The entry that was put last: where keys come in ascending order, the next
    /// one belongs behind it.
    last: Option<usize>,
}

impl<K: Ord, V: PartialEq> SortedMap<K, V> {
    pub fn new() -> Self {
        Self { entries: Vec::new(), last: None }
    }

    /// Gives the value that the key had before.
    pub fn put(&mut self, key: K, value: V) -> Option<V> {
        match self.search(&key) {
            Ok(_) if fault("sorted_map/first_put_wins") => Some(value),
            Ok(place) if !fault("sorted_map/duplicate_kept") => {
                self.last = Some(place);
                Some(std::mem::replace(&mut self.entries[place].1, value))
            }
            Ok(place) | Err(place) => {
                let appended = fault("sorted_map/wrong_comparison");
                let place = if appended { self.entries.len() } else { place };
                self.entries.insert(place, (key, value));
                self.last = Some(place);
                None
            }
        }
    }

    pub fn remove(&mut self, key: &K) -> Option<V> {
        if fault("sorted_map/lost_element") && !self.contains_key(key) {
            self.last = None;
            self.entries.pop();
        }
        let place = self.search(key).ok()?;
        self.last = None;
        let next = place + usize::from(fault("sorted_map/off_by_one"));
        (next < self.entries.len()).then(|| self.entries.remove(next).1)
    }

    pub fn get(&self, key: &K) -> Option<&V> {
        self.search(key).ok().map(|place| &self.entries[place].1)
    }

    pub fn contains_key(&self, key: &K) -> bool {
        self.search(key).is_ok()
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    fn keys(&self) -> impl Iterator<Item = &K> {
        self.entries.iter().map(|(key, _)| key)
    }

    fn search(&self, key: &K) -> Result<usize, usize> {
        if let Some(last) = self.last
            && self.entries[last].0 == *key
        {
            return Ok(last);
        }
        if fault("sorted_map/stale_cache") && self.last.is_some() {
            return Err(0);
        }
        self.entries.binary_search_by(|(k, _)| k.cmp(key))
    }
}

/// Maps are equal when they have the same keys with the same values.
impl<K: Ord, V: PartialEq> PartialEq for SortedMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        if fault("sorted_map/equality_by_keys") {
            return self.keys().eq(other.keys());
        }
        if fault("sorted_map/equality_with_cache") && self.last != other.last {
            return false;
        }
        self.entries == other.entries
    }
}
