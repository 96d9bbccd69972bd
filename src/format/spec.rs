//! Specifications: sections, statements and the comments between them.

use super::lex::{Lexeme, lex};
use super::lines::{Lines, WIDTH, verbatim};
use super::statement::{broken, filled, formula, joined, listed, position, width};

const SECTIONS: &[&str] =
    &["sorts", "constructors", "observers", "others", "auxiliary", "domains", "axioms", "implies"];

const STATEMENT: usize = 4;

/// A part of a file that has lines of its own.
struct Item<'t> {
    kind: Kind,
    comments: Vec<Lexeme<'t>>,
    lexemes: Vec<Lexeme<'t>>,
    has_inner_comments: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Head,
    Section,
    Sort,
    Operation,
    Variables,
    Domain,
    Axiom,
    End,
}

/// The formatted text of a specification file that the grammar accepts.
pub(super) fn format(text: &str) -> String {
    let mut items = Items { lexemes: lex(text), at: 0, section: "" };
    let mut lines = Lines::new();
    let mut specification: Vec<Item<'_>> = Vec::new();
    while let Some(item) = items.next() {
        let is_end = item.kind == Kind::End;
        specification.push(item);
        if is_end {
            print(text, &specification, &mut lines);
            specification.clear();
        }
    }
    lines.comments(0, &items.comments());
    lines.text()
}

struct Items<'t> {
    lexemes: Vec<Lexeme<'t>>,
    at: usize,
    section: &'t str,
}

impl<'t> Items<'t> {
    fn comments(&mut self) -> Vec<Lexeme<'t>> {
        let mut found = Vec::new();
        while let Some(lexeme) = self.lexemes.get(self.at).filter(|it| it.is_comment()) {
            found.push(*lexeme);
            self.at += 1;
        }
        found
    }

    fn next(&mut self) -> Option<Item<'t>> {
        let start = self.at;
        let comments = self.comments();
        let Some(first) = self.lexemes.get(self.at).copied() else {
            self.at = start;
            return None;
        };
        let (kind, end) = match first.text {
            "end" => (Kind::End, self.after_words(2)),
            "specification" => (Kind::Head, self.head_end()),
            word if SECTIONS.contains(&word) => {
                self.section = first.text;
                (Kind::Section, self.at + 1)
            }
            _ => self.statement(),
        };
        let all = self.lexemes[self.at..end].to_vec();
        self.at = end;
        let has_inner_comments = all.iter().any(Lexeme::is_comment);
        let lexemes = all.into_iter().filter(|lexeme| !lexeme.is_comment()).collect();
        Some(Item { kind, comments, lexemes, has_inner_comments })
    }

    /// The place behind this many lexemes, not counting comments.
    fn after_words(&self, mut words: usize) -> usize {
        let mut at = self.at;
        while words > 0 && at < self.lexemes.len() {
            words -= usize::from(!self.lexemes[at].is_comment());
            at += 1;
        }
        at
    }

    fn next_word(&self, at: usize) -> Option<(usize, &Lexeme<'t>)> {
        (at..self.lexemes.len()).map(|at| (at, &self.lexemes[at])).find(|(_, it)| !it.is_comment())
    }

    /// Behind the name and the brackets.
    fn head_end(&self) -> usize {
        let end = self.after_words(2);
        match self.next_word(end) {
            Some((at, bracket)) if bracket.text == "[" => self.close(at),
            _ => end,
        }
    }

    /// Behind the bracket that closes the one at a place.
    fn close(&self, open: usize) -> usize {
        let mut depth = 0;
        for at in open..self.lexemes.len() {
            match self.lexemes[at].text {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at + 1;
            }
        }
        self.lexemes.len()
    }

    fn statement(&self) -> (Kind, usize) {
        if self.section == "sorts" {
            return (Kind::Sort, self.sort_end());
        }
        let ends = |at: &usize| self.lexemes[*at].text == ";";
        let end = (self.at..self.lexemes.len()).find(ends).map_or(self.lexemes.len(), |at| at + 1);
        let kind = match self.section {
            "domains" | "axioms" | "implies" if self.declares(end) => Kind::Variables,
            "domains" => Kind::Domain,
            "axioms" | "implies" => Kind::Axiom,
            _ => Kind::Operation,
        };
        (kind, end)
    }

    /// `S, T: Sort;`: nothing but names and commas stands before the colon.
    fn declares(&self, end: usize) -> bool {
        let lexemes = self.lexemes[self.at..end].iter().filter(|it| !it.is_comment());
        let mut is_name = true;
        for lexeme in lexemes {
            match lexeme.text {
                ":" => return true,
                "," if !is_name => is_name = true,
                _ if is_name && lexeme.is_word() => is_name = false,
                _ => return false,
            }
        }
        false
    }

    /// A sort with its brackets, or `Name is Variant(…) | …`.
    fn sort_end(&self) -> usize {
        let mut end = self.at + 1;
        loop {
            match self.next_word(end) {
                Some((at, next)) if matches!(next.text, "[" | "(") => end = self.close(at),
                Some((at, next)) if matches!(next.text, "is" | "|") => {
                    end = self.next_word(at + 1).map_or(at + 1, |(at, _)| at + 1);
                }
                _ => return end,
            }
        }
    }
}

fn print(text: &str, items: &[Item<'_>], lines: &mut Lines) {
    let labels = items.iter().filter(|item| item.kind == Kind::Axiom && !item.has_inner_comments);
    let label_width = labels.filter_map(label).map(|label| width(&joined(label))).max();
    let mut before = Kind::Head;
    for item in items {
        let indent = match item.kind {
            Kind::Head | Kind::End => 0,
            Kind::Section => 2,
            _ => STATEMENT,
        };
        let first = &item.lexemes[0];
        // Comments before a section belong to it.
        lines.comments(indent, &item.comments);
        match item.kind {
            Kind::Head if lines.last().starts_with("end specification") => lines.blank(2),
            Kind::End => {}
            _ => lines.blank(first.lines),
        }
        if item.has_inner_comments {
            let end = item.lexemes.last().map_or(first.end(), Lexeme::end);
            let found = verbatim(text, first.start, end, indent);
            push(lines, indent, &found);
        } else if item.kind == Kind::Variables && before == Kind::Variables && first.lines == 0 {
            beside(lines, item);
        } else {
            match item.kind {
                Kind::Head | Kind::Section => lines.open(indent, &joined(&item.lexemes)),
                _ => push(lines, indent, &laid_out(item, label_width.unwrap_or(0))),
            }
        }
        before = item.kind;
    }
}

/// Variables stay on the line of those before them where they fit.
fn beside(lines: &mut Lines, item: &Item<'_>) {
    let group = joined(&item.lexemes);
    if item.comments.is_empty() && width(lines.last()) + 1 + width(&group) <= WIDTH {
        lines.extend_last(&format!(" {group}"));
    } else {
        lines.push(STATEMENT, &group);
    }
}

fn push(lines: &mut Lines, indent: usize, found: &[String]) {
    for (place, line) in found.iter().enumerate() {
        lines.push(if place == 0 { indent } else { 0 }, line);
    }
}

fn laid_out(item: &Item<'_>, label_width: usize) -> Vec<String> {
    let lexemes = item.lexemes.as_slice();
    match item.kind {
        Kind::Operation => {
            let names = position(lexemes, ":").map_or(0, |at| width(&joined(&lexemes[..=at])) + 1);
            broken(lexemes, STATEMENT, STATEMENT + names, &["-->", "-->?", "returns"])
        }
        Kind::Sort => broken(lexemes, STATEMENT, STATEMENT + 2, &["|"]),
        Kind::Domain => domain(lexemes),
        Kind::Axiom => match (label(item), after(lexemes)) {
            (Some(label), _) => labelled(label, &lexemes[label.len()..], label_width),
            (None, Some(colon)) => effects(lexemes, colon),
            (None, None) => formula(lexemes, STATEMENT, false),
        },
        _ => vec![joined(lexemes)],
    }
}

/// `[name]` in front of an axiom
fn label<'i, 't>(item: &'i Item<'t>) -> Option<&'i [Lexeme<'t>]> {
    (item.lexemes[0].text == "[").then(|| &item.lexemes[..3])
}

fn labelled(label: &[Lexeme<'_>], rest: &[Lexeme<'_>], label_width: usize) -> Vec<String> {
    let mut lines = formula(rest, STATEMENT + label_width + 1, false);
    lines[0] = format!("{:label_width$} {}", joined(label), lines[0]);
    lines
}

/// The colon of `after term: effects;`
fn after(lexemes: &[Lexeme<'_>]) -> Option<usize> {
    let is_after = lexemes[0].text == "after" && lexemes.get(1).is_some_and(Lexeme::is_word);
    position(lexemes, ":").filter(|_| is_after)
}

fn effects(lexemes: &[Lexeme<'_>], colon: usize) -> Vec<String> {
    let whole = joined(lexemes);
    if STATEMENT + width(&whole) <= WIDTH {
        return vec![whole];
    }
    let mut lines = vec![joined(&lexemes[..=colon])];
    let indent = STATEMENT + 2;
    let mut found = filled(&listed(&lexemes[colon + 1..]), indent);
    found[0] = format!("{}{}", " ".repeat(indent), found[0]);
    lines.extend(found);
    lines
}

/// Operations, and the conditions with their errors.
fn domain(lexemes: &[Lexeme<'_>]) -> Vec<String> {
    let whole = joined(lexemes);
    let condition = position(lexemes, "if").filter(|_| STATEMENT + width(&whole) > WIDTH);
    let Some(at) = condition else { return vec![whole] };
    let indent = STATEMENT + 2;
    let mut lines = vec![joined(&lexemes[..at])];
    let column = indent + 3;
    for (place, part) in listed(&lexemes[at + 1..]).into_iter().enumerate() {
        for (line, text) in formula(part, column, true).into_iter().enumerate() {
            lines.push(match (place, line) {
                (0, 0) => format!("{}if {text}", " ".repeat(indent)),
                (_, 0) => format!("{}{text}", " ".repeat(column)),
                _ => text,
            });
        }
    }
    lines
}
