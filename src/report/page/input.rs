//! The input of the page.

use crate::report::Report;
use crate::run::{Exercise, Suite, TestOutcome, Visited};

/// A specification with its verdicts, and its tests if there are any.
pub struct Chapter<'a> {
    pub report: Report<'a>,
    pub tests: Option<Tested<'a>>,
    /// What the axioms leave open, with `--complete`.
    pub open: Option<&'a OpenPart>,
}

/// What a specification does not say, as its commands print it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenPart {
    /// What `specgen complete` prints.
    pub gaps: String,
    /// What `specgen complete --mutate` prints.
    pub changes: String,
    /// What `specgen infer` printed.
    pub laws: Option<String>,
}

/// The tests of a mapping.
#[derive(Clone, Copy)]
pub struct Tested<'a> {
    /// The file of the mapping.
    pub map: &'a str,
    pub suite: &'a Suite,
    /// One entry for each test, `None` for a test that was not run; `None` if no results were
    /// given.
    pub outcomes: Option<&'a [Option<TestOutcome>]>,
    /// One entry for each statement of the suite; `None` if no counts were given.
    pub exercises: Option<&'a [Exercise]>,
    /// The values that sequences and exhaustive tests made, if they recorded them.
    pub visited: Option<&'a Visited>,
}
