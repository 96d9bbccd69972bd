//! From text to Rust. No other module composes the stages.
//!
//! [`build`] is the whole line. [`refined`] and [`posed`] are prefixes of it. Commands
//! without a mapping call [`theory`], then [`goals`], then [`decide`]; [`check`] reports all
//! findings about specifications, [`complete`] what they leave open, [`expand`] prints their
//! long form, and [`format()`] changes their layout.

mod ask;
mod cases;
mod check;
mod complete;
mod enumerate;
mod expand;
mod forced;
mod format;
mod input;
mod laws;
mod observe;
mod output;
mod probing;
mod search;

pub use ask::session;
pub use cases::tests;
pub use check::{Checked, audit, check, contradiction};
pub use complete::{complete, mutate};
pub use enumerate::{Enumerable, Filter, VALUE, Wanted, enumerable};
pub use expand::{expand, expand_mapping};
pub use format::format;
pub use input::{
    MAPPING_OF_TYPE, MappingInput, Order, Posed, Refined, Request, Subject, goals, implementers,
    mapped_specs, theory,
};
pub use laws::{Amended, amend, reads_back};
pub use observe::{Harness, alone, harness, pair};
pub use output::Built;
pub use search::{Decided, Observer, Store, Supervisor, Unsupervised, decide, mode};

use crate::error::Failure;
use crate::parallel;
use crate::probe::Compiler;
use cases::{entail, extract, unshare};
use input::{pose, refine, resolve};
use output::{lower, render};
use probing::probe;
use search::{decide_group, share};

/// Generates the files of every mapping.
///
/// Each stage runs in parallel over the mappings. Mistakes in any input, and requests
/// whose files cannot be read, are reported before the first search. Mappings that need
/// the same search share it, and its tests. The results are in the order of the requests
/// and do not depend on the number of threads.
pub fn build(
    requests: Vec<Result<Request<'_>, Failure>>,
    supervisor: &dyn Supervisor,
    compiler: &dyn Compiler,
) -> Result<Vec<Built>, Vec<Failure>> {
    let resolved = each(requests, resolve);
    let expanded = each(resolved, input::expand);
    let refined = each(expanded, refine);
    let posed = each(refined, pose);
    let groups = share(probe(all(posed)?, compiler)?);
    let decided = each(groups, |group| decide_group(group, supervisor));
    let extracted = each(decided, |group| extract(group, supervisor));
    let entailed = each(extracted, |cases| entail(cases, supervisor));
    let lowered = each(unshare(entailed), lower);
    all(each(lowered, render))
}

/// The stages up to the mapping.
pub fn refined(request: Request<'_>) -> Result<Refined, Failure> {
    refine(input::expand(resolve(request)?)?)
}

/// The stages up to the goals: all that come before the search.
pub fn posed(request: Request<'_>) -> Result<Posed, Failure> {
    pose(refined(request)?)
}

/// Runs a stage on every value that the stages before it have produced.
fn each<T: Send, R: Send>(
    values: Vec<Result<T, Failure>>,
    stage: impl Fn(T) -> Result<R, Failure> + Sync,
) -> Vec<Result<R, Failure>> {
    parallel::map(values, |value| value.and_then(&stage))
}

/// All values, or everything that failed.
fn all<T>(results: Vec<Result<T, Failure>>) -> Result<Vec<T>, Vec<Failure>> {
    let mut values = Vec::new();
    let mut failures = Vec::new();
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(failure) => failures.push(failure),
        }
    }
    if failures.is_empty() { Ok(values) } else { Err(failures) }
}
