//! Short forms: a syntax tree with them to one without.
//!
//! - A specification without a sort declares one of its own name.
//! - `after term: effects;` is an axiom for each effect.
//! - `returns name --> Sort` declares an observer.
//! - Variables hold until the end of the specification.
//!
//! Every part of the result has the place of what the user wrote.

mod after;
mod returns;
mod substitute;
mod variables;

use super::ast::{Section, SectionKind, SortRef, SpecDecl, SpecFile};
use crate::diagnostic::Diagnostic;

/// The long form of a file, or what is wrong with its short forms.
pub fn desugar(mut file: SpecFile) -> Result<SpecFile, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    for spec in &mut file.specs {
        imply_sort(spec);
        // An answer is no observer that `keeps rest` would keep.
        after::expand(spec, &mut errors);
        returns::expand(spec);
        variables::inherit(spec);
    }
    if errors.is_empty() { Ok(file) } else { Err(errors) }
}

/// Declares a sort of the specification's name where there is none, but operations.
fn imply_sort(spec: &mut SpecDecl) {
    let is_sorts = |section: &Section| matches!(section.kind, SectionKind::Sorts(_));
    let is_operations = |section: &Section| matches!(section.kind, SectionKind::Operations(..));
    if spec.sections.iter().any(is_sorts) || !spec.sections.iter().any(is_operations) {
        return;
    }
    let sort = SortRef { name: spec.name.clone(), arguments: Vec::new(), span: spec.name.span };
    let section = Section { kind: SectionKind::Sorts(vec![sort]), keyword: spec.name.span };
    spec.sections.insert(0, section);
}
