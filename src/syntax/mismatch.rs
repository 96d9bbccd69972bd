//! A place where the grammar refuses a piece of a file.

use std::ops::Range;

use super::grammar::Rule;
use super::tokens::Token;
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
    /// A term or formula that stands in no file.
    Question,
}

impl Piece {
    pub fn rule(self) -> Rule {
        match self {
            Piece::Head => Rule::lone_head,
            Piece::Sorts => Rule::lone_sorts,
            Piece::Operation => Rule::operation,
            Piece::Variables => Rule::variables,
            Piece::DomainClause => Rule::domain_clause,
            Piece::Axiom => Rule::axiom_or_after,
            Piece::Theorem => Rule::axiom,
            Piece::Question => Rule::question,
        }
    }

    pub fn noun(self) -> &'static str {
        match self {
            Piece::Head => "name",
            Piece::Sorts => "sort",
            Piece::Operation => "operation",
            Piece::Variables => "variables",
            Piece::DomainClause => "domain condition",
            Piece::Axiom => "axiom",
            Piece::Theorem => "theorem",
            Piece::Question => "question",
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
    /// The index of the token that does not fit, or the number of tokens at the end of the file.
    pub found: usize,
    /// What the grammar would have accepted.
    pub expected: &'t [Rule],
}

impl<'t> Mismatch<'t> {
    /// Whether the line or the piece ends before the token that does not fit.
    pub fn ends_line(&self) -> bool {
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
    pub fn place(&self) -> Span {
        self.found().map_or(self.gap(), |found| Span::new(self.file, found.range()))
    }

    pub fn gap(&self) -> Span {
        let end = self.before().map_or(0, Token::end);
        Span::new(self.file, end..end)
    }

    /// The name before the parenthesis makes the difference.
    pub fn in_arguments(&self) -> bool {
        let callee = self.open_bracket().and_then(|open| self.tokens[..open].last());
        callee.is_some_and(|token| token.is_name())
    }

    pub fn in_formula(&self) -> bool {
        matches!(self.piece, Piece::Axiom | Piece::Theorem | Piece::DomainClause | Piece::Question)
    }

    /// Whether a variant of a data sort must follow.
    pub fn starts_variant(&self) -> bool {
        let is_data = self.piece == Piece::Sorts && self.open_bracket().is_none();
        is_data && self.before().is_some_and(|before| matches!(before.text, "is" | "|"))
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
