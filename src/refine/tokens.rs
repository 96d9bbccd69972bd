//! Rust text of a mapping, read by syn.

use syn::parse::Parser;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::mapping_ast::RustText;

/// Reads a fragment; where it is not Rust, says so at its place. `lead` is text
/// that was put before the fragment to make it complete, and `text` is both.
pub fn parse<P: Parser>(
    parser: P,
    fragment: &RustText,
    lead: usize,
    text: &str,
    what: &str,
) -> Result<P::Output, Diagnostic> {
    parser.parse_str(text).map_err(|error| {
        let mut range = error.span().byte_range();
        if range.is_empty() {
            // The text ends too early.
            range = text.len().saturating_sub(1)..text.len();
        }
        let inside = |offset: usize| offset.saturating_sub(lead).min(fragment.text.len());
        let span = part(fragment, inside(range.start)..inside(range.end));
        let complaint = Diagnostic::error(Code::NotRust, format!("this is not {what} in Rust"))
            .label(span, explained(&error.to_string()));
        match starts_operation(&fragment.text, inside(range.start)) {
            true => complaint.help("a `;` may be missing at the end of the line before"),
            false => complaint,
        }
    })
}

/// Whether the next operation of the entry starts there, `isIn: Set Element`, and so was
/// taken for a part of this text.
pub fn starts_operation(text: &str, at: usize) -> bool {
    let (before, rest) = text.split_at(at);
    let is_in_name = |c: char| c.is_alphanumeric() || c == '_';
    let behind = rest.trim_start_matches(is_in_name).trim_start();
    let starts_line = before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']);
    starts_line && behind.len() < rest.len() && behind.starts_with(':') && !behind.starts_with("::")
}

/// The tokenizer's own words say little.
fn explained(message: &str) -> String {
    match message {
        "cannot parse string into token stream" => {
            "brackets do not match, or a literal does not end".to_owned()
        }
        message => message.to_owned(),
    }
}

/// Reads a fragment that is complete in itself.
pub fn parse_whole<P: Parser>(
    parser: P,
    fragment: &RustText,
    what: &str,
) -> Result<P::Output, Diagnostic> {
    parse(parser, fragment, 0, &fragment.text, what)
}

/// The place of a range of bytes within a fragment.
pub fn part(fragment: &RustText, range: std::ops::Range<usize>) -> Span {
    let end = range.end.max(range.start + 1).min(fragment.text.len()).max(range.start);
    Span {
        start: fragment.span.start + range.start as u32,
        end: fragment.span.start + end as u32,
        ..fragment.span
    }
}

/// Replaces whole identifiers of a text.
pub fn rename(text: &str, new: impl Fn(&str) -> Option<String>) -> String {
    let mut renamed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        let end = rest[start..]
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .map_or(rest.len(), |length| start + length);
        renamed.push_str(&rest[..start]);
        let word = &rest[start..end];
        let lifetime = rest[..start].ends_with('\'');
        match new(word).filter(|_| !lifetime) {
            Some(new) => renamed.push_str(&new),
            None => renamed.push_str(word),
        }
        rest = &rest[end..];
    }
    renamed.push_str(rest);
    renamed
}

/// Whether a name occurs as a whole word that does not follow `::`.
pub fn mentions(code: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    code.match_indices(name).any(|(start, _)| {
        let (before, after) = (&code[..start], &code[start + name.len()..]);
        !before.ends_with(is_part) && !before.ends_with("::") && !after.starts_with(is_part)
    })
}
