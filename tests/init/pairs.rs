//! Two parameters with one bound, bounds that refer to each other, and a closure.
pub trait Left<R> {
    fn to_right(&self) -> R;
}

pub trait Right<L> {
    fn to_left(&self) -> L;
}

#[derive(Clone, Debug, PartialEq)]
pub struct Pairs<A: Ord, B, L, R, Group, P>(Vec<(A, B, L, R, Group, P)>);

impl<A: Ord, B: Ord, L: Left<R>, R: Right<L>, Group, P: FnMut(&A, usize) -> bool>
    Pairs<A, B, L, R, Group, P>
{
    pub fn of(a: A, b: B) -> Self {
        unimplemented!()
    }
    pub fn add(self, l: L, r: R, group: Group) -> Self {
        self
    }
    pub fn filter(&self, p: P) -> Self {
        unimplemented!()
    }
    pub fn largest(&self) -> Option<(&A, &B)> {
        None
    }
}
