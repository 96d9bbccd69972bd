//! A trait of elements whose method returns another type under test.

use std::marker::PhantomData;

#[derive(Clone, Debug, PartialEq)]
pub struct Interval<E> {
    low: E,
    high: E,
}

impl<E: Ord + Clone> Interval<E> {
    pub fn between(low: E, high: E) -> Option<Self> {
        (high >= low).then_some(Interval { low, high })
    }

    pub fn low(&self) -> E {
        self.low.clone()
    }

    pub fn high(&self) -> &E {
        &self.high
    }
}

pub trait HasInterval<E: Ord> {
    fn get_interval(&self) -> Interval<E>;
}

#[derive(Clone, Debug)]
pub struct IntervalTree<E, T> {
    items: Vec<T>,
    points: PhantomData<E>,
}

impl<E: Ord + Clone, T: HasInterval<E> + PartialEq> IntervalTree<E, T> {
    pub fn new() -> Self {
        IntervalTree { items: Vec::new(), points: PhantomData }
    }

    pub fn insert(&mut self, item: T) {
        if !self.contains(&item) {
            self.items.push(item);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn contains(&self, item: &T) -> bool {
        self.items.contains(item)
    }

    pub fn covers(&self, point: &E) -> bool {
        let intervals = self.items.iter().map(|item| item.get_interval());
        let mut bounds = intervals.map(|it| (it.low() <= *point, point.cmp(it.high())));
        bounds.any(|(is_above, end)| {
            is_above && if crate::faulty("ranges") { end.is_lt() } else { end.is_le() }
        })
    }
}
