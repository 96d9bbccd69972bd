//! The room that a piece of code has on its page, and measures of text.

pub const MAX_WIDTH: usize = 100;
pub const TAB: usize = 4;

/// Where a piece of code starts, and how wide it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shape {
    /// Columns left on the first line. The last line has as many, counted from the first.
    pub width: usize,
    /// Where further lines start.
    pub indent: usize,
    /// What stands before the code on its first line, without the indentation.
    pub offset: usize,
}

impl Shape {
    /// At the start of a line.
    pub fn indented(indent: usize) -> Self {
        Self { width: MAX_WIDTH.saturating_sub(indent), indent, offset: 0 }
    }

    /// At the start of a line that is indented once more.
    pub fn nested(self) -> Self {
        Self::indented(self.indent + TAB)
    }

    pub fn sub_width(self, delta: usize) -> Option<Self> {
        Some(Self { width: self.width.checked_sub(delta)?, ..self })
    }

    pub fn offset_left(self, delta: usize) -> Option<Self> {
        Self { offset: self.offset + delta, ..self }.sub_width(delta)
    }

    /// The column of the first character.
    pub fn used_width(self) -> usize {
        self.indent + self.offset
    }

    /// Columns at the end of the line that the code must leave free.
    pub fn rhs_overhead(self) -> usize {
        MAX_WIDTH.saturating_sub(self.used_width() + self.width)
    }

    /// The whole rest of the line, whatever is to follow the code.
    pub fn whole_line(self) -> Self {
        Self { width: MAX_WIDTH.saturating_sub(self.used_width()), ..self }
    }

    /// The text, if it has room. Comments may be as wide as they are.
    pub fn fits(self, text: String) -> Option<String> {
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let fits = first_line_width(&text) <= self.width
            && (!text.contains('\n')
                || text.lines().skip(1).filter(is_code).all(|line| width(line) <= MAX_WIDTH)
                    && last_line_width(&text) <= self.used_width() + self.width);
        fits.then_some(text)
    }
}

pub fn pad(indent: usize) -> String {
    " ".repeat(indent)
}

pub fn newline(indent: usize) -> String {
    format!("\n{}", pad(indent))
}

pub fn width(text: &str) -> usize {
    text.chars().count()
}

pub fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or_default()
}

pub fn first_line_width(text: &str) -> usize {
    width(first_line(text))
}

pub fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or_default()
}

pub fn last_line_width(text: &str) -> usize {
    width(last_line(text))
}

pub fn trimmed_last_line_width(text: &str) -> usize {
    width(last_line(text).trim())
}

pub fn newlines(text: &str) -> usize {
    text.matches('\n').count()
}

/// How far the last line reaches beyond the start of the code.
pub fn extra_offset(text: &str, shape: Shape) -> usize {
    match text.contains('\n') {
        true => last_line(text).len().saturating_sub(shape.used_width()),
        false => text.len(),
    }
}

/// Whether the last line only closes brackets, so that more code may follow on it.
pub fn is_extendable(text: &str) -> bool {
    let closes = |letter: char| "()]}?>".contains(letter) || letter.is_whitespace();
    last_line(text).chars().all(closes)
}

/// Whether code looks better on a line of its own than behind what precedes it.
pub fn prefers_next_line(same_line: &str, next_line: &str) -> bool {
    let opens = |bracket: char| {
        first_line(same_line).ends_with(bracket) && !first_line(next_line).ends_with(bracket)
    };
    !next_line.contains('\n')
        || newlines(same_line) > newlines(next_line) + 1
        || ['(', '{', '['].into_iter().any(opens)
}
