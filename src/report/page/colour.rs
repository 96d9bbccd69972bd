//! Texts in pieces, each with the class that gives it its colour.

use serde::Serialize;

use crate::theory::{Theory, Variable};

/// Part of a text; most parts have no class.
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

const OF_FORMULAS: &[&str] = &["not", "and", "or", "iff", "if", "when", "else", "is", "defined"];
/// A formula, a term or a literal, in words of the specification.
pub fn formula(text: &str, theory: &Theory, variables: &[Variable]) -> Vec<Piece> {
    pieces(text, &|word| {
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

/// Cuts a text into words and what is between them.
fn pieces(text: &str, class: &dyn Fn(&str) -> &'static str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, class) = if is_word(first) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            (length, class(&rest[..length]))
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

fn push(pieces: &mut Vec<Piece>, class: &'static str, text: &str) {
    match pieces.last_mut() {
        Some(last) if last.class == class && class == PLAIN => last.text.push_str(text),
        _ => pieces.push(Piece { class, text: text.to_owned() }),
    }
}

/// An answer in a table.
pub fn answer(text: String) -> Piece {
    let class = match text.as_str() {
        "true" => "yes",
        "false" => "no",
        "undefined" | "outside" => "gap",
        _ => PLAIN,
    };
    Piece { class, text }
}
