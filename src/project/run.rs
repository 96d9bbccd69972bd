//! From jobs to generated files.

use std::sync::Arc;

use super::{Failure, Inputs, Job, Origin};
use crate::diagnostic::{Code, Diagnostic};
use crate::disk::Trouble;
use crate::emit::{self, Artifact};
use crate::goal::Goal;
use crate::parallel;
use crate::pipeline;
use crate::report::{Report, TestCounts, json_file};
use crate::search::{Outcome, Scope};
use crate::source::Sources;
use crate::theory::Theory;

/// Decides goals: the caller brings the clock, and shows how far it is.
/// The number says how many witnesses of each goal are wanted.
pub type Search<'s> =
    dyn Fn(&Theory, &[Goal], &Scope, usize) -> Result<Decided, Trouble> + Sync + 's;

/// Goals with an outcome for each; further witnesses stand behind their goal.
pub type Decided = (Vec<Goal>, Vec<Outcome>);

/// What a build has made, before any of it is written.
pub struct Built {
    pub inputs: Inputs,
    /// One for each goal of the inputs, to which further witnesses were added.
    pub outcomes: Arc<Vec<Outcome>>,
    /// How many tests there are of each family of goals.
    pub tests: TestCounts,
    pub artifacts: Vec<Artifact>,
}

/// Runs all jobs, in parallel; results are in their order and do not depend on the
/// number of threads. The mistakes of all inputs are told before any search.
pub fn run(jobs: &[Job], search: &Search<'_>) -> Result<Vec<Built>, Vec<Failure>> {
    let load = |job: &Job| Inputs::load(job).map_err(|why| placed(job, why));
    let inputs = all(parallel::map(jobs, load))?;
    let leaders: Vec<usize> = (0..inputs.len()).map(|job| leader(&inputs, job)).collect();
    let numbered: Vec<(usize, usize)> = leaders.iter().copied().enumerate().collect();
    let outcomes = all(parallel::map(&numbered, |(job, leader)| match job == leader {
        true => decide(&inputs[*job], search).map(Some),
        false => Ok(None),
    }))?;
    let outcomes = leaders.iter().map(|leader| {
        let decided = outcomes[*leader].as_ref();
        decided.expect("a leader leads itself, and has searched").clone()
    });
    let work: Vec<_> = jobs.iter().zip(inputs).zip(outcomes).collect();
    all(parallel::map_into(work, |((job, inputs), outcomes)| render(job, inputs, outcomes)))
}

/// Trouble with what a manifest says is shown there.
fn placed(job: &Job, failure: Failure) -> Failure {
    match (failure, &job.origin) {
        (Failure::Trouble(Trouble(message)), Some(Origin { manifest, span })) => {
            let diagnostic = Diagnostic::error(Code::ManifestBuild, message)
                .label(*span, "in the build of this mapping");
            Failure::Input { diagnostics: vec![diagnostic], sources: Sources::clone(manifest) }
        }
        (failure, _) => failure,
    }
}

/// The values, or everything that went wrong.
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

/// The first job that searches for the same: mappings of one specification share
/// what is found.
fn leader(inputs: &[Inputs], job: usize) -> usize {
    let same = |other: &Inputs| {
        let own = &inputs[job];
        own.theory == other.theory
            && own.goals == other.goals
            && own.scope == other.scope
            && own.per_goal == other.per_goal
    };
    inputs[..job].iter().position(same).unwrap_or(job)
}

/// The goals with further witnesses, and the outcomes.
type Shared = (Vec<Goal>, Arc<Vec<Outcome>>);

fn decide(inputs: &Inputs, search: &Search<'_>) -> Result<Shared, Failure> {
    let (goals, outcomes) = search(&inputs.theory, &inputs.goals, &inputs.scope, inputs.per_goal)?;
    Ok((goals, Arc::new(outcomes)))
}

fn render(job: &Job, inputs: Inputs, (goals, outcomes): Shared) -> Result<Built, Failure> {
    let inputs = Inputs { goals, ..inputs };
    let Inputs { sources, theory, refinement, goals, templates, .. } = &inputs;
    let suite = pipeline::suite(theory, refinement, (goals, &outcomes), job.goals, sources);
    let tests = TestCounts::of(&suite.test_counts());
    let mut artifacts = emit::render(&suite, &job.name(), job.layout, &job.provenance(), templates)
        .map_err(|error| Trouble(format!("a template cannot be rendered: {error}")))
        .map_err(|trouble| placed(job, trouble.into()))?;
    if job.goals_json {
        artifacts.push(goals_json(job, &inputs, &outcomes));
    }
    Ok(Built { inputs, outcomes, tests, artifacts })
}

/// The verdicts of all goals, for programs.
fn goals_json(job: &Job, inputs: &Inputs, outcomes: &[Outcome]) -> Artifact {
    let provenance = job.provenance();
    let (mapping, specs) = provenance.inputs.split_last().expect("a job has a mapping");
    let report = Report {
        spec: &specs.join(", "),
        sources: &inputs.sources,
        theory: &inputs.theory,
        goals: &inputs.goals,
        outcomes,
        times: None,
    };
    let text = json_file(&report, mapping, &provenance.header());
    Artifact { path: job.goals_json_path(), text }
}
