//! Lexemes of both languages, comments included. Rust inside of mappings is only cut where it
//! must be: a string or a character is one lexeme.

/// A word, sign, literal or comment, and how it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lexeme<'t> {
    pub text: &'t str,
    pub start: usize,
    /// The line breaks between this and the lexeme before.
    pub lines: usize,
    /// Whether anything separates it from the lexeme before.
    pub is_apart: bool,
}

impl Lexeme<'_> {
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub fn is_comment(&self) -> bool {
        self.text.starts_with("//") || self.text.starts_with("/*")
    }

    pub fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
    }
}

/// Longer signs first.
const SIGNS: &[&str] = &["-->?", "-->", "->", "=>", "::", "!=", "<=", ">=", "=="];

pub(super) fn lex(text: &str) -> Vec<Lexeme<'_>> {
    let mut lexemes = Vec::new();
    let (mut at, mut lines, mut is_apart) = (0, 0, false);
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() || first == '\u{FEFF}' {
            lines += usize::from(first == '\n');
            is_apart = true;
            at += first.len_utf8();
            continue;
        }
        let length = length(&text[at..], first);
        let text = text[at..at + length].trim_end_matches(['\r', ' ', '\t']);
        lexemes.push(Lexeme { text, start: at, lines, is_apart });
        at += length;
        (lines, is_apart) = (0, false);
    }
    lexemes
}

fn length(rest: &str, first: char) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if let Some(inner) = rest.strip_prefix("/*") {
        return inner.find("*/").map_or(rest.len(), |end| end + "/**/".len());
    }
    if first.is_alphanumeric() || first == '_' {
        return raw_string(rest).unwrap_or_else(|| {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        });
    }
    match first {
        '"' => quoted(rest, '"').unwrap_or(1),
        '\'' => character(rest).unwrap_or(1),
        _ => {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            sign.map_or(first.len_utf8(), |sign| sign.len())
        }
    }
}

/// `"…"` with escapes
fn quoted(rest: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if letter == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// `'x'` or `'\n'`; a lifetime is no character.
fn character(rest: &str) -> Option<usize> {
    let mut letters = rest.char_indices().skip(1);
    let (_, first) = letters.next()?;
    if first == '\\' {
        return quoted(rest, '\'');
    }
    let (at, second) = letters.next()?;
    (second == '\'').then_some(at + 1)
}

/// `r"…"` and `r#"…"#`
fn raw_string(rest: &str) -> Option<usize> {
    let marks = rest.strip_prefix('r')?;
    let hashes = marks.len() - marks.trim_start_matches('#').len();
    let inner = marks[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    Some(1 + hashes + 1 + inner.find(&close)? + close.len())
}

#[cfg(test)]
mod tests {
    use super::lex;

    fn texts(text: &str) -> Vec<&str> {
        lex(text).iter().map(|lexeme| lexeme.text).collect()
    }

    #[test]
    fn literals_of_rust_are_one_lexeme() {
        let text = r##"f("a // b;", '"', '\'', r#"} "x"#, &'a str) // end "##;
        let expected = [
            "f",
            "(",
            "\"a // b;\"",
            ",",
            "'\"'",
            ",",
            "'\\''",
            ",",
            "r#\"} \"x\"#",
            ",",
            "&",
            "'",
            "a",
            "str",
            ")",
            "// end",
        ];
        assert_eq!(texts(text), expected);
    }
}
