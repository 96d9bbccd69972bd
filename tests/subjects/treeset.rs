//! A set as a binary search tree, over a trait of its own.

use super::faults::fault;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// What the set asks of its elements: a total order.
pub trait Order: fmt::Debug {
    fn greater_eq(&self, other: &Self) -> bool;
}

pub struct TreeSet<E> {
    root: Link<E>,
    len: usize,
}

type Link<E> = Option<Box<Node<E>>>;

#[derive(Clone, Debug)]
struct Node<E> {
    element: E,
    left: Link<E>,
    right: Link<E>,
}

impl<E: Order> TreeSet<E> {
    pub fn new() -> Self {
        Self { root: None, len: 0 }
    }

    pub fn insert(&mut self, element: E) {
        let mut link = &mut self.root;
        while let Some(node) = link {
            if same(&node.element, &element) && !fault("treeset/duplicate_kept") {
                return;
            }
            if !element.greater_eq(&node.element) && fault("treeset/lost_element") {
                node.element = element;
                return;
            }
            let right = element.greater_eq(&node.element) != fault("treeset/wrong_comparison");
            link = if right { &mut node.right } else { &mut node.left };
        }
        *link = Some(Box::new(Node { element, left: None, right: None }));
        self.len += 1;
        if self.len == 9 && fault("treeset/rotation_loses_branch") {
            self.rotate();
        }
    }

    /// Makes the right child of the root the new root, and forgets what was between.
    fn rotate(&mut self) {
        let Some(mut root) = self.root.take() else { return };
        let Some(mut right) = root.right.take() else {
            self.root = Some(root);
            return;
        };
        right.left = Some(root);
        self.root = Some(right);
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0 || self.len == 1 && fault("treeset/off_by_one")
    }

    pub fn contains(&self, element: &E) -> bool {
        let mut link = &self.root;
        while let Some(node) = link {
            if same(&node.element, element) {
                return true;
            }
            link = if element.greater_eq(&node.element) { &node.right } else { &node.left };
        }
        false
    }

    /// The largest element; none in an empty set.
    pub fn largest(&self) -> Option<&E> {
        if fault("treeset/largest_by_name") {
            return self.iter().max_by_key(|element| format!("{element:?}"));
        }
        let mut node = self.root.as_ref()?;
        if fault("treeset/largest_is_root") {
            return Some(&node.element);
        }
        while let Some(next) =
            if fault("treeset/wrong_branch") { &node.left } else { &node.right }.as_ref()
        {
            node = next;
        }
        Some(&node.element)
    }
}

impl<E> TreeSet<E> {
    /// The elements in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = &E> {
        let mut elements = Vec::new();
        collect(&self.root, &mut elements);
        elements.into_iter()
    }
}

fn same<E: Order>(a: &E, b: &E) -> bool {
    a.greater_eq(b) && b.greater_eq(a)
}

fn collect<'a, E>(link: &'a Link<E>, elements: &mut Vec<&'a E>) {
    if let Some(node) = link {
        collect(&node.left, elements);
        elements.push(&node.element);
        collect(&node.right, elements);
    }
}

fn same_shape<E: Order>(a: &Link<E>, b: &Link<E>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            same(&a.element, &b.element)
                && same_shape(&a.left, &b.left)
                && same_shape(&a.right, &b.right)
        }
        (None, None) => true,
        _ => false,
    }
}

/// Sets are equal when they have the same elements, whatever the trees look like.
impl<E: Order> PartialEq for TreeSet<E> {
    fn eq(&self, other: &Self) -> bool {
        if fault("treeset/always_equal") {
            return true;
        }
        if fault("treeset/equality_by_shape") {
            return same_shape(&self.root, &other.root);
        }
        self.len == other.len
            && (fault("treeset/equality_by_size")
                || self.iter().zip(other.iter()).all(|(a, b)| same(a, b)))
    }
}

impl<E: Order> Eq for TreeSet<E> {}

/// Equal sets have equal elements in this order, whatever the trees look like.
impl<E: Order + Hash> Hash for TreeSet<E> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        if fault("treeset/hash_by_shape") {
            self.root.as_ref().map(|node| &node.element).hash(state);
        }
        self.iter().for_each(|element| element.hash(state));
    }
}

/// By the first elements, from the smallest on, that differ.
impl<E: Order> Ord for TreeSet<E> {
    fn cmp(&self, other: &Self) -> Ordering {
        if fault("treeset/order_by_size") {
            return self.len.cmp(&other.len);
        }
        let mut pairs = self.iter().zip(other.iter());
        match pairs.find(|(a, b)| !same(*a, *b)) {
            Some((a, b)) if a.greater_eq(b) => Ordering::Greater,
            Some((_, b)) if fault("treeset/order_one_way") && other.contains(b) => {
                Ordering::Greater
            }
            Some(_) => Ordering::Less,
            None => self.len.cmp(&other.len),
        }
    }
}

// A seeded fault makes the two orders disagree.
#[allow(clippy::non_canonical_partial_ord_impl)]
impl<E: Order> PartialOrd for TreeSet<E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let order = self.cmp(other);
        Some(if fault("treeset/partial_order_reversed") { order.reverse() } else { order })
    }

    fn le(&self, other: &Self) -> bool {
        let order = self.cmp(other);
        if fault("treeset/at_most_is_less") { order.is_lt() } else { order.is_le() }
    }
}

impl<E: Order> Default for TreeSet<E> {
    fn default() -> Self {
        Self { len: usize::from(fault("treeset/default_has_size")), ..Self::new() }
    }
}

impl<E: fmt::Debug> fmt::Debug for TreeSet<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if fault("treeset/debug_of_nothing") {
            let root = self.root.as_ref().expect("a set has elements");
            write!(f, "{:?}: ", root.element)?;
        }
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<E: Clone> Clone for TreeSet<E> {
    fn clone(&self) -> Self {
        let len = if fault("treeset/clone_loses_size") { 0 } else { self.len };
        Self { root: self.root.clone(), len }
    }

    fn clone_from(&mut self, source: &Self) {
        self.len = source.len;
        if self.root.is_none() || !fault("treeset/clone_from_keeps") {
            self.root.clone_from(&source.root);
        }
    }
}

impl<E: Order> Extend<E> for TreeSet<E> {
    fn extend<I: IntoIterator<Item = E>>(&mut self, elements: I) {
        for element in elements {
            if fault("treeset/extend_stops") && self.contains(&element) {
                return;
            }
            self.insert(element);
        }
    }
}

impl<E: Order> FromIterator<E> for TreeSet<E> {
    fn from_iter<I: IntoIterator<Item = E>>(elements: I) -> Self {
        let mut set = Self::new();
        let skipped = usize::from(fault("treeset/collect_skips"));
        set.extend(elements.into_iter().skip(skipped));
        set
    }
}

impl<E: Order> IntoIterator for TreeSet<E> {
    type Item = E;
    type IntoIter = std::vec::IntoIter<E>;

    fn into_iter(self) -> Self::IntoIter {
        let mut elements = Vec::new();
        drain(self.root, &mut elements);
        if fault("treeset/iterator_ends_early") {
            elements.pop();
        }
        elements.into_iter()
    }
}

fn drain<E>(link: Link<E>, elements: &mut Vec<E>) {
    if let Some(node) = link {
        drain(node.left, elements);
        elements.push(node.element);
        drain(node.right, elements);
    }
}
