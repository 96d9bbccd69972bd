//! A binary search tree that shows its shape.

use super::faults::fault;
use std::cmp::Ordering;

#[derive(Clone, Debug)]
pub struct SearchTree<E> {
    node: Option<Box<Node<E>>>,
}

#[derive(Clone, Debug)]
struct Node<E> {
    element: E,
    left: SearchTree<E>,
    right: SearchTree<E>,
}

impl<E: Ord> SearchTree<E> {
    pub fn new() -> Self {
        Self { node: None }
    }

    fn leaf(element: E) -> Self {
        Self { node: Some(Box::new(Node { element, left: Self::new(), right: Self::new() })) }
    }

    pub fn insert(&mut self, element: E) {
        let Some(node) = &mut self.node else {
            *self = Self::leaf(element);
            return;
        };
        match element.cmp(&node.element) {
            Ordering::Equal if !fault("search_tree/duplicate_kept") => {}
            Ordering::Less if fault("search_tree/lost_element") => node.element = element,
            Ordering::Less if fault("search_tree/wrong_branch") => node.right.insert(element),
            Ordering::Less => node.left.insert(element),
            Ordering::Greater if fault("search_tree/new_root") => {
                let below = std::mem::replace(self, Self::leaf(element));
                if let Some(root) = &mut self.node {
                    root.left = below;
                }
            }
            Ordering::Equal | Ordering::Greater => node.right.insert(element),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.node.is_none()
    }

    pub fn contains(&self, element: &E) -> bool {
        let Some(node) = &self.node else { return false };
        match element.cmp(&node.element) {
            Ordering::Equal => !fault("search_tree/root_not_found"),
            Ordering::Less => node.left.contains(element),
            Ordering::Greater => node.right.contains(element),
        }
    }

    pub fn root(&self) -> Option<&E> {
        self.node.as_ref().map(|node| &node.element)
    }

    pub fn left(&self) -> Option<&Self> {
        if fault("search_tree/left_is_right") {
            return self.right();
        }
        self.node.as_ref().map(|node| &node.left)
    }

    pub fn right(&self) -> Option<&Self> {
        self.node.as_ref().map(|node| &node.right)
    }

    /// The elements in ascending order.
    fn elements(&self) -> Vec<&E> {
        let Some(node) = &self.node else { return Vec::new() };
        let mut elements = node.left.elements();
        elements.push(&node.element);
        elements.extend(node.right.elements());
        elements
    }
}

/// Trees are equal when they have the same elements in the same shape.
impl<E: Ord> PartialEq for SearchTree<E> {
    fn eq(&self, other: &Self) -> bool {
        if fault("search_tree/equality_by_elements") {
            return self.elements() == other.elements();
        }
        match (&self.node, &other.node) {
            (Some(a), Some(b)) => {
                a.element == b.element
                    && (fault("search_tree/equality_by_root")
                        || a.left == b.left && a.right == b.right)
            }
            (None, None) => true,
            _ => false,
        }
    }
}
