//! The parser of specifications: text in, syntax tree or all errors out.

use pest::Parser as _;

use super::ast::SpecFile;
use super::declaration::Reader;
use super::grammar::{Grammar, Rule};
use super::tokens::scan;
use super::{limits, recover};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// Parses the specifications of one file. On failure, all independent errors are returned,
/// in the order of the text.
pub fn parse_spec(text: &str, file: FileId) -> Result<SpecFile, Vec<Diagnostic>> {
    if let Some(error) = limits::file_too_large(text, file) {
        return Err(vec![error]);
    }
    let tokens = scan(text);
    let too_deep = limits::too_deep(&tokens, file);
    if too_deep.is_empty()
        && let Ok(mut pairs) = Grammar::parse(Rule::file, text)
    {
        let mut reader = Reader::new(file, 0);
        let tree = reader.file(pairs.next().expect("the start rule yields one pair"));
        return if reader.errors.is_empty() { Ok(tree) } else { Err(reader.errors) };
    }
    Err(recover::all_errors(text, &tokens, &too_deep, file))
}

/// Parses text of our own, whose parts all get the place of what it stands for.
pub(super) fn parse_own(text: &str, span: Span) -> SpecFile {
    let mut pairs = Grammar::parse(Rule::file, text).expect("a test parses every text of our own");
    Reader::standing_for(span).file(pairs.next().expect("the start rule yields one pair"))
}
