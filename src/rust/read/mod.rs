//! Rust that a user wrote, parsed into plain values.
//!
//! Callers hand over text and get signatures, generics, imports and items back, each with its
//! range in the text. Syntax trees do not leave this folder.

use std::ops::Range;

use syn::parse::Parser;

mod generics;
mod imports;
mod items;
mod signature;
mod text;

pub use generics::{
    Bound, Closure, GenericKind, GenericParameter, TypeParameter, generics, is_closure_trait,
};
pub use imports::imports;
pub use items::{Call, Item, ItemFunction, allowing_dead_code, item_names, items};
pub use signature::{Input, Output, Passing, Path, Signature, Wrapper, signature};
pub use text::{NamedType, block, closure, named_type, path, rust_type};

/// Why a text is not Rust, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// In bytes, within the text.
    pub range: Range<usize>,
    pub message: String,
}

pub(super) fn parse<P: Parser>(parser: P, text: &str) -> Result<P::Output, SyntaxError> {
    parser.parse_str(text).map_err(|error| {
        let mut range = error.span().byte_range();
        if range.is_empty() {
            // The text ends too early.
            range = text.len().saturating_sub(1)..text.len();
        }
        SyntaxError { range, message: explained(error.to_string()) }
    })
}

/// The tokenizer's own message says little.
fn explained(message: String) -> String {
    match message.as_str() {
        "cannot parse string into token stream" => {
            "brackets do not match, or a literal does not end".to_owned()
        }
        _ => message,
    }
}
