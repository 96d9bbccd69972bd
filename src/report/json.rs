//! The verdicts as JSON, with stable names and order.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{
    Report, VERDICTS, kind_word, limit_word, mode_word, reason_word, stated, verdict_word,
};
use crate::goal::{Goal, Property};
use crate::json::{self, Serialize};
use crate::model::Witness;
use crate::search::{Core, Outcome, Verdict};
use crate::theory::{Axiom, Statement};

/// One object. It contains times only if the report has them.
pub fn json(report: &Report) -> String {
    pretty(&document(report))
}

/// The same object as a generated file, with a header.
pub fn json_file(report: &Report, mapping: &str, header: &[String]) -> String {
    pretty(&File { generated: header, version: VERSION, mapping, document: document(report) })
}

/// The value of `version`. It increases when a field changes its meaning or is removed.
const VERSION: u32 = 1;

fn pretty(document: &impl Serialize) -> String {
    json::pretty(document) + "\n"
}

fn document<'a>(report: &'a Report) -> Document<'a> {
    Document {
        spec: report.spec,
        goals: goals(report),
        summary: BTreeMap::from_iter(VERDICTS.into_iter().zip(report.counts())),
        milliseconds: report.times.map(|times| milliseconds(times.search)),
    }
}

#[derive(Serialize)]
struct File<'a> {
    generated: &'a [String],
    version: u32,
    mapping: &'a str,
    #[serde(flatten)]
    document: Document<'a>,
}

#[derive(Serialize)]
struct Document<'a> {
    spec: &'a str,
    goals: Vec<Entry<'a>>,
    summary: BTreeMap<&'a str, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<f64>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: String,
    /// The axiom's label or number; null for the goals of a domain condition.
    axiom: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<&'a str>,
    kind: &'a str,
    place: String,
    literals: Vec<String>,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    scope: BTreeMap<&'a str, u32>,
    mode: &'a str,
    /// What was tried, for a goal that is not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<TriedView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<BTreeMap<&'a str, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    core: Option<Vec<Culprit<'a>>>,
    /// How often sequences of a test run reached the goal, if the search left it open.
    #[serde(skip_serializing_if = "Option::is_none")]
    reached_by_sequences: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<f64>,
}

/// What was tried for a goal that is not found.
#[derive(Serialize)]
struct TriedView {
    terms: usize,
    operations: usize,
    limit: &'static str,
}

/// An axiom or domain condition that contributes to ruling a goal out.
#[derive(Serialize)]
struct Culprit<'a> {
    kind: &'a str,
    name: String,
    spec: &'a str,
    place: String,
}

fn goals<'a>(report: &'a Report) -> Vec<Entry<'a>> {
    let time = |index: usize| report.times.and_then(|times| times.goals.get(index).copied());
    let entry = |(index, (goal, outcome))| Entry {
        milliseconds: time(index).map(milliseconds),
        reached_by_sequences: report.reached(index),
        ..entry(report, goal, outcome)
    };
    report.rows().enumerate().map(entry).collect()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn entry<'a>(report: &'a Report, goal: &'a Goal, outcome: &'a Outcome) -> Entry<'a> {
    let axiom = goal.property.axiom(report.theory).map(Axiom::title);
    let operation = match goal.property {
        Property::Stated(Statement::Domain(id)) => Some(report.theory.ops[id].name.as_str()),
        _ => None,
    };
    let literal = |literal: &crate::goal::Literal| literal.text(report.theory, &goal.variables);
    let size = |(sort, size): &(_, u32)| (report.theory.sorts[*sort].name.as_str(), *size);
    Entry {
        id: goal.id(),
        axiom,
        operation,
        kind: kind_word(goal.kind),
        place: report.place(stated(report, &goal.property, &goal.variables).1),
        literals: goal.literals.iter().map(literal).collect(),
        verdict: verdict_word(&outcome.verdict),
        reason: match outcome.verdict {
            Verdict::GaveUp(reason) => Some(reason_word(reason)),
            _ => None,
        },
        scope: BTreeMap::from_iter(outcome.scope.iter().map(size)),
        mode: mode_word(outcome.mode),
        tried: (outcome.verdict == Verdict::NotFound).then(|| TriedView {
            terms: outcome.tried.map_or(0, |tried| tried.terms),
            operations: outcome.tried.map_or(0, |tried| tried.operations),
            limit: limit_word(outcome),
        }),
        witness: match &outcome.verdict {
            Verdict::Covered(witness) => Some(values(report, goal, witness)),
            _ => None,
        },
        core: match &outcome.verdict {
            Verdict::Impossible(core) => Some(culprits(report, core)),
            _ => None,
        },
        reached_by_sequences: None,
        milliseconds: None,
    }
}

fn values<'a>(report: &Report, goal: &'a Goal, witness: &Witness) -> BTreeMap<&'a str, String> {
    let values = goal.variables.iter().zip(&witness.terms);
    BTreeMap::from_iter(
        values.map(|(variable, term)| (variable.name.as_str(), term.text(report.theory))),
    )
}

fn culprits<'a>(report: &'a Report, core: &Core) -> Vec<Culprit<'a>> {
    let spec = |id| report.theory.specs[id].name.as_str();
    let axioms = core.axioms.iter().map(|id| {
        let axiom = &report.theory.axioms[*id];
        let (name, place) = (axiom.title(), report.place(axiom.span));
        Culprit { kind: "axiom", name, spec: spec(axiom.spec), place }
    });
    let domains = core.domains.iter().map(|id| {
        let op = &report.theory.ops[*id];
        let span = op.domain.as_ref().map_or(op.span, |domain| domain.span);
        let (name, place) = (op.name.clone(), report.place(span));
        Culprit { kind: "domain", name, spec: spec(op.spec), place }
    });
    axioms.chain(domains).collect()
}
