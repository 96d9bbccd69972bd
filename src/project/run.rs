//! From jobs to generated files.

use std::sync::Arc;

use super::{Failure, Inputs, Job, Origin};
use crate::diagnostic::{Code, Diagnostic};
use crate::disk::Error;
use crate::emit::{self, Artifact};
use crate::goal::Goal;
use crate::parallel;
use crate::pipeline::{self, Cases};
use crate::refine::ListedTest;
use crate::report::{Report, TestCounts, json_file};
use crate::search::{Outcome, Scope};
use crate::source::Sources;
use crate::theory::Theory;

/// Decides goals: the caller brings the clock, and shows how far it is.
/// The number says how many witnesses of each goal are wanted.
pub type Search<'s> = dyn Fn(&Theory, &[Goal], &Scope, usize) -> Result<Decided, Error> + Sync + 's;

/// Goals with an outcome for each; further witnesses stand behind their goal.
pub type Decided = (Vec<Goal>, Vec<Outcome>);

/// What a build has made, before any of it is written.
pub struct Built {
    pub inputs: Inputs,
    /// One for each goal of the inputs, to which further witnesses were added.
    pub outcomes: Arc<Vec<Outcome>>,
    pub listed_tests: Vec<ListedTest>,
    /// How many tests there are of each family of goals.
    pub tests: TestCounts,
    pub artifacts: Vec<Artifact>,
}

/// Runs all jobs, in parallel; results are in their order and do not depend on the
/// number of threads. The mistakes of all inputs are told before any search.
pub fn run(jobs: &[Job], search: &Search<'_>) -> Result<Vec<Built>, Vec<Failure>> {
    let load = |job: &Job| Inputs::load(job).map_err(|why| placed(job, why));
    let inputs = all(parallel::map(jobs, load))?;
    let mut groups: Vec<Group> = Vec::new();
    for (number, (job, inputs)) in jobs.iter().zip(inputs).enumerate() {
        match groups.iter_mut().find(|group| group.is_for(&inputs)) {
            Some(group) => group.members.push(Member { number, job, inputs }),
            None => groups.push(Group { members: vec![Member { number, job, inputs }] }),
        }
    }
    let built = parallel::map(groups, |group| group.build(search));
    let mut built: Vec<_> = built.into_iter().flatten().collect();
    built.sort_by_key(|(number, _)| *number);
    all(built.into_iter().map(|(_, built)| built).collect())
}

/// Jobs that search for the same: mappings of one specification share what is found.
struct Group<'j> {
    members: Vec<Member<'j>>,
}

struct Member<'j> {
    /// Which of all jobs it is.
    number: usize,
    job: &'j Job,
    inputs: Inputs,
}

/// What became of a job.
type Numbered = (usize, Result<Built, Failure>);

impl Group<'_> {
    fn is_for(&self, other: &Inputs) -> bool {
        let own = &self.members[0].inputs;
        own.theory == other.theory
            && own.goals == other.goals
            && own.scope == other.scope
            && own.per_goal == other.per_goal
    }

    fn build(self, search: &Search<'_>) -> Vec<Numbered> {
        let Inputs { theory, goals, scope, per_goal, .. } = &self.members[0].inputs;
        let (goals, outcomes) = match search(theory, goals, scope, *per_goal) {
            Ok(decided) => decided,
            Err(error) => return vec![(self.members[0].number, Err(error.into()))],
        };
        let mut cases: Vec<Cases> = Vec::new();
        for Member { job, .. } in &self.members {
            if !cases.iter().any(|known| known.families == job.goals) {
                cases.push(pipeline::cases(theory, (&goals, &outcomes), job.goals));
            }
        }
        let outcomes = Arc::new(outcomes);
        parallel::map(self.members, |Member { number, job, inputs }| {
            let inputs = Inputs { goals: goals.clone(), ..inputs };
            let own = cases.iter().find(|known| known.families == job.goals);
            let own = own.expect("those of all members were made");
            (number, render(job, inputs, Arc::clone(&outcomes), own))
        })
    }
}

/// Points an error at the place in the manifest that asked for the build.
fn placed(job: &Job, failure: Failure) -> Failure {
    match (failure, &job.origin) {
        (Failure::Error(Error(message)), Some(Origin { manifest, span })) => {
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

fn render(
    job: &Job,
    inputs: Inputs,
    outcomes: Arc<Vec<Outcome>>,
    cases: &Cases,
) -> Result<Built, Failure> {
    let Inputs { sources, theory, refinement, goals, templates, .. } = &inputs;
    let suite = pipeline::suite(theory, refinement, goals, cases, sources);
    let tests = TestCounts::of(&suite.test_counts());
    let listed_tests = suite.listed_tests();
    let mut artifacts = emit::render(&suite, &job.name(), job.layout, &job.provenance(), templates)
        .map_err(|error| Error(format!("a template cannot be rendered: {error}")))
        .map_err(|error| placed(job, error.into()))?;
    if job.goals_json {
        artifacts.push(goals_json(job, &inputs, &outcomes));
    }
    Ok(Built { inputs, outcomes, listed_tests, tests, artifacts })
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
