//! Names of a generated file: valid in Rust, and each used once.

use std::collections::BTreeSet;
use std::sync::Arc;

use proc_macro2::{TokenStream, TokenTree};

use super::Ident;
use crate::goal::snake_case;

/// Of all editions, reserved ones included.
const KEYWORDS: &[&str] = &[
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The names that a scope of a generated file has taken.
///
/// Clones and children share what they have in common, so that each test can have a table of
/// its own.
#[derive(Clone, Debug, Default)]
pub struct Names {
    own: Arc<BTreeSet<String>>,
    outer: Option<Arc<Names>>,
}

impl Names {
    pub fn new() -> Self {
        Self::default()
    }

    /// A table for the locals of one function. They differ from all names of this table.
    pub fn child(&self) -> Self {
        Self { own: Arc::default(), outer: Some(Arc::new(self.clone())) }
    }

    pub fn has(&self, name: &str) -> bool {
        self.own.contains(name) || self.outer.as_ref().is_some_and(|outer| outer.has(name))
    }

    pub fn reserve(&mut self, name: impl AsRef<str>) {
        let name = name.as_ref();
        if !self.has(name) {
            Arc::make_mut(&mut self.own).insert(name.to_owned());
        }
    }

    /// The wanted name if it is free, otherwise with the first free number from 2 on.
    pub fn fresh(&mut self, wanted: &str) -> Ident {
        let name = identifier(wanted);
        match self.has(&name) {
            true => self.numbered(&name, 2),
            false => self.take(name),
        }
    }

    /// The name with the first free number from 1 on.
    pub fn next(&mut self, base: &str) -> Ident {
        self.numbered(&identifier(base), 1)
    }

    fn numbered(&mut self, base: &str, first: usize) -> Ident {
        let mut number = first;
        loop {
            let name = format!("{base}{number}");
            if !self.has(&name) {
                return self.take(name);
            }
            number += 1;
        }
    }

    fn take(&mut self, name: String) -> Ident {
        Arc::make_mut(&mut self.own).insert(name.clone());
        Ident::new(name)
    }
}

/// A name in snake case that is a valid identifier.
pub fn value_name(name: &str) -> String {
    identifier(&snake_case(name))
}

/// A name in camel case that is a valid identifier: `partially_ordered_set` becomes
/// `PartiallyOrderedSet`.
pub fn type_name(name: &str) -> String {
    let capital = |word: &str| -> String {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
    };
    let name: String = snake_case(name).split('_').map(capital).collect();
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        return identifier(&format!("N{name}"));
    }
    identifier(&name)
}

/// The valid identifier that is nearest to a name.
fn identifier(name: &str) -> String {
    let part = |letter| if continues_identifier(letter) { letter } else { '_' };
    let name: String = name.chars().map(part).collect();
    let digits: String = name.chars().filter(|letter| *letter != '_').collect();
    if digits.is_empty() {
        return "n1".to_owned();
    }
    if digits.chars().all(char::is_numeric) {
        return format!("n{digits}");
    }
    if !is_identifier(&name) {
        return match KEYWORDS.contains(&name.as_str()) {
            true => format!("{name}_"),
            false => format!("n{name}"),
        };
    }
    name
}

fn continues_identifier(letter: char) -> bool {
    match letter.is_ascii() {
        true => letter.is_ascii_alphanumeric() || letter == '_',
        false => is_identifier(&format!("a{letter}")),
    }
}

pub fn is_identifier(name: &str) -> bool {
    if KEYWORDS.contains(&name) {
        return false;
    }
    if name.is_ascii() {
        return name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    }
    // Which letters Unicode allows is known to the lexer.
    let tokens = name.parse::<TokenStream>().map(|tokens| tokens.into_iter().collect::<Vec<_>>());
    matches!(tokens.as_deref(), Ok([TokenTree::Ident(ident)]) if *ident == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh(names: &mut Names, wanted: &str) -> String {
        names.fresh(wanted).to_string()
    }

    #[test]
    fn a_taken_name_gets_a_number() {
        let mut names = Names::new();
        names.reserve("s2");
        assert_eq!(["s", "s", "s"].map(|wanted| fresh(&mut names, wanted)), ["s", "s3", "s4"]);
        assert_eq!([names.next("e").to_string(), names.next("e").to_string()], ["e1", "e2"]);
        assert!(names.has("e2") && !names.has("e"));
    }

    #[test]
    fn names_that_differ_in_case_differ() {
        let mut names = Names::new();
        assert_eq!(["set", "Set", "SET"].map(|it| fresh(&mut names, it)), ["set", "Set", "SET"]);
    }

    #[test]
    fn children_know_the_names_outside_and_keep_their_own() {
        let mut names = Names::new();
        names.reserve("insert");
        let mut child = names.child();
        assert_eq!(fresh(&mut child, "insert"), "insert2");
        assert_eq!(fresh(&mut child.child(), "insert2"), "insert22");
        assert_eq!(fresh(&mut names.child(), "insert"), "insert2");
        names.reserve("later");
        assert!(!names.has("insert2") && !child.has("later"));
    }

    #[test]
    fn every_name_is_an_identifier() {
        let cases = [
            ("type", "type_"),
            ("Self", "Self_"),
            ("gen", "gen_"),
            ("2nd", "n2nd"),
            ("", "n1"),
            ("_", "n12"),
            ("__", "n13"),
            ("_1", "n14"),
            ("1_2", "n122"),
            ("a-b", "a_b"),
            ("größe", "größe"),
            ("x²", "x_"),
            ("\u{301}a", "n\u{301}a"),
            ("_x", "_x"),
        ];
        let mut names = Names::new();
        for (wanted, expected) in cases {
            let name = fresh(&mut names, wanted);
            assert_eq!(name, expected, "{wanted:?}");
            assert!(is_identifier(&name), "{name}");
        }
    }

    #[test]
    fn words_get_the_case_of_their_kind() {
        assert_eq!(
            ["isEmpty", "2nd", "type", "∃", "HTTPServer", "Größe"].map(value_name),
            ["is_empty", "n2nd", "type_", "unnamed", "http_server", "größe"]
        );
        assert_eq!(
            ["partially_ordered_set", "2nd", "self", "größe"].map(type_name),
            ["PartiallyOrderedSet", "N2nd", "Self_", "Größe"]
        );
    }
}
