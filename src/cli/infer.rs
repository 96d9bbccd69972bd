//! `specgen infer`: laws that a type keeps, guessed from runs.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use clap::Args;

use super::add::{drafted, write};
use super::observed_type::{compiled, observation};
use super::pin::pin;
use super::{ExitCode, terminal};
use crate::disk::{Disk, Folders, display, overwrite, read_text};
use crate::error::{Error, Failure};
use crate::laws::{self, Gap, Law, Learner, Observation, Proposal, stage};
use crate::pipeline::{self, Refined};
use crate::project::{self, Job, JobMap};
use crate::review::diff;
use crate::theory::Theory;
use crate::trial::Trial;

/// The message of `--apply` for a type that breaks axioms.
const UNAPPLIED: &str = "\nnothing was applied: beside the broken axioms, what the type does would \
                         contradict the specification\n";

/// Propose laws that a type keeps and its specification does not state
///
/// Compiles the type with a small program around it, observes it on small values and on long
/// random ones, and proposes axioms for what the specification leaves open. Each proposal held
/// whenever it was tried; read it before you add it. Axioms that the type breaks are reported.
///
/// Without SPEC, writes a first specification and mapping of --type.
#[derive(Args)]
pub struct Arguments {
    /// Specification file
    #[arg(value_name = "SPEC", required_unless_present = "rust_type")]
    file: Option<PathBuf>,

    /// Mapping of the type to observe
    #[arg(long, value_name = "MAP", group = "mapping", requires = "file")]
    map: Option<PathBuf>,

    /// Type to observe, such as `crate::Stack`
    #[arg(long = "type", value_name = "PATH", group = "mapping")]
    rust_type: Option<String>,

    /// Folder with more specifications
    #[arg(long, value_name = "DIR")]
    spec_path: Vec<PathBuf>,

    /// Folder for a first specification and its mapping
    #[arg(long, value_name = "DIR", default_value = "specs")]
    dir: PathBuf,

    /// Also propose laws where nothing is open
    #[arg(long)]
    laws: bool,

    /// Write the proposals for gaps into the specification, and print what changes
    #[arg(long)]
    apply: bool,

    /// Write the specification with all proposals to another file, for --since
    #[arg(long, value_name = "FILE", conflicts_with = "apply")]
    save: Option<PathBuf>,

    /// Report the laws of an earlier --save that the type no longer keeps
    #[arg(long, value_name = "FILE", conflicts_with_all = ["apply", "save", "laws"])]
    since: Option<PathBuf>,

    /// Keep sequences that come near to breaking an axiom, for the tests to replay
    ///
    /// Tries to break all axioms over the elements of the generated tests, and proposes nothing.
    #[arg(long, requires = "file", conflicts_with_all = ["apply", "save", "laws", "since"])]
    pin: bool,

    /// Folder of the generated tests, if no manifest names it
    #[arg(long, value_name = "DIR", requires = "pin")]
    out: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Some(file) = &arguments.file else { return first(arguments) };
    let of_type = || arguments.rust_type.clone().map(JobMap::Type);
    let map = arguments.map.clone().map(JobMap::File).or_else(of_type);
    let map = map.ok_or_else(|| {
        Error("name the type to observe: `--map MAP`, or `--type PATH`".to_owned())
    })?;
    let file = arguments.since.as_ref().unwrap_or(file);
    infer(arguments, file, map, arguments.apply)
}

/// Writes a first specification of a type, and what was learnt about it.
fn first(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let path = arguments.rust_type.clone().unwrap_or_default();
    let skeleton = drafted(&path)?;
    let [spec, map] = ["spec", "map"]
        .map(|ending| arguments.dir.join(format!("{}.{ending}", skeleton.file_stem)));
    if spec.exists() && map.exists() {
        let [spec, map] = [&spec, &map].map(|it| display(it));
        let again = format!("specgen infer {spec} --map {map} --apply");
        return Err(Error(format!("`{spec}` and `{map}` exist; go on with `{again}`")).into());
    }
    write(&skeleton, &spec, &map)?;
    terminal::print(&format!("wrote {} and {}\n", display(&spec), display(&map)))?;
    infer(arguments, &spec, JobMap::File(map), true)
}

fn infer(
    arguments: &Arguments,
    file: &Path,
    map: JobMap,
    is_applied: bool,
) -> Result<ExitCode, Failure> {
    let mut job = Job::of(vec![file.to_owned()], map);
    job.options.spec_path.clone_from(&arguments.spec_path);
    job.options.out.clone_from(&arguments.out);
    let refined = project::refined(&job)?;
    if arguments.pin {
        return pin(&job, &refined);
    }
    let theory = &refined.theory;
    let trial = Trial::plain(theory);
    let algebras = stage(&trial);
    let compiled = RefCell::new(compiled(&refined, &algebras)?);
    let mut learner = Learner::new(theory, &algebras, &compiled);
    let (broken, _) = laws::broken(&mut learner, theory, &refined.sources);
    let mut text = String::new();
    let seen = || observation(&job.map.text(), &refined, &algebras, &compiled.borrow());
    if arguments.since.is_some() {
        text += &changed(&broken, theory, &seen(), &display(file));
    } else {
        let mut gaps = learner.gaps();
        let mut general = match arguments.laws {
            true => laws::general(&mut learner),
            false => Vec::new(),
        };
        for gap in &mut gaps {
            gap.proposals = read_back(arguments, &refined, std::mem::take(&mut gap.proposals))?;
        }
        general = read_back(arguments, &refined, general)?;
        text += &laws::text(&gaps, theory, &seen());
        if arguments.laws {
            text += &laws::laws_text(&general, theory);
        }
        text += &laws::broken_text(&broken);
        let laws: Vec<&Law> = of_gaps(&gaps).collect();
        text += &match (is_applied, broken.is_empty()) {
            (true, true) => apply(&refined, &laws)?,
            (true, false) => UNAPPLIED.to_owned(),
            (false, _) => String::new(),
        };
        if let Some(file) = &arguments.save {
            let all: Vec<&Law> = laws.into_iter().chain(general.iter().map(|it| &it.law)).collect();
            text += &save(&refined, &all, file)?;
        }
    }
    terminal::print(&text)?;
    Ok(if broken.is_empty() { ExitCode::Fine } else { ExitCode::TestsFailed })
}

fn of_gaps(gaps: &[Gap]) -> impl Iterator<Item = &Law> {
    gaps.iter().flat_map(|gap| &gap.proposals).map(|proposal| &proposal.law)
}

/// Behaviour that differs in a new version of a type.
fn changed(broken: &[laws::Broken], theory: &Theory, seen: &Observation, file: &str) -> String {
    let all = theory.body_axioms().count();
    let bound = seen.bound();
    let mut text = format!("tried {all} axioms of {file} in {bound}\n");
    text += &laws::broken_text(broken);
    text + &match broken.len() {
        0 => "\nno change of behaviour found\n".to_owned(),
        1 => "\n1 axiom is broken: the behaviour has changed\n".to_owned(),
        some => format!("\n{some} axioms are broken: the behaviour has changed\n"),
    }
}

/// The proposals whose text means what was observed.
fn read_back(
    arguments: &Arguments,
    refined: &Refined,
    proposals: Vec<Proposal>,
) -> Result<Vec<Proposal>, Failure> {
    let (theory, sources) = (&refined.theory, &refined.sources);
    let mut folders = Folders::new(Disk::default(), &arguments.spec_path)?;
    let subject = theory.specs.values().last().map(|spec| spec.name.clone()).unwrap_or_default();
    let mut kept = Vec::new();
    for proposal in proposals {
        if pipeline::reads_back(theory, sources, &proposal.law, &subject, &mut folders)? {
            kept.push(proposal);
        }
    }
    Ok(kept)
}

/// Writes laws into the files of their specifications: all of them, or none. Returns what
/// changes.
fn apply(refined: &Refined, laws: &[&Law]) -> Result<String, Error> {
    let amended = pipeline::amend(&refined.theory, &refined.sources, laws);
    let mut text = String::new();
    for file in &amended {
        let name = &file.old.name;
        if read_text(Path::new(name)).is_ok_and(|now| now != file.old.text) {
            let why = "was changed while the type was observed";
            return Err(Error(format!("`{name}` {why}; nothing was applied")));
        }
        text += &diff(name, Some(&file.old.text), Some(&file.new), terminal::colour());
    }
    let files = amended.iter().map(|file| (Path::new(&file.old.name), file.new.as_str()));
    overwrite(&files.collect::<Vec<_>>())?;
    Ok(text)
}

/// Writes the specification with all laws to a file of its own.
fn save(refined: &Refined, laws: &[&Law], file: &Path) -> Result<String, Error> {
    let amended = pipeline::amend(&refined.theory, &refined.sources, laws);
    let [one] = amended.as_slice() else {
        return Err(Error("there are no laws of one file to save".to_owned()));
    };
    overwrite(&[(file, &one.new)])?;
    Ok(format!("\nwrote {} with {} proposals\n", display(file), laws.len()))
}
