//! One specification with all of its goals.

use super::anchor::fresh;
use super::fact::{Fact, facts};
use super::fact_view::{FactView, fact_view};
use super::input::{Chapter, OpenPart};
use super::share::{Share, shares};
use super::test::{OtherTestView, OutcomeShare, others, outcome_shares};
use super::values::{ValuesView, values};
use crate::json::Serialize;
use crate::report::Report;
use crate::theory::SpecId;

#[derive(Serialize)]
pub struct ChapterView {
    pub id: String,
    /// `SortedSet[TotalOrder]`
    pub name: String,
    pub file: String,
    /// The mapping, if there are tests.
    pub map: Option<String>,
    pub goals: usize,
    pub shares: Vec<Share>,
    /// The outcomes of the tests, if they were run.
    pub test_outcomes: Vec<OutcomeShare>,
    /// Axioms and domain conditions with goals, in order.
    pub facts: Vec<FactView>,
    /// How many values there are, and how many tests use; `None` if that is not known.
    pub values: Option<ValuesView>,
    /// What the axioms leave open.
    pub open: Option<OpenView>,
    /// Tests without a goal.
    pub other_tests: Vec<OtherTestView>,
    /// Further axioms and domain conditions that can rule goals out, mostly those of
    /// parameters.
    pub others: Vec<FactView>,
}

/// What a specification does not say.
#[derive(Serialize)]
pub struct OpenView {
    /// The last line of the gaps, and the line about the score.
    pub gap_count: String,
    pub score: String,
    pub gaps: String,
    pub changes: String,
    pub laws: Option<String>,
}

impl OpenView {
    fn of(part: &OpenPart) -> Self {
        let mut lines = part.changes.lines();
        // Without a change that can be made there is no score, and the last line says so.
        let score = lines.find(|line| line.starts_with("score ")).or(part.changes.lines().last());
        Self {
            gap_count: part.gaps.lines().last().unwrap_or_default().to_owned(),
            score: score.unwrap_or_default().to_owned(),
            gaps: part.gaps.clone(),
            changes: part.changes.clone(),
            laws: part.laws.clone(),
        }
    }
}

/// `taken` holds the ids of the chapters before.
pub fn chapter(chapter: &Chapter, taken: &mut Vec<String>) -> ChapterView {
    let report = &chapter.report;
    let subject = subject(report);
    let tests = chapter.tests.as_ref();
    let name = tests.map_or_else(|| file_stem(report.spec), |tests| tests.suite.name.clone());
    let id = fresh(name, taken);
    let facts = facts(report, &id);
    let view = |fact: &Fact| fact_view(fact, chapter, subject, &facts);
    ChapterView {
        name: subject.map_or_else(|| id.clone(), |spec| report.theory.spec_text(spec)),
        file: report.spec.to_owned(),
        map: tests.map(|tests| tests.map.to_owned()),
        goals: report.goals.len(),
        shares: shares(report.outcomes.iter()),
        test_outcomes: tests.map(|tests| outcome_shares([tests])).unwrap_or_default(),
        facts: facts.iter().filter(|fact| !fact.goals.is_empty()).map(view).collect(),
        values: values(report, tests.and_then(|tests| tests.visited)),
        open: chapter.open.map(OpenView::of),
        other_tests: tests.map(|tests| others(tests, report)).unwrap_or_default(),
        others: facts.iter().filter(|fact| fact.goals.is_empty()).map(view).collect(),
        id,
    }
}

/// `specs/sorted_set.spec` becomes `sorted_set`, the prefix of the anchors of its goals.
fn file_stem(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = file.strip_suffix(".spec").unwrap_or(file);
    let letter = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let stem: String = stem.chars().map(letter).collect();
    stem.trim_matches('-').to_owned()
}

/// The specification that the theory is about. It comes last, after those it uses.
fn subject(report: &Report) -> Option<SpecId> {
    report.theory.specs.ids().last()
}
