//! Mappings: imports, entries and operations. Rust keeps its own blanks.

use super::lex::{Lexeme, lex};
use super::lines::{Lines, WIDTH, verbatim};
use super::statement::{separated, width};

const ITEM: usize = 2;
const OPERATION: usize = 4;

/// The formatted text of a mapping that the grammar accepts.
pub(super) fn format(text: &str) -> String {
    let mut formatter = Formatter { text, lexemes: lex(text), at: 0, lines: Lines::new() };
    formatter.file();
    formatter.lines.text()
}

struct Formatter<'t> {
    text: &'t str,
    lexemes: Vec<Lexeme<'t>>,
    at: usize,
    lines: Lines,
}

/// Lexemes that have lines of their own, comments inside of them included.
struct Part<'t> {
    comments: Vec<Lexeme<'t>>,
    lexemes: Vec<Lexeme<'t>>,
}

impl<'t> Part<'t> {
    fn first(&self) -> &Lexeme<'t> {
        &self.lexemes[0]
    }

    /// Whether the part must keep its lines: comments are in it, or a block of Rust.
    fn keeps_lines(&self) -> bool {
        let mut depth = 0;
        self.lexemes.iter().any(|lexeme| {
            match lexeme.text {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            let is_block = depth > 0 && lexeme.lines > 0 && self.first().text != "use";
            lexeme.is_comment() || is_block || lexeme.text.contains('\n')
        })
    }
}

impl<'t> Formatter<'t> {
    fn file(&mut self) {
        let end = self.header_end();
        let head = self.part(end);
        self.open(0, &head, true);
        while !self.is_at("end") && self.peek().is_some() {
            self.item();
        }
        let end = self.lexemes.len();
        let end = self.lexemes[self.at..end]
            .iter()
            .rposition(|it| !it.is_comment())
            .map_or(self.lexemes.len(), |last| self.at + last + 1);
        let closing = self.part(end);
        if !closing.lexemes.is_empty() {
            self.lines.comments(0, &closing.comments);
            self.push(0, &closing, &[]);
        }
        let rest: Vec<_> = self.lexemes[self.at..].to_vec();
        self.lines.comments(0, &rest);
    }

    /// The next lexeme that is no comment.
    fn peek(&self) -> Option<&Lexeme<'t>> {
        self.lexemes[self.at..].iter().find(|lexeme| !lexeme.is_comment())
    }

    fn is_at(&self, text: &str) -> bool {
        self.peek().is_some_and(|lexeme| lexeme.text == text)
    }

    /// The comments here, and the lexemes up to a place.
    fn part(&mut self, end: usize) -> Part<'t> {
        let mut comments = Vec::new();
        while self.at < end && self.lexemes[self.at].is_comment() {
            comments.push(self.lexemes[self.at]);
            self.at += 1;
        }
        let lexemes = self.lexemes[self.at..end].to_vec();
        self.at = end;
        Part { comments, lexemes }
    }

    fn find(&self, from: usize, wanted: impl Fn(&str) -> bool) -> usize {
        let found = (from..self.lexemes.len()).find(|at| wanted(self.lexemes[*at].text));
        found.unwrap_or(self.lexemes.len())
    }

    /// The next `{` or `;` outside of parentheses and brackets: `[E; 1]` is a type.
    fn find_outside(&self, from: usize) -> usize {
        let mut depth = 0_i32;
        let found = (from..self.lexemes.len()).find(|at| {
            match self.lexemes[*at].text {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                _ => {}
            }
            depth == 0 && matches!(self.lexemes[*at].text, "{" | ";")
        });
        found.unwrap_or(self.lexemes.len())
    }

    /// Behind `refinement` and its generics.
    fn header_end(&self) -> usize {
        let word = self.find(0, |text| text == "refinement");
        let next = (word + 1..self.lexemes.len()).find(|at| !self.lexemes[*at].is_comment());
        match next {
            Some(open) if self.lexemes[open].text == "<" => self.close(open),
            _ => (word + 1).min(self.lexemes.len()),
        }
    }

    /// Behind the bracket that closes the one at a place. Angles count where an angle opens.
    fn close(&self, open: usize) -> usize {
        let angles = self.lexemes[open].text == "<";
        let mut depth = 0;
        for at in open..self.lexemes.len() {
            match self.lexemes[at].text {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth -= 1,
                "<" if angles => depth += 1,
                ">" if angles => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        self.lexemes.len()
    }

    fn item(&mut self) {
        if self.is_at("use") || self.is_at("values") && self.is_values() {
            let end = self.find(self.at, |text| text == ";") + 1;
            let part = self.part(end.min(self.lexemes.len()));
            return self.statement(ITEM, &part);
        }
        let open = self.find_outside(self.at);
        if self.is_at("prelude") || open >= self.lexemes.len() {
            let end = if open < self.lexemes.len() { self.close(open) } else { open };
            let part = self.part(end);
            return self.statement(ITEM, &part);
        }
        let part = self.part(open + 1);
        if part.lexemes.last().is_some_and(|last| last.text == "{") {
            self.entry(&part, open);
        } else {
            self.statement(ITEM, &part);
        }
    }

    /// Whether this is no entry of a specification called `values`.
    fn is_values(&self) -> bool {
        let next = self.lexemes[self.at..].iter().filter(|lexeme| !lexeme.is_comment()).nth(1);
        next.is_some_and(|next| !matches!(next.text, "is" | "["))
    }

    fn statement(&mut self, indent: usize, part: &Part<'t>) {
        self.lines.comments(indent, &part.comments);
        self.lines.blank(part.first().lines);
        self.push(indent, part, &listed(&part.lexemes, indent));
    }

    /// Pushes the given lines, or those of the text where the part must keep them.
    fn push(&mut self, indent: usize, part: &Part<'t>, lines: &[String]) {
        let own = if part.keeps_lines() {
            let end = part.lexemes.last().map_or(part.first().end(), Lexeme::end);
            verbatim(self.text, part.first().start, end, indent)
        } else if lines.is_empty() {
            vec![collapsed(&part.lexemes)]
        } else {
            lines.to_vec()
        };
        for (place, line) in own.iter().enumerate() {
            self.lines.push(if place == 0 { indent } else { 0 }, line);
        }
    }

    fn open(&mut self, indent: usize, part: &Part<'t>, is_first: bool) {
        self.lines.comments(indent, &part.comments);
        if part.lexemes.is_empty() {
            return;
        }
        self.lines.blank(if is_first && part.comments.is_empty() { 0 } else { part.first().lines });
        let lines = if is_first { Vec::new() } else { head(&part.lexemes) };
        self.push(indent, part, &lines);
        self.lines.opened();
    }

    fn entry(&mut self, part: &Part<'t>, open: usize) {
        let end = self.close(open);
        self.open(ITEM, part, false);
        let mut operations = Vec::new();
        while self.at < end && self.lexemes[self.at..end - 1].iter().any(|it| !it.is_comment()) {
            let last = self.operation_end(end - 1);
            operations.push(self.part(last));
        }
        let names = operations.iter().filter_map(|part| profile(&part.lexemes));
        let column = names.map(|(colon, _)| width(&name(colon))).max().unwrap_or(0) + 1;
        for operation in &operations {
            self.lines.comments(OPERATION, &operation.comments);
            self.lines.blank(operation.first().lines);
            self.operation(operation, column);
        }
        let closing = self.part(end);
        self.lines.comments(OPERATION, &closing.comments);
        self.lines.push(ITEM, "}");
    }

    /// Behind the semicolon or the block that ends an operation.
    fn operation_end(&self, close: usize) -> usize {
        let end = self.find_outside(self.at).min(close);
        if end == close || self.lexemes[end].text == ";" {
            return (end + 1).min(close);
        }
        let mut end = self.close(end);
        for words in [&["panics", "unspecified"][..], &[";"]] {
            let next = (end..close).find(|at| !self.lexemes[*at].is_comment());
            if let Some(next) = next.filter(|at| words.contains(&self.lexemes[*at].text)) {
                end = next + 1;
            }
        }
        end
    }

    /// `name: profile` and, on a line below, `is function`.
    fn operation(&mut self, part: &Part<'t>, column: usize) {
        let Some((colon, is)) = profile(&part.lexemes) else {
            return self.push(OPERATION, part, &[]);
        };
        if part.lexemes[..is].iter().any(Lexeme::is_comment) {
            return self.push(OPERATION, part, &[]);
        }
        let indent = OPERATION + column;
        let profile = broken(&part.lexemes[colon.len()..is], indent);
        for (place, line) in profile.iter().enumerate() {
            match place {
                0 => self.lines.push(OPERATION, &format!("{:column$}{line}", name(colon))),
                _ => self.lines.push(indent, line),
            }
        }
        let body = Part { comments: Vec::new(), lexemes: part.lexemes[is..].to_vec() };
        self.push(indent, &body, &[]);
    }
}

/// The name with its colon, and the place of `is`.
fn profile<'l, 't>(lexemes: &'l [Lexeme<'t>]) -> Option<(&'l [Lexeme<'t>], usize)> {
    let is_named = lexemes.first().is_some_and(Lexeme::is_word);
    let has_colon = lexemes.get(1).is_some_and(|lexeme| lexeme.text == ":");
    let is = lexemes.iter().skip(2).position(|lexeme| lexeme.text == "is")? + 2;
    (is_named && has_colon).then(|| (&lexemes[..2], is))
}

fn name(colon: &[Lexeme<'_>]) -> String {
    format!("{}:", colon[0].text)
}

/// A profile: `e:Orderable` without a blank, arrows on lines of their own where it is long.
fn broken(lexemes: &[Lexeme<'_>], column: usize) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (place, lexeme) in lexemes.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| lexemes[before].text);
        let is_joined = matches!(lexeme.text, ":" | "," | "[" | "]") && !words.is_empty()
            || matches!(before, Some(":" | "["));
        match words.last_mut().filter(|_| is_joined) {
            Some(last) => last.push_str(lexeme.text),
            None => words.push(lexeme.text.to_owned()),
        }
    }
    let whole = words.join(" ");
    let arrow = words.iter().position(|word| word.starts_with("-->"));
    match arrow.filter(|at| *at > 0 && column + width(&whole) > WIDTH) {
        Some(at) => vec![words[..at].join(" "), words[at..].join(" ")],
        None => vec![whole],
    }
}

/// The head of an entry; where it is long, `has`, `rep_ok` and `equality` are on lines of their own.
fn head(lexemes: &[Lexeme<'_>]) -> Vec<String> {
    let whole = collapsed(lexemes);
    let starts: Vec<usize> = (1..lexemes.len())
        .filter(|at| matches!(lexemes[*at].text, "has" | "rep_ok" | "equality"))
        .collect();
    if ITEM + width(&whole) <= WIDTH || starts.is_empty() {
        return listed(lexemes, ITEM);
    }
    let mut lines = listed(&lexemes[..starts[0]], ITEM);
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(lexemes.len());
        lines.extend(clause(&lexemes[*start..end]));
    }
    lines
}

/// `has Clone, Debug, …`, with as many traits on a line as fit.
fn clause(lexemes: &[Lexeme<'_>]) -> Vec<String> {
    let word = lexemes[0].text;
    let indent = ITEM + 4;
    filled(&lexemes[1..], &format!("{}{word} ", " ".repeat(indent)), indent + width(word) + 1)
}

/// `Pile is A, B`, with as many types on a line as fit. The first line has no indentation.
fn listed(lexemes: &[Lexeme<'_>], indent: usize) -> Vec<String> {
    let mut lines = filled(lexemes, &" ".repeat(indent), indent + 2);
    lines[0].drain(..indent);
    lines
}

/// The parts of a list behind a start, further lines from a column on.
fn filled(lexemes: &[Lexeme<'_>], start: &str, column: usize) -> Vec<String> {
    let mut parts = separated(lexemes, &["(", "[", "<", "{"], &[")", "]", ">", "}"]).into_iter();
    let first = parts.next().map_or(String::new(), collapsed);
    let mut lines = vec![format!("{start}{first}")];
    for text in parts.map(collapsed) {
        match lines.last_mut().filter(|last| width(last) + 1 + width(&text) <= WIDTH) {
            Some(last) => {
                last.push(' ');
                last.push_str(&text);
            }
            None => lines.push(format!("{}{text}", " ".repeat(column))),
        }
    }
    lines
}

/// Lexemes on one line, with a blank wherever something separates them.
fn collapsed(lexemes: &[Lexeme<'_>]) -> String {
    let mut text = String::new();
    for (place, lexeme) in lexemes.iter().enumerate() {
        let is_generic = place == 1 && lexeme.text == "<" && lexemes[0].text == "refinement";
        if is_generic || place > 0 && lexeme.is_apart && lexeme.text != ";" {
            text.push(' ');
        }
        text.push_str(lexeme.text);
    }
    text
}
