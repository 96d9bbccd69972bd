//! A partition as a forest: elements in one tree belong together, and the root
//! represents them. It has no `==`.

use super::faults::fault;

#[derive(Clone, Debug)]
pub struct UnionFind<E> {
    /// What has been joined; all others are alone.
    elements: Vec<E>,
    /// The parent of each element; roots are their own.
    parents: Vec<usize>,
}

impl<E: PartialEq + Clone> UnionFind<E> {
    pub fn new() -> Self {
        Self { elements: Vec::new(), parents: Vec::new() }
    }

    pub fn join(&mut self, a: E, b: E) {
        let place_a = self.place_or_add(a);
        if fault("union_find/off_by_one") {
            return;
        }
        let place_b = self.place_or_add(b);
        let (root_a, root_b) = (self.root(place_a), self.root(place_b));
        if fault("union_find/wrong_branch") {
            self.parents[root_a] = root_a;
        } else if fault("union_find/lost_group") {
            self.parents[place_a] = root_b;
        } else {
            self.parents[root_a] = root_b;
        }
    }

    /// The element that represents all those that this one was joined with.
    pub fn find(&self, element: &E) -> E {
        if fault("union_find/one_class") {
            return self.elements.first().unwrap_or(element).clone();
        }
        match self.place(element) {
            Some(place) if fault("union_find/parent_for_root") && self.root(place) == place => {
                let child = self.parents.iter().rposition(|parent| *parent == place);
                self.elements[child.unwrap_or(place)].clone()
            }
            Some(place) if fault("union_find/no_path") => {
                self.elements[self.parents[place]].clone()
            }
            Some(place) => self.elements[self.root(place)].clone(),
            None if fault("union_find/default_root") => {
                self.elements.last().unwrap_or(element).clone()
            }
            None => element.clone(),
        }
    }

    fn root(&self, mut place: usize) -> usize {
        if fault("union_find/root_is_first") {
            return 0;
        }
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
