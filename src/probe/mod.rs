//! Entries of a mapping as small functions, which the compiler checks before the search.
//!
//! [`probe`] writes a module with one function for each entry. The user's Rust is copied as it
//! stands, with a table that leads from its bytes back to the mapping. [`report`] turns errors
//! of the compiler into diagnostics about the mapping.

mod report;
mod write;

use std::ops::Range;

use crate::error::Error;
use crate::source::Span;

pub use report::report;
pub use write::probe;

/// A module to be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    pub text: String,
    /// The first words of all paths: crates, modules and types.
    pub roots: Vec<String>,
    pieces: Vec<Piece>,
    /// Where to point if an error is at none of the pieces.
    fallback: Span,
}

/// A part of the module, and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    range: Range<usize>,
    place: Place,
    /// What to do if the compiler refuses it.
    help: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The same bytes, from here on.
    Copied(Span),
    /// Something else that stands for all of this.
    Whole(Span),
    /// An operation, and the function of the type's source that stands for it.
    Inferred { operation: Span, function: Span },
}

/// An error of the compiler in a probe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompilerError {
    pub message: String,
    pub spans: Vec<CompilerSpan>,
    pub helps: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerSpan {
    pub range: Range<usize>,
    pub label: String,
    pub is_primary: bool,
}

/// Compiles probes.
pub trait Compiler: Sync {
    /// The errors of each probe. Empty lists where nothing can be compiled.
    fn check(&self, probes: &[&Probe]) -> Result<Vec<Vec<CompilerError>>, Error>;
}

/// Checks nothing.
pub struct NoCompiler;

impl Compiler for NoCompiler {
    fn check(&self, probes: &[&Probe]) -> Result<Vec<Vec<CompilerError>>, Error> {
        Ok(vec![Vec::new(); probes.len()])
    }
}
