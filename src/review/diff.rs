//! Unified diffs; on a terminal with what differs within a line.

use similar::udiff::UnifiedHunkHeader;
use similar::{ChangeTag, InlineChange, TextDiff};

use crate::diagnostic::Colour;

/// Lines around a change.
const CONTEXT: usize = 3;

const REMOVED: &str = "\u{1b}[31m";
const ADDED: &str = "\u{1b}[32m";
const PLACE: &str = "\u{1b}[36m";
const EMPHASIS: &str = "\u{1b}[1;7m";
const RESET: &str = "\u{1b}[0m";

/// How a file changes; no text stands for no file.
pub fn diff(name: &str, old: Option<&str>, new: Option<&str>, colour: Colour) -> String {
    let pen = Pen { coloured: colour == Colour::Coloured };
    let header = |text: Option<&str>| text.map_or("/dev/null", |_| name).to_owned();
    let mut shown = pen.paint(REMOVED, &format!("--- {}", header(old)));
    shown.push_str(&pen.paint(ADDED, &format!("+++ {}", header(new))));
    let (old, new) = (plain(old), plain(new));
    let diff = TextDiff::from_lines(old.as_str(), new.as_str());
    for group in diff.grouped_ops(CONTEXT) {
        shown.push_str(&pen.paint(PLACE, &UnifiedHunkHeader::new(&group).to_string()));
        for change in group.iter().flat_map(|op| diff.iter_inline_changes(op)) {
            shown.push_str(&pen.line(&change));
        }
    }
    shown
}

/// Line ends are a matter of the checkout.
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

    fn line(&self, change: &InlineChange<'_, str>) -> String {
        let (sign, colour) = match change.tag() {
            ChangeTag::Equal => (" ", ""),
            ChangeTag::Delete => ("-", REMOVED),
            ChangeTag::Insert => ("+", ADDED),
        };
        let parts = change.iter_strings_lossy().map(|(emphasised, part)| {
            let part = part.trim_end_matches('\n');
            if emphasised && self.coloured && !part.is_empty() {
                format!("{EMPHASIS}{part}{RESET}{colour}")
            } else {
                part.to_owned()
            }
        });
        let line = format!("{sign}{}", parts.collect::<String>());
        if colour.is_empty() { format!("{line}\n") } else { self.paint(colour, &line) }
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
    fn what_differs_within_a_line_is_emphasised() {
        let shown = diff("x.rs", Some("let a = 1;\n"), Some("let a = 2;\n"), Colour::Coloured);
        assert!(shown.contains("\u{1b}[31m-let a = \u{1b}[1;7m1;\u{1b}[0m\u{1b}[31m"), "{shown:?}");
    }
}
