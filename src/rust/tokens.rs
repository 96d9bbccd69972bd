//! Tokens of a user's Rust, printed in rustfmt's spacing.

use std::iter::Peekable;

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, Punct, Spacing, TokenStream, TokenTree};

/// Tokens of a type, path, signature or short expression in rustfmt's spacing.
pub fn print(tokens: TokenStream) -> String {
    let mut printer = Printer::default();
    printer.stream(tokens);
    printer.text
}

/// Whether a one-line text is what the printer would write: then rustfmt leaves it as it is.
pub fn is_tidy(text: &str) -> bool {
    let Ok(tokens) = text.parse::<TokenStream>() else { return false };
    !text.contains(['\n', '{', '/']) && text.len() <= 50 && print(tokens) == text
}

#[derive(Default)]
struct Printer {
    text: String,
    /// What may follow the last token.
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

/// A punctuation character and the rest of its operator.
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
