//! How far the decision of all goals has come.

use crate::search::{Outcome, Progress};
use crate::theory::Theory;

/// What is decided so far.
pub fn progress(theory: &Theory, outcomes: &[Option<Outcome>], doing: &str) -> Progress {
    let covered = |outcome: &Option<Outcome>| outcome.as_ref()?.is_covered(theory);
    let found = outcomes.iter().map(covered).enumerate();
    let found = found.filter_map(|(goal, covered)| Some((goal, covered?))).collect();
    let decided = outcomes.iter().filter(|outcome| outcome.is_some()).count();
    Progress { decided, goals: outcomes.len(), doing: doing.to_owned(), found }
}
