//! Errors of the compiler as diagnostics about the mapping.

use std::ops::Range;

use super::compiler::{CompilerError, CompilerSpan};
use super::module::{Piece, Place, Probe};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The errors of a probe, those with the same message as one.
pub fn report(probe: &Probe, errors: &[CompilerError]) -> Vec<Diagnostic> {
    let mut groups: Vec<(&CompilerError, usize)> = Vec::new();
    // The declaration of a function is found at fault, too, which is no copy of anything.
    let is_placed = |error: &&CompilerError| {
        error.spans.iter().any(|span| span.is_primary && piece(probe, &span.range).is_some())
    };
    let (placed, others): (Vec<_>, Vec<_>) = errors.iter().partition(is_placed);
    for error in placed.into_iter().chain(others) {
        let is_same = |known: &CompilerError| match bound(known) {
            Some(missing) => bound(error) == Some(missing),
            None => known.message == error.message,
        };
        match groups.iter_mut().find(|(known, _)| is_same(known)) {
            Some((_, count)) => *count += 1,
            None => groups.push((error, 1)),
        }
    }
    let mut reports: Vec<Diagnostic> =
        groups.into_iter().map(|(error, count)| one(probe, error, count)).collect();
    reports.sort_by_key(Diagnostic::span);
    reports.dedup();
    reports
}

/// The bound that is not satisfied, where that is the error: `K: Ord`.
fn bound(error: &CompilerError) -> Option<&str> {
    let note = || error.notes.iter().find(|note| note.contains("bounds were not satisfied"));
    let text = match error.message.starts_with("the trait bound") {
        true => error.message.as_str(),
        false => note()?.as_str(),
    };
    let start = text.find('`')? + 1;
    let length = text[start..].find('`')?;
    let bound = &text[start..start + length];
    // Whether a type implements a trait is not up to the header.
    let (bounded, _) = bound.split_once(':')?;
    bounded.chars().all(char::is_alphanumeric).then_some(bound)
}

/// A missing bound, which every function of a type may need.
fn missing_bound(probe: &Probe, bound: &str, header: Span, count: usize) -> Diagnostic {
    let places = if count == 1 { "1 place".to_owned() } else { format!("{count} places") };
    Diagnostic::error(Code::Refused, format!("the trait bound `{bound}` is not satisfied"))
        .label(header, "it is missing here")
        .label(probe.fallback, format!("the compiler needs it at {places}"))
        .help(format!("write it into the header: `refinement <{bound}>`"))
}

fn one(probe: &Probe, error: &CompilerError, count: usize) -> Diagnostic {
    if let (Some(bound), Some(header)) = (bound(error), probe.header) {
        return missing_bound(probe, bound, header, count);
    }
    let mut report = Diagnostic::error(Code::Refused, error.message.as_str());
    let primary = error.spans.iter().filter(|span| span.is_primary);
    let others = error.spans.iter().filter(|span| !span.is_primary);
    let mut known: Vec<Span> = Vec::new();
    let mut help = None;
    for span in primary.chain(others) {
        let Some(piece) = piece(probe, &span.range) else { continue };
        help = help.or(piece.help);
        for (place, label) in places(piece, span) {
            if !known.contains(&place) {
                known.push(place);
                report = report.label(place, label);
            }
        }
    }
    if known.is_empty() {
        report = report.label(probe.fallback, "in this mapping");
    }
    if count > 1 {
        report = report.note(format!("the compiler says so at {count} places"));
    }
    let is_number = error.spans.iter().any(|span| span.label.starts_with("expected `i64`, found"));
    let help = help.or(is_number.then_some("numbers are `i64` in mappings: write `… as i64`"));
    match help.map(str::to_owned).or_else(|| error.helps.first().cloned()) {
        Some(help) => report.help(help),
        None => report,
    }
}

/// The smallest piece around a range, or else one that it touches.
fn piece<'p>(probe: &'p Probe, range: &Range<usize>) -> Option<&'p Piece> {
    let around = |piece: &&Piece| piece.range.start <= range.start && range.end <= piece.range.end;
    let within = |piece: &&Piece| range.start <= piece.range.start && piece.range.end <= range.end;
    let size = |piece: &&Piece| piece.range.len();
    let pieces = || probe.pieces.iter();
    pieces().filter(around).min_by_key(size).or_else(|| pieces().find(within))
}

fn places(piece: &Piece, span: &CompilerSpan) -> Vec<(Span, String)> {
    let label = |otherwise: &str| match span.label.is_empty() {
        true => otherwise.to_owned(),
        false => span.label.clone(),
    };
    match piece.place {
        Place::Copied(at) => {
            let offset = |byte: usize| {
                let inside = byte.clamp(piece.range.start, piece.range.end) - piece.range.start;
                at.start + inside as u32
            };
            let (start, end) = (offset(span.range.start), offset(span.range.end));
            vec![(Span { start, end, ..at }, label("refused by the compiler"))]
        }
        Place::Whole(at) => vec![(at, label("refused by the compiler"))],
        Place::Inferred { operation, function } => vec![
            (operation, label("this operation cannot be called so")),
            (function, "the function that stands for it".to_owned()),
        ],
    }
}
