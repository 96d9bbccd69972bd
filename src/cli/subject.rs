//! Shared by the commands that search: the specification file, its subject, and the
//! limits of the search.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::build_flags::{Flags, Search};
use super::clock::{Limits, SearchClock};
use super::exit_code::ExitCode;
use super::terminal;
use crate::diagnostic::{Diagnostic, render};
use crate::disk::{Disk, External, Folders};
use crate::error::{Error, Failure};
use crate::goal::Goal;
use crate::model::Mode;
use crate::parallel::with_threads;
use crate::pipeline::{self, Decided, MAPPING_OF_TYPE, Observer, Subject, Supervisor};
use crate::search::{Engine, Options, Program, Progress, ScopeLimits};
use crate::source::Sources;
use crate::theory::Theory;

const WITHOUT_CADICAL: &str = "CaDiCaL is not part of this program; build it anew from \
    its sources with `cargo install --path . --features cadical`, which needs a C++ \
    compiler, or ask an installed one with `--solver 'external:cadical -q'`";

/// The specification, and the limits of the search.
#[derive(Args, Clone, Debug)]
pub struct SubjectOptions {
    /// Specification file; `-` reads standard input
    #[arg(value_name = "SPEC")]
    file: PathBuf,

    /// Specification to use, if the file has several
    #[arg(long, value_name = "NAME")]
    subject: Option<String>,

    #[command(flatten)]
    flags: Flags<Search>,

    #[command(flatten)]
    limits: LimitOptions,
}

/// Limits of the search.
#[derive(Args, Clone, Debug)]
pub struct LimitOptions {
    /// Give up on a goal after this many seconds; 0 means no limit
    #[arg(long, value_name = "SECONDS", default_value_t = 60, allow_negative_numbers = true)]
    timeout: u64,

    /// Number of threads [default: all processors]
    ///
    /// The results do not depend on it.
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// SAT solver: `builtin`, `cadical` or `external:CMD`
    ///
    /// `cadical` suits large scopes, if specgen was built with it. `external:CMD` runs
    /// any solver that reads DIMACS files; `{}` in CMD stands for the file.
    #[arg(long, value_name = "SOLVER", default_value = "builtin")]
    solver: String,
}

/// The result of a search, and how long it took.
pub struct SearchResult {
    pub decided: Decided,
    pub clock: SearchClock,
}

impl SearchResult {
    /// The time spent on each goal.
    pub fn times(&self) -> Vec<Duration> {
        self.clock.times().to_vec()
    }
}

impl SubjectOptions {
    /// The options for one of several files.
    pub fn of(file: &Path, flags: &Flags<Search>, limits: &LimitOptions) -> Self {
        let (flags, limits) = (flags.clone(), limits.clone());
        Self { file: file.to_owned(), subject: None, flags, limits }
    }

    pub fn limits(&self) -> &LimitOptions {
        &self.limits
    }

    pub fn load(&self) -> Result<Subject, Failure> {
        let mut folders = Folders::new(Disk::default(), &self.flags.options.spec_path)?;
        let spec = folders.read(&self.file)?;
        pipeline::theory(spec, self.subject.as_deref(), &mut folders)
    }

    /// Decides the goals.
    pub fn search(&self, subject: &Subject, goals: &[Goal]) -> Result<SearchResult, Error> {
        let scope = self.scope(&subject.theory)?;
        let mut observer = self.limits.observer(goals)?;
        let decide = || pipeline::decide(&subject.theory, goals, &scope, &mut observer);
        let decided = self.limits.with_threads(decide)?;
        Ok(SearchResult { decided, clock: observer.clock })
    }

    /// The mode in which the goals would be decided.
    pub fn mode(
        &self,
        subject: &Subject,
        goals: &[Goal],
        scope: &ScopeLimits,
    ) -> Result<Mode, Error> {
        pipeline::mode(&subject.theory, goals, scope, &mut self.limits.observer(goals)?)
    }

    pub fn scope(&self, theory: &Theory) -> Result<ScopeLimits, Error> {
        let Some(text) = &self.flags.options.scope else { return Ok(ScopeLimits::default()) };
        ScopeLimits::parse(text, theory).map_err(|error| Error(error.to_string()))
    }
}

impl LimitOptions {
    /// Runs with the requested number of threads.
    pub fn with_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        with_threads(self.threads.map(usize::from), work)
    }

    fn observer(&self, goals: &[Goal]) -> Result<SearchObserver, Error> {
        let (engine, external) = self.engine()?;
        let limits = Limits { goal: Duration::from_secs(self.timeout), ..Limits::default() };
        Ok(SearchObserver { clock: SearchClock::start(limits, goals)?, engine, external })
    }

    /// The solver, and its command if it is an external program.
    fn engine(&self) -> Result<(Engine, Option<Arc<External>>), Error> {
        if let Some(command) = self.solver.strip_prefix("external:") {
            let program = Arc::new(External::new(command)?);
            let asked: Arc<dyn Program> = program.clone();
            return Ok((Engine::Program(asked), Some(program)));
        }
        match self.solver.as_str() {
            "builtin" => Ok((Engine::BuiltIn, None)),
            "cadical" => match Engine::cadical() {
                Some(engine) => Ok((engine, None)),
                None => Err(Error(WITHOUT_CADICAL.to_owned())),
            },
            solver => {
                let why = "expected `builtin`, `cadical` or `external:CMD`";
                Err(Error(format!("`{solver}` is not a solver: {why}")))
            }
        }
    }
}

impl Supervisor for LimitOptions {
    fn observe(&self, goals: &[Goal]) -> Result<Box<dyn Observer + '_>, Error> {
        Ok(Box::new(self.observer(goals)?))
    }
}

/// The clock of one search, and its solver.
struct SearchObserver {
    clock: SearchClock,
    engine: Engine,
    external: Option<Arc<External>>,
}

impl Observer for SearchObserver {
    fn limits(&self) -> Options {
        let (budget, engine) = (self.clock.budget(), self.engine.clone());
        Options { budget, engine, ..Options::default() }
    }

    fn progress(&mut self, progress: &Progress) {
        self.clock.observe(progress);
    }

    fn finish(&mut self) -> Result<(), Error> {
        self.clock.finish();
        self.external.as_ref().and_then(|program| program.failure()).map_or(Ok(()), Err)
    }
}

/// Reports failures and returns the exit code. An error that several builds share is
/// reported once.
pub fn fail(failures: Vec<Failure>) -> Result<ExitCode, Error> {
    let mut reported = BTreeSet::new();
    let mut code = ExitCode::BadInput;
    for failure in &failures {
        match failure {
            Failure::Error(error) => {
                code = ExitCode::Failure;
                if reported.insert(error.to_string()) {
                    terminal::complain(&error.0);
                }
            }
            Failure::Input { diagnostics, sources } => {
                let texts = diagnostics.iter().map(|one| render(one, sources, terminal::colour()));
                for text in texts.chain(mapping_to_write(diagnostics, sources)) {
                    if reported.insert(text.clone()) {
                        terminal::report(&format!("{text}\n"))?;
                    }
                }
            }
        }
    }
    Ok(code)
}

/// The mapping that `--type` stands for, where a mapping of the user's own is the way out.
fn mapping_to_write(diagnostics: &[Diagnostic], sources: &Sources) -> Option<String> {
    let mapping = sources.named(MAPPING_OF_TYPE)?;
    let is_about_mapping = |one: &Diagnostic| one.code.as_str().starts_with("E1");
    diagnostics.iter().any(is_about_mapping).then(|| {
        format!(
            "`--type` stands for this mapping. To add lines to it, as in `Type {{ line }}`, write it \
             to a file and pass `--map FILE`:\n\n{}",
            mapping.text
        )
    })
}

pub fn show(errors: &[Diagnostic], sources: &Sources) -> Result<(), Error> {
    let text = |error| format!("{}\n", render(error, sources, terminal::colour()));
    errors.iter().try_for_each(|error| terminal::report(&text(error)))
}
