//! What the commands that search have in common: a file, the specification in
//! it that tests are about, and the limits of the search.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::watch::{Limits, Watch};
use super::{Error, ExitCode, terminal};
use crate::diagnostic::{Diagnostic, render};
use crate::disk::{Disk, External, Folders};
use crate::goal::{Goal, GoalOptions, goals};
use crate::model::Mode;
use crate::parallel::with_threads;
use crate::project::{Decided, Failure, MOST_PER_GOAL};
use crate::search::{self, Engine, Options, Outcome, Program, Scope, search, vary};
use crate::source::Sources;
use crate::theory::{Loaded, SpecId, Theory, Workspace};

const WITHOUT_CADICAL: &str = "CaDiCaL is not part of this program; build it anew from \
    its sources with `cargo install --path . --features cadical`, which needs a C++ \
    compiler, or ask an installed one with `--solver 'external:cadical -q'`";

/// Which specification, and how far to search.
#[derive(Args, Clone, Debug)]
pub struct SubjectOptions {
    /// Specification file; `-` reads standard input
    #[arg(value_name = "SPEC")]
    file: PathBuf,

    /// The specification that the goals are of, where the file has several
    #[arg(long, value_name = "NAME")]
    subject: Option<String>,

    #[command(flatten)]
    search: SearchOptions,

    #[command(flatten)]
    limits: LimitOptions,
}

/// Where to look for specifications that a file does not declare.
#[derive(Args, Clone, Debug, Default)]
pub struct SearchOptions {
    /// Look for specifications that a file refers to in DIR and the folders
    /// below it, instead of in the file's own folder (repeatable)
    #[arg(long = "spec-path", value_name = "DIR")]
    pub spec_path: Vec<PathBuf>,
}

/// How far to search.
#[derive(Args, Clone, Debug)]
pub struct LimitOptions {
    /// Sizes of the sorts, exact or at most: `SortedSet<=12,Orderable=3`; for
    /// numbers a range: `int=-2..5`
    #[arg(long, value_name = "SIZES")]
    pub scope: Option<String>,

    /// Give up on a goal after this many seconds; 0 is no limit
    #[arg(long, value_name = "SECONDS", default_value_t = 60, allow_negative_numbers = true)]
    timeout: u64,

    /// How many threads work; by default as many as the machine has. What comes out
    /// does not depend on it
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Who searches: `builtin`; `cadical`, for large scopes, where specgen was built
    /// with it; or `external:CMD` with the command of any solver that reads DIMACS
    /// files, where `{}` stands for the file
    #[arg(long, value_name = "SOLVER", default_value = "builtin")]
    solver: String,
}

/// A specification that is ready to be searched.
pub struct Subject {
    /// Under which name the file was given.
    pub name: String,
    pub sources: Sources,
    pub theory: Theory,
}

/// What a search found out, and how long it took over each goal.
pub struct Found {
    /// Those that were asked for, and behind each its further witnesses.
    pub goals: Vec<Goal>,
    pub outcomes: Vec<Outcome>,
    pub watch: Watch,
}

impl Found {
    pub fn decided(self) -> Decided {
        (self.goals, self.outcomes)
    }

    /// What was spent on each goal; its further witnesses have no time of their own.
    pub fn times(&self) -> Vec<Duration> {
        let mut times = self.watch.times().iter().copied();
        let time = |goal: &Goal| match goal.further {
            None => times.next().unwrap_or_default(),
            Some(_) => Duration::ZERO,
        };
        self.goals.iter().map(time).collect()
    }
}

/// A number of witnesses, as options take it.
pub fn per_goal() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=MOST_PER_GOAL as u64)
}

impl SubjectOptions {
    /// What a command means that is given several files.
    pub fn of(file: &Path, search: &SearchOptions, limits: &LimitOptions) -> Self {
        let (search, limits) = (search.clone(), limits.clone());
        Self { file: file.to_owned(), subject: None, search, limits }
    }

    /// `None` if the specification has errors, which have been shown then.
    pub fn load(&self) -> Result<Option<Subject>, Error> {
        let mut folders = self.search.folders()?;
        let input = folders.read(&self.file)?;
        let mut workspace = Workspace::new(folders);
        let loaded = match workspace.load(&input.name, &input.text) {
            Ok(loaded) => loaded,
            Err(errors) => {
                show(&errors, &workspace.sources)?;
                return Ok(None);
            }
        };
        let theory = loaded.theory.restricted_to(self.choose(&loaded, &input.name)?);
        Ok(Some(Subject { name: input.name, sources: workspace.sources, theory }))
    }

    fn choose(&self, loaded: &Loaded, file: &str) -> Result<SpecId, Error> {
        let Some(name) = &self.subject else {
            return loaded.default_subject().ok_or_else(|| {
                Error(format!("`{file}` has parameter specifications only, which have no goals"))
            });
        };
        loaded.spec_named(name).ok_or_else(|| {
            let specs = loaded.file.iter().map(|id| loaded.theory.specs[*id].name.as_str());
            let specs: Vec<_> = specs.map(|spec| format!("`{spec}`")).collect();
            Error(format!("`{file}` has no specification `{name}`, only {}", specs.join(", ")))
        })
    }

    /// Up to so many witnesses of each goal.
    pub fn search(
        &self,
        subject: &Subject,
        goals: &[Goal],
        per_goal: usize,
    ) -> Result<Found, Error> {
        let scope = self.limits.scope(&subject.theory)?;
        self.limits.with_threads(|| self.limits.search(&subject.theory, goals, &scope, per_goal))
    }

    /// The mode in which the goals would be searched.
    pub fn mode(&self, subject: &Subject, goals: &[Goal], scope: &Scope) -> Result<Mode, Error> {
        let (engine, external) = self.limits.engine()?;
        let mut watch = self.limits.watch(goals)?;
        let options = Options { engine, ..options(scope, &watch) };
        let mut observe = |progress| watch.observe(&progress);
        let mode = search::mode(&subject.theory, goals, &options, &mut observe);
        watch.finish();
        match external.and_then(|program| program.failure()) {
            Some(failure) => Err(failure),
            None => Ok(mode),
        }
    }

    pub fn scope(&self, theory: &Theory) -> Result<Scope, Error> {
        self.limits.scope(theory)
    }
}

impl SearchOptions {
    pub fn folders(&self) -> Result<Folders, Error> {
        Folders::new(Disk::default(), &self.spec_path)
    }
}

impl LimitOptions {
    /// Works with as many threads as are asked for.
    pub fn with_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        with_threads(self.threads.map(usize::from), work)
    }

    /// Searches for the goals, with a progress bar where somebody is watching.
    pub fn search(
        &self,
        theory: &Theory,
        goals: &[Goal],
        scope: &Scope,
        per_goal: usize,
    ) -> Result<Found, Error> {
        let (engine, external) = self.engine()?;
        let mut watch = self.watch(goals)?;
        let options = Options { engine, ..options(scope, &watch) };
        let mut observe = |progress| watch.observe(&progress);
        let (goals, outcomes) = search(theory, goals, &options, &mut observe)
            .and_then(|found| vary(theory, (goals, found), per_goal, &options, &mut observe))
            .map_err(|unsound| Error(unsound.to_string()))?;
        watch.finish();
        match external.and_then(|program| program.failure()) {
            Some(failure) => Err(failure),
            None => Ok(Found { goals, outcomes, watch }),
        }
    }

    /// Who is asked, and the program where it is one.
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
                Err(Error(format!("`{solver}` is no solver: {why}")))
            }
        }
    }

    fn watch(&self, goals: &[Goal]) -> Result<Watch, Error> {
        let limits = Limits { goal: Duration::from_secs(self.timeout), ..Limits::default() };
        Watch::start(limits, goals)
    }

    fn scope(&self, theory: &Theory) -> Result<Scope, Error> {
        let Some(text) = &self.scope else { return Ok(Scope::default()) };
        Scope::parse(text, theory).map_err(|error| Error(error.to_string()))
    }
}

fn options(scope: &Scope, watch: &Watch) -> Options {
    Options { scope: scope.clone(), budget: watch.budget(), ..Options::default() }
}

impl Subject {
    /// `None` if there are too many, which has been shown then.
    pub fn goals(&self, options: GoalOptions) -> Result<Option<Vec<Goal>>, Error> {
        match goals(&self.theory, options) {
            Ok(goals) => Ok(Some(goals)),
            Err(errors) => {
                show(&errors, &self.sources)?;
                Ok(None)
            }
        }
    }
}

/// Options that say something about one build are no options for a manifest's.
pub fn refuse_for_manifest(search: &SearchOptions, limits: &LimitOptions) -> Result<(), Error> {
    let misplaced =
        [("scope", limits.scope.is_some()), ("spec-path", !search.spec_path.is_empty())];
    match misplaced.iter().find(|(_, given)| *given) {
        Some((option, _)) => {
            let why = format!("--{option} is for one build; in a manifest write `{option} = …`");
            Err(Error(why))
        }
        None => Ok(()),
    }
}

/// How a command ends that came to nothing. What goes wrong in several builds for
/// one reason is told once.
pub fn fail(failures: Vec<Failure>) -> Result<ExitCode, Error> {
    let mut told = BTreeSet::new();
    let mut code = ExitCode::BadInput;
    for failure in &failures {
        match failure {
            Failure::Error(error) => {
                code = ExitCode::Failure;
                if told.insert(error.to_string()) {
                    terminal::complain(&error.0);
                }
            }
            Failure::Input { diagnostics, sources } => {
                for text in diagnostics.iter().map(|one| render(one, sources, terminal::colour())) {
                    if told.insert(text.clone()) {
                        terminal::tell(&format!("{text}\n"))?;
                    }
                }
            }
        }
    }
    Ok(code)
}

pub fn show(errors: &[Diagnostic], sources: &Sources) -> Result<(), Error> {
    let text = |error| format!("{}\n", render(error, sources, terminal::colour()));
    errors.iter().try_for_each(|error| terminal::tell(&text(error)))
}
