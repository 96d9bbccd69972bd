//! Diagnostics for people: the source with the places underlined.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, Label, Severity};
use crate::source::{FileId, Sources};

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
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.as_str());
    let mut group = Group::with_title(title);
    for file in files(diagnostic) {
        group = group.element(snippet(diagnostic, file, sources));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = match colour {
        Colour::Plain => Renderer::plain(),
        Colour::Coloured => Renderer::styled(),
    };
    renderer.render(&[group]) + "\n"
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

fn snippet<'s>(
    diagnostic: &'s Diagnostic,
    file: FileId,
    sources: &'s Sources,
) -> Snippet<'s, annotate_snippets::Annotation<'s>> {
    let source = sources.file(file);
    let annotation = |(position, label): (usize, &'s Label)| {
        let kind = if position == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        kind.span(label.span.range()).label(label.text.as_str())
    };
    let labels = diagnostic.labels.iter().enumerate();
    Snippet::source(source.text.as_str())
        .path(source.name.as_str())
        .annotations(labels.filter(|(_, label)| label.span.file == file).map(annotation))
}
