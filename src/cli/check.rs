//! `specgen check`: all errors and lints of specifications.

use std::path::PathBuf;

use clap::Args;

use super::build_flags::{Flags, LintLevels, SpecPath};
use super::exit_code::ExitCode;
use super::format::Format;
use super::probe::ShortSearches;
use super::{clock, terminal};
use crate::count::counted;
use crate::diagnostic::{Diagnostic, Severity, render, to_json};
use crate::disk::{Disk, Folders};
use crate::error::{Error, Failure};
use crate::pipeline::{self, Checked, Supervisor};
use crate::source::{Source, Sources};

/// The maximum number of diagnostics that are shown.
const MOST_SHOWN: usize = 500;

/// Check specifications and report all errors and warnings
///
/// Reports all errors of all files at once, and the findings of lints as warnings. The axioms
/// are run on small terms; axioms that contradict each other are an error. Some lints search
/// for models, for example to find an inconsistent specification.
/// docs/diagnostics.md explains every code.
#[derive(Args)]
pub struct Arguments {
    /// Specification files; `-` reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    spec_path: Flags<SpecPath>,

    #[command(flatten)]
    lints: Flags<LintLevels>,

    /// Skip the lints that search for models
    #[arg(long)]
    no_search: bool,

    /// Output format; json prints one object per line on standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let (inputs, unread, mut folders) = read(arguments)?;
    let levels = arguments.lints.options.lints.clone().unwrap_or_default();
    let searches: Option<&dyn Supervisor> =
        if arguments.no_search { None } else { Some(&ShortSearches) };
    let Checked { sources, diagnostics } =
        pipeline::check(&inputs, &mut folders, &levels, searches)?;
    report(&diagnostics, &sources, arguments.format)?;
    let errors = count(&diagnostics, Severity::Error);
    if arguments.format == Format::Text && !inputs.is_empty() {
        let warnings = count(&diagnostics, Severity::Warning);
        let files = files_text(inputs.len(), arguments.files.len());
        terminal::report(&format!("{}\n", summary(&files, errors, warnings)))?;
        if clock::was_interrupted() {
            terminal::report("interrupted: not all lints were tried\n")?;
        }
    }
    Ok(match (unread, errors) {
        _ if clock::was_interrupted() => ExitCode::Interrupted,
        (0, 0) => ExitCode::Fine,
        (0, _) => ExitCode::BadInput,
        _ => ExitCode::Failure,
    })
}

/// Reads all files that can be read, and counts the others.
fn read(arguments: &Arguments) -> Result<(Vec<Source>, usize, Folders), Error> {
    let mut folders = Folders::new(Disk::default(), &arguments.spec_path.options.spec_path)?;
    let mut inputs = Vec::new();
    for path in &arguments.files {
        match folders.read(path) {
            Ok(input) => inputs.push(input),
            Err(Error(message)) => terminal::complain(&message),
        }
    }
    let unread = arguments.files.len() - inputs.len();
    Ok((inputs, unread, folders))
}

fn report(diagnostics: &[Diagnostic], sources: &Sources, format: Format) -> Result<(), Error> {
    for diagnostic in diagnostics.iter().take(MOST_SHOWN) {
        match format {
            Format::Text => {
                let text = render(diagnostic, sources, terminal::colour());
                terminal::report(&format!("{text}\n"))?;
            }
            Format::Json => terminal::print(&format!("{}\n", to_json(diagnostic, sources)))?,
        }
    }
    match diagnostics.len().saturating_sub(MOST_SHOWN) {
        0 => Ok(()),
        more => terminal::report(&format!("{more} more of these are not shown\n")),
    }
}

fn count(diagnostics: &[Diagnostic], severity: Severity) -> usize {
    diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
}

/// `2 files`, or `1 of 2 files` where one could not be read
fn files_text(read: usize, given: usize) -> String {
    let given_text = counted(given, "file");
    if read == given { given_text } else { format!("{read} of {given_text}") }
}

fn summary(files: &str, errors: usize, warnings: usize) -> String {
    let found: Vec<_> = [(errors, "error"), (warnings, "warning")]
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| counted(number, what))
        .collect();
    if found.is_empty() {
        format!("{files} checked, no problems found")
    } else {
        format!("{files} checked: {}", found.join(", "))
    }
}
