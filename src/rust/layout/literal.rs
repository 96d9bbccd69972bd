//! String literals.

use super::shape::{newline, width};

/// On one line.
pub fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// Over several lines of at most `limit` columns, each of which ends with a backslash. `column`
/// is where the literal starts.
pub fn wrapped(text: &str, limit: usize, column: usize) -> String {
    let whole = quoted(text);
    if width(&whole) <= limit {
        return whole;
    }
    let next_line = format!("\\{}", newline(column + 1));
    let mut literal = "\"".to_owned();
    let mut line_width = 0;
    for chunk in text.split_inclusive([' ', '\n']) {
        let escaped = escaped(chunk);
        let ends_line = literal.ends_with("\\n");
        let is_full = line_width > 0 && line_width + width(&escaped) > limit;
        // A backslash at the end of a line swallows the blanks at the start of the next.
        if (ends_line || is_full) && !chunk.starts_with(' ') {
            literal.push_str(&next_line);
            line_width = 0;
        }
        literal.push_str(&escaped);
        line_width += width(&escaped);
    }
    literal.push('"');
    literal
}

fn escaped(chunk: &str) -> String {
    let quoted = quoted(chunk);
    quoted[1..quoted.len() - 1].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_text_stays_on_one_line() {
        assert_eq!(wrapped("a \"b\"\nc", 72, 4), "\"a \\\"b\\\"\\nc\"");
    }

    #[test]
    fn lines_break_between_words_and_behind_newlines() {
        let text = "insert(insert(s, e), e) is the same set as insert(s, e), but the element \
                    was\n  kept twice,\nor not";
        let expected = "\"insert(insert(s, e), e) is the same set as insert(s, e), but the \\\n     \
                        element was\\n  kept twice,\\n\\\n     or not\"";
        assert_eq!(wrapped(text, 72, 4), expected);
        let literal = syn::parse_str::<syn::LitStr>(expected).expect("a literal");
        assert_eq!(literal.value(), text);
    }
}
