//! The verdicts as a page for a browser: what its template sees.
//!
//! Everything that must be decided is decided here; the template holds layout
//! only, and escapes whatever it is given.

use serde::Serialize;

use super::{Report, VERDICTS, kind_word, verdict_word};
use crate::emit::{Provenance, html};
use crate::goal::{Goal, GoalKind};
use crate::run::{Fate, Suite};
use crate::search::Outcome;

mod chapter;
mod colour;
mod fact;
mod goal;
mod test;

use chapter::{ChapterView, chapter};
use test::{FateShare, fate_shares};

/// A specification with its verdicts, and with its tests where it has some.
pub struct Chapter<'a> {
    pub report: Report<'a>,
    pub tests: Option<Tested<'a>>,
}

/// The tests of a mapping.
#[derive(Clone, Copy)]
pub struct Tested<'a> {
    /// The mapping's file.
    pub map: &'a str,
    pub suite: &'a Suite,
    /// One for each test, if they were run.
    pub fates: Option<&'a [Option<Fate>]>,
}

/// What the template names parts of the page. No specification is named so.
const OWN_IDS: [&str; 12] = [
    "",
    "axiom",
    "clear",
    "close",
    "everything",
    "filters",
    "head",
    "nothing",
    "open",
    "overview",
    "search",
    "shown",
];

/// The page of some specifications. The error says where the template is wrong.
pub fn page(chapters: &[Chapter], provenance: &Provenance) -> Result<String, String> {
    html(&PageView::of(chapters, provenance))
}

#[derive(Serialize)]
struct PageView {
    /// What wrote the page, from what, and how to write it again.
    header: Vec<String>,
    title: String,
    goals: usize,
    shares: Vec<Share>,
    kinds: Vec<Kind>,
    fates: Vec<FateShare>,
    chapters: Vec<ChapterView>,
}

/// How many goals ended in one way.
#[derive(Serialize)]
struct Share {
    verdict: &'static str,
    word: String,
    count: usize,
    /// Of the bar's width.
    percent: String,
}

/// How many goals are of one kind.
#[derive(Serialize)]
struct Kind {
    word: &'static str,
    count: usize,
}

impl PageView {
    fn of(parts: &[Chapter], provenance: &Provenance) -> Self {
        let mut taken = OWN_IDS.map(str::to_owned).to_vec();
        let chapters: Vec<ChapterView> =
            parts.iter().map(|part| chapter(part, &mut taken)).collect();
        let reports = || parts.iter().map(|part| &part.report);
        let title = match chapters.as_slice() {
            [one] => one.name.clone(),
            many => format!("{} specifications", many.len()),
        };
        Self {
            header: provenance.lines(),
            title,
            goals: reports().map(|report| report.goals.len()).sum(),
            shares: shares(reports().flat_map(|report| report.outcomes)),
            kinds: kinds(reports().flat_map(|report| report.goals)),
            fates: fate_shares(parts.iter().filter_map(|part| part.tests.as_ref())),
            chapters,
        }
    }
}

fn shares<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> Vec<Share> {
    let words: Vec<&str> = outcomes.map(|outcome| verdict_word(&outcome.verdict)).collect();
    let share = |verdict: &'static str| {
        let count = words.iter().filter(|word| **word == verdict).count();
        let percent = format!("{:.3}", count as f64 * 100.0 / words.len().max(1) as f64);
        Share { verdict, word: verdict.replace('-', " "), count, percent }
    };
    VERDICTS.into_iter().map(share).filter(|share| share.count > 0).collect()
}

fn kinds<'g>(goals: impl Iterator<Item = &'g Goal>) -> Vec<Kind> {
    let mut kinds: Vec<GoalKind> = goals.map(|goal| goal.kind).collect();
    kinds.sort();
    let mut counted: Vec<Kind> = Vec::new();
    for word in kinds.into_iter().map(kind_word) {
        match counted.last_mut() {
            Some(last) if last.word == word => last.count += 1,
            _ => counted.push(Kind { word, count: 1 }),
        }
    }
    counted
}

/// A name that nothing on the page has yet.
fn fresh(name: String, taken: &mut Vec<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
    let free = free.expect("there are more numbers than names");
    taken.push(free.clone());
    free
}
