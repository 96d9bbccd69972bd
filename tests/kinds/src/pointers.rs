use crate::faulty;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

/// A stack whose functions wrap what they take and return.
#[derive(Clone, Debug, PartialEq)]
pub struct Pile<T> {
    items: Vec<Rc<T>>,
}

impl<T: Clone> Pile<T> {
    pub fn new() -> Self {
        Self { items: Vec::new() }
    }
    pub fn push_rc(&mut self, item: Rc<T>) {
        self.items.push(item);
    }
    pub fn push_box(&mut self, item: Box<T>) -> &mut Self {
        self.items.push(Rc::new(*item));
        self
    }
    pub fn with_arc(mut self, item: Arc<T>) -> Self {
        self.items.push(Rc::new((*item).clone()));
        self
    }
    pub fn push_cow(&mut self, item: Cow<'_, T>) {
        self.items.push(Rc::new(item.into_owned()));
    }
    pub fn top(&self) -> Option<Rc<T>> {
        self.items.last().cloned()
    }
    pub fn boxed(&self) -> Option<Box<T>> {
        self.top().map(|item| Box::new((*item).clone()))
    }
    pub fn shared(&self) -> Result<Arc<T>, String> {
        let item = if faulty("pointers") { self.items.first() } else { self.items.last() };
        item.map(|item| Arc::new((**item).clone())).ok_or_else(|| "empty".to_owned())
    }
    pub fn borrowed(&self) -> Option<Cow<'_, T>> {
        self.items.last().map(|item| Cow::Borrowed(&**item))
    }
    pub fn all(&self) -> Rc<[T]> {
        self.items.iter().map(|item| (**item).clone()).collect()
    }
}
