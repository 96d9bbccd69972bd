//! A search tree of intervals, sorted by their lower ends, in which each subtree
//! knows its greatest upper end.

use super::faults::fault;

/// What has a lower and an upper end, both included.
pub trait HasInterval<E> {
    fn low(&self) -> E;
    fn high(&self) -> E;
}

#[derive(Clone, Debug)]
pub struct IntervalTree<E, T> {
    root: Link<E, T>,
}

type Link<E, T> = Option<Box<Node<E, T>>>;

#[derive(Clone, Debug)]
struct Node<E, T> {
    /// All intervals with the same lower end.
    intervals: Vec<T>,
    low: E,
    /// The greatest upper end in this subtree.
    greatest: E,
    left: Link<E, T>,
    right: Link<E, T>,
}

impl<E: Ord + Clone, T: HasInterval<E> + PartialEq + Clone> IntervalTree<E, T> {
    pub fn new() -> Self {
        Self { root: None }
    }

    pub fn insert(&mut self, interval: T) {
        if self.contains(&interval) && !fault("interval_tree/duplicate_kept") {
            return;
        }
        let (low, high) = (interval.low(), interval.high());
        let mut link = &mut self.root;
        while let Some(node) = link {
            if high > node.greatest {
                node.greatest = high.clone();
            }
            if low == node.low {
                node.intervals.push(interval);
                return;
            }
            link = if low > node.low { &mut node.right } else { &mut node.left };
        }
        let intervals = vec![interval];
        *link = Some(Box::new(Node { intervals, low, greatest: high, left: None, right: None }));
    }

    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    pub fn contains(&self, interval: &T) -> bool {
        let same = |other: &T| {
            if fault("interval_tree/ends_are_identity") {
                return other.low() == interval.low() && other.high() == interval.high();
            }
            other == interval
        };
        self.iter().any(same)
    }

    /// Whether some interval contains the point.
    pub fn covers(&self, point: &E) -> bool {
        meets(&self.root, point, point)
    }

    /// Whether some interval shares a point with this one.
    pub fn overlaps(&self, interval: &T) -> bool {
        meets(&self.root, &interval.low(), &interval.high())
    }

    /// The intervals that contain the point.
    pub fn containing(&self, point: &E) -> Self {
        let mut found: Vec<_> = self.iter().filter(|t| reaches(*t, point, point)).collect();
        if fault("interval_tree/lost_element") {
            found.pop();
        }
        let mut tree = Self::new();
        for interval in found {
            tree.insert(interval.clone());
        }
        tree
    }

    /// The intervals, by their lower ends.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let mut intervals = Vec::new();
        collect(&self.root, &mut intervals);
        intervals.into_iter()
    }
}

/// Whether an interval shares a point with `low..=high`.
fn reaches<E: Ord, T: HasInterval<E>>(interval: &T, low: &E, high: &E) -> bool {
    if fault("interval_tree/off_by_one") {
        return interval.low() <= *high && *low < interval.high();
    }
    if fault("interval_tree/wrong_comparison") {
        return interval.low() <= *high;
    }
    interval.low() <= *high && *low <= interval.high()
}

fn meets<E: Ord, T: HasInterval<E>>(link: &Link<E, T>, low: &E, high: &E) -> bool {
    let Some(node) = link else { return false };
    if node.greatest < *low {
        return false;
    }
    let is_leaf = node.left.is_none() && node.right.is_none();
    let looks = is_leaf || !fault("interval_tree/wrong_branch");
    looks && node.intervals.iter().any(|interval| reaches(interval, low, high))
        || meets(&node.left, low, high)
        || node.low <= *high && meets(&node.right, low, high)
}

fn collect<'a, E, T>(link: &'a Link<E, T>, intervals: &mut Vec<&'a T>) {
    if let Some(node) = link {
        collect(&node.left, intervals);
        intervals.extend(&node.intervals);
        collect(&node.right, intervals);
    }
}

fn same_shape<E: Ord, T: PartialEq>(a: &Link<E, T>, b: &Link<E, T>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            a.intervals == b.intervals
                && same_shape(&a.left, &b.left)
                && same_shape(&a.right, &b.right)
        }
        (None, None) => true,
        _ => false,
    }
}

/// Trees are equal when they have the same intervals, whatever they look like.
impl<E: Ord + Clone, T: HasInterval<E> + PartialEq + Clone> PartialEq for IntervalTree<E, T> {
    fn eq(&self, other: &Self) -> bool {
        if fault("interval_tree/equality_by_shape") {
            return same_shape(&self.root, &other.root);
        }
        self.iter().count() == other.iter().count()
            && self.iter().all(|interval| other.iter().any(|o| o == interval))
    }
}
