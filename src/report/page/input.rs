//! What the page is made of.

use crate::report::Report;
use crate::run::{Suite, TestOutcome};

/// A specification with its verdicts, and with its tests where it has some.
pub struct Chapter<'a> {
    pub report: Report<'a>,
    pub tests: Option<Tested<'a>>,
}

/// The tests of a mapping.
#[derive(Clone, Copy)]
pub struct Tested<'a> {
    /// The mapping's file.
    pub map: &'a str,
    pub suite: &'a Suite,
    /// One for each test, if they were run.
    pub outcomes: Option<&'a [Option<TestOutcome>]>,
}
