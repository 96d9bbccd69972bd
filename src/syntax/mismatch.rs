//! What to say where the grammar has refused a piece of a file.

use std::ops::Range;

use super::hints::{chain, hint, section_like};
use super::parse_spec::Rule;
use super::tokens::Token;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// A piece of a file that is parsed on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Head,
    Sorts,
    Operation,
    Variables,
    DomainClause,
    Axiom,
    Theorem,
}

impl Piece {
    pub fn rule(self) -> Rule {
        match self {
            Piece::Head => Rule::lone_head,
            Piece::Sorts => Rule::lone_sorts,
            Piece::Operation => Rule::operation,
            Piece::Variables => Rule::variables,
            Piece::DomainClause => Rule::domain_clause,
            Piece::Axiom | Piece::Theorem => Rule::axiom,
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Piece::Head => "name",
            Piece::Sorts => "sort",
            Piece::Operation => "operation",
            Piece::Variables => "variables",
            Piece::DomainClause => "domain condition",
            Piece::Axiom => "axiom",
            Piece::Theorem => "theorem",
        }
    }
}

/// The grammar could not go on at a token, within one piece.
pub(super) struct Mismatch<'t> {
    pub text: &'t str,
    pub tokens: &'t [Token<'t>],
    pub file: FileId,
    pub piece: Piece,
    /// The tokens of the piece.
    pub range: Range<usize>,
    /// The token that does not fit; there is none at the end of the file.
    pub found: usize,
    /// What the grammar would have accepted.
    pub expected: &'t [Rule],
}

impl<'t> Mismatch<'t> {
    pub fn diagnostic(&self) -> Diagnostic {
        self.unknown_section()
            .or_else(|| self.missing_semicolon())
            .or_else(|| self.chained())
            .unwrap_or_else(|| self.unexpected())
    }

    fn unexpected(&self) -> Diagnostic {
        let expected = self.expectation();
        let found = self.found().map_or("the end of the file".to_owned(), Token::describe);
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

    /// Whether the line or the piece ends before the token that does not fit.
    fn ends_line(&self) -> bool {
        let Some(before) = self.before() else { return false };
        self.found >= self.range.end
            || self.text[before.end()..self.tokens[self.found].start].contains('\n')
    }

    pub fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    pub fn found(&self) -> Option<&'t Token<'t>> {
        self.tokens.get(self.found)
    }

    /// The token before, if it belongs to the piece.
    pub fn before(&self) -> Option<&'t Token<'t>> {
        (self.found > self.range.start).then(|| &self.tokens[self.found - 1])
    }

    /// Of the tokens of the piece so far, the last that has one of these texts.
    pub fn seen(&self, texts: &[&str]) -> Option<&'t Token<'t>> {
        let so_far = &self.tokens[self.range.start..self.found];
        so_far.iter().rev().find(|token| texts.contains(&token.text))
    }

    /// The index of the innermost bracket or parenthesis that is still open.
    pub fn open_bracket(&self) -> Option<usize> {
        let mut open = Vec::new();
        for index in self.range.start..self.found {
            match self.tokens[index].text {
                "(" | "[" => open.push(index),
                ")" | "]" => _ = open.pop(),
                _ => {}
            }
        }
        open.pop()
    }

    /// Where the token that does not fit stands.
    fn place(&self) -> Span {
        self.found().map_or(self.gap(), |found| Span::new(self.file, found.range()))
    }

    fn gap(&self) -> Span {
        let end = self.before().map_or(0, Token::end);
        Span::new(self.file, end..end)
    }

    /// What was expected, in the words of a user.
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
        if self.expects(Rule::arrow) {
            return "a sort, `-->`, `-->?` or `;`".to_owned();
        }
        if self.expects(Rule::semicolon) {
            let after = format!("`;` after the {}", self.piece.noun());
            return if self.in_formula() { "an operator or `;`".to_owned() } else { after };
        }
        if self.expects(Rule::name) {
            return self.expected_name().to_owned();
        }
        let wanted = [
            (Rule::k_else, "`else` and the other value"),
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
            Piece::Sorts if self.open_bracket().is_none() => "a sort or the next section",
            Piece::Sorts | Piece::Operation | Piece::Variables => "a sort",
            Piece::DomainClause => "an operation and its arguments",
            Piece::Axiom | Piece::Theorem => "a label",
        }
    }

    /// The name before the parenthesis makes the difference.
    fn in_arguments(&self) -> bool {
        let callee = self.open_bracket().and_then(|open| self.tokens[..open].last());
        callee.is_some_and(|token| token.is_name())
    }

    pub fn in_formula(&self) -> bool {
        matches!(self.piece, Piece::Axiom | Piece::Theorem | Piece::DomainClause)
    }

    pub fn in_label(&self) -> bool {
        let labelled = matches!(self.piece, Piece::Axiom | Piece::Theorem);
        labelled && self.open_bracket() == Some(self.range.start)
    }

    pub fn expects_operand(&self) -> bool {
        let operands = [Rule::axiom, Rule::formula, Rule::negation, Rule::factor, Rule::integer];
        operands.iter().any(|rule| self.expects(*rule))
    }
}

/// A word in the place of a section's name, and the name that was probably meant.
pub fn unknown_section(place: Span, word: &str, section: &str) -> Diagnostic {
    Diagnostic::error(Code::Syntax, format!("unknown section `{word}`"))
        .label(place, "not a section")
        .help(format!("did you mean `{section}`?"))
}
