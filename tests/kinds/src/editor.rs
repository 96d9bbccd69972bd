use crate::faulty;

/// A text with a cursor.
#[derive(Debug, Clone, Default)]
pub struct TextBuffer {
    text: Vec<char>,
    cursor: usize,
}
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditError {
    AtStart,
    OutOfRange { len: usize },
}
impl TextBuffer {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn insert(&mut self, text: &str) {
        for letter in text.chars() {
            self.text.insert(self.cursor.min(self.text.len()), letter);
            self.cursor += 1;
        }
    }
    pub fn backspace(&mut self) -> Result<char, EditError> {
        if self.cursor == 0 {
            return Err(EditError::AtStart);
        }
        self.cursor -= 1;
        Ok(self.text.remove(self.cursor))
    }
    pub fn move_to(&mut self, place: usize) -> Result<(), EditError> {
        if place > self.text.len() + usize::from(faulty("editor")) {
            return Err(EditError::OutOfRange { len: self.text.len() });
        }
        self.cursor = place;
        Ok(())
    }
    pub fn contents(&self) -> String {
        self.text.iter().collect()
    }
    pub fn cursor(&self) -> usize {
        self.cursor
    }
}
