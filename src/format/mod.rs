//! One layout for specifications and mappings.
//!
//! Only blanks and line breaks change: the words, signs and comments of a text stay, in
//! their order. So a formatted text means the same. A statement with a comment inside keeps
//! its lines.

mod lex;
mod lines;
mod mapping;
mod spec;
mod statement;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Specification,
    Mapping,
}

impl Language {
    /// The language of a text, by its first word.
    pub fn of(text: &str) -> Self {
        match words(text).first() {
            Some(&"refinement") => Language::Mapping,
            _ => Language::Specification,
        }
    }
}

/// The formatted text. `None` if a word would be lost, which is a mistake of the formatter.
/// The text must have no syntax errors.
pub fn format(text: &str, language: Language) -> Option<String> {
    let formatted = match language {
        Language::Specification => spec::format(text),
        Language::Mapping => mapping::format(text),
    };
    let is_same = words(text) == words(&formatted) && comments(text) == comments(&formatted);
    is_same.then_some(formatted)
}

/// The words and signs of a text.
pub fn words(text: &str) -> Vec<&str> {
    let lexemes = lex::lex(text).into_iter().filter(|lexeme| !lexeme.is_comment());
    lexemes.map(|lexeme| lexeme.text).collect()
}

/// The comments of a text, without the blanks that their lines start with.
fn comments(text: &str) -> Vec<String> {
    let lexemes = lex::lex(text).into_iter().filter(lex::Lexeme::is_comment);
    let plain = |comment: &str| comment.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    lexemes.map(|lexeme| plain(lexeme.text)).collect()
}
