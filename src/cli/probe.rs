//! Lints that search, within short limits.

use std::time::Duration;

use super::clock::{self, Limits, SearchClock};
use super::subject::show;
use super::terminal;
use crate::audit::audit;
use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;
use crate::search::{Options, Outcome, Verdict};
use crate::source::Sources;
use crate::theory::Theory;

/// Lints must not slow a command down: longer searches are skipped.
const TIME: Duration = Duration::from_secs(5);
const CLAUSES: u64 = 100_000;

/// The watch for any number of probes.
pub fn watch() -> Result<SearchClock, Error> {
    SearchClock::start(Limits { total: TIME, ..Limits::default() }, &[])
}

/// What is wrong with the specifications of a theory, as far as it is wanted.
pub fn probe(
    theory: &Theory,
    wanted: &dyn Fn(Code) -> bool,
    watch: &mut SearchClock,
) -> Result<Vec<Diagnostic>, Error> {
    let options = Options { budget: watch.budget(), clause_limit: CLAUSES, ..Options::default() };
    let mut observe = |progress| watch.observe(&progress);
    audit(theory, wanted, &options, &mut observe).map_err(|unsound| Error(unsound.to_string()))
}

/// Where no goal is covered, the specification may be inconsistent. If it is, this reports
/// the axioms that contradict each other.
pub fn report_inconsistency(
    theory: &Theory,
    sources: &Sources,
    outcomes: &[Outcome],
) -> Result<(), Error> {
    let is_covered = |verdict: &Verdict| matches!(verdict, Verdict::Covered(_));
    if clock::was_interrupted() || outcomes.iter().any(|one| is_covered(&one.verdict)) {
        return Ok(());
    }
    let mut watch = self::watch()?;
    let warnings = probe(theory, &|code| code == Code::Inconsistent, &mut watch)?;
    watch.finish();
    if !warnings.is_empty() {
        terminal::report("\n")?;
    }
    show(&warnings, sources)
}
