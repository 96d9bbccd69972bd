//! From a job to generated files.

use super::{Failure, Inputs, Job};
use crate::disk::Trouble;
use crate::emit::{self, Artifact};
use crate::goal::Goal;
use crate::pipeline;
use crate::report::TestCounts;
use crate::search::{Outcome, Scope};
use crate::theory::Theory;

/// Decides goals: the caller brings the clock, and shows how far it is.
pub type Search<'s> = dyn Fn(&Theory, &[Goal], &Scope) -> Result<Vec<Outcome>, Trouble> + Sync + 's;

/// What a build has made, before any of it is written.
pub struct Built {
    pub inputs: Inputs,
    /// One for each goal.
    pub outcomes: Vec<Outcome>,
    /// How many tests there are of each family of goals.
    pub tests: TestCounts,
    pub artifacts: Vec<Artifact>,
}

pub fn run(job: &Job, search: &Search<'_>) -> Result<Built, Failure> {
    let inputs = Inputs::load(job)?;
    let outcomes = search(&inputs.theory, &inputs.goals, &inputs.scope)?;
    let Inputs { sources, theory, refinement, goals, templates, .. } = &inputs;
    let suite = pipeline::suite(theory, refinement, goals, &outcomes, sources);
    let tests = TestCounts::of(&suite.test_counts());
    let artifacts = emit::render(&suite, &job.name(), job.layout, &job.provenance(), templates)
        .map_err(|error| Trouble(format!("a template cannot be rendered: {error}")))?;
    Ok(Built { inputs, outcomes, tests, artifacts })
}
