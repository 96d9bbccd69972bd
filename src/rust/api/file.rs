//! A Rust file as a syntax tree, parsed in bounded space.

use std::ops::Range;

use proc_macro2::{LexError, TokenStream, TokenTree};

use crate::rust::read::SyntaxError;

/// The parser recurses. Code written by people is nested far less.
const DEEPEST: usize = 200;

/// The parser recurses. With a stack of its own, a long chain of branches in some function
/// body does not end the process.
const STACK: usize = 256 << 20;

/// Parses a file and hands it to `read`.
pub(super) fn with_file<R: Send>(
    text: &str,
    read: impl Fn(&syn::File) -> R + Sync,
) -> Result<R, SyntaxError> {
    let work = || parse(text).map(|file| read(&file));
    let thread = std::thread::Builder::new().stack_size(STACK);
    std::thread::scope(|scope| match thread.spawn_scoped(scope, work) {
        Ok(thread) => thread.join().expect("no input makes the reader panic"),
        Err(_) => work(),
    })
}

fn parse(text: &str) -> Result<syn::File, SyntaxError> {
    let text = without_lead(text);
    let error = |range, message| SyntaxError { range: visible(&text, range), message };
    let tokens: TokenStream = text.parse().map_err(|lexed: LexError| {
        let message = "brackets do not match, or a literal does not end";
        error(lexed.span().byte_range(), message.to_owned())
    })?;
    if let Some(place) = too_deep(&tokens) {
        let message = format!("more than {DEEPEST} brackets or operators inside each other");
        return Err(error(place, message));
    }
    syn::parse2(tokens).map_err(|parsed| error(parsed.span().byte_range(), parsed.to_string()))
}

/// A byte order mark and a `#!` line are not Rust. They are replaced by blanks, so that
/// places in the text stay the same.
fn without_lead(text: &str) -> String {
    let mark = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let rest = &text[mark..];
    let line = match rest.starts_with("#!") && !rest.starts_with("#![") {
        true => rest.find('\n').unwrap_or(rest.len()),
        false => 0,
    };
    format!("{}{}", " ".repeat(mark + line), &rest[line..])
}

/// A range of whole characters. If the text ends too early, it is the last character.
fn visible(text: &str, range: Range<usize>) -> Range<usize> {
    let end = text.trim_end().len();
    let range = if range.is_empty() { end.saturating_sub(1)..end } else { range };
    let start = (0..=range.start.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    let stop = (range.end.min(text.len())..=text.len()).find(|at| text.is_char_boundary(*at));
    start.unwrap_or(0)..stop.unwrap_or(text.len())
}

/// The place of the first bracket or operator that is nested too deep.
fn too_deep(tokens: &TokenStream) -> Option<Range<usize>> {
    let mut open = vec![tokens.clone().into_iter()];
    let mut operators = 0;
    while let Some(innermost) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Group(group)) => {
                operators = 0;
                if open.len() > DEEPEST {
                    return Some(group.span_open().byte_range());
                }
                open.push(group.stream().into_iter());
            }
            Some(TokenTree::Punct(punct)) => {
                operators += 1;
                if operators > DEEPEST {
                    return Some(punct.span().byte_range());
                }
            }
            Some(_) => operators = 0,
            None => {
                open.pop();
            }
        }
    }
    None
}
