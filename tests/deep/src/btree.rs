//! A search tree whose nodes have one to three keys.

use crate::fault;

const MOST: usize = 3;

#[derive(Clone, Debug)]
struct Node<K, V> {
    entries: Vec<(K, V)>,
    /// None in a leaf, else one more than entries.
    children: Vec<Node<K, V>>,
}

#[derive(Clone, Debug)]
pub struct BTree<K, V> {
    root: Node<K, V>,
    size: usize,
}

impl<K: Ord, V: PartialEq> PartialEq for BTree<K, V> {
    fn eq(&self, other: &Self) -> bool {
        let (mut one, mut two) = (Vec::new(), Vec::new());
        self.root.collect(&mut one);
        other.root.collect(&mut two);
        one == two
    }
}

impl<K: Ord, V> BTree<K, V> {
    pub fn new() -> Self {
        Self { root: Node::leaf(Vec::new()), size: 0 }
    }

    pub fn len(&self) -> usize {
        self.size
    }

    pub fn get(&self, key: &K) -> Option<&V> {
        let mut node = &self.root;
        loop {
            match node.entries.binary_search_by(|(other, _)| other.cmp(key)) {
                Ok(place) => return Some(&node.entries[place].1),
                Err(place) => node = node.children.get(place)?,
            }
        }
    }

    pub fn first(&self) -> Option<&K> {
        let mut node = &self.root;
        while let Some(child) = node.children.first() {
            node = child;
        }
        node.entries.first().map(|(key, _)| key)
    }

    pub fn last(&self) -> Option<&K> {
        let mut node = &self.root;
        while let Some(child) = node.children.last() {
            node = child;
        }
        node.entries.last().map(|(key, _)| key)
    }

    /// How many keys are smaller.
    pub fn rank(&self, key: &K) -> usize {
        let mut all = Vec::new();
        self.root.collect(&mut all);
        all.iter().filter(|(other, _)| **other < *key).count()
    }

    pub fn insert(&mut self, key: K, value: V) {
        if self.root.entries.len() == MOST {
            let left = std::mem::replace(&mut self.root, Node::leaf(Vec::new()));
            self.root.children.push(left);
            self.root.split(0);
        }
        if self.root.insert(key, value) {
            self.size += 1;
        }
    }

    pub fn remove(&mut self, key: &K) -> Option<V> {
        let value = self.root.remove(key)?;
        if self.root.entries.is_empty() && !self.root.children.is_empty() {
            self.root = self.root.children.remove(0);
        }
        self.size -= 1;
        Some(value)
    }
}

impl<K: Ord, V> Node<K, V> {
    fn leaf(entries: Vec<(K, V)>) -> Self {
        Self { entries, children: Vec::new() }
    }

    fn collect<'a>(&'a self, into: &mut Vec<(&'a K, &'a V)>) {
        for (place, (key, value)) in self.entries.iter().enumerate() {
            if let Some(child) = self.children.get(place) {
                child.collect(into);
            }
            into.push((key, value));
        }
        if let Some(child) = self.children.get(self.entries.len()) {
            child.collect(into);
        }
    }

    /// Splits a full child in two.
    fn split(&mut self, place: usize) {
        let child = &mut self.children[place];
        let mut right = Node::leaf(child.entries.split_off(2));
        let middle = child.entries.pop().expect("it has three");
        if !child.children.is_empty() {
            right.children = child.children.split_off(2);
            // The children of an inner node change sides.
            if fault("btree/split_swaps_children") {
                std::mem::swap(&mut right.children, &mut child.children);
            }
        }
        self.entries.insert(place, middle);
        self.children.insert(place + 1, right);
    }

    /// Inserts below a node that is not full. Whether the key is new.
    fn insert(&mut self, key: K, value: V) -> bool {
        match self.entries.binary_search_by(|(other, _)| other.cmp(&key)) {
            Ok(place) => {
                // The key of an inner node keeps its value.
                if !(fault("btree/inner_value_kept") && !self.children.is_empty()) {
                    self.entries[place].1 = value;
                }
                false
            }
            Err(place) if self.children.is_empty() => {
                self.entries.insert(place, (key, value));
                true
            }
            Err(place) if self.children[place].entries.len() == MOST => {
                self.split(place);
                self.insert(key, value)
            }
            Err(place) => self.children[place].insert(key, value),
        }
    }

    fn remove(&mut self, key: &K) -> Option<V> {
        match self.entries.binary_search_by(|(other, _)| other.cmp(key)) {
            Ok(place) if self.children.is_empty() => Some(self.entries.remove(place).1),
            Ok(place) => {
                let before = self.children[place].take_last();
                let (_, value) = std::mem::replace(&mut self.entries[place], before);
                self.refill(place);
                Some(value)
            }
            Err(place) => {
                let value = self.children.get_mut(place)?.remove(key)?;
                self.refill(place);
                Some(value)
            }
        }
    }

    fn take_last(&mut self) -> (K, V) {
        match self.children.len() {
            0 => self.entries.pop().expect("a node has entries"),
            many => {
                let entry = self.children[many - 1].take_last();
                self.refill(many - 1);
                entry
            }
        }
    }

    /// Repairs a child that may have lost its last entry.
    fn refill(&mut self, place: usize) {
        if !self.children[place].entries.is_empty() {
            return;
        }
        if place > 0 && self.children[place - 1].entries.len() > 1 {
            let left = &mut self.children[place - 1];
            let entry = left.entries.pop().expect("it has two");
            let child = left.children.pop();
            let entry = std::mem::replace(&mut self.entries[place - 1], entry);
            self.children[place].entries.insert(0, entry);
            if let Some(child) = child {
                // The subtree is put behind the others.
                let at = match fault("btree/borrowed_child_misplaced") {
                    true => self.children[place].children.len(),
                    false => 0,
                };
                self.children[place].children.insert(at, child);
            }
        } else if place + 1 < self.children.len() && self.children[place + 1].entries.len() > 1 {
            let right = &mut self.children[place + 1];
            let entry = right.entries.remove(0);
            let child = (!right.children.is_empty()).then(|| right.children.remove(0));
            let entry = std::mem::replace(&mut self.entries[place], entry);
            self.children[place].entries.push(entry);
            self.children[place].children.extend(child);
        } else {
            let left = place.saturating_sub(1);
            let mut right = self.children.remove(left + 1);
            let separator = self.entries.remove(left);
            // The key between two inner nodes is lost.
            let is_inner = !self.children[left].children.is_empty();
            if !(fault("btree/separator_lost") && is_inner) {
                self.children[left].entries.push(separator);
            }
            self.children[left].entries.append(&mut right.entries);
            self.children[left].children.append(&mut right.children);
        }
    }
}
