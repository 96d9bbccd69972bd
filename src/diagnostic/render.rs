//! Diagnostics for people: the source with the places underlined.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use super::excerpt::Excerpt;
use super::{Diagnostic, Label, Severity};
use crate::source::{FileId, LineColumn, Sources};

/// Whether to use the terminal's colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    Plain,
    Coloured,
}

/// A diagnostic as text, ending with a newline.
pub fn render(diagnostic: &Diagnostic, sources: &Sources, colour: Colour) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.as_str());
    let shown: Vec<Shown> =
        files(diagnostic).into_iter().map(|file| Shown::new(diagnostic, file, sources)).collect();
    let mut group = Group::with_title(title);
    for shown in &shown {
        group = group.element(shown.snippet());
    }
    if let Some(note) = &diagnostic.note {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = match colour {
        Colour::Plain => Renderer::plain(),
        Colour::Coloured => Renderer::styled(),
    };
    let text = renderer.render(&[group]) + "\n";
    shown.iter().fold(text, |text, shown| shown.with_true_column(text, sources))
}

/// The files that the labels are in, that of the first label first.
fn files(diagnostic: &Diagnostic) -> Vec<FileId> {
    let mut files = Vec::new();
    for label in &diagnostic.labels {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files
}

/// The part of one file that is shown.
struct Shown<'s> {
    name: &'s str,
    excerpt: Excerpt,
    /// The labels in the file, and whether each is the place of the error.
    labels: Vec<(&'s Label, AnnotationKind)>,
}

impl<'s> Shown<'s> {
    fn new(diagnostic: &'s Diagnostic, file: FileId, sources: &'s Sources) -> Self {
        let source = sources.file(file);
        let kinds = std::iter::once(AnnotationKind::Primary)
            .chain(std::iter::repeat(AnnotationKind::Context));
        let labels: Vec<_> = diagnostic
            .labels
            .iter()
            .zip(kinds)
            .filter(|(label, _)| label.span.file == file)
            .collect();
        let spans: Vec<_> = labels.iter().map(|(label, _)| label.span.range()).collect();
        Self { name: &source.name, excerpt: Excerpt::new(&source.text, &spans), labels }
    }

    fn snippet(&self) -> Snippet<'_, Annotation<'_>> {
        let annotation = |(label, kind): &(&'s Label, AnnotationKind)| {
            let Range { start, end } = label.span.range();
            let range = self.excerpt.offset(start)..self.excerpt.offset(end);
            kind.span(range).label(label.text.as_str())
        };
        Snippet::source(self.excerpt.text.as_str())
            .line_start(self.excerpt.first_line)
            .path(self.name)
            .annotations(self.labels.iter().map(annotation))
    }

    /// The renderer counts columns in the excerpt. In a line that was cut, this replaces the
    /// column by that of the whole line.
    fn with_true_column(&self, text: String, sources: &Sources) -> String {
        for (label, _) in &self.labels {
            let LineColumn { line, column } =
                sources.line_column(label.span.file, label.span.start);
            let shown =
                format!("{}:{line}:{}", self.name, self.excerpt.column(label.span.range().start));
            let is_whole = |(at, _): &(usize, &str)| {
                !text[at + shown.len()..].starts_with(|next: char| next.is_ascii_digit())
            };
            if let Some((at, _)) = text.match_indices(&shown).find(is_whole) {
                let place = format!("{}:{line}:{column}", self.name);
                return format!("{}{place}{}", &text[..at], &text[at + shown.len()..]);
            }
        }
        text
    }
}
