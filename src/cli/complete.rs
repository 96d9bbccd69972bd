//! `specgen complete`: what the axioms of a specification leave open.

use clap::{Args, ValueEnum};

use super::exit_code::ExitCode;
use super::subject::{LimitOptions, SubjectOptions};
use super::{clock, terminal};
use crate::complete::{drawn, json, mutation_json, mutation_text, text};
use crate::error::{Error, Failure};
use crate::pipeline::{self, Subject};
use crate::search::ScopeLimits;

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

    /// Make small changes to the axioms and report those that nothing shows
    ///
    /// A dropped premise, `<` for `<=`, swapped branches, `and` for `or`, another variable or
    /// number. Where neither an observation of small terms nor a model shows a change, the
    /// axioms say too little, or the same thing twice.
    #[arg(long, conflicts_with = "models")]
    mutate: bool,

    /// End with exit code 4 if a gap is open or unconfirmed, or a change is not noticed
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
    /// Draws the two models of each open gap side by side
    Svg,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let subject = arguments.subject.load()?;
    let scope = arguments.subject.scope(&subject.theory)?;
    let limits = arguments.subject.limits();
    let has_findings = limits.with_threads(|| {
        if arguments.mutate {
            mutate(arguments, &subject, &scope, limits)
        } else {
            complete(arguments, &subject, &scope, limits)
        }
    })?;
    Ok(if clock::was_interrupted() {
        ExitCode::Interrupted
    } else if arguments.strict && has_findings {
        ExitCode::Uncovered
    } else {
        ExitCode::Fine
    })
}

/// Prints the gaps, and returns whether there is one.
fn complete(
    arguments: &Arguments,
    subject: &Subject,
    scope: &ScopeLimits,
    limits: &LimitOptions,
) -> Result<bool, Failure> {
    let found = pipeline::complete(subject, scope, limits)?;
    terminal::print(&match arguments.format {
        Format::Text => text(&found, &subject.theory, &subject.sources, arguments.models),
        Format::Json => json(&found, &subject.name, &subject.theory, &subject.sources),
        Format::Svg => drawn(&found, &subject.theory)
            .ok_or_else(|| Error(format!("no gap of `{}` has two models", subject.name)))?,
    })?;
    Ok(found.open_gaps() > 0)
}

/// Prints the changes that nothing shows, and returns whether there is one.
fn mutate(
    arguments: &Arguments,
    subject: &Subject,
    scope: &ScopeLimits,
    limits: &LimitOptions,
) -> Result<bool, Failure> {
    if arguments.format == Format::Svg {
        return Err(Error("`--mutate` has no models to draw".to_owned()).into());
    }
    let found = pipeline::mutate(subject, scope, limits)?;
    terminal::print(&match arguments.format {
        Format::Text | Format::Svg => mutation_text(&found, &subject.theory, &subject.sources),
        Format::Json => mutation_json(&found, &subject.name, &subject.theory, &subject.sources),
    })?;
    Ok(!found.survivors.is_empty())
}
