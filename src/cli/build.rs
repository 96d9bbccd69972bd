//! `specgen build`: tests and mock types for a Rust type.

use std::path::PathBuf;

use clap::Args;

use super::build_flags::{All, Flags};
use super::exit_code::ExitCode;
use super::format::Format;
use super::probe::report_inconsistency;
use super::subject::{LimitOptions, fail, show};
use super::{cache, clock, terminal, watch};
use crate::disk::{CargoCompiler, FileState};
use crate::error::{Error, Failure};
use crate::pipeline::Built;
use crate::project::{self, BuildCoverage, Job, JobMap, MANIFEST, Plan, WritePolicy};
use crate::report::FileSummary;
use crate::review::diff;
use crate::search::{Outcome, Verdict};

/// Write tests and mock types for Rust types
///
/// Searches for a model of every goal of the specification, and writes a test for
/// each model, against the type and functions that the mapping names. Files that
/// specgen did not generate are never overwritten.
///
/// Without SPEC and --map, runs all builds of the nearest specgen.toml, in the
/// current folder or above it.
#[derive(Args)]
pub struct Arguments {
    /// Specification files; the mapping chooses among their specifications
    #[arg(value_name = "SPEC", requires = "mapping")]
    specs: Vec<PathBuf>,

    /// Mapping from the specification to Rust
    #[arg(long, value_name = "MAP", requires = "specs", group = "mapping")]
    map: Option<PathBuf>,

    /// Type to test without a mapping file: its functions are found by name
    #[arg(long = "type", value_name = "PATH", requires = "specs", group = "mapping")]
    rust_type: Option<String>,

    /// Manifest to use instead of the nearest specgen.toml
    #[arg(long, value_name = "FILE", conflicts_with = "mapping")]
    manifest_path: Option<PathBuf>,

    /// Write nothing; show a diff, and exit with code 3 if a file would change
    #[arg(long, conflicts_with_all = ["pending", "set_aside", "remove_stale"])]
    check: bool,

    /// Write FILE.new beside each file that would change
    ///
    /// `specgen review`, `accept` and `reject` then decide about each change.
    #[arg(long, conflicts_with_all = ["set_aside", "remove_stale"])]
    pending: bool,

    /// Move generated files that were edited to FILE.edited, instead of refusing to
    /// overwrite them
    #[arg(long)]
    set_aside: bool,

    /// Remove generated files that no build writes any more, unless they were edited
    #[arg(long)]
    remove_stale: bool,

    #[command(flatten)]
    flags: Flags<All>,

    #[command(flatten)]
    limits: LimitOptions,

    /// Build again whenever an input changes
    #[arg(long, conflicts_with = "check")]
    watch: bool,

    /// Exit with code 4 if a goal was not found or given up
    #[arg(long)]
    strict: bool,

    /// Format of the summary
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if !arguments.watch {
        return once(arguments);
    }
    let manifest = match arguments.job_map() {
        Some(_) => None,
        None => Some(arguments.manifest_path.clone().unwrap_or_else(|| MANIFEST.into())),
    };
    watch::run(manifest.as_deref(), &|| arguments.jobs(), &|| once(arguments))
}

fn once(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let mut jobs = arguments.jobs()?;
    cache::choose(&mut jobs);
    let cargo = CargoCompiler::new(jobs.first().map(|job| job.disk.clone()).unwrap_or_default());
    let run = || project::run(&jobs, &arguments.limits, &cargo);
    let outputs = arguments.limits.with_threads(run);
    let built = match outputs {
        Ok(outputs) => outputs.built,
        Err(failures) => return Ok(fail(failures)?),
    };
    if clock::was_interrupted() {
        let verdicts = project::summary(&built, Vec::new()).verdicts();
        terminal::report(&format!("interrupted: nothing was written\n{verdicts}"))?;
        return Ok(ExitCode::Interrupted);
    }
    built.iter().try_for_each(|built| show(&built.refined.warnings, &built.refined.sources))?;
    let coverage =
        if arguments.job_map().is_some() { BuildCoverage::Part } else { BuildCoverage::Whole };
    let plan = Plan::new(&jobs, &built, coverage)?;
    let files = arguments.settle(&plan)?;
    let summary = project::summary(&built, files);
    terminal::print(&match arguments.format {
        Format::Text => summary.text(),
        Format::Json => summary.json(),
    })?;
    arguments.advise(&plan)?;
    let mut is_contradictory = false;
    for built in &built {
        is_contradictory |= report_inconsistency(
            &built.refined.theory,
            &built.refined.sources,
            &built.decided.outcomes,
        )?;
    }
    Ok(match arguments.check && !plan.is_current() {
        _ if is_contradictory => ExitCode::BadInput,
        true => ExitCode::Outdated,
        false => arguments.exit_code(&built),
    })
}

impl Arguments {
    fn job_map(&self) -> Option<JobMap> {
        let of_type = || self.rust_type.clone().map(JobMap::Type);
        self.map.clone().map(JobMap::File).or_else(of_type)
    }

    /// The build on the command line, or the builds of a manifest.
    pub fn jobs(&self) -> Result<Vec<Job>, Failure> {
        if let Some(map) = self.job_map() {
            let options = self.flags.options.clone();
            let job = Job { options, ..Job::of(self.specs.clone(), map) };
            return Ok(project::implementers(job));
        }
        self.flags.check_for_manifest()?;
        let jobs = project::load_manifest(self.manifest_path.as_deref())?;
        let mut jobs: Vec<Job> = jobs.into_iter().flat_map(project::implementers).collect();
        if self.flags.options.no_probe {
            jobs.iter_mut().for_each(|job| job.options.no_probe = true);
        }
        if let Some(cache) = &self.flags.options.cache {
            jobs.iter_mut().for_each(|job| job.options.cache = Some(cache.clone()));
        }
        if let Some(levels) = &self.flags.options.lints {
            jobs.iter_mut().for_each(|job| job.options.lints().extend(levels));
        }
        Ok(jobs)
    }

    /// Writes what there is to write, or shows it.
    fn settle(&self, plan: &Plan) -> Result<Vec<FileSummary>, Error> {
        if self.pending {
            return plan.propose();
        }
        if !self.check {
            let policy = WritePolicy { set_aside: self.set_aside, remove_stale: self.remove_stale };
            return plan.write(policy);
        }
        let changes = plan.files.iter().filter(|file| file.state != FileState::Current);
        for file in changes.filter(|_| self.format == Format::Text) {
            let colour = terminal::stdout_colour();
            terminal::print(&diff(&file.name, file.old.as_deref(), Some(&file.new), colour))?;
        }
        Ok(plan.statuses())
    }

    /// What to do next, where nothing was written.
    fn advise(&self, plan: &Plan) -> Result<(), Error> {
        if plan.is_current() {
            return Ok(());
        }
        if self.check {
            let options = plan.options();
            let advice = format!("`specgen build{options}` writes them");
            terminal::report(&format!("generated files are not up to date; {advice}\n"))?;
        }
        if self.pending {
            terminal::report("changes are pending; `specgen review` walks through them\n")?;
        }
        Ok(())
    }

    fn exit_code(&self, built: &[Built]) -> ExitCode {
        let open =
            |outcome: &Outcome| matches!(outcome.verdict, Verdict::NotFound | Verdict::GaveUp(_));
        let mut outcomes = built.iter().flat_map(|built| &built.decided.outcomes);
        if self.strict && outcomes.any(open) { ExitCode::Uncovered } else { ExitCode::Fine }
    }
}
