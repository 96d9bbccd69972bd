//! The diagnostics for pieces of a file that the grammar refuses.

use super::grammar::Rule;
use super::hints::{chain, hint, section_like};
use super::mismatch::{Mismatch, Piece};
use super::tokens::Token;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

impl Mismatch<'_> {
    pub fn diagnostic(&self) -> Diagnostic {
        self.unknown_section()
            .or_else(|| self.missing_semicolon())
            .or_else(|| self.chained())
            .unwrap_or_else(|| self.unexpected())
    }

    fn unexpected(&self) -> Diagnostic {
        let expected = self.expectation();
        let end = if self.piece == Piece::Question { "the end" } else { "the end of the file" };
        let found = self.found().map_or(end.to_owned(), Token::describe);
        let diagnostic =
            Diagnostic::error(Code::Syntax, format!("expected {expected}, found {found}"))
                .label(self.place(), format!("expected {expected}"));
        match hint(self) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    fn missing_semicolon(&self) -> Option<Diagnostic> {
        let complete = self.open_bracket().is_none() && self.expects(Rule::semicolon);
        (complete && self.ends_line() && self.may_start_statement()).then(|| {
            let message = format!("expected `;` after the {}", self.piece.noun());
            Diagnostic::error(Code::Syntax, message).label(self.gap(), "`;` is missing here")
        })
    }

    /// A word alone where a statement should start, too like a section's name.
    fn unknown_section(&self) -> Option<Diagnostic> {
        let word = self.before().filter(|_| self.found == self.range.start + 1)?;
        let section = section_like(word.text).filter(|_| !word.is_keyword())?;
        Some(unknown_section(Span::new(self.file, word.range()), word.text, section))
    }

    fn chained(&self) -> Option<Diagnostic> {
        let (message, help) = chain(self)?;
        let diagnostic = Diagnostic::error(Code::Syntax, message)
            .label(self.place(), "a second one here")
            .help(help);
        Some(diagnostic)
    }

    /// Whether a new statement may start at the token that does not fit: it is
    /// the first of its line, and only a semicolon is missing before it.
    pub fn starts_anew(&self) -> bool {
        self.ends_line() && (self.missing_semicolon().is_some() || self.unknown_section().is_some())
    }

    fn may_start_statement(&self) -> bool {
        self.found >= self.range.end
            || self.found().is_some_and(|token| {
                token.is_name() || matches!(token.text, "[" | "(" | "not" | "!")
            })
    }

    /// The expected token, in words that a user knows.
    fn expectation(&self) -> String {
        if self.expects(Rule::close_parenthesis) {
            return if self.in_arguments() { "`,` or `)`" } else { "`)`" }.to_owned();
        }
        if self.expects(Rule::close_bracket) {
            return if self.in_label() { "`]` after the label" } else { "`,` or `]`" }.to_owned();
        }
        if self.expects_operand() {
            return "a term or a formula".to_owned();
        }
        if self.expects(Rule::arrow) && self.seen(&["returns"]).is_some() {
            return "`-->`, `-->?` or `;`".to_owned();
        }
        if self.expects(Rule::arrow) {
            return "a sort, `-->`, `-->?` or `;`".to_owned();
        }
        if self.expects(Rule::semicolon) {
            let after = format!("`;` after the {}", self.piece.noun());
            return if self.in_formula() { "an operator or `;`".to_owned() } else { after };
        }
        if self.expects(Rule::name) || self.expects(Rule::label_name) {
            return self.expected_name().to_owned();
        }
        if self.piece == Piece::Question && self.expects(Rule::EOI) {
            return "an operator or the end".to_owned();
        }
        let other = match self.piece {
            Piece::DomainClause if self.seen(&["when"]).is_none() => "`else` and the error",
            _ => "`else` and the other value",
        };
        let wanted = [
            (Rule::k_else, other),
            (Rule::k_if, "`if` and the condition"),
            (Rule::colon, "`:`"),
            (Rule::arguments, "the arguments of the operation in parentheses"),
            (Rule::EOI, "a section, such as `sorts`, or `end specification`"),
        ];
        let phrase = wanted.iter().find(|(rule, _)| self.expects(*rule));
        phrase.map_or("something else", |(_, phrase)| phrase).to_owned()
    }

    fn expected_name(&self) -> &'static str {
        match self.piece {
            Piece::Head if self.open_bracket().is_some() => "the name of a parameter",
            Piece::Head => "the name of the specification",
            Piece::Operation if self.before().is_none() => "an operation",
            Piece::Variables if self.seen(&[":"]).is_none() => "a variable",
            Piece::Sorts if self.starts_variant() => "a variant",
            Piece::Sorts if self.open_bracket().is_none() => "a sort or the next section",
            Piece::Sorts | Piece::Operation | Piece::Variables => "a sort",
            Piece::DomainClause => "an operation and its arguments",
            Piece::Axiom | Piece::Theorem => "a label",
            Piece::Question => "a term or a formula",
        }
    }
}

/// A word in the place of a section's name, and the name that was probably meant.
pub fn unknown_section(place: Span, word: &str, section: &str) -> Diagnostic {
    Diagnostic::error(Code::Syntax, format!("unknown section `{word}`"))
        .label(place, "not a section")
        .help(format!("did you mean `{section}`?"))
}
