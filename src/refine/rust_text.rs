//! Pieces of a mapping that must be Rust, and what to say where they are not.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic};
use crate::rust::Fragment;
use crate::rust::read::{self, Signature, SyntaxError};
use crate::source::Span;
use crate::syntax::mapping_ast::RustText;

/// A signature whose parameters all have names.
pub fn read_signature(text: &RustText) -> Result<Signature, Diagnostic> {
    let signature =
        read::signature(&text.text).map_err(|error| not_rust(text, "a signature", &error))?;
    match signature.patterns.first() {
        Some(pattern) => {
            Err(Diagnostic::error(Code::ArgumentName, "a parameter needs a plain name")
                .label(part(text, pattern.clone()), "this is a pattern"))
        }
        None => Ok(signature),
    }
}

/// A block that must be an expression of Rust; without its braces, with `self`
/// called `this`.
pub fn read_block(text: &RustText) -> Result<Fragment, Diagnostic> {
    read::block(&text.text).map_err(|error| not_rust(text, "a block", &error))
}

pub fn read_closure(text: &RustText) -> Result<Fragment, Diagnostic> {
    read::closure(&text.text).map_err(|error| not_rust(text, "a closure `|n| …`", &error))
}

pub fn read_type(text: &RustText) -> Result<Fragment, Diagnostic> {
    read::rust_type(&text.text).map_err(|error| not_rust(text, "a type", &error))
}

/// The path of a trait or function.
pub fn read_path(text: &RustText, what: &str) -> Result<Fragment, Diagnostic> {
    read::path(&text.text).map_err(|error| not_rust(text, what, &error))
}

/// Reports that a text is not what Rust demands in its place.
pub fn not_rust(text: &RustText, what: &str, error: &SyntaxError) -> Diagnostic {
    let report = Diagnostic::error(Code::NotRust, format!("this is not {what} in Rust"))
        .label(part(text, error.range.clone()), error.message.as_str());
    match starts_operation(&text.text, error.range.start) {
        true => report.help("a `;` may be missing at the end of the line before"),
        false => report,
    }
}

/// Whether the next operation of the entry, `isIn: Set Element`, starts there and so was
/// taken for a part of this text.
pub fn starts_operation(text: &str, at: usize) -> bool {
    let (before, rest) = text.split_at(at);
    let is_in_name = |c: char| c.is_alphanumeric() || c == '_';
    let behind = rest.trim_start_matches(is_in_name).trim_start();
    let starts_line = before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']);
    starts_line && behind.len() < rest.len() && behind.starts_with(':') && !behind.starts_with("::")
}

/// The place of a range of bytes within a text.
pub fn part(text: &RustText, range: Range<usize>) -> Span {
    // An inferred text has the place of what it was inferred from.
    if text.span.range().len() != text.text.len() {
        return text.span;
    }
    let end = range.end.max(range.start + 1).min(text.text.len()).max(range.start);
    Span {
        start: text.span.start + range.start as u32,
        end: text.span.start + end as u32,
        ..text.span
    }
}
