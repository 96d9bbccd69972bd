//! The parser of terms and formulas that stand in no file.

use pest::Parser as _;
use pest::error::{ErrorVariant, InputLocation};

use super::ast::Expr;
use super::declaration::Reader;
use super::grammar::{Grammar, Rule};
use super::limits;
use super::mismatch::{Mismatch, Piece};
use super::tokens::{TokenKind, scan};
use crate::diagnostic::Diagnostic;
use crate::source::FileId;

/// Reads one term or formula.
pub fn parse_question(text: &str, file: FileId) -> Result<Expr, Vec<Diagnostic>> {
    if let Some(error) = limits::file_too_large(text, file) {
        return Err(vec![error]);
    }
    let tokens = scan(text);
    if let Some(comment) = tokens.last().filter(|last| last.kind == TokenKind::OpenComment) {
        return Err(vec![limits::open_comment(comment, file)]);
    }
    let too_deep = limits::too_deep(&tokens, file);
    if !too_deep.is_empty() {
        return Err(too_deep);
    }
    let error = match Grammar::parse(Rule::question, text) {
        Ok(mut pairs) => {
            let mut reader = Reader::new(file, 0);
            let expr = reader.formula(pairs.next().expect("a question has a formula"));
            return if reader.errors.is_empty() { Ok(expr) } else { Err(reader.errors) };
        }
        Err(error) => error,
    };
    let offset = match error.location {
        InputLocation::Pos(offset) | InputLocation::Span((offset, _)) => offset,
    };
    let expected = match error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        ErrorVariant::CustomError { .. } => Vec::new(),
    };
    let found = tokens.partition_point(|token| token.start < offset);
    let (tokens, range, piece) = (tokens.as_slice(), 0..tokens.len(), Piece::Question);
    let mismatch = Mismatch { text, tokens, file, piece, range, found, expected: &expected };
    Err(vec![mismatch.diagnostic()])
}
