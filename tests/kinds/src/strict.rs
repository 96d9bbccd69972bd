use crate::faulty;

/// A queue that panics where it is empty. Its failing calls may change it.
#[derive(Clone, Debug, PartialEq)]
pub struct Queue<T> {
    items: Vec<T>,
    failed: usize,
}

impl<T: Clone> Queue<T> {
    pub fn new() -> Self {
        Self { items: Vec::new(), failed: 0 }
    }
    pub fn add(&mut self, item: T) {
        assert!(!(faulty("strict") && self.items.len() == 2), "no place left");
        self.items.push(item);
    }
    pub fn remove(&mut self) {
        self.failed += usize::from(self.items.is_empty());
        if !(faulty("lenient") && self.items.is_empty()) {
            self.items.remove(0);
        }
    }
    pub fn skip(&mut self, count: usize) -> Result<(), ()> {
        self.failed += 1;
        if count > self.items.len() {
            return Err(());
        }
        self.failed -= 1;
        self.items.drain(..count);
        Ok(())
    }
    pub fn first(&self) -> Option<&T> {
        self.items.first()
    }
    pub fn length(&self) -> usize {
        self.items.len()
    }
}

/// Words, which are built letter by letter, and a set of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Word<L>(Vec<L>);

impl<L> Word<L> {
    pub fn empty() -> Self {
        Word(Vec::new())
    }
    pub fn then(mut self, letter: L) -> Self {
        self.0.push(letter);
        self
    }
}

#[derive(Clone, Debug)]
pub struct Words<L>(Vec<Word<L>>);

impl<L: Clone + PartialEq> Words<L> {
    pub fn new() -> Self {
        Words(Vec::new())
    }
    pub fn insert(&mut self, word: &Word<L>) {
        self.0.push(word.clone());
    }
    pub fn contains(&self, word: &Word<L>) -> bool {
        let seen = if faulty("words") { word.0.len().min(2) } else { word.0.len() };
        self.0.iter().any(|known| known.0.starts_with(&word.0[..seen]) && known.0.len() == word.0.len())
    }
}

/// Shows any of its items: the specification does not say which.
#[derive(Clone, Debug)]
pub struct Urn<T>(Vec<T>);

impl<T: Clone + PartialEq> Urn<T> {
    pub fn new() -> Self {
        Urn(Vec::new())
    }
    pub fn put(&mut self, item: T) {
        self.0.push(item);
    }
    pub fn draw(&mut self) -> Option<()> {
        let place = if faulty("urn") && self.0.len() > 2 { 0 } else { self.0.len().checked_sub(1)? };
        self.0.remove(place);
        Some(())
    }
    pub fn next(&self) -> Option<T> {
        self.0.last().cloned()
    }
    pub fn count(&self, item: &T) -> usize {
        self.0.iter().filter(|it| *it == item).count()
    }
    pub fn size(&self) -> usize {
        self.0.len()
    }
}
