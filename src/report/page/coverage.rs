//! Source files in which tests have not reached some code, drawn around that.

use crate::json::Serialize;
use crate::run::{FileCoverage, Region};

/// The lines that are shown around code that was not reached.
const CONTEXT: u64 = 3;

/// A source file, and what tests reached in it.
pub struct CoveredFile {
    pub name: String,
    /// Empty if it is no longer there.
    pub source: String,
    pub coverage: FileCoverage,
}

#[derive(Serialize)]
pub(super) struct FileView {
    name: String,
    /// Reached lines, all lines, reached regions, all regions.
    counts: [usize; 4],
    lines: Vec<LineView>,
}

#[derive(Serialize)]
struct LineView {
    number: u64,
    /// The number with spaces before it.
    label: String,
    /// Lines before this one were left out.
    is_after_gap: bool,
    parts: Vec<PartView>,
}

#[derive(Serialize)]
struct PartView {
    text: String,
    is_missed: bool,
}

/// The files that tests reached.
pub(super) fn files(files: &[CoveredFile]) -> Vec<FileView> {
    files.iter().filter(|file| file.coverage.is_reached()).map(view).collect()
}

fn view(file: &CoveredFile) -> FileView {
    let missed = file.coverage.missed();
    let is_near = |number: u64| {
        let near = |region: &Region| {
            let last = if region.is_block() { region.end.0 - 1 } else { region.end.0 };
            (region.start.0.saturating_sub(CONTEXT)..=last + CONTEXT).contains(&number)
        };
        missed.iter().any(near)
    };
    let mut lines: Vec<LineView> = Vec::new();
    for (number, line) in (1..).zip(file.source.lines()).filter(|(number, _)| is_near(*number)) {
        let is_after_gap = lines.last().is_some_and(|before| before.number + 1 < number);
        let (label, parts) = (format!("{number:>5}"), parts(line, number, &missed));
        lines.push(LineView { number, label, is_after_gap, parts });
    }
    FileView { name: file.name.clone(), counts: file.coverage.counts(), lines }
}

/// A line in pieces that were reached or not.
fn parts(line: &str, number: u64, missed: &[Region]) -> Vec<PartView> {
    let piece = |text: &str, is_missed| PartView { text: text.to_owned(), is_missed };
    let is_on = |region: &&Region| (region.start.0..region.end.0).contains(&number);
    if missed.iter().filter(is_on).any(Region::is_block) {
        return vec![piece(line, true)];
    }
    let mut parts = Vec::new();
    let mut rest = line;
    // From the right, so that columns stay what they are.
    for region in missed.iter().rev().filter(|region| region.start.0 == number) {
        let [before, within, after] = region.split(rest);
        parts.extend([piece(after, false), piece(within, true)]);
        rest = before;
    }
    parts.push(piece(rest, false));
    parts.reverse();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_that_was_not_reached_is_marked() {
        let lines = [(1, 1), (2, 1), (3, 0), (4, 0), (5, 1)];
        let on_line = |start, end| (Region { start: (2, start), end: (2, end) }, 0);
        let coverage = FileCoverage {
            lines: lines.into_iter().collect(),
            regions: [on_line(5, 6), on_line(7, 8)].into_iter().collect(),
            ..FileCoverage::default()
        };
        let source = "fn f()\nif a&b&c\n  x\n  y\nz\n\n\n\nfar".to_owned();
        let view = view(&CoveredFile { name: "a.rs".to_owned(), source, coverage });
        let shown = view.lines.iter().map(|line| {
            let part = |part: &PartView| match part.is_missed {
                true => format!("<{}>", part.text),
                false => part.text.clone(),
            };
            line.parts.iter().map(part).collect::<String>()
        });
        let shown: Vec<String> = shown.collect();
        assert_eq!(shown, ["fn f()", "if a<&>b<&>c", "<  x>", "<  y>", "z", "", ""]);
        assert_eq!(view.counts, [3, 5, 0, 2]);
    }
}
