//! Lints that search, within short limits.

use std::time::Duration;

use super::clock::{self, Limits, SearchClock};
use super::subject::show;
use super::terminal;
use crate::diagnostic::Code;
use crate::error::Error;
use crate::goal::Goal;
use crate::pipeline::{self, Observer, Supervisor};
use crate::search::{Options, Outcome, Progress, Verdict};
use crate::source::Sources;
use crate::theory::Theory;

/// Lints must not slow a command down: longer searches are skipped.
const TIME: Duration = Duration::from_secs(5);
const CLAUSES: u64 = 100_000;

/// Gives the lints of each file a short time.
pub struct ShortSearches;

impl Supervisor for ShortSearches {
    fn observe(&self, goals: &[Goal]) -> Result<Box<dyn Observer + '_>, Error> {
        let limits = Limits { total: TIME, ..Limits::default() };
        Ok(Box::new(ShortSearch(SearchClock::start(limits, goals)?)))
    }
}

struct ShortSearch(SearchClock);

impl Observer for ShortSearch {
    fn limits(&self) -> Options {
        Options { budget: self.0.budget(), clause_limit: CLAUSES, ..Options::default() }
    }

    fn progress(&mut self, progress: &Progress) {
        self.0.observe(progress);
    }

    fn finish(&mut self) -> Result<(), Error> {
        self.0.finish();
        Ok(())
    }
}

/// Where no goal is covered, the specification may be inconsistent. If it is, this reports
/// the axioms that contradict each other. Returns whether running them shows it.
pub fn report_inconsistency(
    theory: &Theory,
    sources: &Sources,
    outcomes: &[Outcome],
) -> Result<bool, Error> {
    let is_covered = |verdict: &Verdict| matches!(verdict, Verdict::Covered(_));
    if clock::was_interrupted() || outcomes.iter().any(|one| is_covered(&one.verdict)) {
        return Ok(false);
    }
    if let Some(contradiction) = pipeline::contradiction(theory, sources) {
        terminal::report("\n")?;
        show(&[contradiction], sources)?;
        return Ok(true);
    }
    let wanted = |code| code == Code::Inconsistent;
    let warnings = pipeline::audit(std::slice::from_ref(theory), sources, &wanted, &ShortSearches)?;
    if !warnings.is_empty() {
        terminal::report("\n")?;
    }
    show(&warnings, sources)?;
    Ok(false)
}
