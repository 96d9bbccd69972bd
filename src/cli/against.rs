//! `specgen test --against`: two types that implement one specification, side by side.

use std::path::{Path, PathBuf};

use clap::{Args, Command, FromArgMatches};

use super::build;
use super::exit_code::ExitCode;
use super::terminal;
use crate::disk::{CargoCompiler, Comparison, Disk, compare, display, generated_files};
use crate::emit::Provenance;
use crate::error::{Error, Failure};
use crate::pipeline::{self, Refined};
use crate::project::{self, Job, JobMap};
use crate::refine::SortType;

/// Compares the types of all builds here with those of another mapping of the same
/// specification.
pub fn run(
    map: &Path,
    folders: &[(Disk, PathBuf)],
    sequences: Option<u64>,
) -> Result<ExitCode, Failure> {
    let mut code = ExitCode::Fine;
    let pairs = pairs(map, builds(folders)?)?;
    for (one, other) in pairs.iter().flat_map(|(one, all)| all.iter().map(move |it| (one, it))) {
        terminal::print(&format!("{}{}\n", one.heading(), other.heading()))?;
        let found = compared(one, other, sequences)?;
        terminal::print(&found.text)?;
        if differences(&found)? != Some(0) {
            code = ExitCode::TestsFailed;
        }
    }
    Ok(code)
}

/// The number of differences. `None`, with a report, if the program ended early.
pub fn differences(found: &Comparison) -> Result<Option<usize>, Failure> {
    if found.differences.is_none() {
        terminal::report(&found.noise)?;
        terminal::report("the program that compares answers ended early\n")?;
    }
    Ok(found.differences)
}

/// A mapped type.
pub struct Side {
    pub job: Job,
    pub refined: Refined,
    /// The specification under test.
    spec: String,
    /// The type.
    name: String,
    map: String,
}

impl Side {
    /// The type and its mapping, as a heading.
    pub fn heading(&self) -> String {
        format!("{} ({})\n", self.name, self.map)
    }

    pub fn of(job: Job) -> Result<Self, Failure> {
        let refined = project::refined(&job)?;
        let spec = refined.theory.specs.values().last();
        let spec = spec.map(|spec| spec.name.clone()).unwrap_or_default();
        let name = type_name(&refined).unwrap_or_else(|| job.name());
        let map = job.map.text();
        Ok(Self { job, refined, spec, name, map })
    }
}

/// The type of the last sort, which the specification is about.
fn type_name(refined: &Refined) -> Option<String> {
    let sorts = refined.theory.sorts.ids().rev();
    sorts.into_iter().find_map(|sort| match refined.refinement.sorts.get(&sort)? {
        SortType::Subject(subject) => Some(subject.rust_type.without_arguments().to_string()),
        SortType::Mock(_) => None,
    })
}

/// The builds of the manifest, or else those that the generated files name.
pub fn builds(folders: &[(Disk, PathBuf)]) -> Result<Vec<Job>, Failure> {
    if project::has_manifest()? {
        let jobs = project::load_manifest(None)?;
        return Ok(jobs.into_iter().flat_map(project::implementers).collect());
    }
    let mut jobs: Vec<Job> = Vec::new();
    for (disk, folder) in folders {
        for (_, text) in generated_files(disk, folder)? {
            let words = Provenance::command_in(&text).and_then(words);
            for job in words.into_iter().flat_map(|words| named(&words)) {
                let is_known = |known: &Job| known.name() == job.name() && known.map == job.map;
                if !jobs.iter().any(is_known) {
                    jobs.push(job);
                }
            }
        }
    }
    if jobs.is_empty() {
        let why = "no generated file here names the build that it comes from; run `specgen build`, \
                   or say with --out where its files are";
        return Err(Error(why.to_owned()).into());
    }
    Ok(jobs)
}

/// The words of a command that [`project::quoted`] wrote. Other commands have none.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for letter in command.chars() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            letter => words.last_mut()?.push(letter),
        }
    }
    (words.first()? == "specgen").then(|| words.split_off(1))
}

/// The builds of a command line.
fn named(words: &[String]) -> Vec<Job> {
    let command = build::Arguments::augment_args(Command::new("build"));
    let matches = command.try_get_matches_from(words);
    let arguments = matches.and_then(|matches| build::Arguments::from_arg_matches(&matches));
    arguments.map_or_else(|_| Vec::new(), |arguments| arguments.jobs().unwrap_or_default())
}

/// Each build here, with every type of the other mapping.
fn pairs(map: &Path, jobs: Vec<Job>) -> Result<Vec<(Side, Vec<Side>)>, Failure> {
    let mapped = pipeline::mapped_specs(&Disk::default().read(map)?);
    let (mut pairs, mut specs, mut is_itself) = (Vec::new(), Vec::new(), false);
    for job in jobs {
        let one = Side::of(job)?;
        if !mapped.is_empty() && !mapped.contains(&one.spec) {
            specs.push(format!("`{}`", one.spec));
            continue;
        }
        let mut others = Vec::new();
        for job in other_builds(map, &one.job)? {
            let own = &one.job;
            let is_second = own.implementer.as_ref().is_some_and(|(number, _)| *number > 0);
            let is_same = job.map == own.map && job.implementer == own.implementer;
            is_itself |= is_same;
            // Of several types of one mapping, the first is compared with the others.
            let is_known = is_same || job.map == own.map && is_second;
            if !is_known {
                others.push(Side::of(job)?);
            }
        }
        others.retain(|other| other.spec == one.spec);
        if !others.is_empty() {
            pairs.push((one, others));
        }
    }
    if pairs.is_empty() {
        return Err(Error(nothing_to_compare(map, &mapped, specs, is_itself)).into());
    }
    Ok(pairs)
}

/// The builds of the other mapping, with the specification of a build here.
fn other_builds(map: &Path, job: &Job) -> Result<Vec<Job>, Failure> {
    let io = |error| Error(format!("cannot find the current folder: {error}"));
    // The manifest may be in a folder above this one.
    let path = match job.disk == Disk::default() {
        true => map.to_owned(),
        false => std::path::absolute(map).map_err(io)?,
    };
    let is_own = |own: &PathBuf| job.disk.resolve(own).canonicalize().ok();
    let own = job.map.file().filter(|own| is_own(own) == map.canonicalize().ok());
    let map = JobMap::File(own.cloned().unwrap_or(path));
    Ok(project::implementers(Job { map, implementer: None, origin: None, ..job.clone() }))
}

fn nothing_to_compare(
    map: &Path,
    mapped: &[String],
    mut specs: Vec<String>,
    is_itself: bool,
) -> String {
    let map = display(map);
    if is_itself {
        return format!("`{map}` is the mapping of the build itself; name another one");
    }
    specs.dedup();
    let mapped: Vec<String> = mapped.iter().map(|name| format!("`{name}`")).collect();
    let (mapped, specs) = (mapped.join(", "), specs.join(", "));
    format!("`{map}` maps {mapped}, but the builds here are about {specs}: nothing to compare")
}

/// Compiles both types into one program, and runs it.
fn compared(one: &Side, other: &Side, sequences: Option<u64>) -> Result<Comparison, Failure> {
    let disk = &one.job.disk;
    let compiler = CargoCompiler::new(disk.clone());
    let program = pipeline::pair([&one.refined, &other.refined], &compiler)?;
    let names = match one.name == other.name {
        true => format!("{}\n{}", one.map, other.map),
        false => format!("{}\n{}", one.name, other.name),
    };
    let mut environment = vec![("SPECGEN_COMPARED", names)];
    environment.extend(sequences.map(|count| ("SPECGEN_SEQUENCES", count.to_string())));
    Ok(compare(disk, &program.artifacts, &program.roots, &environment)?)
}
