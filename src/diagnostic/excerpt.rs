//! The part of a text that a message shows: the lines around the labels, and only the parts of
//! very long lines that are near the ends of a label. The size of an excerpt does not depend on
//! the size of the text.

use std::ops::Range;

/// The number of lines that are kept around the ends of a label. The renderer shows fewer.
const CONTEXT_LINES: usize = 5;
/// Longer lines are cut.
const LONG_LINE: usize = 1000;
/// The number of bytes that are kept of a long line before and after each end of a label.
const NEARBY: usize = 200;

/// The placeholder for text that was cut out of a line.
const GAP: &str = "…";

/// Consecutive lines of a text. Lines that are not shown are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    pub text: String,
    /// The number of the first line, from 1.
    pub first_line: usize,
    /// The kept pieces, in order.
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    /// Its place in the whole text.
    source: Range<usize>,
    /// Its start in the excerpt.
    at: usize,
}

impl Excerpt {
    /// The excerpt for labels with these spans.
    pub fn new(text: &str, spans: &[Range<usize>]) -> Self {
        let mut ends: Vec<usize> =
            spans.iter().flat_map(|span| [span.start, span.end.min(text.len())]).collect();
        ends.sort_unstable();
        ends.dedup();
        let (first, last) = match ends.as_slice() {
            [] => (0, 0),
            [only] => (*only, *only),
            [first, .., last] => (*first, *last),
        };
        let start = text[..first].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[last..].find('\n').map_or(text.len(), |newline| last + newline + 1);
        let first_line = text[..start].matches('\n').count() + 1;
        let mut excerpt = Self { text: String::new(), first_line, pieces: Vec::new() };
        excerpt.keep_lines(text, start..end, &ends);
        excerpt
    }

    /// Maps a place of the whole text to the excerpt. The ends of labels are always kept.
    pub fn offset(&self, source: usize) -> usize {
        let after = self.pieces.partition_point(|piece| piece.source.start <= source);
        let piece = after.checked_sub(1).map(|index| &self.pieces[index]);
        piece.map_or(0, |piece| piece.at + source.min(piece.source.end) - piece.source.start)
    }

    /// The column of a place of the whole text in its line here, from 1.
    pub fn column(&self, source: usize) -> usize {
        let before = &self.text[..self.offset(source)];
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        before[line..].chars().count() + 1
    }

    fn keep_lines(&mut self, text: &str, range: Range<usize>, ends: &[usize]) {
        let lines = lines(text, range);
        let line_of = |end: &usize| lines.partition_point(|line| line.start <= *end) - 1;
        let labelled: Vec<usize> = ends.iter().map(line_of).collect();
        for (index, line) in lines.iter().enumerate() {
            let next = labelled.partition_point(|labelled| *labelled + CONTEXT_LINES < index);
            let is_near = labelled.get(next).is_some_and(|label| *label <= index + CONTEXT_LINES);
            let content = text[line.clone()].trim_end_matches(['\r', '\n']).len() + line.start;
            if is_near {
                self.keep_line(text, line.start..content, ends);
            }
            self.keep(text, content..line.end);
        }
    }

    /// A whole line, or the parts of a long line that are near the ends of labels.
    fn keep_line(&mut self, text: &str, line: Range<usize>, ends: &[usize]) {
        if line.len() <= LONG_LINE {
            return self.keep(text, line);
        }
        let mut kept = line.start;
        for end in ends.iter().filter(|end| (line.start..=line.end).contains(end)) {
            let from = boundary(text, end.saturating_sub(NEARBY).max(kept));
            if from > kept {
                self.text.push_str(GAP);
            }
            let to = boundary(text, (end + NEARBY).min(line.end));
            self.keep(text, from..to);
            kept = to;
        }
        if kept < line.end {
            self.text.push_str(GAP);
        }
    }

    fn keep(&mut self, text: &str, source: Range<usize>) {
        self.pieces.push(Piece { source: source.clone(), at: self.text.len() });
        self.text.push_str(&text[source]);
    }
}

/// The lines in a range that begins and ends at lines, each with its end.
fn lines(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut start = range.start;
    let mut lines: Vec<Range<usize>> = Vec::new();
    for line in text[range].split_inclusive('\n') {
        lines.push(start..start + line.len());
        start += line.len();
    }
    // Behind the last newline, and in a text without any, is an empty line.
    if text[..start].ends_with('\n') || lines.is_empty() {
        lines.push(start..start);
    }
    lines
}

/// The first place from `at` on where a character begins, or the end.
fn boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text under a span, as the excerpt has it.
    fn shown(excerpt: &Excerpt, span: Range<usize>) -> &str {
        &excerpt.text[excerpt.offset(span.start)..excerpt.offset(span.end)]
    }

    #[test]
    fn short_text_is_kept_up_to_the_last_label() {
        let text = "one\ntwo\r\nthree\nfour\n";
        let excerpt = Excerpt::new(text, &[4..7, 9..14]);
        assert_eq!(excerpt.text, "two\r\nthree\n");
        assert_eq!(excerpt.first_line, 2);
        assert_eq!(shown(&excerpt, 4..7), "two");
        assert_eq!(shown(&excerpt, 9..14), "three");
    }

    #[test]
    fn place_behind_the_text_is_kept() {
        for text in ["", "one", "one\n"] {
            let end = text.len()..text.len();
            let excerpt = Excerpt::new(text, std::slice::from_ref(&end));
            assert_eq!(excerpt.offset(text.len()), excerpt.text.len(), "{text:?}");
        }
    }

    #[test]
    fn what_is_handed_over_does_not_grow_with_a_line() {
        for length in [10_000, 1_000_000] {
            let text = "äb ".repeat(length);
            let span = text.len() / 2..text.len() / 2 + 4;
            let span = boundary(&text, span.start)..boundary(&text, span.end);
            let excerpt = Excerpt::new(&text, std::slice::from_ref(&span));
            assert!(excerpt.text.len() < 2 * LONG_LINE, "{} bytes", excerpt.text.len());
            assert_eq!(shown(&excerpt, span.clone()), &text[span]);
        }
    }

    #[test]
    fn both_ends_of_a_long_label_are_kept() {
        let text = "x".repeat(50_000);
        let excerpt = Excerpt::new(&text, &[10..40_000, 30_000..30_001]);
        assert!(excerpt.text.len() < 3 * LONG_LINE, "{} bytes", excerpt.text.len());
        assert_eq!(excerpt.text.matches(GAP).count(), 3);
        assert_eq!(shown(&excerpt, 30_000..30_001), "x");
    }

    #[test]
    fn what_is_handed_over_does_not_grow_with_the_lines_between_labels() {
        let line = "x".repeat(99) + "\n";
        let text = line.repeat(10_000);
        let excerpt = Excerpt::new(&text, &[0..5, 999_900..999_905]);
        assert_eq!(excerpt.text.lines().count(), 10_000, "so line numbers stay right");
        assert!(excerpt.text.len() < 10_000 + 4 * CONTEXT_LINES * line.len());
        assert_eq!(shown(&excerpt, 999_900..999_905), "xxxxx");
    }
}
