//! The table of goals, for a terminal.

use std::time::Duration;

use super::{
    Report, VERDICTS, contradiction_text, limit_text, mode_word, reason_text, stated, tried_text,
    verdict_word,
};
use crate::goal::Goal;
use crate::search::{Outcome, Verdict};

/// One block for each axiom and domain condition, one row for each goal, and a summary line.
pub fn table(report: &Report) -> String {
    let rows: Vec<Row> = rows(report);
    let widths = Widths::of(&rows);
    let mut text = heading(report);
    let mut block = None;
    for ((goal, _), row) in report.rows().zip(&rows) {
        if block != Some(goal.title.as_str()) {
            block = Some(goal.title.as_str());
            let (formula, span) = stated(report, &goal.property, &goal.variables);
            let place = report.place(span);
            text.push_str(&format!("\n{}  {formula}  ({place})\n", goal.title.as_str()));
        }
        text.push_str(&row.line(&widths));
    }
    text.push_str(&format!("\n{}\n", summary(report)));
    text
}

fn heading(report: &Report) -> String {
    let sorts = report.scope_sorts();
    let names: Vec<_> = sorts.iter().map(|sort| report.theory.sorts[*sort].name.as_str()).collect();
    format!("{}  (sizes are of {})\n", report.spec, names.join("/"))
}

struct Row {
    /// The goal's case, with the slash that separates it from the title.
    case: String,
    verdict: &'static str,
    scope: String,
    mode: &'static str,
    time: String,
    details: String,
}

fn rows(report: &Report) -> Vec<Row> {
    let row = |(index, (goal, outcome)): (usize, (&Goal, &Outcome))| {
        let is_covered = matches!(outcome.verdict, Verdict::Covered(_));
        let time = report.times.and_then(|times| times.goals.get(index));
        Row {
            case: format!("/{}", goal.case),
            verdict: verdict_text(&outcome.verdict),
            scope: if is_impossible(outcome) { String::new() } else { scope(report, outcome) },
            mode: if is_covered { mode_word(outcome.mode) } else { "" },
            time: time.map(|time| duration(*time)).unwrap_or_default(),
            details: match report.reached(index) {
                Some(count) => format!("reached by sequences, {count} times"),
                None => details(report, goal, outcome),
            },
        }
    };
    report.rows().enumerate().map(row).collect()
}

fn verdict_text(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::NotFound => "not found",
        Verdict::GaveUp(_) => "gave up",
        other => verdict_word(other),
    }
}

fn is_impossible(outcome: &Outcome) -> bool {
    matches!(outcome.verdict, Verdict::Impossible(_))
}

/// `4/2`
fn scope(report: &Report, outcome: &Outcome) -> String {
    let size = |sort| outcome.scope.iter().find(|(id, _)| *id == sort).map(|(_, size)| size);
    let sizes = report.scope_sorts().into_iter().map(|sort| match size(sort) {
        Some(size) => size.to_string(),
        None => "-".to_owned(),
    });
    sizes.collect::<Vec<_>>().join("/")
}

fn details(report: &Report, goal: &Goal, outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::Covered(witness) => report.witness_text(goal, witness),
        Verdict::Impossible(core) => contradiction_text(report, core),
        Verdict::NotFound => {
            format!("{}; {}", tried_text(report, outcome), limit_text(report, outcome))
        }
        Verdict::GaveUp(reason) => reason_text(*reason).to_owned(),
    }
}

/// `1.2 ms`, `3.4 s`
fn duration(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        return format!("{:.1} ms", time.as_secs_f64() * 1000.0);
    }
    format!("{:.1} s", time.as_secs_f64())
}

/// `26 goals: 19 covered, 7 impossible in 21.4 ms`
fn summary(report: &Report) -> String {
    let counts = report.counts();
    let parts: Vec<String> = (VERDICTS.iter().zip(counts))
        .filter(|(_, count)| *count > 0)
        .map(|(word, count)| format!("{count} {}", word.replace('-', " ")))
        .collect();
    let goals: usize = counts.iter().sum();
    let noun = if goals == 1 { "goal" } else { "goals" };
    let counts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    let reached = (0..report.goals.len()).filter(|index| report.reached(*index).is_some()).count();
    let reached = match reached {
        0 => String::new(),
        count => format!(", {count} of them reached by sequences"),
    };
    let total = report.times.map(|times| format!(" in {}", duration(times.search)));
    format!("{goals} {noun}{counts}{reached}{}", total.unwrap_or_default())
}

/// The widths of the aligned columns.
struct Widths {
    case: usize,
    scope: usize,
    mode: usize,
    time: usize,
}

impl Widths {
    fn of(rows: &[Row]) -> Self {
        let widest = |cell: fn(&Row) -> &str| {
            rows.iter().map(|row| cell(row).chars().count()).max().unwrap_or(0)
        };
        Self {
            case: widest(|row| &row.case),
            scope: widest(|row| &row.scope),
            mode: widest(|row| row.mode),
            time: widest(|row| &row.time),
        }
    }
}

impl Row {
    fn line(&self, widths: &Widths) -> String {
        let mut line = format!("  {:<1$}  {2:<10}", self.case, widths.case, self.verdict);
        for (cell, width) in [
            (self.scope.as_str(), widths.scope),
            (self.mode, widths.mode),
            (&self.time, widths.time),
        ] {
            if width > 0 {
                line.push_str(&format!("  {cell:<width$}"));
            }
        }
        format!("{line}  {}", self.details).trim_end().to_owned() + "\n"
    }
}
