//! Traits of one's own, in many shapes, and std's operators.
use crate::hashing::Digest;
use std::ops::Add;

pub trait Named {
    fn name_length(&self) -> usize;
}

pub trait Weighted<W>: Named + Ord {
    const SCALE: u32;
    type Unit;
    fn weight(&self) -> W;
    fn lighter(&self, other: &Self) -> Option<Self>
    where
        Self: Sized;
    fn zero() -> Self
    where
        Self: Sized;
    fn compare(&self, other: &Self) -> std::cmp::Ordering;
    fn describe(&self) -> String;
    fn reset(&mut self);
    fn is_heavy(&self) -> bool {
        true
    }
}

#[derive(Default)]
pub struct Scale<T, W, X, F>
where
    W: Add<Output = W> + Default + Clone,
{
    items: Vec<T>,
    total: W,
    other: X,
    f: F,
}

impl<A, B, X, F> Scale<A, B, X, F>
where
    A: Weighted<B>,
    B: Add<Output = B> + Default + Clone,
    X: Digest + AsRef<str>,
    F: Fn(&A) -> B,
{
    pub fn load(&mut self, item: impl Into<A>, how: &X) {}
    pub fn total(&self) -> &B {
        &self.total
    }
    pub fn heaviest(&self) -> Option<&A> {
        None
    }
    pub fn measure(&self, item: &A) -> B {
        (self.f)(item)
    }
    pub fn nothing(&self) {}
    pub fn maybe(&self) -> Option<bool> {
        None
    }
    pub fn order(&self, other: &Self) -> Option<std::cmp::Ordering> {
        None
    }
}
