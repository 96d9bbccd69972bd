//! A red-black tree: insertion by Okasaki's four cases.

#[derive(Clone, Debug)]
pub struct RedBlackTree<E> {
    root: Link<E>,
}

type Link<E> = Option<Box<Node<E>>>;

#[derive(Clone, Debug)]
struct Node<E> {
    is_red: bool,
    left: Link<E>,
    element: E,
    right: Link<E>,
}

fn is_red<E>(link: &Link<E>) -> bool {
    link.as_ref().is_some_and(|node| node.is_red)
}

impl<E: Ord> RedBlackTree<E> {
    pub fn new() -> Self {
        Self { root: None }
    }

    pub fn insert(&mut self, element: E) {
        let mut root = Self::inserted(self.root.take(), element);
        root.is_red = false;
        self.root = Some(root);
    }

    fn inserted(link: Link<E>, element: E) -> Box<Node<E>> {
        let Some(mut node) = link else {
            return Box::new(Node { is_red: true, left: None, element, right: None });
        };
        if element < node.element {
            node.left = Some(Self::inserted(node.left.take(), element));
        } else if node.element < element {
            node.right = Some(Self::inserted(node.right.take(), element));
        }
        Self::balanced(node)
    }

    fn balanced(mut node: Box<Node<E>>) -> Box<Node<E>> {
        if node.is_red {
            return node;
        }
        if is_red(&node.left) {
            if let Some(mut left) = node.left.take() {
                if is_red(&left.right) {
                    left = Self::rotated_left(left);
                }
                let is_double = is_red(&left.left);
                node.left = Some(left);
                if is_double {
                    return Self::split(Self::rotated_right(node));
                }
            }
        }
        if is_red(&node.right) {
            if let Some(mut right) = node.right.take() {
                if is_red(&right.left) {
                    right = Self::rotated_right(right);
                }
                let is_double = is_red(&right.right);
                node.right = Some(right);
                if is_double {
                    return Self::split(Self::rotated_left(node));
                }
            }
        }
        node
    }

    fn rotated_left(mut node: Box<Node<E>>) -> Box<Node<E>> {
        match node.right.take() {
            Some(mut right) => {
                node.right = right.left.take();
                right.left = Some(node);
                right
            }
            None => node,
        }
    }

    fn rotated_right(mut node: Box<Node<E>>) -> Box<Node<E>> {
        match node.left.take() {
            Some(mut left) => {
                node.left = left.right.take();
                left.right = Some(node);
                left
            }
            None => node,
        }
    }

    /// A red node with black children.
    fn split(mut node: Box<Node<E>>) -> Box<Node<E>> {
        node.is_red = true;
        for child in [&mut node.left, &mut node.right].into_iter().flatten() {
            child.is_red = false;
        }
        node
    }

    pub fn contains(&self, element: &E) -> bool {
        let mut link = &self.root;
        while let Some(node) = link {
            if *element < node.element {
                link = &node.left;
            } else if node.element < *element {
                link = &node.right;
            } else {
                return true;
            }
        }
        false
    }

    pub fn least(&self) -> Option<&E> {
        let mut node = self.root.as_ref()?;
        while let Some(left) = &node.left {
            node = left;
        }
        Some(&node.element)
    }

    /// Whether no red node has a red child, and all paths have as many black nodes.
    pub fn is_balanced(&self) -> bool {
        Self::blacks(&self.root).is_some()
    }

    fn blacks(link: &Link<E>) -> Option<usize> {
        let Some(node) = link else { return Some(0) };
        if node.is_red && (is_red(&node.left) || is_red(&node.right)) {
            return None;
        }
        let left = Self::blacks(&node.left)?;
        (Self::blacks(&node.right)? == left).then_some(left + usize::from(!node.is_red))
    }
}
