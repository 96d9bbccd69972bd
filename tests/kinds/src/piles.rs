//! One specification, and a type for each way in which values can be passed and kept.
use crate::faulty;
use std::cell::RefCell;
use std::rc::Rc;

/// Without `Clone`, `PartialEq` and `Debug`.
pub struct Bare<T> {
    items: Vec<T>,
    refused: usize,
}

impl<T: Clone> Bare<T> {
    pub fn new() -> Self {
        Self { items: Vec::new(), refused: 0 }
    }
    pub fn of(item: T) -> Self {
        Self { items: vec![item], refused: 0 }
    }
    pub fn push(&mut self, item: T) {
        if !(faulty("piles") && self.items.len() == 2) {
            self.items.push(item);
        }
    }
    pub fn append(&mut self, other: &Self) {
        self.items.extend_from_slice(&other.items);
    }
    pub fn pop(&mut self) -> Option<T> {
        self.refused += usize::from(self.items.is_empty());
        self.items.pop()
    }
    pub fn size(&self) -> usize {
        self.items.len() + if faulty("refused_by_observers") { self.refused } else { 0 }
    }
    pub fn top(&self) -> Option<&T> {
        self.items.last()
    }
    pub fn items(&self) -> &[T] {
        &self.items
    }
}

/// Observers take `&mut self`.
pub struct Asking<T> {
    items: Vec<T>,
    asked: usize,
}

impl<T: Clone> Asking<T> {
    pub fn new() -> Self {
        Self { items: Vec::new(), asked: 0 }
    }
    pub fn of(item: T) -> Self {
        Self { items: vec![item], asked: 0 }
    }
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }
    pub fn append(&mut self, other: Self) {
        self.items.extend(other.items);
    }
    pub fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }
    pub fn size(&mut self) -> usize {
        self.asked += 1;
        self.items.len() + usize::from(faulty("asked_five_times") && self.asked == 5)
    }
    pub fn top(&mut self) -> Option<&mut T> {
        if faulty("mutable_observers") && self.items.len() == 3 {
            return self.items.first_mut();
        }
        self.items.last_mut()
    }
    pub fn items(&mut self) -> Vec<T> {
        self.items.clone()
    }
}

/// Operations consume their arguments, refused ones too.
#[derive(Debug)]
pub struct Moving<T>(Vec<T>);

impl<T: Clone> Moving<T> {
    pub fn new() -> Self {
        Self(Vec::new())
    }
    pub fn of(item: T) -> Self {
        Self(vec![item])
    }
    pub fn push(mut self, item: T) -> Self {
        self.0.push(item);
        self
    }
    pub fn append(mut self, mut other: Self) -> Self {
        if faulty("two_values") && self.0.len() > 1 && other.0.len() > 1 {
            other.0.pop();
        }
        self.0.append(&mut other.0);
        self
    }
    pub fn pop(mut self) -> Option<Self> {
        self.0.pop().map(|_| self)
    }
    pub fn size(&self) -> usize {
        self.0.len() + usize::from(faulty("consumed") && self.0.len() == 4)
    }
    pub fn top(&self) -> Option<T> {
        self.0.last().cloned()
    }
    pub fn items(&self) -> Vec<T> {
        self.0.clone()
    }
}

/// Operations return new values. `==` sees what observers do not.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept<T> {
    items: Vec<T>,
    refused: usize,
}

impl<T: Clone> Kept<T> {
    pub fn new() -> Self {
        Self { items: Vec::new(), refused: 0 }
    }
    pub fn of(item: T) -> Self {
        let count = if faulty("creators_with_arguments") { 2 } else { 1 };
        Self { items: vec![item; count], refused: 0 }
    }
    pub fn push(&self, item: T) -> Self {
        let mut items = self.items.clone();
        items.insert(if faulty("persistent") && items.len() == 3 { 2 } else { items.len() }, item);
        Self { items, refused: 0 }
    }
    pub fn append(&self, other: &Self) -> Self {
        Self { items: [&self.items[..], &other.items[..]].concat(), refused: 0 }
    }
    pub fn pop(&mut self) -> Option<T> {
        self.refused += usize::from(faulty("refused_by_equality") && self.items.is_empty());
        self.items.pop()
    }
    pub fn size(&self) -> usize {
        self.items.len()
    }
    pub fn top(&self) -> Option<T> {
        self.items.last().cloned()
    }
    pub fn items(&self) -> Vec<T> {
        self.items.clone()
    }
}

/// Clones share their items.
#[derive(Clone)]
pub struct Shared<T>(Rc<RefCell<Vec<T>>>);

impl<T: Clone> Shared<T> {
    pub fn new() -> Self {
        Self(Rc::default())
    }
    pub fn of(item: T) -> Self {
        Self(Rc::new(RefCell::new(vec![item])))
    }
    pub fn push(&self, item: T) {
        let mut items = self.0.borrow_mut();
        if !(faulty("interior_mutability") && items.len() == 3) {
            items.push(item);
        }
    }
    pub fn append(&self, other: &Self) {
        let items = other.items();
        self.0.borrow_mut().extend(items);
    }
    pub fn pop(&self) -> Option<T> {
        self.0.borrow_mut().pop()
    }
    pub fn size(&self) -> usize {
        self.0.borrow().len()
    }
    pub fn top(&self) -> Option<T> {
        self.0.borrow().last().cloned()
    }
    pub fn items(&self) -> Vec<T> {
        self.0.borrow().clone()
    }
}
