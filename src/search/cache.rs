//! Caches for values that are derived during grounding.

use rustc_hash::FxHashMap;

/// Looked up, never iterated over: the order of a hash map must not reach the output.
///
/// Keys come from the grounding, and no attacker chooses them. The standard hasher, which
/// resists collisions, would take most of the grounding's time.
pub type Cache<K, V> = FxHashMap<K, V>;
