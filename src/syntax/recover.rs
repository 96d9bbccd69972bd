//! All syntax errors of a file that the grammar has refused.
//!
//! The file is cut into heads, sections and statements at its keywords and semicolons, and
//! each piece is parsed on its own. So one mistake gives one message, and the rest of the
//! file is still checked.

use std::ops::Range;

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};

use super::declaration::Reader;
use super::explain::unknown_section;
use super::grammar::{Grammar, Rule};
use super::hints::section_meant;
use super::limits;
use super::mismatch::{Mismatch, Piece};
use super::tokens::{Token, TokenKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// A file with more errors than this is not a specification with mistakes.
const MAX_ERRORS: usize = 100;

/// The errors in the order of the text; at least one. `too_deep` holds the errors about
/// nesting.
pub(super) fn all_errors(
    text: &str,
    tokens: &[Token<'_>],
    too_deep: &[Diagnostic],
    file: FileId,
) -> Vec<Diagnostic> {
    let comment = tokens.last().filter(|last| last.kind == TokenKind::OpenComment);
    let tokens = &tokens[..tokens.len() - usize::from(comment.is_some())];
    let mut recovery = Recovery { text, tokens, too_deep, file, at: 0, errors: Vec::new() };
    recovery.file();
    let mut errors = recovery.errors;
    if let Some(comment) = comment {
        // It hides the rest of the text, so errors at its start are not reported.
        let visible = tokens.last().map_or(0, Token::end);
        errors
            .retain(|error| error.labels.iter().all(|label| (label.span.start as usize) < visible));
        errors.push(limits::open_comment(comment, file));
    }
    if errors.is_empty() {
        errors.push(not_a_list(file));
    }
    errors
}

/// The error for a file that is wrong although each piece is right.
fn not_a_list(file: FileId) -> Diagnostic {
    Diagnostic::error(Code::Syntax, "the file is not a list of specifications")
        .label(Span::new(file, 0..0), "in this file")
}

struct Recovery<'t> {
    text: &'t str,
    tokens: &'t [Token<'t>],
    too_deep: &'t [Diagnostic],
    file: FileId,
    /// The first token that has not been judged yet.
    at: usize,
    errors: Vec<Diagnostic>,
}

impl<'t> Recovery<'t> {
    fn file(&mut self) {
        if self.tokens.is_empty() {
            self.errors.push(self.no_specification());
        }
        while self.at < self.tokens.len() {
            if self.errors.len() >= MAX_ERRORS {
                self.errors.push(self.too_many_errors());
                return;
            }
            if self.is_at("specification") {
                self.specification();
            } else {
                self.errors.push(self.outside());
                self.skip_to_specification();
            }
        }
    }

    fn specification(&mut self) {
        let head = self.at;
        self.at = self.boundary_from(head + 1);
        self.judge(Piece::Head, head..self.at);
        while self.at < self.tokens.len() && self.errors.len() < MAX_ERRORS {
            match self.tokens[self.at].text {
                "specification" => break,
                "end" => return self.closing(),
                _ => self.section(),
            }
        }
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(self.never_closed(head));
        }
    }

    fn closing(&mut self) {
        self.at += 1;
        if !self.is_at("specification") {
            self.errors.push(self.half_closed());
            self.skip_to_specification();
        } else if self.is_next_head(self.at) {
            self.errors.push(self.half_closed());
        } else {
            self.at += 1;
        }
    }

    /// Whether `specification` opens the next one rather than closing this.
    fn is_next_head(&self, index: usize) -> bool {
        let named = self.tokens.get(index + 1).is_some_and(Token::is_name);
        named && self.starts_line(index) && !self.starts_line(index + 1)
    }

    fn section(&mut self) {
        let keyword = self.at;
        let meant = self.misspelt_section(keyword);
        if let Some(section) = meant {
            let word = self.tokens[keyword].text;
            self.errors.push(unknown_section(self.span(keyword), word, section));
        }
        self.at += 1;
        if meant.unwrap_or(self.tokens[keyword].text) == "sorts" {
            self.at = self.boundary_from(self.at);
            if meant.is_none() {
                self.judge(Piece::Sorts, keyword..self.at);
            }
            return;
        }
        let mut statement_seen = false;
        let mut end = self.at;
        while self.at < self.tokens.len()
            && !self.is_boundary(self.at)
            && self.errors.len() < MAX_ERRORS
        {
            let start = self.at;
            if end <= start {
                end = self.statement_end(start);
            }
            let piece = self.piece(keyword, start..end);
            if piece == Piece::Variables && statement_seen {
                self.errors.push(self.late_variables(start, keyword));
                // The groups that follow are late for the same reason.
                statement_seen = false;
            }
            self.at = end;
            let accepted = self.judge(piece, start..end);
            statement_seen |= accepted && piece != Piece::Variables;
        }
    }

    /// The intended kind of a statement in a section.
    fn piece(&self, keyword: usize, statement: Range<usize>) -> Piece {
        let mut tokens = self.tokens[statement.clone()].iter();
        let sign = tokens.find(|token| token.kind != TokenKind::Word && token.text != ",");
        let is_after = |at: usize| self.tokens[at].text == "after" && self.tokens[at + 1].is_name();
        let is_effect = statement.len() > 1 && is_after(statement.start);
        let declares = !is_effect && sign.is_some_and(|token| token.text == ":");
        match self.misspelt_section(keyword).unwrap_or(self.tokens[keyword].text) {
            "constructors" | "observers" | "others" | "auxiliary" => Piece::Operation,
            _ if declares => Piece::Variables,
            "domains" => Piece::DomainClause,
            "implies" => Piece::Theorem,
            _ => Piece::Axiom,
        }
    }

    /// Asks the grammar about one piece. A statement that lacks its semicolon
    /// at the end of a line ends there, and the next one starts.
    fn judge(&mut self, piece: Piece, range: Range<usize>) -> bool {
        let base = self.tokens[range.start].start;
        let end = self.tokens[range.end - 1].end();
        let too_deep = self.too_deep_between(base, end);
        if !too_deep.is_empty() {
            self.errors.extend_from_slice(too_deep);
            return false;
        }
        let text = &self.text[base..end];
        match Grammar::parse(piece.rule(), text) {
            Ok(pairs) => {
                let mut reader = Reader::new(self.file, base);
                pairs.for_each(|pair| reader.statement(pair));
                self.errors.extend(reader.errors);
                true
            }
            Err(error) => {
                let offset = match error.location {
                    InputLocation::Pos(offset) | InputLocation::Span((offset, _)) => offset,
                };
                let expected = match error.variant {
                    ErrorVariant::ParsingError { positives, .. } => positives,
                    ErrorVariant::CustomError { .. } => Vec::new(),
                };
                let found = self.tokens.partition_point(|token| token.start < base + offset);
                self.refuse(piece, range, found, &expected);
                false
            }
        }
    }

    /// The grammar must not see what is nested too deeply.
    fn too_deep_between(&self, start: usize, end: usize) -> &'t [Diagnostic] {
        let before = |offset: usize| {
            self.too_deep.partition_point(|error| (error.labels[0].span.start as usize) < offset)
        };
        &self.too_deep[before(start)..before(end)]
    }

    fn refuse(&mut self, piece: Piece, range: Range<usize>, mut found: usize, expected: &[Rule]) {
        let (text, tokens, file) = (self.text, self.tokens, self.file);
        // The name of the next predicate has been taken for one more sort.
        let is_next = found > range.start + 1 && self.starts_line(found - 1);
        if is_next && tokens.get(found).is_some_and(|token| token.text == ":") {
            found -= 1;
        }
        let mismatch = Mismatch { text, tokens, file, piece, range, found, expected };
        self.errors.push(mismatch.diagnostic());
        if mismatch.starts_anew() {
            self.at = found;
        }
    }

    fn is_at(&self, text: &str) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.text == text)
    }

    fn skip_to_specification(&mut self) {
        while self.at < self.tokens.len()
            && !(self.is_at("specification") && self.text_before(self.at) != "end")
        {
            self.at += 1;
        }
    }

    fn text_before(&self, index: usize) -> &str {
        index.checked_sub(1).map_or("", |before| self.tokens[before].text)
    }

    /// After the next semicolon, or at the end of the section.
    fn statement_end(&self, from: usize) -> usize {
        let ends = |&index: &usize| self.is_boundary(index) || self.text_before(index) == ";";
        (from + 1..self.tokens.len()).find(ends).unwrap_or(self.tokens.len())
    }

    fn boundary_from(&self, from: usize) -> usize {
        let indices = from..self.tokens.len();
        indices.clone().find(|&index| self.is_boundary(index)).unwrap_or(indices.end)
    }

    /// Whether a keyword stands here that opens or closes a section or a
    /// specification, or a word that was meant to.
    fn is_boundary(&self, index: usize) -> bool {
        let is_text = |at: usize, text: &str| self.tokens.get(at).is_some_and(|it| it.text == text);
        let is_label = index > 0 && is_text(index - 1, "[") && is_text(index + 1, "]");
        self.tokens[index].is_structural() && !self.is_meant_as_name(index) && !is_label
            || self.misspelt_section(index).is_some()
    }

    /// The section that a word alone on its line was meant to open, so that what follows
    /// is not held against the section before.
    fn misspelt_section(&self, index: usize) -> Option<&'static str> {
        let is_alone = self.tokens[index].is_name()
            && self.starts_line(index)
            && self.tokens.get(index + 1).is_some_and(|_| self.starts_line(index + 1));
        let meant = is_alone.then(|| section_meant(self.tokens[index].text))?;
        meant.filter(|_| self.may_open_section(index))
    }

    /// Whether nothing is left open before a word, and a statement starts after it.
    fn may_open_section(&self, index: usize) -> bool {
        let before = &self.tokens[..index];
        let ended = match before.last() {
            Some(last) if last.is_structural() => !matches!(last.text, "specification" | "sorts"),
            Some(last) if last.text == ";" => true,
            // The first word after `srots` is a sort.
            Some(last) if section_meant(last.text) == Some("sorts") => false,
            // Neither a head nor a list of sorts ends with a sign.
            _ => {
                let open = before.iter().rev().find(|token| token.is_structural());
                open.is_some_and(|token| matches!(token.text, "specification" | "sorts"))
            }
        };
        let next = &self.tokens[index + 1];
        ended && (next.is_name() || matches!(next.text, "[" | "(" | "not" | "!"))
    }

    /// Whether the words around a keyword show that something else was meant:
    /// `end: Queue --> Element;`, `p(x) implies q(x)`.
    fn is_meant_as_name(&self, index: usize) -> bool {
        let token = self.tokens[index];
        let named = self.tokens.get(index + 1).is_some_and(|next| match next.text {
            ":" | "," | ")" => true,
            "(" => next.start == token.end(),
            _ => false,
        });
        let connects = token.text == "implies"
            && !matches!(self.text_before(index), "" | ";")
            && !self.starts_line(index);
        named || connects
    }

    fn starts_line(&self, index: usize) -> bool {
        let before = index.checked_sub(1).map_or(0, |before| self.tokens[before].end());
        self.text[before..self.tokens[index].start].contains('\n')
    }

    fn span(&self, index: usize) -> Span {
        Span::new(self.file, self.tokens[index].range())
    }

    /// The place just after the last token before the given one.
    fn gap_before(&self, index: usize) -> Span {
        let end = index.checked_sub(1).map_or(0, |before| self.tokens[before].end());
        Span::new(self.file, end..end)
    }

    fn no_specification(&self) -> Diagnostic {
        Diagnostic::error(Code::Syntax, "the file holds no specification")
            .label(self.gap_before(0), "expected `specification`")
            .help("a file is one or more of `specification Name … end specification`")
    }

    fn outside(&self) -> Diagnostic {
        let found = self.tokens[self.at].describe();
        let help = match self.text_before(self.at) {
            "specification" => "nothing stands between `end specification` and the next one",
            _ => "a file is one or more of `specification Name … end specification`",
        };
        Diagnostic::error(Code::Syntax, format!("expected `specification`, found {found}"))
            .label(self.span(self.at), "outside of any specification")
            .help(help)
    }

    fn never_closed(&self, head: usize) -> Diagnostic {
        Diagnostic::error(Code::Syntax, "the specification is never closed")
            .label(self.gap_before(self.at), "expected `end specification`")
            .label(self.span(head), "it starts here")
    }

    fn half_closed(&self) -> Diagnostic {
        Diagnostic::error(Code::Syntax, "expected `specification` after `end`")
            .label(self.gap_before(self.at), "`specification` is missing here")
            .help("a specification is closed by `end specification`")
    }

    fn late_variables(&self, start: usize, keyword: usize) -> Diagnostic {
        Diagnostic::error(Code::Syntax, "variables are declared too late")
            .label(self.span(start), "declared after a statement of the section")
            .label(self.span(keyword), "the variables come first in this section")
    }

    fn too_many_errors(&self) -> Diagnostic {
        Diagnostic::error(Code::Syntax, "too many syntax errors")
            .label(self.span(self.at), "from here on, the file was not read")
    }
}
