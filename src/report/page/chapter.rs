//! One specification with everything about its goals.

use serde::Serialize;

use super::fact::{Fact, FactView, facts};
use super::{Share, fresh, shares};
use crate::report::Report;
use crate::theory::SpecId;

#[derive(Serialize)]
pub struct ChapterView {
    pub id: String,
    /// `SortedSet[TotalOrder]`
    pub name: String,
    pub file: String,
    pub goals: usize,
    pub shares: Vec<Share>,
    /// Axioms and domain conditions with goals, in order.
    pub facts: Vec<FactView>,
    /// What else goals can be ruled out by: mostly axioms of parameters.
    pub others: Vec<FactView>,
}

/// `taken` are the names of the chapters before.
pub fn chapter(report: &Report, taken: &mut Vec<String>) -> ChapterView {
    let subject = subject(report);
    let id = fresh(file_stem(report.spec), taken);
    let facts = facts(report, &id);
    let view = |fact: &Fact| fact.view(report, subject, &facts);
    ChapterView {
        name: subject.map_or_else(|| id.clone(), |spec| report.theory.spec_text(spec)),
        file: report.spec.to_owned(),
        goals: report.goals.len(),
        shares: shares(report.outcomes.iter()),
        facts: facts.iter().filter(|fact| !fact.goals.is_empty()).map(view).collect(),
        others: facts.iter().filter(|fact| fact.goals.is_empty()).map(view).collect(),
        id,
    }
}

/// `specs/sorted_set.spec` becomes `sorted_set`: what links to goals start with.
fn file_stem(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.strip_suffix(".spec").unwrap_or(file);
    let letter = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let stem: String = stem.chars().map(letter).collect();
    stem.trim_matches('-').to_owned()
}

/// The specification that all others of the theory are there for: it comes last.
fn subject(report: &Report) -> Option<SpecId> {
    report.theory.specs.ids().last()
}
