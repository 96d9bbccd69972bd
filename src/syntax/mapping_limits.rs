//! Limits on mappings that are checked before the grammar sees the text. Its parser, and the
//! one that reads Rust later, recurse over nested text.
//!
//! The grammar takes an opening bracket for the start of a group first, and for a single
//! character if the group does not end. So its time doubles with each bracket that is never
//! closed. It reports a few of them itself; more are reported here, in linear time.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// Brackets may nest this deep, and this many prefix operators may stand in a row.
const NESTING_LIMIT: usize = 200;

/// Mappings are written by hand; a longer text is something else.
const SIZE_LIMIT: usize = 1 << 20;

/// This many brackets that are never closed are left to the grammar.
const UNCLOSED_LIMIT: usize = 8;

pub(super) fn check(text: &str, file: FileId) -> Result<(), Diagnostic> {
    let at = |start: usize, length: usize| Span::new(file, start..start + length);
    if text.len() > SIZE_LIMIT {
        return Err(Diagnostic::error(Code::MappingTooLarge, "the mapping is too large")
            .label(at(0, 0), format!("it has {} bytes", text.len()))
            .help(format!("the limit is {SIZE_LIMIT} bytes")));
    }
    if let Some(offset) = too_deep_bracket(text) {
        let message = format!("brackets are nested more than {NESTING_LIMIT} deep");
        return Err(Diagnostic::error(Code::MappingTooDeep, message)
            .label(at(offset, 1), "one too many here"));
    }
    if let Some(offset) = too_many_prefixes(text) {
        let message = format!("more than {NESTING_LIMIT} operators stand in a row");
        return Err(Diagnostic::error(Code::MappingTooDeep, message)
            .label(at(offset, 1), "one too many here"));
    }
    match unclosed(text).as_slice() {
        brackets @ [first, ..] if brackets.len() > UNCLOSED_LIMIT => {
            let message = format!("{} brackets are never closed", brackets.len());
            Err(Diagnostic::error(Code::MappingSyntax, message)
                .label(at(*first, 1), "this is the first one"))
        }
        _ => Ok(()),
    }
}

fn too_deep_bracket(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (offset, character) in text.char_indices() {
        match character {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > NESTING_LIMIT {
            return Some(offset);
        }
    }
    None
}

fn too_many_prefixes(text: &str) -> Option<usize> {
    let mut run = 0;
    for (offset, character) in code(text) {
        match character {
            '!' | '-' | '*' | '&' | '|' => run += 1,
            character if character.is_whitespace() => {}
            _ => run = 0,
        }
        if run > NESTING_LIMIT {
            return Some(offset);
        }
    }
    None
}

/// The places of the brackets that the grammar would take for groups in vain.
fn unclosed(text: &str) -> Vec<usize> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut unclosed = Vec::new();
    let mut before = ' ';
    for (offset, character) in code(text) {
        match character {
            '(' | '[' | '{' => open.push((character, offset)),
            '<' if is_in_type(text, &open) => open.push(('<', offset)),
            '>' if !matches!(before, '-' | '=') => {
                open.pop_if(|(bracket, _)| *bracket == '<');
            }
            ';' | ')' | ']' | '}' => {
                let opening = match character {
                    ')' => '(',
                    ']' => '[',
                    '}' => '{',
                    _ => ';',
                };
                let matching = open.iter().rposition(|(bracket, _)| *bracket == opening);
                let ended = |(bracket, _): &mut (char, usize)| match matching {
                    Some(_) => *bracket != opening,
                    None => *bracket == '<',
                };
                while let Some((_, offset)) = open.pop_if(ended) {
                    unclosed.push(offset);
                }
                open.pop_if(|(bracket, _)| *bracket == opening);
            }
            _ => {}
        }
        before = character;
    }
    unclosed.extend(open.iter().map(|(_, offset)| *offset));
    unclosed.sort_unstable();
    unclosed
}

/// Whether `<` opens a list of types: it stands in no Rust code, which is in the braces of
/// an operation or of a prelude, and in no other bracket.
fn is_in_type(text: &str, open: &[(char, usize)]) -> bool {
    let others: Vec<&(char, usize)> = open.iter().filter(|(bracket, _)| *bracket != '<').collect();
    match others.as_slice() {
        [] => true,
        [('{', offset)] => !text[..*offset].trim_end().ends_with("prelude"),
        _ => false,
    }
}

/// The characters outside of comments and literals, with their places.
fn code(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let next = rest.chars().next()?;
            match skipped(rest) {
                Some(length) => at += length,
                None => {
                    let offset = at;
                    at += next.len_utf8();
                    return Some((offset, next));
                }
            }
        }
    })
}

/// The length of the comment or literal that a text starts with.
fn skipped(text: &str) -> Option<usize> {
    let until = |open: &str, close: &str| {
        let inner = text.strip_prefix(open)?;
        Some(open.len() + inner.find(close)? + close.len())
    };
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    until("/*", "*/")
        .or_else(|| until("r#\"", "\"#"))
        .or_else(|| until("r\"", "\""))
        .or_else(|| quoted(text))
        .or_else(|| character(text))
}

fn quoted(text: &str) -> Option<usize> {
    let mut letters = text.strip_prefix('"')?.char_indices();
    while let Some((offset, letter)) = letters.next() {
        match letter {
            '"' => return Some(offset + 2),
            '\\' => _ = letters.next(),
            _ => {}
        }
    }
    None
}

/// `'x'` or `'\n'`, but not the lifetime `'a`.
fn character(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('\'')?;
    let mut letters = inner.chars();
    match letters.next()? {
        '\\' => {
            let escaped = letters.next()?;
            let rest = letters.as_str();
            Some(1 + 1 + escaped.len_utf8() + rest.find('\'')? + 1)
        }
        '\'' => None,
        letter => letters.as_str().starts_with('\'').then(|| 1 + letter.len_utf8() + 1),
    }
}
