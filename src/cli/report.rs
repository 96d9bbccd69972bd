//! `specgen report`: the verdicts as a page for a browser.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::build_flags::{Flags, Search};
use super::exit_code::ExitCode;
use super::subject::{LimitOptions, SubjectOptions, fail};
use super::{clock, terminal};
use crate::complete;
use crate::disk::{self, Disk, display};
use crate::emit::Provenance;
use crate::error::{Error, Failure};
use crate::goal::{GoalFamilies, GoalOptions};
use crate::pipeline::{self, Built, Decided, Subject};
use crate::probe::NoCompiler;
use crate::project::{self, Job, MANIFEST, portable, quoted};
use crate::report::{
    Chapter, CoveredFile, FileSummary, GoalCounts, OpenPart, Report, Tested, page,
};
use crate::run::{self, Exercise, FileCoverage, Suite, TestOutcome, Visited};
use crate::search::ScopeLimits;
use crate::source::Sources;
use crate::theory::Theory;

/// Write an HTML report of goals, verdicts and models
///
/// The report shows every axiom with its goals, the model of each covered goal, and
/// why the other goals have none. With a mapping it also shows the tests and their
/// results. The report is a single file without external resources. Files that
/// specgen did not generate are never overwritten.
///
/// Without SPEC, the report covers all builds of the nearest specgen.toml, in the
/// current folder or above it.
#[derive(Args)]
pub struct Arguments {
    /// Specification files
    #[arg(value_name = "SPEC")]
    specs: Vec<PathBuf>,

    /// Mapping whose tests are shown. Can be given several times
    #[arg(long = "map", value_name = "MAP", requires = "specs")]
    maps: Vec<PathBuf>,

    /// Manifest to use instead of the nearest specgen.toml
    #[arg(long, value_name = "FILE", conflicts_with = "specs")]
    manifest_path: Option<PathBuf>,

    /// Output of cargo test or nextest, as text, JSON or JUnit XML. Can be given several
    /// times
    #[arg(long, value_name = "FILE")]
    results: Vec<PathBuf>,

    /// Folder with the counts of a test run: of `specgen test --records`, or of another
    /// runner with SPECGEN_RECORDS set
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Show what the axioms leave open, and the score of small changes to them
    #[arg(long)]
    complete: bool,

    /// Show what `specgen infer` has printed to this file
    #[arg(long, value_name = "FILE", requires = "complete")]
    laws: Option<PathBuf>,

    /// File to write
    #[arg(long, value_name = "FILE", default_value = OUT)]
    out: PathBuf,

    #[command(flatten)]
    flags: Flags<Search>,

    #[command(flatten)]
    limits: LimitOptions,
}

const OUT: &str = "report.html";

/// A specification with its verdicts.
struct Part {
    spec: String,
    sources: Sources,
    theory: Theory,
    decided: Arc<Decided>,
    /// The mapping, and the tests that it gave.
    tests: Option<(String, Suite)>,
    open: Option<OpenPart>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let jobs = arguments.jobs()?;
    let ran = arguments.results(&jobs)?;
    let outputs =
        arguments.limits.with_threads(|| project::run(&jobs, &arguments.limits, &NoCompiler));
    let built = match outputs {
        Ok(outputs) => outputs.built,
        Err(failures) => return Ok(fail(failures)?),
    };
    let mut parts = arguments.parts(&jobs, built)?;
    if arguments.complete {
        arguments.limits.with_threads(|| arguments.add_open(&mut parts))?;
    }
    if clock::was_interrupted() {
        terminal::report("interrupted: nothing was written\n")?;
        return Ok(ExitCode::Interrupted);
    }
    let suites: Vec<Suite> = parts.iter().filter_map(Part::suite).cloned().collect();
    let outcomes = ran.map(|ran| run::matched(&suites, &ran));
    if outcomes.as_ref().is_some_and(|outcomes| outcomes.iter().flatten().all(Option::is_none)) {
        let why = "the results are of other tests than these mappings give";
        return Err(Error(why.to_owned()).into());
    }
    let records = arguments.records()?;
    let exercises = records.as_ref().map(|records| run::exercises(&suites, records));
    let visited = records.as_ref().map(|records| run::visited(&suites, records));
    let chapters = chapters(&parts, outcomes.as_deref(), exercises.as_deref(), visited.as_deref());
    let covered = covered(records.as_deref().unwrap_or_default());
    let text = page(&chapters, &covered, &arguments.provenance())
        .map_err(|error| Error(format!("the page cannot be rendered: {error}")))?;
    let file = arguments.write(text)?;
    let rows = parts.iter().flat_map(|part| part.decided.goals.iter().zip(&part.decided.outcomes));
    terminal::print(&format!("{}{}\n", file.line(), GoalCounts::of(rows).text()))?;
    Ok(ExitCode::Fine)
}

/// The source files of which records say what tests reached.
fn covered(records: &[run::Record]) -> Vec<CoveredFile> {
    let file = |(name, coverage): (String, FileCoverage)| {
        let source = Disk::default().read(name.as_ref()).map_or(String::new(), |file| file.text);
        CoveredFile { name, source, coverage }
    };
    run::recorded(records).into_iter().map(file).collect()
}

/// The parts with the results of their tests; `outcomes`, `exercises` and `visited` have an entry for
/// each part with tests, in order.
fn chapters<'p>(
    parts: &'p [Part],
    outcomes: Option<&'p [Vec<Option<TestOutcome>>]>,
    exercises: Option<&'p [Vec<Exercise>]>,
    visited: Option<&'p [Visited]>,
) -> Vec<Chapter<'p>> {
    let mut next = 0;
    let mut chapter = |part: &'p Part| {
        let tests = part.tests.as_ref().map(|(map, suite)| {
            let own = outcomes.map(|outcomes| outcomes[next].as_slice());
            let exercises = exercises.map(|exercises| exercises[next].as_slice());
            let visited = visited.map(|visited| &visited[next]);
            next += 1;
            Tested { map, suite, outcomes: own, exercises, visited }
        });
        Chapter { report: part.report(), tests, open: part.open.as_ref() }
    };
    parts.iter().map(&mut chapter).collect()
}

impl Part {
    fn built(job: &Job, built: Built) -> Self {
        let inputs = built.refined;
        let subject = inputs.theory.specs.values().last();
        let file = subject.map(|spec| inputs.sources.file(spec.span.file).name.clone());
        let texts: Vec<&str> = built.artifacts.iter().map(|file| file.text.as_str()).collect();
        let suite = Suite::built(job.name(), &built.suite.listed_tests(), &texts);
        Self {
            spec: file.unwrap_or_default(),
            sources: inputs.sources,
            theory: inputs.theory,
            decided: built.decided,
            tests: Some((job.map.text(), suite)),
            open: None,
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
            goals: &self.decided.goals,
            outcomes: &self.decided.outcomes,
            times: None,
            reached: &[],
        }
    }
}

impl Arguments {
    /// A build for each mapping, or those of a manifest.
    fn jobs(&self) -> Result<Vec<Job>, Failure> {
        if self.specs.is_empty() {
            self.flags.check_for_manifest()?;
            return project::load_manifest(self.manifest_path.as_deref());
        }
        let job = |map: &PathBuf| Job {
            options: self.flags.options.clone(),
            ..Job::new(self.specs.clone(), map)
        };
        Ok(self.maps.iter().map(job).collect())
    }

    /// The builds, and the specifications that no mapping has chosen.
    fn parts(&self, jobs: &[Job], built: Vec<Built>) -> Result<Vec<Part>, Failure> {
        let built = jobs.iter().zip(built).map(|(job, built)| Part::built(job, built));
        let mut parts: Vec<Part> = built.collect();
        for path in &self.specs {
            let name = disk::name(path);
            if parts.iter().any(|part| part.spec == name) {
                continue;
            }
            parts.push(self.plain(path)?);
        }
        Ok(parts)
    }

    /// A specification that no mapping has chosen.
    fn plain(&self, path: &Path) -> Result<Part, Failure> {
        let options = SubjectOptions::of(path, &self.flags, &self.limits);
        let subject = options.load()?;
        let families = GoalOptions::for_tests(GoalFamilies::default(), BTreeSet::new());
        let goals = pipeline::goals(&subject, families)?;
        let found = options.search(&subject, &goals)?;
        Ok(Part {
            spec: subject.name,
            sources: subject.sources,
            theory: subject.theory,
            decided: Arc::new(found.decided),
            tests: None,
            open: None,
        })
    }

    /// Adds what the axioms of each specification leave open.
    fn add_open(&self, parts: &mut [Part]) -> Result<(), Failure> {
        let read = |path: &PathBuf| Disk::default().read(path).map(|file| file.text);
        let laws = self.laws.as_ref().map(read).transpose()?;
        for part in parts {
            let subject = Subject {
                name: part.spec.clone(),
                sources: part.sources.clone(),
                theory: part.theory.clone(),
            };
            let scope = ScopeLimits::default();
            let (theory, sources) = (&subject.theory, &subject.sources);
            let gaps = pipeline::complete(&subject, &scope, &self.limits)?;
            let changes = pipeline::mutate(&subject, &scope, &self.limits)?;
            part.open = Some(OpenPart {
                gaps: complete::text(&gaps, theory, sources, false),
                changes: complete::mutation_text(&changes, theory, sources),
                laws: laws.clone(),
            });
        }
        Ok(())
    }

    /// The results of test runs, if the page shows them.
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

    /// Counts from the records of the tests, with `--records`.
    fn records(&self) -> Result<Option<Vec<run::Record>>, Error> {
        let Some(folder) = &self.records else { return Ok(None) };
        let texts = disk::record_texts(folder)?;
        Ok(Some(texts.iter().flat_map(|text| run::records(text)).collect()))
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
            .map(|path| display(portable(path).as_ref()))
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
        self.records.iter().for_each(|path| option("records", &portable(path)));
        self.laws.iter().for_each(|path| option("laws", &portable(path)));
        if self.out != Path::new(OUT) {
            option("out", &portable(&self.out));
        }
        self.flags
            .options
            .spec_path
            .iter()
            .for_each(|folder| option("spec-path", &portable(folder)));
        self.flags.options.scope.iter().for_each(|scope| option("scope", scope));
        if self.complete {
            command.push_str(" --complete");
        }
        Provenance { inputs, command, expansion: None }
    }
}
