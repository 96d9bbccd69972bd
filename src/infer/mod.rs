//! Short mappings to long ones, from the source of the types that they name.
//!
//! A short mapping writes exceptions only. For everything else the source decides: generics come
//! from the declaration and the impl blocks, operations are functions of the same name in
//! snake_case, and `has` lists what the type derives and implements. Nothing is guessed: two
//! candidates are an error, and so is a function whose types do not fit.
//!
//! [`infer`] returns a mapping without short forms; the stages after it know no others.

mod call;
mod claims;
mod convert;
mod crates;
mod data;
mod entry;
mod functions;
mod generics;
mod handles;
mod library;
mod lists;
mod made;
mod methods;
mod modules;
mod operation;
mod parameter;
mod place;
mod report;
mod signatures;
mod state;
mod subject;
mod tuples;
mod vector;
mod world;
mod wrapped;

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::source::Sources;
use crate::syntax::mapping_ast::MappingFile;
use crate::theory::{SortKind, Theory};

pub use crates::{CrateFiles, Crates, NoCrate, NoCrates, RustFile};
pub use state::Inferred;
use state::{entry_of, missing};
pub use world::STD;

/// Turns a mapping into its long form.
pub fn infer(
    file: &MappingFile,
    theory: &Theory,
    crates: &mut dyn Crates,
    sources: &mut Sources,
) -> Result<Inferred, Vec<Diagnostic>> {
    if is_long(file, theory) || has_unknown(file, theory) {
        return Ok(Inferred { mapping: file.clone(), origins: BTreeMap::new() });
    }
    state::Inference::new(theory, file, world::World::new(crates, sources)).run()
}

/// Whether an entry maps an operation that no specification has. Then its own mistake matters,
/// not what could be inferred for the operation that was meant.
fn has_unknown(file: &MappingFile, theory: &Theory) -> bool {
    let is_known = |name: &str| theory.ops.values().any(|op| op.name == name);
    let mut operations = file.entries.iter().flat_map(|entry| &entry.operations);
    operations.any(|map| !is_known(&map.name.text))
}

/// Whether every sort has an entry, and every entry all operations in the long form.
fn is_long(file: &MappingFile, theory: &Theory) -> bool {
    let spec_only = theory.spec_only_sorts();
    let sorts = theory.sorts.iter().filter(|(_, sort)| sort.kind != SortKind::Int);
    sorts.into_iter().all(|(id, _)| match entry_of(file, theory, id) {
        Some(entry) if !entry.handles.is_empty() => false,
        Some(entry) => entry.exceptions.is_empty() && missing(entry, theory, id).next().is_none(),
        None => spec_only.contains(&id),
    })
}
