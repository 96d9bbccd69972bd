//! `specgen complete`: what the axioms of a specification leave open.

use clap::{Args, ValueEnum};

use super::exit_code::ExitCode;
use super::subject::SubjectOptions;
use super::{clock, terminal};
use crate::complete::{json, text};
use crate::error::Failure;
use crate::pipeline;

/// Report what the axioms of a specification leave open
///
/// Runs the axioms on small terms and reports the smallest term that they do not determine, for
/// each observer and constructor. A gap is open if two models differ there, forced if the axioms
/// determine the term after all, and otherwise unconfirmed. For each gap there is a line to
/// complete and to paste into the specification. Also reports axioms that follow from others,
/// and axioms that change no observation of small terms.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: SubjectOptions,

    /// Print both models of each open gap as tables
    #[arg(long)]
    models: bool,

    /// End with exit code 4 if a gap is open or unconfirmed
    #[arg(long)]
    strict: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let subject = arguments.subject.load()?;
    let limits = arguments.subject.limits();
    let found = limits.with_threads(|| pipeline::complete(&subject, limits))?;
    terminal::print(&match arguments.format {
        Format::Text => text(&found, &subject.theory, &subject.sources, arguments.models),
        Format::Json => json(&found, &subject.name, &subject.theory, &subject.sources),
    })?;
    Ok(if clock::was_interrupted() {
        ExitCode::Interrupted
    } else if arguments.strict && found.open_gaps() > 0 {
        ExitCode::Uncovered
    } else {
        ExitCode::Fine
    })
}
