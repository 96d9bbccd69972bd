//! A module for the compiler, with the table of its pieces.

use std::ops::Range;

use crate::source::Span;

/// A module to be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    pub text: String,
    /// The first words of all paths: crates, modules and types.
    pub roots: Vec<String>,
    pub(super) pieces: Vec<Piece>,
    /// Where to point if an error is at none of the pieces.
    pub(super) fallback: Span,
    /// The header of the mapping, where bounds are written.
    pub(super) header: Option<Span>,
}

/// A part of the module, and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) range: Range<usize>,
    pub(super) place: Place,
    /// What to do if the compiler refuses it.
    pub(super) help: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The same bytes, from here on.
    Copied(Span),
    /// Something else that stands for all of this.
    Whole(Span),
    /// An operation, and the function of the type's source that stands for it.
    Inferred { operation: Span, function: Span },
}
