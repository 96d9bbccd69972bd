//! The verdicts as a page for a browser: what its template sees.
//!
//! All decisions are made here. The template holds layout only, and escapes every text.

use crate::emit::{Provenance, html};

mod anchor;
mod chapter;
mod colour;
mod coverage;
mod fact;
mod fact_view;
mod family;
mod goal;
mod input;
mod share;
mod test;
mod used;
mod values;

pub use coverage::CoveredFile;
pub use input::{Chapter, OpenPart, Tested};

use crate::json::Serialize;
use anchor::OWN_IDS;
use chapter::{ChapterView, chapter};
use coverage::FileView;
use share::{Kind, Share, kinds, shares};
use test::{OutcomeShare, outcome_shares};

/// Renders the page. The error describes the mistake in the template.
pub fn page(
    chapters: &[Chapter],
    covered: &[CoveredFile],
    provenance: &Provenance,
) -> Result<String, String> {
    html(&PageView::of(chapters, covered, provenance))
}

#[derive(Serialize)]
struct PageView {
    /// The tool, its inputs, and the command that writes the page again.
    header: Vec<String>,
    title: String,
    goals: usize,
    shares: Vec<Share>,
    kinds: Vec<Kind>,
    test_outcomes: Vec<OutcomeShare>,
    chapters: Vec<ChapterView>,
    /// The source of the types under test, if its coverage was recorded.
    files: Vec<FileView>,
}

impl PageView {
    fn of(parts: &[Chapter], covered: &[CoveredFile], provenance: &Provenance) -> Self {
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
            test_outcomes: outcome_shares(parts.iter().filter_map(|part| part.tests.as_ref())),
            chapters,
            files: coverage::files(covered),
        }
    }
}
