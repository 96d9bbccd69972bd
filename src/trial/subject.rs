//! A theory that is ready to run.

use super::extent::{STEPS_PER_QUESTION, extent};
use super::states::Extent;
use crate::execute::{Engine, Program, Tables};
use crate::rules;
use crate::source::Sources;
use crate::theory::Theory;

/// A theory with its rules, and the terms to run them on.
pub struct Trial<'t> {
    pub theory: &'t Theory,
    pub program: Program,
    pub extent: Extent,
}

impl<'t> Trial<'t> {
    pub fn new(theory: &'t Theory, sources: &Sources) -> Self {
        let program = rules::compile(theory, sources);
        Self { theory, program, extent: extent(theory) }
    }

    /// The same, for results that name no places in sources.
    pub fn plain(theory: &'t Theory) -> Self {
        Self { theory, program: rules::program(theory), extent: extent(theory) }
    }

    /// An engine over these tables, with a limit for each question that suits small terms.
    pub fn engine(&self, tables: &Tables) -> Engine<'_> {
        Engine::new(&self.program, tables).with_limit(STEPS_PER_QUESTION)
    }
}
