//! Short mappings to long ones, from the source of the types that they name.
//!
//! A short mapping writes exceptions only. For everything else the source decides: generics come
//! from the declaration and the impl blocks, operations are functions of the same name in
//! snake_case, and `has` lists what the type derives and implements. Nothing is guessed: two
//! candidates are an error, and so is a function whose types do not fit.
//!
//! [`infer`] returns a mapping without short forms; the stages after it know no others.

mod claims;
mod convert;
mod crates;
mod data;
mod entry;
mod functions;
mod generics;
mod library;
mod methods;
mod operation;
mod parameter;
mod place;
mod report;
mod subject;
mod world;

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::source::Sources;
use crate::syntax::mapping_ast::{Entry, MappingFile};
use crate::theory::{OperationClass, SortId, SortKind, Theory};

pub use crates::{CrateFiles, Crates, NoCrate, NoCrates, RustFile};
pub use world::STD;

/// A mapping without short forms.
pub struct Inferred {
    pub mapping: MappingFile,
    /// Where each inferred operation came from, by the names of its specification and itself.
    pub origins: BTreeMap<(String, String), String>,
}

impl Inferred {
    pub fn is_as_written(&self) -> bool {
        self.origins.is_empty()
    }
}

/// Turns a mapping into its long form.
pub fn infer(
    file: &MappingFile,
    theory: &Theory,
    crates: &mut dyn Crates,
    sources: &mut Sources,
) -> Result<Inferred, Vec<Diagnostic>> {
    if is_long(file, theory) {
        return Ok(Inferred { mapping: file.clone(), origins: BTreeMap::new() });
    }
    entry::Inference::new(theory, file, world::World::new(crates, sources)).run()
}

/// Whether every sort has an entry, and every entry all operations in the long form.
fn is_long(file: &MappingFile, theory: &Theory) -> bool {
    let sorts = theory.sorts.iter().filter(|(_, sort)| sort.kind != SortKind::Int);
    sorts.into_iter().all(|(id, _)| match entry_of(file, theory, id) {
        Some(entry) => entry.exceptions.is_empty() && missing(entry, theory, id).next().is_none(),
        None => false,
    })
}

/// The entry for a sort.
fn entry_of<'m>(file: &'m MappingFile, theory: &Theory, sort: SortId) -> Option<&'m Entry> {
    let known = &theory.sorts[sort];
    let spec = &theory.specs[known.spec].name;
    let by_spec = file.entries.iter().find(|entry| entry.spec.text == *spec);
    by_spec.or_else(|| file.entries.iter().find(|entry| entry.spec.text == known.name))
}

/// The operations of a sort that its entry does not map in the long form.
fn missing<'t>(
    entry: &'t Entry,
    theory: &'t Theory,
    sort: SortId,
) -> impl Iterator<Item = &'t crate::theory::Operation> {
    let spec = theory.sorts[sort].spec;
    let own = theory.ops.iter().filter(move |(_, op)| op.spec == spec);
    let needed = own.filter(|(id, op)| {
        op.class != OperationClass::Auxiliary && theory.definition(*id).is_none()
    });
    needed
        .map(|(_, op)| op)
        .filter(|op| !entry.operations.iter().any(|map| map.name.text == op.name))
}
