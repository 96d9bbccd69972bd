//! The compiler, as an interface.

use std::ops::Range;

use super::module::Probe;
use crate::error::Error;

/// An error of the compiler in a probe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompilerError {
    pub message: String,
    pub spans: Vec<CompilerSpan>,
    pub notes: Vec<String>,
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
