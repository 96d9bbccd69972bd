//! Goals without a test, in the documentation of their testers.
//!
//! A run of the tests lists them as not exercised, and knows nothing but the generated files.

use crate::goal::{Goal, GoalKind};

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
    /// ``No test for `kept/holds`: not found (tf).``, with the truth of each atom in a minterm.
    pub fn line(&self) -> String {
        let letters = match self.goal.kind {
            GoalKind::Axiom | GoalKind::Domain(_) => format!(" ({})", self.goal.letters()),
            _ => String::new(),
        };
        format!("{START}{}{MIDDLE}{}{letters}.", self.goal.id(), self.verdict)
    }

    /// What such a line says.
    pub fn read(line: &str) -> Option<ReadGoal> {
        let (goal, rest) = line.strip_prefix(START)?.split_once(MIDDLE)?;
        let rest = rest.trim_end_matches('.');
        let minterm = rest.strip_suffix(')').and_then(|rest| rest.split_once(" ("));
        let (verdict, letters) = match minterm {
            Some((verdict, letters)) => (verdict, Some(letters.to_owned())),
            None => (rest, None),
        };
        Some(ReadGoal { goal: goal.to_owned(), verdict: verdict.to_owned(), letters })
    }
}

/// A goal without a test, read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGoal {
    pub goal: String,
    pub verdict: String,
    /// The truth of each atom, if the goal is a minterm: `tf`.
    pub letters: Option<String>,
}
