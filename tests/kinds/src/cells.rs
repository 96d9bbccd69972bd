use crate::faulty;
use std::cell::{Cell, RefCell};
use std::sync::Mutex;

/// A queue that is shared: all functions take `&self`.
#[derive(Debug, Default)]
pub struct Mailbox<M> {
    sent: Cell<u32>,
    letters: RefCell<Vec<M>>,
    lost: Mutex<u32>,
}

impl<M: Clone> Mailbox<M> {
    pub fn new() -> Self {
        Self { sent: Cell::new(0), letters: RefCell::new(Vec::new()), lost: Mutex::new(0) }
    }
    pub fn send(&self, letter: M) {
        self.sent.set(self.sent.get() + 1);
        self.letters.borrow_mut().push(letter);
    }
    pub fn receive(&self) -> Option<M> {
        let mut letters = self.letters.borrow_mut();
        if faulty("cells") && letters.len() > 1 {
            return letters.pop();
        }
        (!letters.is_empty()).then(|| letters.remove(0))
    }
    pub fn lose(&self) {
        let mut letters = self.letters.borrow_mut();
        *self.lost.lock().unwrap() += letters.len() as u32;
        letters.clear();
    }
    pub fn sent(&self) -> u32 {
        self.sent.get()
    }
    pub fn lost(&self) -> u32 {
        if faulty("looked_at") && self.letters.borrow().len() > 1 {
            self.sent.set(self.sent.get() + 1);
        }
        *self.lost.lock().unwrap()
    }
    pub fn letters(&self) -> std::cell::Ref<'_, Vec<M>> {
        self.letters.borrow()
    }
}
