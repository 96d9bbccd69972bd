//! The lines of the result.

use super::lex::Lexeme;

/// The longest line.
pub(super) const WIDTH: usize = 90;

#[derive(Default)]
pub(super) struct Lines {
    lines: Vec<String>,
    /// Whether a block starts here, so that no blank line follows.
    is_start: bool,
}

impl Lines {
    pub fn new() -> Self {
        Self { lines: Vec::new(), is_start: true }
    }

    pub fn push(&mut self, indent: usize, text: &str) {
        self.lines.push(format!("{}{text}", " ".repeat(indent)).trim_end().to_owned());
        self.is_start = false;
    }

    /// A line that opens a block.
    pub fn open(&mut self, indent: usize, text: &str) {
        self.push(indent, text);
        self.is_start = true;
    }

    /// Says that the last line opens a block.
    pub fn opened(&mut self) {
        self.is_start = true;
    }

    pub fn last(&self) -> &str {
        self.lines.last().map_or("", String::as_str)
    }

    pub fn extend_last(&mut self, text: &str) {
        if let Some(last) = self.lines.last_mut() {
            last.push_str(text);
        }
    }

    /// Keeps one of several blank lines, and none where a block starts.
    pub fn blank(&mut self, lines: usize) {
        if lines > 1 && !self.is_start {
            self.lines.push(String::new());
            self.is_start = true;
        }
    }

    /// Comments before an item: on the line of the item before, or on lines of their own.
    pub fn comments(&mut self, indent: usize, comments: &[Lexeme<'_>]) {
        for comment in comments {
            if comment.lines == 0 && !self.lines.is_empty() && !self.last().is_empty() {
                let was_start = self.is_start;
                self.extend_last(&format!(" {}", comment.text));
                self.is_start = was_start;
                continue;
            }
            self.blank(comment.lines);
            self.push(indent, comment.text);
        }
    }

    pub fn text(mut self) -> String {
        while self.lines.last().is_some_and(String::is_empty) {
            self.lines.pop();
        }
        self.lines.push(String::new());
        self.lines.join("\n")
    }
}

/// A part of a text with comments in it keeps its lines. They move as a whole, with the line
/// that the part starts on.
pub(super) fn verbatim(text: &str, start: usize, end: usize, indent: usize) -> Vec<String> {
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[line..start];
    let column = before.chars().take_while(|letter| letter.is_whitespace()).count();
    let mut lines = text[start..end].lines().map(str::trim_end);
    let mut result: Vec<String> = lines.next().map(str::to_owned).into_iter().collect();
    for line in lines {
        let inner = line.trim_start();
        let own = line.chars().count() - inner.chars().count();
        let moved = if inner.is_empty() { 0 } else { (own + indent).saturating_sub(column) };
        result.push(format!("{}{inner}", " ".repeat(moved)));
    }
    result
}
