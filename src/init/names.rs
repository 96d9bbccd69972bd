//! Names of specifications, made out of names of Rust.

use std::collections::BTreeSet;

/// Words of the two languages, which name nothing.
const WORDS: &[&str] = &[
    "specification",
    "end",
    "sorts",
    "constructors",
    "observers",
    "others",
    "domains",
    "axioms",
    "implies",
    "not",
    "and",
    "or",
    "iff",
    "if",
    "when",
    "else",
    "int",
    "is",
    "has",
    "fn",
];

/// The name of the specification for a type.
pub fn spec_name(name: &str) -> String {
    ascii(name)
}

/// `is_empty` becomes `isEmpty`.
pub fn operation_name(name: &str) -> String {
    let mut words = name.split('_').filter(|word| !word.is_empty());
    let mut camel = words.next().unwrap_or("op").to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        camel.push_str(letters.as_str());
    }
    apart(ascii(&camel))
}

/// `is_empty_new`, for the label of an axiom.
pub fn label(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| crate::goal::snake_case(word)).collect();
    words.join("_")
}

/// A name that is not a keyword of specifications or mappings.
fn apart(name: String) -> String {
    if WORDS.contains(&name.as_str()) { format!("{name}_") } else { name }
}

/// Specifications are written in ASCII.
fn ascii(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let starts = plain.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if starts && plain.chars().any(|c| c != '_') { plain } else { format!("n{plain}") }
}

/// Names for the parameters of a function. Where a pattern or `_` stands, the written name
/// is empty or blank.
pub fn argument_names(written: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut names = Vec::new();
    for name in written {
        let name = match name.trim_matches('_') {
            "" => "value".to_owned(),
            name => crate::rust::value_name(&ascii(name)),
        };
        names.push(fresh(&mut taken, &apart(name)));
    }
    names
}

/// The name itself, or with the first number from 2 on that is free.
pub fn fresh(taken: &mut BTreeSet<String>, name: &str) -> String {
    let mut candidate = name.to_owned();
    let mut number = 2;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{name}{number}");
        number += 1;
    }
    candidate
}

pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
