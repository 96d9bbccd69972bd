//! One statement of a specification: blanks between lexemes, and where long ones break.

use super::lex::Lexeme;
use super::lines::WIDTH;

const KEYWORDS: &[&str] = &["not", "and", "or", "iff", "if", "when", "else"];

/// Where a formula breaks, loosest first. `when` and `else` enclose a condition.
const LEVELS: &[&[&str]] = &[
    &["if"],
    &["iff"],
    &["or"],
    &["and"],
    &["=", "!=", "<", "<=", ">", ">="],
    &["when", "else"],
    &["+", "-"],
];

/// The lexemes on one line.
pub(super) fn joined(lexemes: &[Lexeme<'_>]) -> String {
    let mut text = String::new();
    for (place, lexeme) in lexemes.iter().enumerate() {
        if place > 0 && is_spaced(&lexemes[..place], lexeme) {
            text.push(' ');
        }
        text.push_str(lexeme.text);
    }
    text
}

fn is_spaced(before: &[Lexeme<'_>], next: &Lexeme<'_>) -> bool {
    let Some(last) = before.last() else { return false };
    let is_name = last.is_word() && !KEYWORDS.contains(&last.text);
    match (last.text, next.text) {
        (_, "," | ";" | ")" | "]" | ":") => false,
        ("(" | "[" | "!", _) => false,
        (_, "(" | "[") => !is_name && last.text != ")",
        ("-", _) => !is_prefix(before),
        _ => true,
    }
}

/// Whether the last lexeme, a `-`, has no operand on its left.
fn is_prefix(before: &[Lexeme<'_>]) -> bool {
    let Some((_, earlier)) = before.split_last() else { return true };
    earlier.last().is_none_or(|left| {
        let ends_operand = left.is_word() && !KEYWORDS.contains(&left.text);
        !ends_operand && !matches!(left.text, ")" | "]")
    })
}

/// The lines of a formula that starts at a column; the first line has no indentation.
/// Further lines are indented by two blanks, but inside of a part that stands behind its
/// operator.
pub(super) fn formula(lexemes: &[Lexeme<'_>], column: usize, is_part: bool) -> Vec<String> {
    let whole = joined(lexemes);
    if column + width(&whole) <= WIDTH {
        return vec![whole];
    }
    let split = LEVELS.iter().map(|level| places(lexemes, level)).find(|found| !found.is_empty());
    let Some(split) = split else { return vec![whole] };
    let further = if is_part { column } else { column + 2 };
    let mut lines = formula(&lexemes[..split[0]], column, is_part);
    for (number, start) in split.iter().enumerate() {
        let end = split.get(number + 1).copied().unwrap_or(lexemes.len());
        let operator = lexemes[*start].text;
        let operand = further + width(operator) + 1;
        let part = formula(&lexemes[start + 1..end], operand, true);
        for (place, line) in part.into_iter().enumerate() {
            lines.push(match place {
                0 => format!("{}{operator} {line}", " ".repeat(further)),
                _ => line,
            });
        }
    }
    lines
}

/// The operators of a level outside of brackets and conditions.
fn places(lexemes: &[Lexeme<'_>], level: &[&str]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut depth = 0_i32;
    for (place, lexeme) in lexemes.iter().enumerate() {
        if matches!(lexeme.text, ")" | "]" | "else") {
            depth -= 1;
        }
        let is_operator = lexeme.text != "-" || !is_prefix(&lexemes[..=place]);
        if depth == 0 && place > 0 && is_operator && level.contains(&lexeme.text) {
            found.push(place);
        }
        if matches!(lexeme.text, "(" | "[" | "when") {
            depth += 1;
        }
    }
    found
}

/// The parts between commas outside of brackets; each but the last ends in its comma.
pub(super) fn listed<'l, 't>(lexemes: &'l [Lexeme<'t>]) -> Vec<&'l [Lexeme<'t>]> {
    separated(lexemes, &["(", "["], &[")", "]"])
}

/// The same, with these brackets.
pub(super) fn separated<'l, 't>(
    lexemes: &'l [Lexeme<'t>],
    opening: &[&str],
    closing: &[&str],
) -> Vec<&'l [Lexeme<'t>]> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_i32);
    for (place, lexeme) in lexemes.iter().enumerate() {
        depth += i32::from(opening.contains(&lexeme.text));
        depth -= i32::from(closing.contains(&lexeme.text));
        if lexeme.text == "," && depth == 0 {
            parts.push(&lexemes[start..=place]);
            start = place + 1;
        }
    }
    parts.push(&lexemes[start..]);
    parts
}

/// The place of a lexeme outside of brackets.
pub(super) fn position(lexemes: &[Lexeme<'_>], text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    lexemes.iter().position(|lexeme| {
        match lexeme.text {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            _ => {}
        }
        depth == 0 && lexeme.text == text
    })
}

/// Parts on as few lines as they fit on.
pub(super) fn filled(parts: &[&[Lexeme<'_>]], column: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        let text = joined(part);
        let last = lines.last_mut().filter(|last| {
            let used = if last.starts_with(' ') { width(last) } else { column + width(last) };
            used + 1 + width(&text) <= WIDTH
        });
        match last {
            Some(last) => {
                last.push(' ');
                last.push_str(&text);
            }
            None => {
                let mut found = formula(part, column, false);
                let first = found.remove(0);
                let indent = if lines.is_empty() { 0 } else { column };
                lines.push(format!("{}{first}", " ".repeat(indent)));
                lines.extend(found);
            }
        }
    }
    lines
}

/// A statement that breaks in front of some words, to a column.
pub(super) fn broken(
    lexemes: &[Lexeme<'_>],
    indent: usize,
    column: usize,
    words: &[&str],
) -> Vec<String> {
    let whole = joined(lexemes);
    let split: Vec<usize> =
        (1..lexemes.len()).filter(|place| words.contains(&lexemes[*place].text)).collect();
    if indent + width(&whole) <= WIDTH || split.is_empty() {
        return vec![whole];
    }
    let mut lines = vec![joined(&lexemes[..split[0]])];
    for (number, start) in split.iter().enumerate() {
        let end = split.get(number + 1).copied().unwrap_or(lexemes.len());
        lines.push(format!("{}{}", " ".repeat(column), joined(&lexemes[*start..end])));
    }
    lines
}

pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}
