//! `specgen export`: a specification for other tools.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::exit_code::ExitCode;
use super::subject::SubjectOptions;
use super::terminal;
use crate::emit::{MARK, seal};
use crate::error::{Error, Failure};
use crate::export::{Export, alloy};
use crate::goal::GoalOptions;
use crate::model::Mode;
use crate::pipeline;
use crate::project;

/// Write a specification and its goals for another tool
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    format: ExportFormat,
}

#[derive(Subcommand)]
enum ExportFormat {
    Alloy(AlloyArguments),
}

/// For the Alloy Analyzer: a model with one `run` command for each goal
///
/// Every goal of `specgen goals` becomes a command of the same name. What specgen
/// covers has an instance there, and what is impossible has none. Without --scope,
/// parameters have up to 3 elements, and constructed sorts up to 9 in closed
/// models and up to 6 in fragments.
#[derive(Args)]
struct AlloyArguments {
    #[command(flatten)]
    subject: SubjectOptions,

    /// Add a command for every way in which variables of one sort coincide
    #[arg(long)]
    aliasing: bool,

    /// Whether constructors always have a result
    #[arg(long, value_enum, default_value_t, value_name = "MODE")]
    mode: ModeOption,

    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ModeOption {
    /// Closed if there is a small closed model, as the search does it
    #[default]
    Auto,
    /// Models in which every constructor always has a result
    Closed,
    /// Pieces of models, in which a result may not be built
    Fragment,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    match &arguments.format {
        ExportFormat::Alloy(arguments) => export_alloy(arguments),
    }
}

fn export_alloy(arguments: &AlloyArguments) -> Result<ExitCode, Failure> {
    let subject = arguments.subject.load()?;
    let options = GoalOptions { aliasing: arguments.aliasing, ..GoalOptions::default() };
    let goals = pipeline::goals(&subject, options)?;
    let scope = arguments.subject.scope(&subject.theory)?;
    let mode = match arguments.mode {
        ModeOption::Auto => arguments.subject.mode(&subject, &goals, &scope)?,
        ModeOption::Closed => Mode::Closed,
        ModeOption::Fragment => Mode::Fragment,
    };
    let carriers = scope.at_once(&subject.theory, mode);
    let header = arguments.header(&subject.name, mode);
    let export =
        Export { theory: &subject.theory, goals: &goals, carriers: &carriers, mode, header };
    let text = seal(&alloy(&export).map_err(Error)?);
    match &arguments.out {
        None => terminal::print(&text)?,
        Some(path) => {
            terminal::print(&project::write_alone(path, text)?.line())?;
        }
    }
    Ok(ExitCode::Fine)
}

impl AlloyArguments {
    fn header(&self, file: &str, mode: Mode) -> Vec<String> {
        let mode = match mode {
            Mode::Closed => "Closed models: every constructor has a result wherever it is defined.",
            Mode::Fragment | Mode::Executed => {
                "Fragments: what is not built has no value, and nothing follows from it."
            }
        };
        vec![format!("{MARK} from {file}, for the Alloy Analyzer."), mode.to_owned()]
    }
}
