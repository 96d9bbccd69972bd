//! The parser of specifications: text in, syntax tree or all errors out.

use pest::Parser as _;
use pest::error::{Error, InputLocation};

use super::ast::SpecFile;
use super::declaration::Reader;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

#[derive(pest_derive::Parser)]
#[grammar = "syntax/spec.pest"]
pub(super) struct Grammar;

/// Reads the specifications of one file.
pub fn parse_spec(text: &str, file: FileId) -> Result<SpecFile, Vec<Diagnostic>> {
    let mut pairs =
        Grammar::parse(Rule::file, text).map_err(|error| vec![mismatch(&error, file)])?;
    let mut reader = Reader::new(file);
    let tree = reader.file(pairs.next().expect("the start rule yields one pair"));
    if reader.errors.is_empty() { Ok(tree) } else { Err(reader.errors) }
}

fn mismatch(error: &Error<Rule>, file: FileId) -> Diagnostic {
    let (start, end) = match error.location {
        InputLocation::Pos(at) => (at, at),
        InputLocation::Span(range) => range,
    };
    let span = Span { file, start: start as u32, end: end as u32 };
    Diagnostic::error(Code::Syntax, "the text is not a specification").label(span, "not expected")
}
