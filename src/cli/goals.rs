//! `specgen goals`: every goal of a specification with its verdict.

use std::path::PathBuf;

use clap::Args;

use super::exit_code::ExitCode;
use super::format::Format;
use super::probe::report_inconsistency;
use super::subject::SubjectOptions;
use super::{clock, terminal};
use crate::disk::{Disk, display, record_texts};
use crate::error::{Error, Failure};
use crate::goal::{Goal, GoalKind, GoalOptions, Property};
use crate::pipeline::{self, Subject};
use crate::report::{Report, Times, json, table};
use crate::run::{Record, records};
use crate::theory::{Statement, Theory};

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

    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,

    /// Counts of a test run, of `specgen test --records DIR`: show which goals without a
    /// witness its sequences reached
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,

    /// Add times to the JSON output, which then differs from run to run
    #[arg(long)]
    timings: bool,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let subject = arguments.subject.load()?;
    let options = GoalOptions { aliasing: arguments.aliasing, ..GoalOptions::default() };
    let goals = pipeline::goals(&subject, options)?;
    let found = arguments.subject.search(&subject, &goals)?;
    let spent = found.times();
    let times = Times { goals: &spent, search: found.clock.elapsed() };
    let with_times = arguments.timings || arguments.format == Format::Text;
    let reached = arguments.reached(&subject, &found.decided.goals)?;
    let report = Report {
        spec: &subject.name,
        sources: &subject.sources,
        theory: &subject.theory,
        goals: &found.decided.goals,
        outcomes: &found.decided.outcomes,
        times: with_times.then_some(times),
        reached: &reached,
    };
    terminal::print(&match arguments.format {
        Format::Text => table(&report),
        Format::Json => json(&report),
    })?;
    let (theory, sources) = (&subject.theory, &subject.sources);
    let is_contradictory = report_inconsistency(theory, sources, &found.decided.outcomes)?;
    Ok(match is_contradictory {
        _ if clock::was_interrupted() => ExitCode::Interrupted,
        true => ExitCode::BadInput,
        false => ExitCode::Fine,
    })
}

impl Arguments {
    /// How often sequences of a run reached each goal.
    fn reached(&self, subject: &Subject, goals: &[Goal]) -> Result<Vec<u64>, Error> {
        let Some(path) = &self.run else { return Ok(Vec::new()) };
        let texts = match path.is_dir() {
            true => record_texts(path)?,
            false => vec![Disk::default().read(path)?.text],
        };
        let records: Vec<Record> = texts.iter().flat_map(|text| records(text)).collect();
        if records.is_empty() {
            return Err(Error(format!(
                "`{}` has no counts of a test run; `specgen test --records DIR` writes some",
                display(path)
            )));
        }
        Ok(goals.iter().map(|goal| reached_goal(&subject.theory, goal, &records)).collect())
    }
}

fn reached_goal(theory: &Theory, goal: &Goal, records: &[Record]) -> u64 {
    let title = match (&goal.property, goal.kind) {
        (Property::Stated(Statement::Axiom(id)), GoalKind::Axiom) => theory.axioms[*id].title(),
        (Property::Stated(Statement::Domain(op)), GoalKind::Domain(_)) => {
            format!("domain of {}", theory.ops[*op].name)
        }
        _ => return 0,
    };
    let (start, letters) = (format!("[{title}] "), goal.letters());
    let own = records.iter().filter(|record| {
        matches!(record.kind.as_str(), "sequence" | "compared")
            && record.detail == letters
            && record.subject.starts_with(&start)
    });
    own.map(|record| record.count).sum()
}
