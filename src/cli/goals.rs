//! `specgen goals`: every goal of a specification with its verdict.

use clap::{Args, ValueEnum};

use super::build_flags::{Flags, PerGoal};
use super::exit_code::ExitCode;
use super::probe::report_inconsistency;
use super::subject::SubjectOptions;
use super::{clock, terminal};
use crate::error::Failure;
use crate::goal::GoalOptions;
use crate::pipeline;
use crate::report::{Report, Times, json, table};

/// Search for every goal of a specification and report its verdict
///
/// A goal is one way in which an axiom can be true, or one side of a domain
/// condition. A goal is covered if a small model has it, impossible if specgen proves
/// that no model has it, and otherwise not found within the limits.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: SubjectOptions,

    /// Add a goal for every way in which variables of one sort coincide
    #[arg(long)]
    aliasing: bool,

    #[command(flatten)]
    flags: Flags<PerGoal>,

    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,

    /// Add times to the JSON output, which then differs from run to run
    #[arg(long)]
    timings: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let subject = arguments.subject.load()?;
    let options = GoalOptions { aliasing: arguments.aliasing, ..GoalOptions::default() };
    let goals = pipeline::goals(&subject, options)?;
    let found = arguments.subject.search(&subject, &goals, arguments.flags.options.per_goal)?;
    let spent = found.times();
    let times = Times { goals: &spent, search: found.clock.elapsed() };
    let with_times = arguments.timings || arguments.format == Format::Text;
    let report = Report {
        spec: &subject.name,
        sources: &subject.sources,
        theory: &subject.theory,
        goals: &found.decided.goals,
        outcomes: &found.decided.outcomes,
        times: with_times.then_some(times),
    };
    terminal::print(&match arguments.format {
        Format::Text => table(&report),
        Format::Json => json(&report),
    })?;
    report_inconsistency(&subject.theory, &subject.sources, &found.decided.outcomes)?;
    Ok(if clock::was_interrupted() { ExitCode::Interrupted } else { ExitCode::Fine })
}
