//! Builds as values: what goes in, and what comes out of it.
//!
//! ```text
//! Job ──load──▶ Loaded ──search──▶ outcomes ──render──▶ Built
//! ```
//!
//! Nothing is printed here and nothing is written; the command line and
//! [`Builder`](crate::Builder) do that with what these functions return.

mod job;
mod load;
mod manifest;
mod manifest_value;
mod run;
mod write;

pub use job::{Job, MOST_PER_GOAL, OUT, Origin, portable, quoted};
pub use load::Inputs;
pub use manifest::{
    MANIFEST, exists as has_manifest, load as load_manifest, parse as parse_manifest,
};
pub use run::{Built, Decided, Search, run};
pub use write::{Extent, Handling, Plan, summary, write_alone};

use std::fmt;

use crate::diagnostic::{Colour, Diagnostic, render};
use crate::disk::Error;
use crate::source::Sources;

/// Why a build came to nothing.
#[derive(Clone, Debug)]
pub enum Failure {
    /// A file that can't be read or written, or an option that can't be.
    Error(Error),
    /// Mistakes in the input, with the texts that they point into.
    Input { diagnostics: Vec<Diagnostic>, sources: Sources },
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
