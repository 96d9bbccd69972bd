//! Short forms: a syntax tree with them to one without.
//!
//! - A data sort, `Refused is ClockWentBack | TooMany`, is a specification of its own.
//! - So is every `Sequence[X]`.
//! - A specification without a sort declares one of its own name.
//! - `after term: effects;` is an axiom for each effect.
//! - `returns name --> Sort` declares an observer.
//! - `op(x) if condition else error;` declares an observer of errors.
//! - Variables hold until the end of the specification.
//!
//! Every part of the result has the place of what the user wrote.

mod after;
mod data;
mod errors;
mod given;
mod make;
mod parameters;
mod returns;
mod sequence;
mod substitute;
mod variables;

pub use given::{Split, split};
pub use sequence::OPERATIONS as SEQUENCE_OPERATIONS;

use super::ast::{Section, SectionKind, SortRef, SpecDecl, SpecFile};
use crate::diagnostic::Diagnostic;

/// The long form of a file, or what is wrong with its short forms.
pub fn desugar(mut file: SpecFile) -> Result<SpecFile, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    data::expand(&mut file, &mut errors);
    sequence::expand(&mut file);
    let results = errors::Results::of(&file);
    for spec in &mut file.specs {
        imply_sort(spec);
        // Answers and errors are no observers that `keeps rest` would keep.
        after::expand(spec, &mut errors);
        errors::expand(spec, &results, &mut errors);
        returns::expand(spec);
        variables::inherit(spec);
    }
    if errors.is_empty() { Ok(file) } else { Err(errors) }
}

/// Declares a sort of the specification's name where there is none, but operations.
fn imply_sort(spec: &mut SpecDecl) {
    let is_sorts = |section: &Section| matches!(section.kind, SectionKind::Sorts(..));
    let is_operations = |section: &Section| matches!(section.kind, SectionKind::Operations(..));
    if spec.sections.iter().any(is_sorts) || !spec.sections.iter().any(is_operations) {
        return;
    }
    let sort = SortRef { name: spec.name.clone(), arguments: Vec::new(), span: spec.name.span };
    let section =
        Section { kind: SectionKind::Sorts(vec![sort], Vec::new()), keyword: spec.name.span };
    spec.sections.insert(0, section);
}
