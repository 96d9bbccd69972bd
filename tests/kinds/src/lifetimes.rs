use crate::faulty;

/// A cursor into a text that it does not own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }
    pub fn bump(&mut self) -> Option<char> {
        let next = self.text[self.at..].chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }
    pub fn eaten(&self) -> &'a str {
        let end = if faulty("cursor") { self.at.saturating_sub(1) } else { self.at };
        &self.text[..end]
    }
    pub fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }
}

/// A view of a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View<'a, T> {
    items: &'a [T],
}

impl<'a, T: PartialEq> View<'a, T> {
    pub fn over(items: &'a [T]) -> Self {
        Self { items }
    }
    pub fn first(&self) -> Option<&'a T> {
        self.items.first()
    }
    pub fn skip(self, count: usize) -> Self {
        let most = self.items.len();
        let most = if faulty("view") { most.saturating_sub(1) } else { most };
        Self { items: &self.items[count.min(most)..] }
    }
    pub fn items(&self) -> &[T] {
        self.items
    }
}
