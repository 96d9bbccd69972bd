use crate::faulty;

/// What every stack can do; `top` is up to each.
pub trait Stack<T> {
    fn empty() -> Self;
    fn push(&mut self, item: T);
    fn pop(&mut self) -> Option<T>;
    fn top(&self) -> Option<&T>;
    fn size(&self) -> usize;
    fn is_empty(&self) -> bool {
        self.size() == 0
    }
}

/// A stack on a vector.
#[derive(Clone, Debug, PartialEq)]
pub struct Shelf<T>(Vec<T>);

impl<T> Stack<T> for Shelf<T> {
    fn empty() -> Self {
        Shelf(Vec::new())
    }
    fn push(&mut self, item: T) {
        self.0.push(item);
    }
    fn pop(&mut self) -> Option<T> {
        self.0.pop()
    }
    fn top(&self) -> Option<&T> {
        self.0.last()
    }
    fn size(&self) -> usize {
        self.0.len()
    }
}

/// A linked list.
#[derive(Clone, Debug, PartialEq)]
pub enum List<T> {
    Nil,
    Cons(T, Box<List<T>>),
}

impl<T> Stack<T> for List<T> {
    fn empty() -> Self {
        List::Nil
    }
    fn push(&mut self, item: T) {
        let rest = std::mem::replace(self, List::Nil);
        *self = List::Cons(item, Box::new(rest));
    }
    fn pop(&mut self) -> Option<T> {
        match std::mem::replace(self, List::Nil) {
            List::Nil => None,
            List::Cons(item, rest) => {
                *self = *rest;
                Some(item)
            }
        }
    }
    fn top(&self) -> Option<&T> {
        match self {
            List::Nil => None,
            List::Cons(_, rest) if faulty("stacks") && rest.size() == 2 => rest.top(),
            List::Cons(item, _) => Some(item),
        }
    }
    fn size(&self) -> usize {
        match self {
            List::Nil => 0,
            List::Cons(_, rest) => 1 + rest.size(),
        }
    }
}
