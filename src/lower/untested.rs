//! Goals without a test, in the documentation of their testers.
//!
//! A run of the tests lists them as not exercised, and knows nothing but the generated files.

use crate::goal::Goal;

/// A goal that the search neither covered nor refuted.
#[derive(Clone, Copy, Debug)]
pub struct UntestedGoal<'a> {
    pub goal: &'a Goal,
    /// `not found` or `gave up`
    pub verdict: &'static str,
}

const START: &str = "No test for `";
const MIDDLE: &str = "`: ";

impl UntestedGoal<'_> {
    /// ``No test for `kept/holds`: not found.``
    pub fn line(&self) -> String {
        format!("{START}{}{MIDDLE}{}.", self.goal.id(), self.verdict)
    }

    /// The goal and the verdict of such a line.
    pub fn read(line: &str) -> Option<(String, String)> {
        let (goal, verdict) = line.strip_prefix(START)?.split_once(MIDDLE)?;
        Some((goal.to_owned(), verdict.trim_end_matches('.').to_owned()))
    }
}
