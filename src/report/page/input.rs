//! The input of the page.

use crate::report::Report;
use crate::run::{Exercise, Suite, TestOutcome};

/// A specification with its verdicts, and its tests if there are any.
pub struct Chapter<'a> {
    pub report: Report<'a>,
    pub tests: Option<Tested<'a>>,
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
}
