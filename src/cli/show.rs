//! `specgen show`: the model that covers a goal.

use clap::{Args, ValueEnum};

use super::exit_code::ExitCode;
use super::subject::SubjectOptions;
use super::terminal;
use crate::error::{Error, Failure};
use crate::goal::{Goal, GoalOptions, find};
use crate::options::PER_GOAL;
use crate::pipeline::{self, Subject};
use crate::report::{Report, explain};
use crate::search::{Outcome, Verdict};
use crate::show::{View, dot, svg, tables};

/// Show the model that covers a goal, or why none does
///
/// The model is printed as tables, as a graph for Graphviz, or drawn as SVG.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    subject: SubjectOptions,

    /// The goal's id as `specgen goals` lists it, or the start of one; with `_2`, `_3`, …
    /// behind it a further witness, as `--per-goal` gives them
    #[arg(value_name = "GOAL")]
    goal: String,

    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Dot,
    Svg,
}

pub fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let subject = arguments.subject.load()?;
    let goals = all_goals(&subject)?;
    let (goal, number) = numbered(&goals, &arguments.goal).map_err(Error)?;
    let found = arguments.subject.search(&subject, std::slice::from_ref(goal), number)?;
    let outcome = found.decided.outcomes.get(number - 1).ok_or_else(|| {
        let all = found.decided.outcomes.len();
        let noun = if all == 1 { "witness" } else { "different witnesses" };
        Error(format!("`{}` has only {all} {noun} within the limits", goal.id()))
    })?;
    match &outcome.verdict {
        Verdict::Covered(witness) => {
            let view = View::new(&subject.theory, goal, witness);
            terminal::print(&match arguments.format {
                Format::Text => tables(&view),
                Format::Dot => dot(&view),
                Format::Svg => svg(&view),
            })?;
            Ok(ExitCode::Fine)
        }
        _ => {
            let text = explanation(&subject, goal, &found.decided.outcomes);
            if arguments.format == Format::Text {
                terminal::print(&text)?;
                return Ok(ExitCode::Fine);
            }
            terminal::report(&text)?;
            Err(Error(format!("there is no model of `{}` to draw", goal.id())).into())
        }
    }
}

/// The goal that a name stands for, and which of its witnesses: `holds_3` is the third of
/// `holds`, unless a goal is called so.
fn numbered<'g>(goals: &'g [Goal], name: &str) -> Result<(&'g Goal, usize), String> {
    let further = name.rsplit_once('_').and_then(|(stem, number)| {
        let number =
            number.parse().ok().filter(|number| *number > 1 && PER_GOAL.contains(number))?;
        Some((goals.iter().find(|goal| goal.id() == stem)?, number))
    });
    match find(goals, name) {
        Ok(goal) => Ok((goal, 1)),
        Err(why) => further.ok_or(why),
    }
}

/// Aliasing goals can be shown without being asked for; a specification that has
/// too many of them still has its others.
fn all_goals(subject: &Subject) -> Result<Vec<Goal>, Failure> {
    let all = GoalOptions {
        aliasing: true,
        constructions: true,
        coincidences: true,
        ..GoalOptions::default()
    };
    pipeline::goals(subject, all).or_else(|_| pipeline::goals(subject, GoalOptions::default()))
}

fn explanation(subject: &Subject, goal: &Goal, outcomes: &[Outcome]) -> String {
    let report = Report {
        spec: &subject.name,
        sources: &subject.sources,
        theory: &subject.theory,
        goals: std::slice::from_ref(goal),
        outcomes,
        times: None,
        reached: &[],
    };
    explain(&report)
}
