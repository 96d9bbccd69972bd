//! Syntax highlighting: texts in pieces, each with a CSS class.

use crate::json::Serialize;
use crate::theory::{Theory, Variable};

/// Part of a text. Most parts have no class.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    pub class: &'static str,
    pub text: String,
}

const PLAIN: &str = "";
const KEYWORD: &str = "k";
const VARIABLE: &str = "v";
const CONSTRUCTOR: &str = "c";
const OPERATION: &str = "o";
const NUMBER: &str = "n";
const ELEMENT: &str = "e";
const TYPE: &str = "t";
const TEXT: &str = "s";
const COMMENT: &str = "r";

const OF_FORMULAS: &[&str] = &["not", "and", "or", "iff", "if", "when", "else", "is", "defined"];
const OF_RUST: &[&str] = &[
    "as", "const", "else", "false", "fn", "for", "if", "impl", "in", "let", "match", "mod", "move",
    "mut", "pub", "ref", "return", "self", "static", "struct", "true", "type", "use", "where",
    "while",
];

/// A formula, a term or a literal, in words of the specification.
pub fn formula(text: &str, theory: &Theory, variables: &[Variable]) -> Vec<Piece> {
    pieces(text, &|word, _| {
        let has_name = |variable: &Variable| variable.name == word;
        let mut ops = theory.ops.values().filter(|op| op.name == word);
        if variables.iter().any(has_name) {
            VARIABLE
        } else if OF_FORMULAS.contains(&word) {
            KEYWORD
        } else if word.starts_with(|c: char| c.is_ascii_digit()) {
            NUMBER
        } else if let Some(op) = ops.next() {
            if op.is_constructor() { CONSTRUCTOR } else { OPERATION }
        } else if is_element(word, theory) {
            ELEMENT
        } else {
            PLAIN
        }
    })
}

/// `Orderable0`
fn is_element(word: &str, theory: &Theory) -> bool {
    let sort = word.trim_end_matches(|c: char| c.is_ascii_digit());
    sort.len() < word.len() && theory.sorts.values().any(|known| known.name == sort)
}

/// Rust code as specgen writes it.
pub fn rust(text: &str) -> Vec<Piece> {
    pieces(text, &|word, after| {
        if OF_RUST.contains(&word) {
            KEYWORD
        } else if word.starts_with(|c: char| c.is_ascii_digit()) {
            NUMBER
        } else if word.starts_with(char::is_uppercase) {
            TYPE
        } else if after.starts_with(['(', '!']) {
            OPERATION
        } else {
            PLAIN
        }
    })
}

/// Splits a text into words, quoted texts, comments, and the characters between them. The class
/// of a word may depend on the text that follows it.
fn pieces(text: &str, class: &dyn Fn(&str, &str) -> &'static str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, class) = if is_word(first) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            (length, class(&rest[..length], &rest[length..]))
        } else if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), COMMENT)
        } else if first == '"' {
            (quoted_length(rest), TEXT)
        } else {
            (first.len_utf8(), PLAIN)
        };
        push(&mut pieces, class, &rest[..length]);
        rest = &rest[length..];
    }
    pieces
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The length of the string literal at the start of a text.
fn quoted_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            '"' if !is_escaped => return at + 1,
            _ => is_escaped = letter == '\\' && !is_escaped,
        }
    }
    text.len()
}

fn push(pieces: &mut Vec<Piece>, class: &'static str, text: &str) {
    match pieces.last_mut() {
        Some(last) if last.class == class && class == PLAIN => last.text.push_str(text),
        _ => pieces.push(Piece { class, text: text.to_owned() }),
    }
}

/// A cell of a table.
pub fn answer(text: String) -> Piece {
    let class = match text.as_str() {
        "true" => "yes",
        "false" => "no",
        "undefined" | "outside" => "gap",
        _ => PLAIN,
    };
    Piece { class, text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_up_the_text() {
        let text = "let s = \"a \\\" b\"; // it's\ncase.reaches([true, 12], s) \"open \\";
        let whole: String = rust(text).into_iter().map(|piece| piece.text).collect();
        assert_eq!(whole, text);
    }

    #[test]
    fn quotes_and_comments_hide_what_is_in_them() {
        let classes: Vec<_> = rust("let \"let // x\" // let \"")
            .into_iter()
            .filter(|piece| piece.class != PLAIN)
            .map(|piece| (piece.class, piece.text))
            .collect();
        assert_eq!(
            classes,
            [
                (KEYWORD, "let".to_owned()),
                (TEXT, "\"let // x\"".to_owned()),
                (COMMENT, "// let \"".to_owned()),
            ]
        );
    }
}
