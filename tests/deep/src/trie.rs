//! A compressed trie: an edge carries several letters, and splits where words part.

use crate::fault;

#[derive(Clone, Debug)]
struct Node<L, V> {
    label: Vec<L>,
    value: Option<V>,
    children: Vec<Node<L, V>>,
}

#[derive(Clone, Debug)]
pub struct Trie<L, V> {
    root: Node<L, V>,
    size: usize,
}

impl<L: Clone + PartialEq, V: Clone> Trie<L, V> {
    pub fn new() -> Self {
        Self { root: Node { label: Vec::new(), value: None, children: Vec::new() }, size: 0 }
    }

    pub fn len(&self) -> usize {
        self.size
    }

    pub fn get(&self, word: &[L]) -> Option<&V> {
        let mut node = &self.root;
        let mut rest = word;
        while let Some(first) = rest.first() {
            node = node.children.iter().find(|child| child.label[0] == *first)?;
            rest = rest.strip_prefix(node.label.as_slice())?;
        }
        node.value.as_ref()
    }

    /// How many words start with this one.
    pub fn count(&self, word: &[L]) -> usize {
        let mut node = &self.root;
        let mut rest = word;
        while let Some(first) = rest.first() {
            match node.children.iter().find(|child| child.label[0] == *first) {
                Some(child) => node = child,
                None => return 0,
            }
            match rest.strip_prefix(node.label.as_slice()) {
                Some(behind) => rest = behind,
                // The word may end inside of the label.
                None if node.label.starts_with(rest) => rest = &[],
                None => return 0,
            }
        }
        node.words()
    }

    pub fn put(&mut self, word: &[L], value: V) {
        if self.root.put(word, value) {
            self.size += 1;
        }
    }

    pub fn remove(&mut self, word: &[L]) {
        if self.root.remove(word) {
            self.size -= 1;
        }
    }
}

impl<L: Clone + PartialEq, V: Clone> Node<L, V> {
    fn words(&self) -> usize {
        usize::from(self.value.is_some()) + self.children.iter().map(Node::words).sum::<usize>()
    }

    /// Whether the word is new.
    fn put(&mut self, word: &[L], value: V) -> bool {
        let Some(first) = word.first() else {
            return self.value.replace(value).is_none();
        };
        let Some(child) = self.children.iter_mut().find(|child| child.label[0] == *first) else {
            self.children.push(Node { label: word.to_vec(), value: Some(value), children: vec![] });
            return true;
        };
        let common = child.label.iter().zip(word).take_while(|(a, b)| a == b).count();
        if common < child.label.len() {
            child.split(common);
        }
        child.put(&word[common..], value)
    }

    /// Splits the label; what was below the node is below its lower half.
    fn split(&mut self, at: usize) {
        let label = self.label.split_off(at);
        let children = std::mem::take(&mut self.children);
        // The value stays with the upper half if the node has children.
        let stays = fault("trie/split_keeps_value_above") && !children.is_empty();
        let value = if stays { self.value.clone() } else { self.value.take() };
        self.children = vec![Node { label, value, children }];
    }

    /// Whether the word was there.
    fn remove(&mut self, word: &[L]) -> bool {
        let Some(first) = word.first() else {
            return self.value.take().is_some();
        };
        let Some(place) = self.children.iter().position(|child| child.label[0] == *first) else {
            return false;
        };
        let child = &mut self.children[place];
        let Some(rest) = word.strip_prefix(child.label.as_slice()) else { return false };
        if !child.remove(rest) {
            return false;
        }
        let loses_branch = fault("trie/branch_dropped_with_value") && child.children.len() > 1;
        if child.value.is_none() && (child.children.is_empty() || loses_branch) {
            self.children.swap_remove(place);
        } else if child.value.is_none() && child.children.len() == 1 {
            child.merge();
        }
        true
    }

    /// Joins a node without a value with its only child.
    fn merge(&mut self) {
        let mut below = self.children.remove(0);
        // Labels of several letters are joined in the wrong order.
        match fault("trie/merged_backwards") && below.label.len() > 1 {
            true => {
                below.label.append(&mut self.label);
                self.label = below.label;
            }
            false => self.label.append(&mut below.label),
        }
        self.value = below.value;
        // The child's children are forgotten.
        if !fault("trie/merge_forgets_children") {
            self.children = below.children;
        }
    }
}
