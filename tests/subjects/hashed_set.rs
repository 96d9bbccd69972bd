//! A set of elements that hash themselves, with a list for each hash.

use super::faults::fault;
use std::collections::BTreeMap;

/// What the set asks of its elements beside `==`.
pub trait Hashed {
    /// Equal elements have equal codes; different ones may.
    fn hash_code(&self) -> u64;
}

#[derive(Clone, Debug)]
pub struct HashedSet<E> {
    buckets: BTreeMap<u64, Vec<E>>,
}

impl<E: Hashed + PartialEq> HashedSet<E> {
    pub fn new() -> Self {
        Self { buckets: BTreeMap::new() }
    }

    /// Whether the element was not there before.
    pub fn insert(&mut self, element: E) -> bool {
        let is_new = !self.contains(&element);
        if is_new && self.len() == 8 && fault("hashed_set/lost_when_grown") {
            self.buckets.pop_first();
        }
        let bucket = self.buckets.entry(element.hash_code()).or_default();
        if fault("hashed_set/collision_overwrites") {
            bucket.clear();
            bucket.push(element);
        } else if is_new || fault("hashed_set/duplicate_kept") {
            bucket.push(element);
        }
        is_new
    }

    /// Whether the element was there.
    pub fn remove(&mut self, element: &E) -> bool {
        let code = element.hash_code() + u64::from(fault("hashed_set/wrong_bucket"));
        let Some(bucket) = self.buckets.get_mut(&code) else { return false };
        let before = bucket.len();
        bucket.retain(|e| e != element && !fault("hashed_set/bucket_removed"));
        let removed = bucket.len() < before || fault("hashed_set/always_removed");
        if bucket.is_empty() {
            self.buckets.remove(&code);
        }
        removed
    }

    pub fn contains(&self, element: &E) -> bool {
        let Some(bucket) = self.buckets.get(&element.hash_code()) else { return false };
        if fault("hashed_set/first_of_bucket") {
            return bucket.first() == Some(element);
        }
        fault("hashed_set/collision_is_equal") || bucket.contains(element)
    }

    fn len(&self) -> usize {
        self.buckets.values().map(Vec::len).sum()
    }

    fn iter(&self) -> impl Iterator<Item = &E> {
        self.buckets.values().flatten()
    }
}

/// Sets are equal when they have the same elements, in whatever order the elements
/// stand in their buckets.
impl<E: Hashed + PartialEq> PartialEq for HashedSet<E> {
    fn eq(&self, other: &Self) -> bool {
        if fault("hashed_set/always_equal") {
            return true;
        }
        if fault("hashed_set/equality_by_size") {
            return self.len() == other.len();
        }
        if fault("hashed_set/order_in_bucket") {
            return self.buckets == other.buckets;
        }
        self.len() == other.len() && self.iter().all(|e| other.contains(e))
    }
}
