//! Maps and sets in order, filled one by one.
//!
//! `collect` sorts a vector first, which pays for large maps. It is compiled anew for each
//! kind of key, and with small maps that took a twentieth of the time to compile.

use std::collections::{BTreeMap, BTreeSet};

/// The last of several pairs with one key counts.
pub fn map<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}

pub fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    for item in items {
        set.insert(item);
    }
    set
}
