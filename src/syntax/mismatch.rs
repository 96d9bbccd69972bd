//! What to say where the grammar has refused a piece of a file.

use super::hints::hint;
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
    /// The first token of the piece.
    pub first: usize,
    /// The token that does not fit; there is none at the end of the file.
    pub found: usize,
    /// What the grammar would have accepted.
    pub expected: &'t [Rule],
}

impl<'t> Mismatch<'t> {
    pub fn diagnostic(&self) -> Diagnostic {
        let expected = self.expectation();
        let diagnostic = if self.lacks_semicolon() {
            Diagnostic::error(Code::Syntax, format!("expected {expected}"))
                .label(self.gap(), "`;` is missing here")
        } else {
            let found = self.found().map_or("the end of the file".to_owned(), Token::describe);
            let place = self.found().map_or(self.gap(), |it| Span::new(self.file, it.range()));
            Diagnostic::error(Code::Syntax, format!("expected {expected}, found {found}"))
                .label(place, format!("expected {expected}"))
        };
        match hint(self) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    /// Whether a complete statement lacks its semicolon at the end of a line.
    pub fn lacks_semicolon(&self) -> bool {
        let Some(before) = self.before() else { return false };
        let next_line = self.found().is_none_or(|it| {
            it.is_structural() || self.text[before.end()..it.start].contains('\n')
        });
        next_line && self.open_bracket().is_none() && self.expects(Rule::semicolon)
    }

    pub fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    pub fn found(&self) -> Option<&'t Token<'t>> {
        self.tokens.get(self.found)
    }

    /// The token before, if it belongs to the piece.
    pub fn before(&self) -> Option<&'t Token<'t>> {
        (self.found > self.first).then(|| &self.tokens[self.found - 1])
    }

    /// Of the tokens of the piece so far, the last that has one of these texts.
    pub fn seen(&self, texts: &[&str]) -> Option<&'t Token<'t>> {
        let so_far = &self.tokens[self.first..self.found];
        so_far.iter().rev().find(|token| texts.contains(&token.text))
    }

    /// The index of the innermost bracket or parenthesis that is still open.
    pub fn open_bracket(&self) -> Option<usize> {
        let mut open = Vec::new();
        for index in self.first..self.found {
            match self.tokens[index].text {
                "(" | "[" => open.push(index),
                ")" | "]" => _ = open.pop(),
                _ => {}
            }
        }
        open.pop()
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
            return format!("`;` after the {}", self.piece.noun());
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

    pub fn in_label(&self) -> bool {
        let formula = matches!(self.piece, Piece::Axiom | Piece::Theorem);
        formula && self.open_bracket() == Some(self.first)
    }

    pub fn expects_operand(&self) -> bool {
        let operands = [Rule::axiom, Rule::formula, Rule::negation, Rule::factor, Rule::integer];
        operands.iter().any(|rule| self.expects(*rule))
    }
}
