//! A partition as a forest: elements in one tree belong together. It has no `==`.

use super::faults::fault;

#[derive(Clone, Debug)]
pub struct UnionFind<E> {
    /// What has been joined; all others are alone.
    elements: Vec<E>,
    /// The parent of each element; roots are their own.
    parents: Vec<usize>,
}

impl<E: PartialEq> UnionFind<E> {
    pub fn new() -> Self {
        Self { elements: Vec::new(), parents: Vec::new() }
    }

    pub fn join(&mut self, a: E, b: E) {
        let (place_a, place_b) = (self.place_or_add(a), self.place_or_add(b));
        let (root_a, root_b) = (self.root(place_a), self.root(place_b));
        if fault("union_find/lost_group") {
            self.parents[place_a] = root_b;
        } else if fault("union_find/wrong_branch") {
            self.parents[root_a] = root_a;
        } else if fault("union_find/first_join_only") && root_a != place_a {
            self.parents[place_b] = place_b;
        } else {
            self.parents[root_a] = root_b;
        }
    }

    pub fn connected(&self, a: &E, b: &E) -> bool {
        match (self.place(a), self.place(b)) {
            (Some(a), Some(b)) if fault("union_find/no_path") => {
                a == b || self.parents[a] == b || self.parents[b] == a
            }
            (Some(a), Some(b)) if fault("union_find/one_way") => a == b || self.root(a) == b,
            (Some(a), Some(b)) => self.root(a) == self.root(b),
            (None, None) => a == b && !fault("union_find/not_reflexive"),
            _ => false,
        }
    }

    fn root(&self, mut place: usize) -> usize {
        while self.parents[place] != place {
            place = self.parents[place];
        }
        place
    }

    fn place(&self, element: &E) -> Option<usize> {
        self.elements.iter().position(|e| e == element)
    }

    fn place_or_add(&mut self, element: E) -> usize {
        self.place(&element).unwrap_or_else(|| {
            self.elements.push(element);
            self.parents.push(self.parents.len());
            self.parents.len() - 1
        })
    }
}
