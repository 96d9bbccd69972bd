//! One goal's verdict at length.

use super::{Report, limit_text, listed, reason_text, stated, tried_text};
use crate::goal::Goal;
use crate::search::{Core, Outcome, Verdict};

/// What each goal requires, and why it has no witness. For a covered goal, `specgen show` shows
/// the model.
pub fn explain(report: &Report) -> String {
    let goals: Vec<_> =
        report.rows().map(|(goal, outcome)| explain_goal(report, goal, outcome)).collect();
    goals.join("\n")
}

fn explain_goal(report: &Report, goal: &Goal, outcome: &Outcome) -> String {
    let (formula, span) = stated(report, &goal.property, &goal.variables);
    let mut text = format!("{}\n  {formula}  ({})\n", goal.id(), report.place(span));
    text.push_str("requires values with\n");
    for literal in &goal.literals {
        text.push_str(&format!("  {}\n", literal.text(report.theory, &goal.variables)));
    }
    text.push('\n');
    text.push_str(&match &outcome.verdict {
        Verdict::Covered(_) => "Covered.\n".to_owned(),
        Verdict::Impossible(core) => impossible(report, core),
        Verdict::NotFound => not_found(report, outcome),
        Verdict::GaveUp(reason) => format!("Gave up: {}.\n", reason_text(*reason)),
    });
    text
}

fn impossible(report: &Report, core: &Core) -> String {
    let culprits = report.culprits(core);
    if culprits.is_empty() {
        return "Impossible: the goal contradicts itself, whatever the axioms say.\n".to_owned();
    }
    let verb = if culprits.len() == 1 { "rules" } else { "together rule" };
    let how = if core.by_induction { ", by induction over constructors" } else { "" };
    let mut text =
        format!("Impossible in models of any size{how}: {} {verb} it out.\n", listed(&culprits));
    for id in &core.axioms {
        let axiom = &report.theory.axioms[*id];
        let place = report.place(axiom.span);
        text.push_str(&format!("  {}  {}  ({place})\n", report.axiom_name(*id), axiom.text));
    }
    for id in &core.domains {
        let op = &report.theory.ops[*id];
        if let Some(domain) = &op.domain {
            let condition = domain.condition.text(report.theory, &domain.variables);
            let place = report.place(domain.span);
            text.push_str(&format!("  {} is defined if {condition}  ({place})\n", op.name));
        }
    }
    text
}

fn not_found(report: &Report, outcome: &Outcome) -> String {
    format!(
        "Not found: {}, and not proved impossible either.\n\
         The limit: {}.\n",
        tried_text(report, outcome),
        limit_text(report, outcome)
    )
}
