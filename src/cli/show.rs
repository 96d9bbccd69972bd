//! `specgen show`: the model that covers a goal.

use clap::{Args, ValueEnum};

use super::exit_code::ExitCode;
use super::subject::SubjectOptions;
use super::terminal;
use crate::error::{Error, Failure};
use crate::goal::{Goal, GoalOptions, find};
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

    /// The goal's id as `specgen goals` lists it, or the start of one
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
    let goal = find(&goals, &arguments.goal).map_err(Error)?;
    let found = arguments.subject.search(&subject, std::slice::from_ref(goal))?;
    let outcome = &found.decided.outcomes[0];
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
