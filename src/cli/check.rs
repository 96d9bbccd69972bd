//! `specgen check`: all errors and lints of specifications.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use super::folders::{Folders, SearchOptions};
use super::{ExitCode, Trouble, terminal};
use crate::diagnostic::{Code, Diagnostic, Levels, Severity, render, to_json};
use crate::source::Sources;
use crate::theory::Workspace;

/// Check specifications and report everything that is wrong with them
///
/// Reports all errors of all files at once, each with its place, and the
/// findings of lints as warnings. docs/diagnostics.md explains every code.
#[derive(Args)]
pub struct Arguments {
    /// Specification files; `-` reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    search: SearchOptions,

    #[command(flatten)]
    lints: LintOptions,

    /// How to print diagnostics; json is one object per line on standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// Which lints to silence and which to treat as errors.
#[derive(Args, Clone, Debug, Default)]
pub struct LintOptions {
    /// Silence a lint, or `all` (repeatable)
    #[arg(long, value_name = "LINT", value_parser = lint_names(), hide_possible_values = true)]
    allow: Vec<String>,

    /// Treat a lint as an error, or `all`; wins over --allow (repeatable)
    #[arg(long, value_name = "LINT", value_parser = lint_names())]
    deny: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
}

fn lint_names() -> PossibleValuesParser {
    PossibleValuesParser::new(["all"].into_iter().chain(Code::lints().map(Code::as_str)))
}

impl LintOptions {
    pub fn levels(&self) -> Levels {
        let codes = |names: &[String]| {
            let all = names.iter().any(|name| name == "all");
            Code::lints()
                .filter(|code| all || names.iter().any(|name| name == code.as_str()))
                .collect()
        };
        Levels { allow: codes(&self.allow), deny: codes(&self.deny) }
    }
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Trouble> {
    let mut folders = Folders::new(&arguments.search)?;
    let mut inputs = Vec::new();
    let mut unread = 0;
    for path in &arguments.files {
        match folders.read(path) {
            Ok(input) => inputs.push(input),
            Err(Trouble(message)) => {
                terminal::complain(&message);
                unread += 1;
            }
        }
    }
    let mut workspace = Workspace::new(folders);
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    for input in &inputs {
        let found = match workspace.load(&input.name, &input.text) {
            Ok(loaded) => loaded.warnings,
            Err(errors) => errors,
        };
        // What two files refer to is reported once.
        let new: Vec<_> = found.into_iter().filter(|one| !diagnostics.contains(one)).collect();
        diagnostics.extend(new);
    }
    let diagnostics = arguments.lints.levels().apply(diagnostics);
    report(&diagnostics, &workspace.sources, arguments.format)?;
    let errors = count(&diagnostics, Severity::Error);
    if arguments.format == Format::Text {
        let warnings = count(&diagnostics, Severity::Warning);
        terminal::tell(&format!("{}\n", summary(inputs.len(), errors, warnings)))?;
    }
    Ok(match (unread, errors) {
        (0, 0) => ExitCode::Fine,
        (0, _) => ExitCode::BadInput,
        _ => ExitCode::Trouble,
    })
}

fn report(diagnostics: &[Diagnostic], sources: &Sources, format: Format) -> Result<(), Trouble> {
    for diagnostic in diagnostics {
        match format {
            Format::Text => {
                let text = render(diagnostic, sources, terminal::colour());
                terminal::tell(&format!("{text}\n"))?;
            }
            Format::Json => terminal::print(&format!("{}\n", to_json(diagnostic, sources)))?,
        }
    }
    Ok(())
}

fn count(diagnostics: &[Diagnostic], severity: Severity) -> usize {
    diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
}

fn summary(files: usize, errors: usize, warnings: usize) -> String {
    let files = counted(files, "file");
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

/// `1 file`, `2 files`
fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
