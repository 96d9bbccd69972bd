//! `specgen report`: the verdicts as a page for a browser.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::subject::{LimitOptions, SearchOptions, SubjectOptions, fail, refuse_for_manifest};
use super::{Error, ExitCode, terminal, watch};
use crate::disk::{self, Disk, display};
use crate::emit::Provenance;
use crate::goal::{Goal, GoalFamilies, GoalOptions};
use crate::project::{self, Built, Failure, Job, MANIFEST, portable, quoted};
use crate::report::{Chapter, FileSummary, GoalCounts, Report, Tested, page};
use crate::run::{self, Suite, TestOutcome};
use crate::search::Outcome;
use crate::source::Sources;
use crate::theory::Theory;

/// Write a page about goals, verdicts and models
///
/// The page shows every axiom with its goals, the model behind each covered goal,
/// and why the others have none; with a mapping also the tests, and what became of
/// them. It is one file that needs nothing else: no network, no fonts, and a script
/// only for filters. A file that was not written by specgen is never overwritten.
///
/// Without SPEC, the page is about all builds of the nearest specgen.toml, in the
/// current folder or above it.
#[derive(Args)]
pub struct Arguments {
    /// Specification files
    #[arg(value_name = "SPEC")]
    specs: Vec<PathBuf>,

    /// A mapping, which chooses among the specifications; its tests are shown
    /// (repeatable)
    #[arg(long = "map", value_name = "MAP", requires = "specs")]
    maps: Vec<PathBuf>,

    /// The manifest whose builds are shown, instead of the nearest specgen.toml
    #[arg(long, value_name = "FILE", conflicts_with = "specs")]
    manifest_path: Option<PathBuf>,

    /// What cargo test or nextest said about the tests: as text, JSON or JUnit's XML
    /// (repeatable)
    #[arg(long, value_name = "FILE")]
    results: Vec<PathBuf>,

    /// The file to write
    #[arg(long, value_name = "FILE", default_value = OUT)]
    out: PathBuf,

    #[command(flatten)]
    search: SearchOptions,

    #[command(flatten)]
    limits: LimitOptions,
}

const OUT: &str = "report.html";

/// A specification with its verdicts.
struct Part {
    spec: String,
    sources: Sources,
    theory: Theory,
    goals: Vec<Goal>,
    outcomes: Arc<Vec<Outcome>>,
    /// The mapping, and the tests that it gave.
    tests: Option<(String, Suite)>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let jobs = match arguments.jobs() {
        Ok(jobs) => jobs,
        Err(failure) => return fail(vec![failure]),
    };
    let ran = arguments.results(&jobs)?;
    let search = |theory: &_, goals: &_, scope: &_, per_goal| {
        Ok(arguments.limits.search(theory, goals, scope, per_goal)?.decided())
    };
    let built = match arguments.limits.with_threads(|| project::run(&jobs, &search)) {
        Ok(built) => built,
        Err(failures) => return fail(failures),
    };
    let Some(parts) = arguments.parts(&jobs, built)? else { return Ok(ExitCode::BadInput) };
    if watch::was_interrupted() {
        terminal::tell("interrupted: nothing was written\n")?;
        return Ok(ExitCode::Interrupted);
    }
    let suites: Vec<Suite> = parts.iter().filter_map(Part::suite).cloned().collect();
    let outcomes = ran.map(|ran| run::matched(&suites, &ran));
    if outcomes.as_ref().is_some_and(|outcomes| outcomes.iter().flatten().all(Option::is_none)) {
        return Err(Error("the results are of other tests than these mappings give".to_owned()));
    }
    let text = page(&chapters(&parts, outcomes.as_deref()), &arguments.provenance())
        .map_err(|error| Error(format!("the page cannot be rendered: {error}")))?;
    let file = arguments.write(text)?;
    let rows = parts.iter().flat_map(|part| part.goals.iter().zip(part.outcomes.iter()));
    terminal::print(&format!("{}{}\n", file.line(), GoalCounts::of(rows).text()))?;
    Ok(ExitCode::Fine)
}

/// The parts with what became of their tests; `outcomes` has those of the parts that
/// have tests, in order.
fn chapters<'p>(
    parts: &'p [Part],
    outcomes: Option<&'p [Vec<Option<TestOutcome>>]>,
) -> Vec<Chapter<'p>> {
    let mut next = 0;
    let mut chapter = |part: &'p Part| {
        let tests = part.tests.as_ref().map(|(map, suite)| {
            let own = outcomes.map(|outcomes| outcomes[next].as_slice());
            next += 1;
            Tested { map, suite, outcomes: own }
        });
        Chapter { report: part.report(), tests }
    };
    parts.iter().map(&mut chapter).collect()
}

impl Part {
    fn built(job: &Job, built: Built) -> Self {
        let inputs = built.inputs;
        let subject = inputs.theory.specs.values().last();
        let file = subject.map(|spec| inputs.sources.file(spec.span.file).name.clone());
        let texts: Vec<&str> = built.artifacts.iter().map(|file| file.text.as_str()).collect();
        let suite = Suite::built(job.name(), &built.listed_tests, &texts);
        Self {
            spec: file.unwrap_or_default(),
            sources: inputs.sources,
            theory: inputs.theory,
            goals: inputs.goals,
            outcomes: built.outcomes,
            tests: Some((display(&job.map), suite)),
        }
    }

    fn suite(&self) -> Option<&Suite> {
        self.tests.as_ref().map(|(_, suite)| suite)
    }

    fn report(&self) -> Report<'_> {
        Report {
            spec: &self.spec,
            sources: &self.sources,
            theory: &self.theory,
            goals: &self.goals,
            outcomes: &self.outcomes,
            times: None,
        }
    }
}

impl Arguments {
    /// A build for each mapping, or those of a manifest.
    fn jobs(&self) -> Result<Vec<Job>, Failure> {
        if self.specs.is_empty() {
            refuse_for_manifest(&self.search, &self.limits)?;
            return project::load_manifest(self.manifest_path.as_deref());
        }
        let job = |map: &PathBuf| Job {
            spec_path: self.search.spec_path.clone(),
            scope: self.limits.scope.clone(),
            ..Job::new(self.specs.clone(), map)
        };
        Ok(self.maps.iter().map(job).collect())
    }

    /// What was built, and the specifications that no mapping has chosen; nothing if
    /// one of them has errors, which have been shown then.
    fn parts(&self, jobs: &[Job], built: Vec<Built>) -> Result<Option<Vec<Part>>, Error> {
        let built = jobs.iter().zip(built).map(|(job, built)| Part::built(job, built));
        let mut parts: Vec<Part> = built.collect();
        for path in &self.specs {
            let name = disk::name(path);
            if parts.iter().any(|part| part.spec == name) {
                continue;
            }
            match self.plain(path)? {
                Some(part) => parts.push(part),
                None => return Ok(None),
            }
        }
        Ok(Some(parts))
    }

    /// A specification that no mapping has chosen; nothing if it has errors, which
    /// have been shown then.
    fn plain(&self, path: &Path) -> Result<Option<Part>, Error> {
        let options = SubjectOptions::of(path, &self.search, &self.limits);
        let Some(subject) = options.load()? else { return Ok(None) };
        let families = GoalOptions::for_tests(GoalFamilies::default());
        let Some(goals) = subject.goals(families)? else { return Ok(None) };
        let found = options.search(&subject, &goals, 1)?;
        Ok(Some(Part {
            spec: subject.name,
            sources: subject.sources,
            theory: subject.theory,
            goals,
            outcomes: Arc::new(found.outcomes),
            tests: None,
        }))
    }

    /// What was run, if the page is to tell of it.
    fn results(&self, jobs: &[Job]) -> Result<Option<Vec<run::TestRun>>, Error> {
        if self.results.is_empty() {
            return Ok(None);
        }
        if jobs.is_empty() {
            return Err(Error("--results needs the mapping of the tests: --map".to_owned()));
        }
        let mut ran = Vec::new();
        for path in &self.results {
            let input = Disk::default().read(path)?;
            let read = run::read(&input.text);
            ran.extend(read.map_err(|why| Error(format!("`{}`: {why}", input.name)))?);
        }
        Ok(Some(ran))
    }

    fn write(&self, text: String) -> Result<FileSummary, Error> {
        project::write_alone(&self.out, text)
    }

    /// What the page says of itself: nothing in it depends on the machine.
    fn provenance(&self) -> Provenance {
        let manifest = self.manifest_path.iter();
        let mut inputs: Vec<String> = self
            .specs
            .iter()
            .chain(&self.maps)
            .chain(manifest)
            .map(|path| portable(path))
            .collect();
        if inputs.is_empty() {
            inputs.push(MANIFEST.to_owned());
        }
        let mut command = "specgen report".to_owned();
        for spec in &self.specs {
            command.push_str(&format!(" {}", quoted(&portable(spec))));
        }
        let mut option = |name: &str, value: &str| {
            command.push_str(&format!(" --{name} {}", quoted(value)));
        };
        self.maps.iter().for_each(|map| option("map", &portable(map)));
        self.manifest_path.iter().for_each(|path| option("manifest-path", &portable(path)));
        self.results.iter().for_each(|path| option("results", &portable(path)));
        if self.out != Path::new(OUT) {
            option("out", &portable(&self.out));
        }
        self.search.spec_path.iter().for_each(|folder| option("spec-path", &portable(folder)));
        self.limits.scope.iter().for_each(|scope| option("scope", scope));
        Provenance { inputs, command }
    }
}
