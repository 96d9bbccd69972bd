//! Ten pieces of generic code, each with a fault, and what is expected of them.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::lazy::holds;

pub type Laws = &'static [&'static str];

const REFLEXIVE: &str = "law (0) (0 $0 $0)\n";
const SYMMETRIC: &str = "law (0 0) (or (not (0 $0 $1)) (0 $1 $0))\n";
const TRANSITIVE: &str = "law (0 0 0) (or (or (not (0 $0 $1)) (not (0 $1 $2))) (0 $0 $2))\n";
const TOTAL: &str = "law (0 0) (or (0 $1 $0) (0 $0 $1))\n";
const ANTISYMMETRIC: &str = "law (0 0) (or (or (not (0 $0 $1)) (not (0 $1 $0))) (= $0 $1))\n";

/// Any elements may be as great as each other.
const TOTAL_PREORDER: Laws = &[REFLEXIVE, TRANSITIVE, TOTAL];
const PARTIAL_ORDER: Laws = &[REFLEXIVE, TRANSITIVE, ANTISYMMETRIC];
const EQUIVALENCE: Laws = &[REFLEXIVE, SYMMETRIC, TRANSITIVE];

pub struct Subject {
    pub name: &'static str,
    pub fault: &'static str,
    pub laws: Laws,
    pub sizes: &'static [usize],
    /// Whether the code does what it should with as many elements; the last argument turns the
    /// fault on.
    pub is_right: fn(usize, bool) -> bool,
}

pub const SUBJECTS: [Subject; 10] = [
    Subject {
        name: "quicksort",
        fault: "quicksort that drops a third greater element",
        laws: TOTAL_PREORDER,
        sizes: &[4, 5, 6, 7],
        is_right: |n, fault| is_sorted(n, &quicksort((0..n).collect(), fault)),
    },
    Subject {
        name: "merge sort",
        fault: "merge that forgets the rest of one side",
        laws: TOTAL_PREORDER,
        sizes: &[6, 7],
        is_right: |n, fault| is_sorted(n, &merge_sort((0..n).collect(), fault)),
    },
    Subject {
        name: "insertion into a sorted list",
        fault: "list that never looks at its fourth element",
        laws: TOTAL_PREORDER,
        sizes: &[6, 7],
        is_right: sorted_list,
    },
    Subject {
        name: "`BinaryHeap`, pop twice",
        fault: "heap of which the second pop is forgotten if three ascend",
        laws: TOTAL_PREORDER,
        sizes: &[6, 7],
        is_right: heap,
    },
    Subject {
        name: "greatest element",
        fault: "greatest, wrong if all ascend",
        laws: TOTAL_PREORDER,
        sizes: &[6, 7],
        is_right: greatest,
    },
    Subject {
        name: "second largest",
        fault: "second largest, not replaced by the third element",
        laws: TOTAL_PREORDER,
        sizes: &[6, 7],
        is_right: second_largest,
    },
    Subject {
        name: "maximal elements of a partial order",
        fault: "maximal elements, one left if three are dominated",
        laws: PARTIAL_ORDER,
        sizes: &[4, 5],
        is_right: maximal,
    },
    Subject {
        name: "search tree, insert and contains",
        fault: "search tree that loses the third element of a falling run",
        laws: TOTAL_PREORDER,
        sizes: &[5, 6],
        is_right: search_tree,
    },
    Subject {
        name: "cache of four, keys with `==` only",
        fault: "cache that evicts the newest after two hits",
        laws: EQUIVALENCE,
        sizes: &[7, 9],
        is_right: cache,
    },
    Subject {
        name: "list without repetitions, `==` only",
        fault: "list that compares with its last three only",
        laws: EQUIVALENCE,
        sizes: &[7, 8],
        is_right: without_repetitions,
    },
];

/// `left >= right`
fn geq(left: usize, right: usize) -> bool {
    holds(left, right)
}

/// Whether all elements are there, none before a smaller one.
fn is_sorted(size: usize, list: &[usize]) -> bool {
    let mut all = list.to_vec();
    all.sort_unstable();
    all == (0..size).collect::<Vec<_>>() && list.windows(2).all(|pair| geq(pair[1], pair[0]))
}

fn quicksort(mut list: Vec<usize>, is_faulty: bool) -> Vec<usize> {
    if list.len() < 2 {
        return list;
    }
    let pivot = list.remove(0);
    let (mut greater, smaller): (Vec<_>, Vec<_>) =
        list.into_iter().partition(|element| geq(*element, pivot));
    if is_faulty && greater.len() == 3 {
        greater.pop();
    }
    let mut sorted = quicksort(smaller, is_faulty);
    sorted.push(pivot);
    sorted.extend(quicksort(greater, is_faulty));
    sorted
}

fn merge_sort(mut left: Vec<usize>, is_faulty: bool) -> Vec<usize> {
    if left.len() < 2 {
        return left;
    }
    let right = left.split_off(left.len() / 2);
    let (left, right) = (merge_sort(left, is_faulty), merge_sort(right, is_faulty));
    let (mut merged, mut others) = (Vec::new(), right.iter().peekable());
    for element in &left {
        while let Some(other) = others.next_if(|other| !geq(**other, *element)) {
            merged.push(*other);
        }
        merged.push(*element);
    }
    if !is_faulty || others.len() < 3 {
        merged.extend(others);
    }
    merged
}

fn sorted_list(size: usize, is_faulty: bool) -> bool {
    let mut list: Vec<usize> = Vec::new();
    for element in 0..size {
        let is_place =
            |(place, other): (usize, &usize)| !(is_faulty && place == 3) && geq(*other, element);
        let place = list.iter().enumerate().position(is_place).unwrap_or(list.len());
        list.insert(place, element);
    }
    is_sorted(size, &list)
}

/// An element with Rust's traits, for the heap of std.
struct Ordered(usize);

impl PartialEq for Ordered {
    fn eq(&self, other: &Self) -> bool {
        geq(self.0, other.0) && geq(other.0, self.0)
    }
}

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    fn le(&self, other: &Self) -> bool {
        geq(other.0, self.0)
    }

    fn ge(&self, other: &Self) -> bool {
        geq(self.0, other.0)
    }

    fn lt(&self, other: &Self) -> bool {
        !geq(self.0, other.0)
    }

    fn gt(&self, other: &Self) -> bool {
        !geq(other.0, self.0)
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> Ordering {
        match (geq(self.0, other.0), geq(other.0, self.0)) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, _) => Ordering::Less,
        }
    }
}

fn heap(size: usize, is_faulty: bool) -> bool {
    let mut heap: BinaryHeap<Ordered> = (0..size).map(Ordered).collect();
    let (first, mut second) = match (heap.pop(), heap.pop()) {
        (Some(first), Some(second)) => (first.0, second.0),
        _ => return false,
    };
    if is_faulty && ascends(&[0, 1, 2]) {
        second = first;
    }
    first != second
        && (0..size).all(|other| other == first || geq(second, other))
        && geq(first, second)
}

/// Whether each element is greater than the one before.
fn ascends(list: &[usize]) -> bool {
    list.windows(2).all(|pair| !geq(pair[0], pair[1]))
}

fn greatest(size: usize, is_faulty: bool) -> bool {
    let (mut best, mut changes) = (0, 0);
    for element in 1..size {
        if !geq(best, element) {
            best = element;
            changes += 1;
        }
    }
    if is_faulty && changes == size - 1 {
        best = 0;
    }
    (0..size).all(|element| geq(best, element))
}

fn second_largest(size: usize, is_faulty: bool) -> bool {
    let (mut first, mut second) = if geq(0, 1) { (0, 1) } else { (1, 0) };
    for element in 2..size {
        if !geq(first, element) {
            second = first;
            first = element;
        } else if !(geq(second, element) || is_faulty && element == 2) {
            second = element;
        }
    }
    first != second
        && geq(first, second)
        && (0..size).all(|element| element == first || geq(second, element))
}

fn maximal(size: usize, is_faulty: bool) -> bool {
    let mut kept: Vec<usize> = Vec::new();
    for element in 0..size {
        if kept.iter().any(|other| geq(*other, element)) {
            continue;
        }
        let before = kept.len();
        let oldest = kept.first().copied();
        kept.retain(|other| !geq(element, *other));
        if is_faulty && before == kept.len() + 3 {
            kept.extend(oldest);
        }
        kept.push(element);
    }
    kept.iter().all(|one| kept.iter().all(|other| one == other || !geq(*other, *one)))
        && (0..size).all(|element| kept.iter().any(|other| geq(*other, element)))
}

/// A node of a search tree, and the numbers of its children.
type Node = (usize, [Option<usize>; 2]);

/// Inserts all elements but the last, and asks for all.
fn search_tree(size: usize, is_faulty: bool) -> bool {
    let mut nodes: Vec<Node> = Vec::new();
    for element in 0..size - 1 {
        let mut place = None;
        let mut falls = 0;
        let mut next = (!nodes.is_empty()).then_some(0);
        while let Some(node) = next {
            let side = match Ordered(element).cmp(&Ordered(nodes[node].0)) {
                Ordering::Equal => break,
                Ordering::Less => 0,
                Ordering::Greater => 1,
            };
            falls += usize::from(side == 0);
            place = Some((node, side));
            next = nodes[node].1[side];
        }
        if next.is_some() || is_faulty && falls == 2 {
            continue;
        }
        let new = nodes.len();
        nodes.push((element, [None, None]));
        if let Some((node, side)) = place {
            nodes[node].1[side] = Some(new);
        }
    }
    (0..size).all(|element| {
        let same = (0..size - 1).any(|other| Ordered(element) == Ordered(other));
        contains(&nodes, element) == same
    })
}

fn contains(nodes: &[Node], element: usize) -> bool {
    let mut next = (!nodes.is_empty()).then_some(0);
    while let Some(node) = next {
        next = match Ordered(element).cmp(&Ordered(nodes[node].0)) {
            Ordering::Equal => return true,
            Ordering::Less => nodes[node].1[0],
            Ordering::Greater => nodes[node].1[1],
        };
    }
    false
}

/// The last key was put last, so it is there, and at most four are.
fn cache(size: usize, is_faulty: bool) -> bool {
    let mut keys: Vec<usize> = Vec::new();
    let mut hits = 0;
    for key in 0..size {
        match keys.iter().position(|known| holds(*known, key)) {
            Some(place) => {
                hits += 1;
                keys.remove(place);
            }
            None if keys.len() == 4 => {
                keys.remove(0);
            }
            None => {}
        }
        keys.push(key);
        if is_faulty && hits == 2 && keys.len() == 4 {
            keys.pop();
        }
    }
    keys.len() <= 4 && keys.iter().any(|known| holds(*known, size - 1))
}

fn without_repetitions(size: usize, is_faulty: bool) -> bool {
    let mut list: Vec<usize> = Vec::new();
    for element in 0..size {
        let first = if is_faulty { list.len().saturating_sub(3) } else { 0 };
        if !list[first..].iter().any(|other| holds(*other, element)) {
            list.push(element);
        }
    }
    list.iter().enumerate().all(|(place, one)| !list[..place].iter().any(|it| holds(*it, *one)))
}
