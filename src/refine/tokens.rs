//! Rust text of a mapping, read by syn and written back the way rustfmt would.

use std::iter::Peekable;

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, Punct, Spacing, TokenStream, TokenTree};
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

/// Tokens of a type, path, signature or short expression in rustfmt's spacing.
pub fn print(tokens: TokenStream) -> String {
    let mut printer = Printer::default();
    printer.stream(tokens);
    printer.text
}

#[derive(Default)]
struct Printer {
    text: String,
    /// The token before asks for, or forbids, a blank behind it.
    after: After,
    /// How many `<` of generics are open.
    angles: usize,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum After {
    #[default]
    Glued,
    Word,
    Blank,
}

impl Printer {
    fn stream(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Ident(ident) => self.word(&ident.to_string()),
                TokenTree::Literal(literal) => self.word(&literal.to_string()),
                TokenTree::Group(group) => self.group(group.delimiter(), group.stream()),
                TokenTree::Punct(punct) => {
                    let operator = joined(&punct, &mut tokens);
                    self.operator(&operator);
                }
            }
        }
    }

    fn word(&mut self, word: &str) {
        if self.after != After::Glued {
            self.blank();
        }
        self.text.push_str(word);
        let keyword = matches!(
            word,
            "mut"
                | "dyn"
                | "impl"
                | "as"
                | "fn"
                | "return"
                | "in"
                | "for"
                | "if"
                | "let"
                | "ref"
                | "move"
                | "match"
                | "else"
                | "while"
        );
        self.after = if keyword { After::Blank } else { After::Word };
    }

    fn group(&mut self, delimiter: Delimiter, stream: TokenStream) {
        let (open, close) = match delimiter {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{ ", " }"),
            Delimiter::None => ("", ""),
        };
        if self.after == After::Blank || delimiter == Delimiter::Brace {
            self.blank();
        }
        let outer = std::mem::take(&mut self.angles);
        if delimiter == Delimiter::Brace && stream.is_empty() {
            self.text.push_str("{}");
        } else {
            self.text.push_str(open);
            self.after = After::Glued;
            self.stream(stream);
            self.text.push_str(close);
        }
        self.angles = outer;
        self.after = After::Word;
    }

    fn operator(&mut self, operator: &str) {
        match operator {
            "::" | "." | "?" | ".." | "..=" => self.glue(operator),
            "," | ";" => {
                self.text.push_str(operator);
                self.after = After::Blank;
            }
            ":" => {
                self.text.push(':');
                self.after = After::Blank;
            }
            "<" if self.opens_generics() => {
                self.glue("<");
                self.angles += 1;
            }
            ">" if self.angles > 0 => {
                self.text.push('>');
                self.angles -= 1;
                self.after = After::Word;
            }
            "'" => {
                if self.after != After::Glued {
                    self.blank();
                }
                self.text.push('\'');
                self.after = After::Glued;
            }
            "!" if self.after == After::Word => self.glue("!"),
            "&" | "&&" | "*" | "-" | "!" | "|" | "||" if self.after != After::Word => {
                self.prefix(operator)
            }
            "#" => self.prefix(operator),
            _ => self.binary(operator),
        }
    }

    /// After a type's name or `::`; anything else is a comparison. Types start
    /// with a capital, by Rust's own convention.
    fn opens_generics(&self) -> bool {
        let before = self.text.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next();
        self.text.ends_with("::")
            || self.text.is_empty()
            || self.after == After::Glued
            || before.is_some_and(|word| word.starts_with(|c: char| c.is_uppercase()))
            || before == Some("fn")
    }

    fn glue(&mut self, operator: &str) {
        if self.after == After::Blank {
            self.blank();
        }
        self.text.push_str(operator);
        self.after = After::Glued;
    }

    fn prefix(&mut self, operator: &str) {
        if self.after == After::Blank {
            self.blank();
        }
        self.text.push_str(operator);
        self.after = After::Glued;
    }

    fn binary(&mut self, operator: &str) {
        self.blank();
        self.text.push_str(operator);
        self.after = After::Blank;
    }

    fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with([' ', '(', '[', '<']) {
            self.text.push(' ');
        }
    }
}

/// A punctuation character with those that belong to the same operator.
fn joined(first: &Punct, tokens: &mut Peekable<IntoIter>) -> String {
    let mut operator = first.as_char().to_string();
    let mut spacing = first.spacing();
    while spacing == Spacing::Joint {
        let Some(TokenTree::Punct(next)) = tokens.peek() else { break };
        let longer = format!("{operator}{}", next.as_char());
        if !OPERATORS.contains(&longer.as_str()) {
            break;
        }
        spacing = next.spacing();
        operator = longer;
        tokens.next();
    }
    operator
}

const OPERATORS: &[&str] = &[
    "::", "->", "=>", "==", "!=", "<=", ">=", "||", "&&", "+=", "-=", "*=", "/=", "..", "..=",
    "...",
];

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
