//! What a specification leaves open.

use super::input::Subject;
use super::search::Supervisor;
use crate::complete::{self, Completeness};
use crate::error::{Error, Failure};
use crate::search::Options;
use crate::trial;

/// Searches with more clauses are skipped, since each gap takes several.
const CLAUSES: u64 = 400_000;

/// Runs a specification on small terms and searches for models that differ where it is open.
/// A specification that contradicts itself leaves nothing open, so the contradiction is
/// reported instead.
pub fn complete(subject: &Subject, supervisor: &dyn Supervisor) -> Result<Completeness, Failure> {
    let Subject { theory, sources, .. } = subject;
    if let Some(contradiction) = trial::contradiction(theory, sources) {
        let (diagnostics, sources) = (vec![contradiction], sources.clone());
        return Err(Failure::Input { diagnostics, sources });
    }
    let mut observer = supervisor.observe(&[])?;
    let options = Options { clause_limit: CLAUSES, ..observer.limits() };
    let mut progress = |progress| observer.progress(&progress);
    let found = complete::complete(theory, sources, &options, &mut progress)
        .map_err(|unsound| Error(unsound.to_string()))?;
    observer.finish()?;
    Ok(found)
}
