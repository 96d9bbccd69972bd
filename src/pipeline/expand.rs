//! The long form of a text.

use crate::error::Failure;
use crate::source::{Source, Sources};
use crate::syntax::{desugar, parse_spec, print_spec};

/// A specification file without short forms, as text.
pub fn expand(spec: &Source) -> Result<String, Failure> {
    let mut sources = Sources::default();
    let file = sources.add(&spec.name, &spec.text);
    match parse_spec(&sources.file(file).text, file).and_then(desugar) {
        Ok(long) => Ok(print_spec(&long)),
        Err(diagnostics) => Err(Failure::Input { diagnostics, sources }),
    }
}
