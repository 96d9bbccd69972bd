use crate::faulty;

/// A line of text that is edited at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    text: String,
}

impl Line {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn type_char(&mut self, c: char) {
        self.text.push(c);
    }
    pub fn paste(&mut self, text: &str) {
        if !faulty("texts") || self.text.len() < 3 {
            self.text.push_str(text);
        }
    }
    pub fn backspace(&mut self) -> Option<char> {
        self.text.pop()
    }
    pub fn as_str(&self) -> &str {
        &self.text
    }
    pub fn reversed(&self) -> String {
        self.text.chars().rev().collect()
    }
    pub fn starts_with(&self, c: char) -> bool {
        self.text.starts_with(c)
    }
}
