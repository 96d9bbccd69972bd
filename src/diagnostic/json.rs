//! Diagnostics for editors and build servers: one JSON object each.

use super::{Diagnostic, Label, Severity};
use crate::json::{self, Serialize};
use crate::source::{LineColumn, Sources};

#[derive(Serialize)]
struct JsonDiagnostic<'d> {
    code: &'static str,
    severity: &'static str,
    message: &'d str,
    labels: Vec<JsonLabel<'d>>,
    note: Option<&'d str>,
    help: Option<&'d str>,
}

/// Bytes count from 0, lines and columns (in characters) from 1. The end is
/// exclusive.
#[derive(Serialize)]
struct JsonLabel<'d> {
    file: &'d str,
    start: u32,
    end: u32,
    from: JsonPlace,
    to: JsonPlace,
    text: &'d str,
}

#[derive(Serialize)]
struct JsonPlace {
    line: usize,
    column: usize,
}

/// A diagnostic as JSON in one line, without a newline.
pub fn to_json(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let view = JsonDiagnostic {
        code: diagnostic.code.as_str(),
        severity,
        message: &diagnostic.message,
        labels: diagnostic.labels.iter().map(|label| json_label(label, sources)).collect(),
        note: diagnostic.note.as_deref(),
        help: diagnostic.help.as_deref(),
    };
    json::line(&view)
}

fn json_label<'d>(label: &'d Label, sources: &'d Sources) -> JsonLabel<'d> {
    let span = label.span;
    JsonLabel {
        file: &sources.file(span.file).name,
        start: span.start,
        end: span.end,
        from: place(sources.line_column(span.file, span.start)),
        to: place(sources.line_column(span.file, span.end)),
        text: &label.text,
    }
}

fn place(at: LineColumn) -> JsonPlace {
    JsonPlace { line: at.line, column: at.column }
}
