//! A set as a binary search tree, over a trait of its own.

use super::faults::fault;

/// What the set asks of its elements: a total order.
pub trait Order {
    fn greater_eq(&self, other: &Self) -> bool;
}

#[derive(Clone, Debug)]
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
