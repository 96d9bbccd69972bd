//! A tolerant scanner. It accepts any text, so that limits can be checked
//! before the grammar recurses, and so that messages can speak of the words
//! around a mistake. The grammar alone decides what is correct.

use std::ops::Range;

/// One token with its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub kind: TokenKind,
    pub text: &'t str,
    pub start: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name, a keyword or a number.
    Word,
    Sign,
    /// A character that no specification contains outside comments.
    Foreign,
    /// From a `/*` that is never closed to the end of the text.
    OpenComment,
}

impl Token<'_> {
    pub fn range(&self) -> Range<usize> {
        self.start..self.end()
    }

    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// The token as messages name it.
    pub fn describe(&self) -> String {
        const SHOWN: usize = 40;
        match self.kind {
            TokenKind::Foreign if self.text.chars().all(is_visible) => {
                format!("the character `{}`", self.text)
            }
            TokenKind::Foreign => format!("the character `{}`", self.text.escape_unicode()),
            _ if self.is_keyword() => format!("the keyword `{}`", self.text),
            _ if self.text.len() > SHOWN => {
                format!("`{}…`", self.text.chars().take(SHOWN).collect::<String>())
            }
            _ => format!("`{}`", self.text),
        }
    }

    pub fn is_name(&self) -> bool {
        let starts_as_number = self.text.starts_with(|c: char| c.is_ascii_digit());
        self.kind == TokenKind::Word && !starts_as_number && !self.is_keyword()
    }

    pub fn is_section(&self) -> bool {
        SECTIONS.contains(&self.text)
    }

    /// Whether no statement can go on here.
    pub fn is_structural(&self) -> bool {
        self.is_section() || matches!(self.text, "specification" | "end")
    }

    pub fn is_keyword(&self) -> bool {
        let in_formula = matches!(self.text, "not" | "and" | "or" | "iff" | "if" | "when" | "else");
        self.is_structural() || in_formula
    }
}

pub const SECTIONS: &[&str] =
    &["sorts", "constructors", "observers", "others", "auxiliary", "domains", "axioms", "implies"];

/// Longer signs first. Some are no part of the language, but what people write
/// out of habit; they are kept whole for the sake of messages.
const SIGNS: &[&str] = &[
    "-->?", "<-->", "<==>", "-->", "==>", "<=>", "<->", "->", "=>", "==", "!=", "<=", ">=", "&&",
    "||", "/\\", "\\/", "::", "(", ")", "[", "]", ",", ";", ":", "=", "<", ">", "+", "-", "*", "!",
    "?", "&", "|", "~", "/", "%", ".", "{", "}",
];

/// The tokens of a text, without blanks and comments.
pub(super) fn scan(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at += blank_length(&text[at..]);
        let Some(token) = token_at(text, at) else { return tokens };
        at = token.end();
        tokens.push(token);
    }
}

/// Where the `end specification` of the specification is that starts there.
pub fn end_of_specification(text: &str, start: usize) -> Option<usize> {
    let tokens = scan(text.get(start..)?);
    let end =
        tokens.windows(2).find(|pair| [pair[0].text, pair[1].text] == ["end", "specification"]);
    end.map(|pair| start + pair[0].start)
}

fn token_at(text: &str, start: usize) -> Option<Token<'_>> {
    let rest = &text[start..];
    let first = rest.chars().next()?;
    let (kind, length) = if is_word_character(first) {
        let end = rest.find(|c| !is_word_character(c)).unwrap_or(rest.len());
        (TokenKind::Word, end)
    } else if rest.starts_with("/*") {
        (TokenKind::OpenComment, rest.len())
    } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        (TokenKind::Sign, sign.len())
    } else {
        (TokenKind::Foreign, first.len_utf8())
    };
    Some(Token { kind, text: &rest[..length], start })
}

fn is_visible(c: char) -> bool {
    !c.is_control() && !c.is_whitespace()
}

fn is_word_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The length of the blanks and closed comments that a text starts with.
fn blank_length(text: &str) -> usize {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r', '\n', '\u{FEFF}']);
        let after = if rest.starts_with("//") {
            rest.find('\n').or(Some(rest.len()))
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map(|close| close + "/**/".len())
        } else {
            None
        };
        match after {
            Some(length) => rest = &rest[length..],
            None => return text.len() - rest.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        scan(text).iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_and_blanks_separate_tokens() {
        assert_eq!(texts("a/* b */c // d\r\n\te//"), ["a", "c", "e"]);
        assert_eq!(texts("/**/x/*/ y */z"), ["x", "z"]);
    }

    #[test]
    fn signs_are_as_long_as_they_can_be() {
        assert_eq!(texts("a-->?b-->c->d"), ["a", "-->?", "b", "-->", "c", "->", "d"]);
    }

    #[test]
    fn an_open_comment_reaches_to_the_end() {
        let tokens = scan("a /* b; c");
        assert_eq!(tokens[1].kind, TokenKind::OpenComment);
        assert_eq!(tokens[1].range(), 2..9);
        assert_eq!(tokens.len(), 2);
    }

    #[test]
    fn foreign_characters_come_one_by_one() {
        let tokens = scan("é@");
        assert_eq!(tokens.len(), 2);
        assert!(tokens.iter().all(|token| token.kind == TokenKind::Foreign));
    }
}
