//! Lints that search, within limits that keep a command quick.

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

/// Lints are a courtesy: what takes longer is not looked at.
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

/// Where no goal is covered, the specification itself may be what is wrong. Then
/// its user is told, and by which axioms.
pub fn tell_inconsistency(
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
        terminal::tell("\n")?;
    }
    show(&warnings, sources)
}
