// Signatures of std that mappings are inferred from. Bodies are left out; a test calls every
// function with these types.

pub mod collections {
    use std::borrow::Borrow;
    use std::hash::Hash;

    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct HashMap<K: Eq + Hash, V, S = RandomState>;
    impl<K, V> Default for HashMap<K, V> {}
    impl<K: Eq + Hash, V> HashMap<K, V> {
        pub fn new() -> Self {}
        pub fn with_capacity(capacity: usize) -> Self {}
        pub fn capacity(&self) -> usize {}
        pub fn keys(&self) -> Keys<'_, K, V> {}
        pub fn values(&self) -> Values<'_, K, V> {}
        pub fn into_keys(self) -> IntoKeys<K, V> {}
        pub fn into_values(self) -> IntoValues<K, V> {}
        pub fn iter(&self) -> Iter<'_, K, V> {}
        pub fn len(&self) -> usize {}
        pub fn is_empty(&self) -> bool {}
        pub fn clear(&mut self) {}
        pub fn reserve(&mut self, additional: usize) {}
        pub fn shrink_to_fit(&mut self) {}
        pub fn get<Q: ?Sized + Hash + Eq>(&self, k: &Q) -> Option<&V> where K: Borrow<Q> {}
        pub fn get_key_value<Q: ?Sized + Hash + Eq>(&self, k: &Q) -> Option<(&K, &V)> where K: Borrow<Q> {}
        pub fn contains_key<Q: ?Sized + Hash + Eq>(&self, k: &Q) -> bool where K: Borrow<Q> {}
        pub fn insert(&mut self, k: K, v: V) -> Option<V> {}
        pub fn remove<Q: ?Sized + Hash + Eq>(&mut self, k: &Q) -> Option<V> where K: Borrow<Q> {}
        pub fn remove_entry<Q: ?Sized + Hash + Eq>(&mut self, k: &Q) -> Option<(K, V)> where K: Borrow<Q> {}
    }

    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct HashSet<T: Eq + Hash, S = RandomState>;
    impl<T> Default for HashSet<T> {}
    impl<T: Eq + Hash> HashSet<T> {
        pub fn new() -> Self {}
        pub fn with_capacity(capacity: usize) -> Self {}
        pub fn capacity(&self) -> usize {}
        pub fn iter(&self) -> Iter<'_, T> {}
        pub fn len(&self) -> usize {}
        pub fn is_empty(&self) -> bool {}
        pub fn clear(&mut self) {}
        pub fn is_disjoint(&self, other: &HashSet<T>) -> bool {}
        pub fn is_subset(&self, other: &HashSet<T>) -> bool {}
        pub fn is_superset(&self, other: &HashSet<T>) -> bool {}
        pub fn contains<Q: ?Sized + Hash + Eq>(&self, value: &Q) -> bool where T: Borrow<Q> {}
        pub fn get<Q: ?Sized + Hash + Eq>(&self, value: &Q) -> Option<&T> where T: Borrow<Q> {}
        pub fn insert(&mut self, value: T) -> bool {}
        pub fn replace(&mut self, value: T) -> Option<T> {}
        pub fn remove<Q: ?Sized + Hash + Eq>(&mut self, value: &Q) -> bool where T: Borrow<Q> {}
        pub fn take<Q: ?Sized + Hash + Eq>(&mut self, value: &Q) -> Option<T> where T: Borrow<Q> {}
    }

    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct BTreeMap<K: Ord, V>;
    impl<K, V> Default for BTreeMap<K, V> {}
    impl<K: Ord, V> BTreeMap<K, V> {
        pub fn new() -> Self {}
        pub fn clear(&mut self) {}
        pub fn get<Q: ?Sized + Ord>(&self, key: &Q) -> Option<&V> where K: Borrow<Q> {}
        pub fn get_key_value<Q: ?Sized + Ord>(&self, key: &Q) -> Option<(&K, &V)> where K: Borrow<Q> {}
        pub fn first_key_value(&self) -> Option<(&K, &V)> {}
        pub fn last_key_value(&self) -> Option<(&K, &V)> {}
        pub fn pop_first(&mut self) -> Option<(K, V)> {}
        pub fn pop_last(&mut self) -> Option<(K, V)> {}
        pub fn contains_key<Q: ?Sized + Ord>(&self, key: &Q) -> bool where K: Borrow<Q> {}
        pub fn insert(&mut self, key: K, value: V) -> Option<V> {}
        pub fn remove<Q: ?Sized + Ord>(&mut self, key: &Q) -> Option<V> where K: Borrow<Q> {}
        pub fn remove_entry<Q: ?Sized + Ord>(&mut self, key: &Q) -> Option<(K, V)> where K: Borrow<Q> {}
        pub fn append(&mut self, other: &mut BTreeMap<K, V>) {}
        pub fn split_off<Q: ?Sized + Ord>(&mut self, key: &Q) -> BTreeMap<K, V> where K: Borrow<Q> {}
        pub fn keys(&self) -> Keys<'_, K, V> {}
        pub fn values(&self) -> Values<'_, K, V> {}
        pub fn into_keys(self) -> IntoKeys<K, V> {}
        pub fn into_values(self) -> IntoValues<K, V> {}
        pub fn iter(&self) -> Iter<'_, K, V> {}
        pub fn len(&self) -> usize {}
        pub fn is_empty(&self) -> bool {}
    }

    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct BTreeSet<T: Ord>;
    impl<T> Default for BTreeSet<T> {}
    impl<T: Ord> BTreeSet<T> {
        pub fn new() -> Self {}
        pub fn clear(&mut self) {}
        pub fn contains<Q: ?Sized + Ord>(&self, value: &Q) -> bool where T: Borrow<Q> {}
        pub fn get<Q: ?Sized + Ord>(&self, value: &Q) -> Option<&T> where T: Borrow<Q> {}
        pub fn is_disjoint(&self, other: &BTreeSet<T>) -> bool {}
        pub fn is_subset(&self, other: &BTreeSet<T>) -> bool {}
        pub fn is_superset(&self, other: &BTreeSet<T>) -> bool {}
        pub fn first(&self) -> Option<&T> {}
        pub fn last(&self) -> Option<&T> {}
        pub fn pop_first(&mut self) -> Option<T> {}
        pub fn pop_last(&mut self) -> Option<T> {}
        pub fn insert(&mut self, value: T) -> bool {}
        pub fn replace(&mut self, value: T) -> Option<T> {}
        pub fn remove<Q: ?Sized + Ord>(&mut self, value: &Q) -> bool where T: Borrow<Q> {}
        pub fn take<Q: ?Sized + Ord>(&mut self, value: &Q) -> Option<T> where T: Borrow<Q> {}
        pub fn append(&mut self, other: &mut BTreeSet<T>) {}
        pub fn split_off<Q: ?Sized + Ord>(&mut self, value: &Q) -> BTreeSet<T> where T: Borrow<Q> {}
        pub fn iter(&self) -> Iter<'_, T> {}
        pub fn len(&self) -> usize {}
        pub fn is_empty(&self) -> bool {}
    }

    #[derive(Clone, Debug)]
    pub struct BinaryHeap<T: Ord>;
    impl<T> Default for BinaryHeap<T> {}
    impl<T: Ord> BinaryHeap<T> {
        pub fn new() -> Self {}
        pub fn with_capacity(capacity: usize) -> Self {}
        pub fn pop(&mut self) -> Option<T> {}
        pub fn push(&mut self, item: T) {}
        pub fn append(&mut self, other: &mut BinaryHeap<T>) {}
        pub fn into_sorted_vec(self) -> Vec<T> {}
        pub fn into_vec(self) -> Vec<T> {}
        pub fn iter(&self) -> Iter<'_, T> {}
        pub fn peek(&self) -> Option<&T> {}
        pub fn capacity(&self) -> usize {}
        pub fn len(&self) -> usize {}
        pub fn is_empty(&self) -> bool {}
        pub fn clear(&mut self) {}
    }

    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct VecDeque<T>;
    impl<T> Default for VecDeque<T> {}
    impl<T> VecDeque<T> {
        pub fn new() -> Self {}
        pub fn with_capacity(capacity: usize) -> Self {}
        pub fn get(&self, index: usize) -> Option<&T> {}
        pub fn swap(&mut self, i: usize, j: usize) {}
        pub fn capacity(&self) -> usize {}
        pub fn reserve(&mut self, additional: usize) {}
        pub fn shrink_to_fit(&mut self) {}
        pub fn truncate(&mut self, len: usize) {}
        pub fn iter(&self) -> Iter<'_, T> {}
        pub fn len(&self) -> usize {}
        pub fn is_empty(&self) -> bool {}
        pub fn clear(&mut self) {}
        pub fn contains(&self, x: &T) -> bool where T: PartialEq<T> {}
        pub fn front(&self) -> Option<&T> {}
        pub fn back(&self) -> Option<&T> {}
        pub fn pop_front(&mut self) -> Option<T> {}
        pub fn pop_back(&mut self) -> Option<T> {}
        pub fn push_front(&mut self, value: T) {}
        pub fn push_back(&mut self, value: T) {}
        pub fn swap_remove_front(&mut self, index: usize) -> Option<T> {}
        pub fn swap_remove_back(&mut self, index: usize) -> Option<T> {}
        pub fn insert(&mut self, index: usize, value: T) {}
        pub fn remove(&mut self, index: usize) -> Option<T> {}
        pub fn split_off(&mut self, at: usize) -> VecDeque<T> {}
        pub fn append(&mut self, other: &mut VecDeque<T>) {}
        pub fn rotate_left(&mut self, n: usize) {}
        pub fn rotate_right(&mut self, n: usize) {}
    }

    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct LinkedList<T>;
    impl<T> Default for LinkedList<T> {}
    impl<T> LinkedList<T> {
        pub fn new() -> Self {}
        pub fn append(&mut self, other: &mut LinkedList<T>) {}
        pub fn iter(&self) -> Iter<'_, T> {}
        pub fn is_empty(&self) -> bool {}
        pub fn len(&self) -> usize {}
        pub fn clear(&mut self) {}
        pub fn contains(&self, x: &T) -> bool where T: PartialEq<T> {}
        pub fn front(&self) -> Option<&T> {}
        pub fn back(&self) -> Option<&T> {}
        pub fn push_front(&mut self, elt: T) {}
        pub fn pop_front(&mut self) -> Option<T> {}
        pub fn push_back(&mut self, elt: T) {}
        pub fn pop_back(&mut self) -> Option<T> {}
        pub fn split_off(&mut self, at: usize) -> LinkedList<T> {}
    }
}

pub mod vec {
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Vec<T>;
    impl<T> Default for Vec<T> {}
    impl<T> Vec<T> {
        pub fn new() -> Self {}
        pub fn with_capacity(capacity: usize) -> Self {}
        pub fn capacity(&self) -> usize {}
        pub fn reserve(&mut self, additional: usize) {}
        pub fn shrink_to_fit(&mut self) {}
        pub fn truncate(&mut self, len: usize) {}
        pub fn as_slice(&self) -> &[T] {}
        pub fn swap_remove(&mut self, index: usize) -> T {}
        pub fn insert(&mut self, index: usize, element: T) {}
        pub fn remove(&mut self, index: usize) -> T {}
        pub fn push(&mut self, value: T) {}
        pub fn pop(&mut self) -> Option<T> {}
        pub fn append(&mut self, other: &mut Vec<T>) {}
        pub fn clear(&mut self) {}
        pub fn len(&self) -> usize {}
        pub fn is_empty(&self) -> bool {}
        pub fn split_off(&mut self, at: usize) -> Vec<T> {}
        pub fn dedup(&mut self) where T: PartialEq {}
    }
    impl<T> Deref for Vec<T> {
        type Target = [T];
    }
}

pub mod slice {
    impl<T> [T] {
        pub fn first(&self) -> Option<&T> {}
        pub fn last(&self) -> Option<&T> {}
        pub fn get(&self, index: usize) -> Option<&T> {}
        pub fn swap(&mut self, a: usize, b: usize) {}
        pub fn reverse(&mut self) {}
        pub fn iter(&self) -> Iter<'_, T> {}
        pub fn contains(&self, x: &T) -> bool where T: PartialEq {}
        pub fn starts_with(&self, needle: &[T]) -> bool where T: PartialEq {}
        pub fn ends_with(&self, needle: &[T]) -> bool where T: PartialEq {}
        pub fn binary_search(&self, x: &T) -> Result<usize, usize> where T: Ord {}
        pub fn sort(&mut self) where T: Ord {}
        pub fn rotate_left(&mut self, mid: usize) {}
        pub fn rotate_right(&mut self, k: usize) {}
        pub fn fill(&mut self, value: T) where T: Clone {}
        pub fn to_vec(&self) -> Vec<T> where T: Clone {}
    }
}

pub mod string {
    #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct String;
    impl String {
        pub fn new() -> Self {}
        pub fn with_capacity(capacity: usize) -> Self {}
        pub fn as_str(&self) -> &str {}
        pub fn push_str(&mut self, string: &str) {}
        pub fn capacity(&self) -> usize {}
        pub fn push(&mut self, ch: char) {}
        pub fn truncate(&mut self, new_len: usize) {}
        pub fn pop(&mut self) -> Option<char> {}
        pub fn remove(&mut self, idx: usize) -> char {}
        pub fn insert(&mut self, idx: usize, ch: char) {}
        pub fn insert_str(&mut self, idx: usize, string: &str) {}
        pub fn len(&self) -> usize {}
        pub fn is_empty(&self) -> bool {}
        pub fn split_off(&mut self, at: usize) -> String {}
        pub fn clear(&mut self) {}
        pub fn chars(&self) -> Chars<'_> {}
        pub fn to_uppercase(&self) -> String {}
        pub fn to_lowercase(&self) -> String {}
        pub fn repeat(&self, n: usize) -> String {}
    }
}

pub mod option {
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Option<T>;
    impl<T> Default for Option<T> {}
    impl<T> Option<T> {
        pub fn is_some(&self) -> bool {}
        pub fn is_none(&self) -> bool {}
        pub fn as_ref(&self) -> Option<&T> {}
        pub fn unwrap(self) -> T {}
        pub fn unwrap_or(self, default: T) -> T {}
        pub fn or(self, optb: Option<T>) -> Option<T> {}
        pub fn xor(self, optb: Option<T>) -> Option<T> {}
        pub fn insert(&mut self, value: T) -> &mut T {}
        pub fn get_or_insert(&mut self, value: T) -> &mut T {}
        pub fn take(&mut self) -> Option<T> {}
        pub fn replace(&mut self, value: T) -> Option<T> {}
    }
}

pub mod cell {
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Cell<T: Copy>;
    impl<T: Copy> Cell<T> {
        pub fn new(value: T) -> Self {}
        pub fn set(&self, val: T) {}
        pub fn replace(&self, val: T) -> T {}
        pub fn get(&self) -> T {}
        pub fn into_inner(self) -> T {}
    }

    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct RefCell<T>;
    impl<T> RefCell<T> {
        pub fn new(value: T) -> Self {}
        pub fn replace(&self, t: T) -> T {}
        pub fn into_inner(self) -> T {}
        pub fn borrow(&self) -> Ref<'_, T> {}
    }

    #[derive(Debug)]
    pub struct OnceCell<T>;
    impl<T> Default for OnceCell<T> {}
    impl<T> OnceCell<T> {
        pub fn new() -> Self {}
        pub fn get(&self) -> Option<&T> {}
        pub fn set(&self, value: T) -> Result<(), T> {}
        pub fn take(&mut self) -> Option<T> {}
        pub fn into_inner(self) -> Option<T> {}
    }
}
