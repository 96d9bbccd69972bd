//! The long form of a text.

use super::input::{self, Request};
use crate::error::Failure;
use crate::source::{Source, Sources};
use crate::syntax::{desugar, parse_spec, print_mapping, print_spec};

/// The mapping of a request without short forms, as text. Comments say where each inferred
/// operation was found.
pub fn expand_mapping(request: Request<'_>) -> Result<String, Failure> {
    let expanded = input::expand(input::resolve(request)?)?;
    let origins = &expanded.inferred.origins;
    let origin = |spec: &str, op: &str| origins.get(&(spec.to_owned(), op.to_owned())).cloned();
    Ok(print_mapping(&expanded.inferred.mapping, &origin))
}

/// A specification file without short forms, as text.
pub fn expand(spec: &Source) -> Result<String, Failure> {
    let mut sources = Sources::default();
    let file = sources.add(&spec.name, &spec.text);
    match parse_spec(&sources.file(file).text, file).and_then(desugar) {
        Ok(long) => Ok(print_spec(&long)),
        Err(diagnostics) => Err(Failure::Input { diagnostics, sources }),
    }
}
