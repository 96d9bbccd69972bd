//! Unified diffs. On a terminal, differences within a line are emphasised.

use std::collections::HashMap;
use std::ops::Range;

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{DiffOp, DiffTag, group_diff_ops};

use crate::diagnostic::Colour;

/// Lines around a change.
const CONTEXT: usize = 3;

const REMOVED: &str = "\u{1b}[31m";
const ADDED: &str = "\u{1b}[32m";
const PLACE: &str = "\u{1b}[36m";
const EMPHASIS: &str = "\u{1b}[1;7m";
const RESET: &str = "\u{1b}[0m";

/// The diff of a file. `None` stands for a file that does not exist.
pub fn diff(name: &str, old: Option<&str>, new: Option<&str>, colour: Colour) -> String {
    let pen = Pen { coloured: colour == Colour::Coloured };
    let header = |text: Option<&str>| text.map_or("/dev/null", |_| name).to_owned();
    let mut shown = pen.paint(REMOVED, &format!("--- {}", header(old)));
    shown.push_str(&pen.paint(ADDED, &format!("+++ {}", header(new))));
    let (old, new) = (plain(old), plain(new));
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    for group in group_diff_ops(changes(&old, &new), CONTEXT) {
        shown.push_str(&pen.paint(PLACE, &hunk_header(&group)));
        for op in group {
            shown.push_str(&pen.change(&op, &old[op.old_range()], &new[op.new_range()]));
        }
    }
    shown
}

/// The edits that turn one sequence into the other. Items are replaced by numbers, so that the
/// algorithm is compiled for a single type. Calling Myers directly avoids compiling the other
/// algorithms of the crate.
fn changes(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let mut numbers = HashMap::new();
    let mut numbered = |items: &[&str]| -> Vec<usize> {
        let next = |item: &&str| {
            let number = numbers.len();
            *numbers.entry((*item).to_owned()).or_insert(number)
        };
        items.iter().map(next).collect()
    };
    let (old, new) = (numbered(old), numbered(new));
    let mut found = Compact::new(Replace::new(Capture::new()), &old[..], &new[..]);
    myers::diff(&mut found, &old[..], 0..old.len(), &new[..], 0..new.len())
        .expect("recording a change can't fail");
    found.into_inner().into_inner().into_ops()
}

/// `@@ -2,5 +2,5 @@`
fn hunk_header(group: &[DiffOp]) -> String {
    let (Some(first), Some(last)) = (group.first(), group.last()) else { return String::new() };
    let old = lines_text(first.old_range().start..last.old_range().end);
    let new = lines_text(first.new_range().start..last.new_range().end);
    format!("@@ -{old} +{new} @@")
}

/// Line numbers start at 1; an empty range is given by the line before it.
fn lines_text(lines: Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => (lines.start + 1).to_string(),
        count => format!("{},{count}", lines.start + 1),
    }
}

/// The words of some lines. Blanks between words and line ends count as words.
fn words<'l>(lines: &[&'l str]) -> Vec<&'l str> {
    let mut words = Vec::new();
    for line in lines {
        let mut rest = line.trim_end_matches('\n');
        while let Some(first) = rest.chars().next() {
            let blank = first.is_whitespace();
            let end = rest.find(|c: char| c.is_whitespace() != blank).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            words.push(word);
            rest = after;
        }
        words.push("\n");
    }
    words
}

/// Which words of two texts differ. If most of them do, none is marked.
fn differing(old: &[&str], new: &[&str]) -> (Vec<bool>, Vec<bool>) {
    let (mut removed, mut added) = (vec![false; old.len()], vec![false; new.len()]);
    let mut same = 0;
    for op in changes(old, new) {
        match op.tag() {
            DiffTag::Equal => same += op.old_range().len(),
            _ => {
                removed[op.old_range()].fill(true);
                added[op.new_range()].fill(true);
            }
        }
    }
    if 4 * same < old.len() + new.len() {
        removed.fill(false);
        added.fill(false);
    }
    (removed, added)
}

/// Line ends depend on the checkout, so they are not compared.
fn plain(text: Option<&str>) -> String {
    text.unwrap_or_default().replace("\r\n", "\n")
}

struct Pen {
    coloured: bool,
}

impl Pen {
    fn paint(&self, colour: &str, line: &str) -> String {
        if self.coloured { format!("{colour}{line}{RESET}\n") } else { format!("{line}\n") }
    }

    fn change(&self, op: &DiffOp, old: &[&str], new: &[&str]) -> String {
        if op.tag() == DiffTag::Equal {
            return old.iter().map(|line| format!(" {}\n", line.trim_end_matches('\n'))).collect();
        }
        let (old, new) = (words(old), words(new));
        let (removed, added) = differing(&old, &new);
        self.lines('-', REMOVED, &old, &removed) + &self.lines('+', ADDED, &new, &added)
    }

    /// Lines made of words. Words that differ are emphasised.
    fn lines(&self, sign: char, colour: &str, words: &[&str], differs: &[bool]) -> String {
        let mut shown = String::new();
        let mut line = String::from(sign);
        for (word, differs) in words.iter().zip(differs) {
            if *word == "\n" {
                shown.push_str(&self.paint(colour, &line));
                line = String::from(sign);
            } else if *differs && self.coloured {
                line.push_str(&format!("{EMPHASIS}{word}{RESET}{colour}"));
            } else {
                line.push_str(word);
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_shown_with_its_context() {
        let old = "a\nb\nc\nd\ne\nf\n";
        let new = "a\nb\nc\nd\nE\nf\n";
        let expected = "--- x.rs\n+++ x.rs\n@@ -2,5 +2,5 @@\n b\n c\n d\n-e\n+E\n f\n";
        assert_eq!(diff("x.rs", Some(old), Some(new), Colour::Plain), expected);
    }

    #[test]
    fn a_new_file_comes_from_nothing() {
        let shown = diff("x.rs", None, Some("a\n"), Colour::Plain);
        assert_eq!(shown, "--- /dev/null\n+++ x.rs\n@@ -0,0 +1 @@\n+a\n");
    }

    #[test]
    fn a_missing_line_end_is_a_change() {
        let shown = diff("x.rs", Some("a\nb"), Some("a\nb\n"), Colour::Plain);
        assert_eq!(shown, "--- x.rs\n+++ x.rs\n@@ -1,2 +1,2 @@\n a\n-b\n+b\n");
    }

    #[test]
    fn lines_that_have_little_in_common_are_not_emphasised() {
        let shown = diff("x.rs", Some("let a = 1;\n"), Some("fn g() {}\n"), Colour::Coloured);
        assert!(!shown.contains(EMPHASIS), "{shown:?}");
    }

    #[test]
    fn what_differs_within_a_line_is_emphasised() {
        let shown = diff("x.rs", Some("let a = 1;\n"), Some("let a = 2;\n"), Colour::Coloured);
        assert!(shown.contains("\u{1b}[31m-let a = \u{1b}[1;7m1;\u{1b}[0m\u{1b}[31m"), "{shown:?}");
    }
}
