//! The result of an enumeration, or why it was refused.

use super::arguments::{Arguments, Equal, Over};
use super::output::Output;
use crate::cli::{ExitCode, clock, terminal};
use crate::count::{counted, grouped};
use crate::enumerate::{Algebra, End, Refusal, Stop, Trust, Walk};
use crate::error::{Error, Failure};
use crate::pipeline::Enumerable;

/// How the enumeration ended.
pub(super) struct Summary {
    /// How many algebras values are listed over.
    pub algebras: usize,
    pub end: End,
    pub trust: Option<Trust>,
    /// For each value.
    pub bytes: usize,
    /// The number of undetermined observations and the first of them.
    pub open: Option<(u64, String)>,
    /// Where values are sets of rows: the size of the largest set, and the steps up to which rows
    /// were examined, if there are more.
    pub permitted: Option<(usize, Option<u32>)>,
}

impl Summary {
    pub fn new(algebras: usize) -> Self {
        let end = End::Complete;
        Self { algebras, end, trust: None, bytes: 0, open: None, permitted: None }
    }
}

pub(super) fn refused(subject: &Enumerable, algebra: &Algebra, refusal: &Refusal) -> Error {
    let name = |sort: &usize| subject.program.sorts[*sort].name.clone();
    let op = |op: &usize| subject.program.ops[*op].name.clone();
    Error(match refusal {
        Refusal::NoCreator(sort) => format!(
            "`{}` has no creator: every constructor needs a value of the sort to start from",
            name(sort)
        ),
        Refusal::Mutual(one, other) => format!(
            "`{}` and `{}` are built from each other, which `enumerate` cannot do",
            name(one),
            name(other)
        ),
        Refusal::TooManyArguments(it) => {
            format!("`{}` has more than 8 arguments, which `enumerate` cannot do", op(it))
        }
        Refusal::Stop(Stop::Contradiction { op: it, rules, .. }) => {
            let axiom = |rule: usize| &subject.program.axioms[subject.program.rules[rule].axiom];
            let [one, other] = rules.map(|rule| axiom(rule).label.clone());
            format!(
                "the axioms contradict each other on `{}`: `{one}` and `{other}` give different \
                 results; `specgen check` shows the smallest term",
                op(it)
            )
        }
        Refusal::Stop(Stop::Runaway(it)) => format!("the axioms of `{}` run away", op(it)),
        Refusal::Stop(Stop::Entangled(it)) => format!(
            "`{}` leads to larger values over {} elements; use --steps",
            op(it),
            algebra.sizes.iter().sum::<u32>()
        ),
        Refusal::Stop(Stop::Full) => "there are more than 4,294,967,280 values".to_owned(),
    })
}

/// The memory ended before the values did.
pub(super) fn endless(subject: &Enumerable, sort: usize, found: &Walk<'_>) -> Error {
    let counts: Vec<u64> = found.levels[sort].iter().map(|level| level.len() as u64).collect();
    let total: u64 = counts.iter().sum();
    let steps = counted(counts.len() - 1, "step");
    let first: Vec<String> = counts.iter().take(8).map(|it| grouped(*it)).collect();
    Error(format!(
        "{} values of `{}` at {steps} so far, and no end: the memory that --limit allows \
         is used up\n  values by steps: {}, …\n  bound the values by --steps, or use a smaller \
         --scope",
        grouped(total),
        subject.program.sorts[sort].name,
        first.join(", ")
    ))
}

pub(super) fn report(
    arguments: &Arguments,
    shown: &Output<'_>,
    summary: &Summary,
) -> Result<ExitCode, Failure> {
    let interrupted = clock::was_interrupted();
    let mut text = shown.summary(arguments.equal == Equal::Provable);
    if arguments.over == Over::All {
        let algebras = counted(grouped(summary.algebras), "algebra");
        text += &format!(", over {algebras}, up to isomorphism");
    }
    let bounded = format!(": all of up to {}", counted(arguments.steps.unwrap_or(0), "step"));
    text += match summary.end {
        _ if interrupted => ": partial, since it was interrupted",
        End::Complete => ": all of them",
        End::Steps => &bounded,
        End::Memory => ": partial, since the memory that --limit allows is used up",
        End::Stopped => ": the first ones",
    };
    text += "\n";
    if let Some(Trust::Steps(checked)) = summary.trust {
        text += &format!(
            "exact up to {}: there, every operation was checked to give equal results for values \
             with the same observations\n",
            counted(checked, "step")
        );
    }
    if let Some((rows, examined)) = summary.permitted {
        text += &match rows {
            0 | 1 => "the axioms determine all observations, though not by rules\n".to_owned(),
            _ => format!(
                "the axioms leave observations open: a value is the set of what they permit, up to \
                 {rows} possibilities\n"
            ),
        };
        if let Some(examined) = examined {
            text += &format!(
                "what they permit was examined for up to {}: longer terms may rule more out\n",
                counted(examined, "step")
            );
        }
    }
    if let Some((count, call)) = &summary.open {
        text += &format!(
            "running the axioms leaves {} open, such as `{call}`: values that differ only there count \
             once\n",
            counted(grouped(*count), "observation")
        );
    }
    if arguments.count && shown.shown() > 0 && summary.bytes > 0 {
        text +=
            &format!("by steps: {}; {} bytes for each value\n", shown.by_steps(), summary.bytes);
    }
    terminal::report(&text)?;
    let is_partial = summary.end == End::Memory;
    Ok(match (interrupted, is_partial) {
        (true, _) => ExitCode::Interrupted,
        (_, true) => ExitCode::Failure,
        _ => ExitCode::Fine,
    })
}
