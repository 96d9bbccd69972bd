//! What a specification leaves open, and which changes to it its tests would not notice.

use super::input::Subject;
use super::search::Supervisor;
use crate::complete::{self, Completeness, Mutation};
use crate::error::{Error, Failure};
use crate::search::{Options, ScopeLimits};
use crate::trial;

/// Searches with more clauses are skipped, since each gap takes several.
const CLAUSES: u64 = 200_000;
/// The conflicts that one solver call may take.
const EFFORT: u64 = 2_000;

/// Runs a specification on small terms and searches for models that differ where it is open.
/// A specification that contradicts itself leaves nothing open, so the contradiction is
/// reported instead.
pub fn complete(
    subject: &Subject,
    scope: &ScopeLimits,
    supervisor: &dyn Supervisor,
) -> Result<Completeness, Failure> {
    refuse_contradiction(subject)?;
    let mut observer = supervisor.observe(&[])?;
    let options = limited(scope, observer.limits());
    let mut progress = |progress| observer.progress(&progress);
    let found = complete::complete(&subject.theory, &subject.sources, &options, &mut progress)
        .map_err(|unsound| Error(unsound.to_string()))?;
    observer.finish()?;
    Ok(found)
}

/// Changes a specification in small ways and runs each version on small terms.
pub fn mutate(
    subject: &Subject,
    scope: &ScopeLimits,
    supervisor: &dyn Supervisor,
) -> Result<Mutation, Failure> {
    refuse_contradiction(subject)?;
    let mut observer = supervisor.observe(&[])?;
    let options = limited(scope, observer.limits());
    let mut progress = |progress| observer.progress(&progress);
    let found = complete::mutate(&subject.theory, &subject.sources, &options, &mut progress);
    observer.finish()?;
    Ok(found)
}

fn refuse_contradiction(Subject { theory, sources, .. }: &Subject) -> Result<(), Failure> {
    match trial::contradiction(theory, sources) {
        None => Ok(()),
        Some(contradiction) => {
            let (diagnostics, sources) = (vec![contradiction], sources.clone());
            Err(Failure::Input { diagnostics, sources })
        }
    }
}

fn limited(scope: &ScopeLimits, options: Options) -> Options {
    Options { scope: scope.clone(), clause_limit: CLAUSES, effort: EFFORT, ..options }
}
