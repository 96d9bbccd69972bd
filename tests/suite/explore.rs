//! Structures from a predicate, counted. The counts are those that Korat's authors published,
//! or sequences of combinatorics.

use specgen::explore::{Choices, Explored, explore, explore_at_most};

const NODES: usize = 0;
const LEFT: usize = 0;
const RIGHT: usize = 1;
const KEY: usize = 2;
const COLOUR: usize = 3;

/// A linked structure of at most `size` nodes, whose fields are chosen when they are read.
struct Heap<'c> {
    choices: &'c mut Choices,
    size: usize,
}

impl Heap<'_> {
    fn root(&mut self) -> Option<usize> {
        self.choices.link(NODES, self.size)
    }

    fn child(&mut self, node: usize, field: usize) -> Option<usize> {
        let size = self.size;
        let link = |choices: &mut Choices| choices.link(NODES, size).map_or(0, |node| node + 1);
        self.choices.field(node, field, link).checked_sub(1)
    }

    fn key(&mut self, node: usize) -> usize {
        let size = self.size;
        self.choices.field(node, KEY, |choices| choices.choose(size))
    }

    fn is_red(&mut self, node: usize) -> bool {
        self.choices.field(node, COLOUR, |choices| choices.choose(2)) == 1
    }

    /// The nodes below a link, if no node is reached twice.
    fn nodes(&mut self, link: Option<usize>, seen: &mut Vec<usize>) -> bool {
        let Some(node) = link else { return true };
        if seen.contains(&node) {
            return false;
        }
        seen.push(node);
        [LEFT, RIGHT].into_iter().all(|field| {
            let child = self.child(node, field);
            self.nodes(child, seen)
        })
    }

    fn is_ordered(&mut self, link: Option<usize>, low: usize, high: usize) -> bool {
        let Some(node) = link else { return true };
        let key = self.key(node);
        if key < low || key >= high {
            return false;
        }
        let (left, right) = (self.child(node, LEFT), self.child(node, RIGHT));
        self.is_ordered(left, low, key) && self.is_ordered(right, key + 1, high)
    }

    /// The number of black nodes on each path, if it is the same on all and no red node has a
    /// red child.
    fn blacks(&mut self, link: Option<usize>) -> Option<usize> {
        let Some(node) = link else { return Some(0) };
        let is_red = self.is_red(node);
        let mut heights = Vec::new();
        for field in [LEFT, RIGHT] {
            let child = self.child(node, field);
            if is_red && child.is_some_and(|child| self.is_red(child)) {
                return None;
            }
            heights.push(self.blacks(child)?);
        }
        (heights[0] == heights[1]).then(|| heights[0] + usize::from(!is_red))
    }
}

/// A tree of exactly `size` nodes.
fn is_tree(heap: &mut Heap<'_>) -> Option<usize> {
    let root = heap.root();
    let mut seen = Vec::new();
    let size = heap.size;
    (heap.nodes(root, &mut seen) && seen.len() == size).then_some(root?)
}

fn search_trees(size: usize) -> Explored {
    explore(|choices| {
        let mut heap = Heap { choices, size };
        let root = is_tree(&mut heap);
        root.is_some_and(|root| heap.is_ordered(Some(root), 0, size))
    })
}

fn red_black_trees(size: usize) -> Explored {
    explore(|choices| {
        let mut heap = Heap { choices, size };
        let root = is_tree(&mut heap);
        root.is_some_and(|root| heap.blacks(Some(root)).is_some())
    })
}

#[test]
fn search_trees_are_as_many_as_catalan_numbers() {
    let counts: Vec<u64> = (1..=6).map(|size| search_trees(size).accepted).collect();
    assert_eq!(counts, [1, 2, 5, 14, 42, 132]);
}

#[test]
fn red_black_trees_are_as_many_as_korat_found() {
    let counts: Vec<u64> = (1..=8).map(|size| red_black_trees(size).accepted).collect();
    assert_eq!(counts, [2, 2, 3, 8, 14, 20, 35, 64]);
}

#[test]
fn sorted_lists_are_as_many_as_multisets() {
    let sorted = |length: usize| {
        explore(|choices| {
            let values: Vec<usize> = (0..length).map(|_| choices.choose(length)).collect();
            values.is_sorted()
        })
    };
    let counts: Vec<u64> = (1..=5).map(|length| sorted(length).accepted).collect();
    assert_eq!(counts, [1, 3, 10, 35, 126]);
}

#[test]
fn lists_of_anonymous_elements_are_as_many_as_bell_numbers() {
    let lists = |length: usize| {
        explore(|choices| {
            let elements: Vec<usize> = (0..length).map(|_| choices.fresh(0, length)).collect();
            elements.len() == length
        })
    };
    let counts: Vec<u64> = (1..=7).map(|length| lists(length).accepted).collect();
    assert_eq!(counts, [1, 2, 5, 15, 52, 203, 877]);
}

/// An order of different elements, decided when it is first needed.
struct Order<'c> {
    choices: &'c mut Choices,
    below: Vec<Vec<bool>>,
}

impl Order<'_> {
    fn is_below(&mut self, one: usize, other: usize) -> bool {
        if !self.below[one][other] && !self.below[other][one] {
            let is_below = self.choices.choose(2) == 0;
            let (low, high) = if is_below { (one, other) } else { (other, one) };
            let elements = 0..self.below.len();
            for (x, y) in elements.clone().flat_map(|x| elements.clone().map(move |y| (x, y))) {
                let follows =
                    (x == low || self.below[x][low]) && (y == high || self.below[high][y]);
                self.below[x][y] |= follows;
            }
        }
        self.below[one][other]
    }

    fn quicksort(&mut self, elements: &[usize]) -> Vec<usize> {
        let Some((pivot, rest)) = elements.split_first() else { return Vec::new() };
        let (low, high): (Vec<usize>, Vec<usize>) =
            rest.iter().partition(|element| self.is_below(**element, *pivot));
        [self.quicksort(&low), vec![*pivot], self.quicksort(&high)].concat()
    }
}

#[test]
fn quicksort_takes_as_many_paths_as_there_are_orders() {
    let paths = |size: usize| {
        explore(|choices| {
            let mut order = Order { choices, below: vec![vec![false; size]; size] };
            let sorted = order.quicksort(&(0..size).collect::<Vec<_>>());
            sorted.windows(2).all(|pair| order.below[pair[0]][pair[1]])
        })
    };
    for (size, orders) in [(4, 24), (5, 120), (6, 720)] {
        let all = Explored { runs: orders, accepted: orders, is_complete: true };
        assert_eq!(paths(size), all);
    }
}

#[test]
fn fields_that_are_never_read_are_not_varied() {
    let reads = |all: bool| {
        explore(|choices| {
            let first = choices.field(0, 0, |choices| choices.choose(10));
            first == 9 && (!all || choices.field(0, 1, |choices| choices.choose(10)) < 5)
        })
    };
    assert_eq!(reads(false), Explored { runs: 10, accepted: 1, is_complete: true });
    assert_eq!(reads(true), Explored { runs: 19, accepted: 5, is_complete: true });
}

#[test]
fn a_limit_ends_an_exploration_and_is_reported() {
    let bits = |choices: &mut Choices| (0..4).all(|_| choices.choose(2) == 1);
    let some = explore_at_most(3, bits);
    assert_eq!((some.runs, some.is_complete), (3, false));
    let all = explore_at_most(5, bits);
    assert_eq!(all, Explored { runs: 5, accepted: 1, is_complete: true });
    assert_eq!(explore_at_most(0, bits), Explored { runs: 0, accepted: 0, is_complete: false });
}

#[test]
#[should_panic(expected = "depends on something else than its choices")]
fn a_closure_that_depends_on_more_than_its_choices_is_refused() {
    let mut calls = 0;
    explore(|choices| {
        calls += 1;
        choices.choose(1 + calls);
        choices.choose(2) == 0
    });
}
