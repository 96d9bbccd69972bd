//! Errors that end a run: texts that are printed as they are, and mistakes in the input.

use std::fmt;
use std::sync::Arc;

use crate::diagnostic::{Code, Colour, Diagnostic, render};
use crate::source::{Sources, Span};

/// Why a run failed, as text for the user: a file that cannot be read, an option that
/// does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// Why a build failed.
#[derive(Clone, Debug)]
pub enum Failure {
    /// A file cannot be read or written, or an option does not fit.
    Error(Error),
    /// Mistakes in the input, with the texts that they point into.
    Input { diagnostics: Vec<Diagnostic>, sources: Sources },
}

/// The place in a manifest that requests a build.
#[derive(Clone, Debug)]
pub struct ManifestSpan {
    pub manifest: Arc<Sources>,
    pub span: Span,
}

impl Failure {
    /// Points an error without a place of its own at the build in the manifest.
    pub fn at(self, origin: Option<&ManifestSpan>) -> Self {
        match (self, origin) {
            (Failure::Error(Error(message)), Some(ManifestSpan { manifest, span })) => {
                let diagnostic = Diagnostic::error(Code::ManifestBuild, message)
                    .label(*span, "in the build of this mapping");
                Failure::Input { diagnostics: vec![diagnostic], sources: Sources::clone(manifest) }
            }
            (failure, _) => failure,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Error(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Error(error) => error.fmt(f),
            Failure::Input { diagnostics, sources } => {
                let text = |diagnostic| render(diagnostic, sources, Colour::Plain);
                let texts: Vec<String> = diagnostics.iter().map(text).collect();
                f.write_str(texts.join("\n").trim_end())
            }
        }
    }
}

impl std::error::Error for Failure {}
