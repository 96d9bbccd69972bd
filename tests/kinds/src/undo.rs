use crate::faulty;

/// A text with a cursor, and every state before an edit.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    text: String,
    cursor: usize,
    before: Vec<(String, usize)>,
}
impl Draft {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn insert(&mut self, text: &str) {
        self.before.push((self.text.clone(), self.cursor));
        let place = self.text.char_indices().nth(self.cursor).map_or(self.text.len(), |it| it.0);
        self.text.insert_str(place, text);
        self.cursor += if faulty("undo") { text.len() } else { text.chars().count() };
    }
    pub fn home(&mut self) {
        self.cursor = 0;
    }
    /// Returns whether there was something to undo.
    pub fn undo(&mut self) -> bool {
        let Some((text, cursor)) = self.before.pop() else { return false };
        self.text = text;
        self.cursor = cursor;
        true
    }
    pub fn text(&self) -> &str {
        &self.text
    }
    pub fn cursor(&self) -> usize {
        self.cursor
    }
}
