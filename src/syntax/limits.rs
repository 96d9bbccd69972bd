//! Limits that are checked before the grammar sees the text: its parser, and
//! every later stage, recurses over nested formulas.

use super::tokens::Token;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// The greatest length of a file, in bytes.
pub const MAX_FILE_BYTES: usize = 1 << 20;

/// The greatest depth of a syntax tree. Every pair of parentheses or brackets
/// and every operator is a level. The parser spends about 12 kilobytes of stack
/// on a level in a debug build, and must fit into a thread with one megabyte.
pub const MAX_DEPTH: usize = 64;

pub(super) fn file_too_large(text: &str, file: FileId) -> Option<Diagnostic> {
    if text.len() <= MAX_FILE_BYTES {
        return None;
    }
    let span = Span::new(file, 0..0);
    let diagnostic = Diagnostic::error(Code::FileTooLarge, "the file is too large")
        .label(span, format!("{} bytes, more than {MAX_FILE_BYTES}", text.len()))
        .help("split it into several files; a specification finds others by their names");
    Some(diagnostic)
}

pub(super) fn open_comment(comment: &Token<'_>, file: FileId) -> Diagnostic {
    let span = Span::new(file, comment.start..comment.start + "/*".len());
    Diagnostic::error(Code::UnterminatedComment, "the comment is never closed")
        .label(span, "no `*/` follows")
        .help("close it with `*/`; comments do not nest")
}

/// One error for each statement that is nested too deeply.
pub(super) fn too_deep(tokens: &[Token<'_>], file: FileId) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut depth = Depth::new();
    for token in tokens {
        if token.text == ";" || token.is_structural() {
            depth = Depth::new();
        }
        let was_within = depth.total() <= MAX_DEPTH;
        depth.step(token);
        if was_within && depth.total() > MAX_DEPTH {
            errors.push(nested_too_deep(token, file));
        }
    }
    errors
}

fn nested_too_deep(token: &Token<'_>, file: FileId) -> Diagnostic {
    let span = Span::new(file, token.range());
    Diagnostic::error(Code::NestedTooDeep, "the formula is nested too deeply")
        .label(span, format!("more than {MAX_DEPTH} levels here"))
        .help("each operator and each pair of parentheses is a level; split the formula")
}

/// The depth of the syntax tree of a statement, as far as it has been read.
///
/// An operator may come to stand above everything that its pair of parentheses
/// holds so far, so within one pair the operators are added to the deepest
/// operand. The result may be above the tree's depth, never below.
struct Depth {
    open: Vec<Level>,
    /// The operators of all open levels, so that a step takes constant time.
    operators: usize,
    deepest: usize,
}

#[derive(Clone, Copy, Default)]
struct Level {
    operators: usize,
    deepest_operand: usize,
    /// Of the arguments that a comma has closed.
    deepest_argument: usize,
}

impl Level {
    fn depth(self) -> usize {
        self.deepest_argument.max(self.operators + self.deepest_operand)
    }
}

impl Depth {
    fn new() -> Self {
        Self { open: vec![Level::default()], operators: 0, deepest: 0 }
    }

    /// What has been reached, or will be as soon as the open levels close.
    fn total(&self) -> usize {
        self.deepest
    }

    fn step(&mut self, token: &Token<'_>) {
        match token.text {
            "(" | "[" => self.open.push(Level::default()),
            ")" | "]" => self.close(),
            "," => self.next_argument(),
            "not" | "!" | "and" | "or" | "iff" | "if" | "when" | "=" | "!=" | "<" | "<=" | ">"
            | ">=" | "+" | "-" | "*" => self.operator(),
            _ => {}
        }
        let innermost = self.open.last().map_or(0, |level| level.depth());
        let outer = self.operators - self.open.last().map_or(0, |level| level.operators);
        self.deepest = self.deepest.max(outer + self.open.len() - 1 + innermost);
    }

    fn operator(&mut self) {
        self.operators += 1;
        if let Some(level) = self.open.last_mut() {
            level.operators += 1;
        }
    }

    fn next_argument(&mut self) {
        if let Some(level) = self.open.last_mut() {
            self.operators -= level.operators;
            let deepest_argument = level.depth();
            *level = Level { deepest_argument, ..Level::default() };
        }
    }

    fn close(&mut self) {
        // A parenthesis that was never opened is for the grammar to report.
        if self.open.len() > 1
            && let Some(closed) = self.open.pop()
            && let Some(level) = self.open.last_mut()
        {
            self.operators -= closed.operators;
            level.deepest_operand = level.deepest_operand.max(closed.depth() + 1);
        }
    }
}
