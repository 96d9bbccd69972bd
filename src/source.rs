//! Source texts and places in them.

use crate::arena::Arena;

crate::id_type! {
    /// Names one text in [`Sources`].
    FileId
}

/// A half-open range of bytes in one source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The span of a range of bytes. Texts of four gigabytes and more are
    /// refused long before they get here.
    pub fn new(file: FileId, range: std::ops::Range<usize>) -> Span {
        let offset = |at| u32::try_from(at).expect("texts are shorter than 4 GiB");
        Span { file, start: offset(range.start), end: offset(range.end) }
    }

    /// The smallest span that covers both; they must lie in the same file.
    pub fn to(self, other: Span) -> Span {
        debug_assert_eq!(self.file, other.file);
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// One text with the name under which messages show it.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: String,
    pub text: String,
}

/// All texts that a run has read, in the order of reading.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Arena<FileId, Source>,
}

/// A place as people count it: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    pub line: usize,
    pub column: usize,
}

impl Sources {
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(Source { name: name.into(), text: with_line_feeds(text.into()) })
    }

    pub fn file(&self, id: FileId) -> &Source {
        &self.files[id]
    }

    /// The text that was read under a name.
    pub fn named(&self, name: &str) -> Option<&Source> {
        self.files.iter().map(|(_, source)| source).find(|source| source.name == name)
    }

    /// The text under a span.
    pub fn text(&self, span: Span) -> &str {
        &self.files[span.file].text[span.range()]
    }

    pub fn line_column(&self, file: FileId, offset: u32) -> LineColumn {
        let before = &self.files[file].text[..offset as usize];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        LineColumn {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    /// `name:line` of where a span starts, as tests and reports show it.
    pub fn place(&self, span: Span) -> String {
        let at = self.line_column(span.file, span.start);
        format!("{}:{}", self.files[span.file].name, at.line)
    }
}

/// A carriage return alone ends a line too, as some old editors write it. It is
/// taken for a line feed, which is as long, so no place moves.
pub fn with_line_feeds(text: String) -> String {
    let bytes = text.as_bytes();
    let is_alone = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    if !(0..bytes.len()).any(is_alone) {
        return text;
    }
    let mut rest = text.chars().peekable();
    let mut lines = String::with_capacity(text.len());
    while let Some(character) = rest.next() {
        let alone = character == '\r' && rest.peek() != Some(&'\n');
        lines.push(if alone { '\n' } else { character });
    }
    lines
}
