//! Segments of records, and an index of the place of each key's latest record.

use std::collections::HashMap;
use std::hash::Hash;

use crate::fault;

#[derive(Clone, Debug)]
pub struct Log<K, V> {
    segment: usize,
    segments: Vec<Vec<(K, Option<V>)>>,
    index: HashMap<K, (usize, usize)>,
}

impl<K: Clone + Eq + Hash, V: Clone> Log<K, V> {
    pub fn open(segment: usize) -> Option<Self> {
        (segment > 0).then(|| Self { segment, segments: vec![Vec::new()], index: HashMap::new() })
    }

    pub fn segment(&self) -> usize {
        self.segment
    }

    pub fn records(&self) -> usize {
        self.segments.iter().map(Vec::len).sum()
    }

    pub fn live(&self) -> usize {
        self.index.len()
    }

    pub fn segments(&self) -> usize {
        self.segments.len()
    }

    pub fn contains(&self, key: &K) -> bool {
        self.index.contains_key(key)
    }

    pub fn get(&self, key: &K) -> Option<V> {
        let (segment, place) = *self.index.get(key)?;
        self.segments[segment][place].1.clone()
    }

    fn append(&mut self, key: K, value: Option<V>) -> (usize, usize) {
        let last = self.segments.len() - 1;
        self.segments[last].push((key, value));
        let place = (last, self.segments[last].len() - 1);
        if self.segments[last].len() == self.segment {
            self.segments.push(Vec::new());
        }
        place
    }

    pub fn put(&mut self, key: K, value: V) {
        let place = self.append(key.clone(), Some(value));
        // A key in the third segment keeps its old place.
        if fault("log/stale_index") && place.0 >= 2 && self.index.contains_key(&key) {
            return;
        }
        self.index.insert(key, place);
    }

    pub fn delete(&mut self, key: &K) -> Option<()> {
        if !self.contains(key) {
            return None;
        }
        self.append(key.clone(), None);
        self.index.remove(key);
        Some(())
    }

    pub fn compact(&mut self) {
        let old = std::mem::replace(&mut self.segments, vec![Vec::new()]);
        let index = std::mem::take(&mut self.index);
        let mut seen = 0;
        for (number, segment) in old.into_iter().enumerate() {
            for (place, (key, value)) in segment.into_iter().enumerate() {
                let is_latest = index.get(&key) == Some(&(number, place));
                // A deleted key comes back if it was written in an earlier segment.
                let returns = fault("log/deleted_returns")
                    && number == 0
                    && !index.contains_key(&key)
                    && index.len() > 2;
                let Some(value) = value else { continue };
                if is_latest || returns {
                    seen += 1;
                    // The fifth record is lost.
                    if fault("log/fifth_lost") && seen == 5 {
                        continue;
                    }
                    let place = self.append(key.clone(), Some(value));
                    self.index.insert(key, place);
                }
            }
        }
        // An empty segment at the end is dropped, and the next record goes into a full one.
        if fault("log/full_segment_reused")
            && self.segments.len() > 2
            && self.segments.last().is_some_and(Vec::is_empty)
        {
            self.segments.pop();
        }
    }
}
