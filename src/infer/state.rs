//! What is known while a mapping is inferred.

use std::collections::{BTreeMap, BTreeSet};

use super::generics::{HeaderGeneric, add_bounds};
use super::world::{Place, World};
use crate::diagnostic::Diagnostic;
use crate::rust::api::{Bound, Ty};
use crate::rust::read::{self, GenericKind};
use crate::source::Span;
use crate::syntax::mapping_ast::{Entry, MappingFile};
use crate::theory::{Operation, OperationClass, SortId, SortKind, SpecOrigin, Theory};

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

/// The types that signatures have for a sort, each with a function that shows it.
pub type Sightings = BTreeMap<SortId, Vec<(Ty, Span)>>;

/// What is known so far.
pub struct Inference<'i> {
    pub theory: &'i Theory,
    pub file: &'i MappingFile,
    pub world: World<'i>,
    pub errors: Vec<Diagnostic>,
    /// The parameters of the header, those that the user wrote first.
    pub generics: Vec<HeaderGeneric>,
    /// The parameter that stands for a sort.
    pub generic_of: BTreeMap<SortId, String>,
    /// The types that elements of a parameter stand for.
    pub made: BTreeMap<SortId, Ty>,
    /// How values of those types are made, where a declaration says so.
    pub makers: BTreeMap<SortId, String>,
    /// What signatures say about sorts.
    pub sightings: Sightings,
    /// The types of handles, in the order of the lists that tests keep.
    pub handles: Vec<Ty>,
    pub origins: BTreeMap<(String, String), String>,
}

impl<'i> Inference<'i> {
    pub fn new(theory: &'i Theory, file: &'i MappingFile, world: World<'i>) -> Self {
        Self {
            theory,
            file,
            world,
            errors: Vec::new(),
            generics: written_generics(file),
            generic_of: BTreeMap::new(),
            made: BTreeMap::new(),
            makers: BTreeMap::new(),
            sightings: Sightings::new(),
            handles: Vec::new(),
            origins: BTreeMap::new(),
        }
    }

    /// The sorts with constructors that have an entry.
    pub fn subject_entries(&self) -> Vec<(SortId, &'i Entry)> {
        let sorts = self.theory.sorts.iter().filter(|(_, one)| one.kind == SortKind::Constructed);
        sorts.filter_map(|(id, _)| Some((id, entry_of(self.file, self.theory, id)?))).collect()
    }

    pub fn parameter_sorts(&self) -> Vec<SortId> {
        let sorts = self.theory.sorts.iter();
        sorts.filter(|(_, one)| one.kind == SortKind::Parameter).map(|(id, _)| id).collect()
    }

    pub fn origin_of(&self, sort: SortId) -> SpecOrigin {
        self.theory.specs[self.theory.sorts[sort].spec].origin
    }

    /// The sorts with constructors that types stand for.
    pub fn constructed(&self) -> Vec<SortId> {
        let spec_only = self.theory.spec_only_sorts();
        let is_written = |sort| entry_of(self.file, self.theory, sort).is_some();
        let sorts = self.theory.sorts.iter();
        let sorts = sorts.filter(|(_, one)| one.kind == SortKind::Constructed).map(|(id, _)| id);
        sorts.filter(|sort| is_written(*sort) || !spec_only.contains(sort)).collect()
    }

    /// The place of what the mapping as a whole stands for.
    pub fn span(&self) -> Span {
        self.file.entries.first().map_or(self.file.keyword, |entry| entry.span)
    }

    /// Adds the bounds of a declaration to the header, unless the user wrote it.
    pub fn bounded(&mut self, bounds: &[(Ty, Bound)], written_in: &Place) {
        if self.file.generics.is_none() {
            add_bounds(&mut self.world, &mut self.generics, bounds, written_in);
        }
    }

    /// A name for a parameter that no other has.
    pub fn fresh_generic(&mut self, wanted: &str) -> String {
        let taken: BTreeSet<&str> = self.generics.iter().map(|one| one.name.as_str()).collect();
        let mut name = wanted.to_owned();
        let mut number = 2;
        while taken.contains(name.as_str()) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        self.generics.push(HeaderGeneric { name: name.clone(), bounds: Vec::new() });
        name
    }

    /// Where a function is declared, for comments.
    pub fn origin(&self, span: Span) -> String {
        let place = self.world.sources.place(span);
        if place.starts_with('<') { "std".to_owned() } else { place }
    }
}

pub fn is_incomplete(entry: &Entry, theory: &Theory, sort: SortId) -> bool {
    !entry.exceptions.is_empty()
        || !entry.handles.is_empty()
        || missing(entry, theory, sort).next().is_some()
}

/// The generics of the header that the user wrote; a mistake there is reported later.
fn written_generics(file: &MappingFile) -> Vec<HeaderGeneric> {
    let Some(text) = &file.generics else { return Vec::new() };
    let parameters = read::generics(&text.text).unwrap_or_default();
    let mut generics = Vec::new();
    for parameter in parameters {
        let GenericKind::Type(mock) = parameter.kind else { continue };
        let bounds = mock.bounds.iter().map(super::generics::written);
        generics.push(HeaderGeneric { name: mock.name.to_string(), bounds: bounds.collect() });
    }
    generics
}

/// The entry for a sort.
pub fn entry_of<'m>(file: &'m MappingFile, theory: &Theory, sort: SortId) -> Option<&'m Entry> {
    let known = &theory.sorts[sort];
    let spec = &theory.specs[known.spec].name;
    let by_spec = file.entries.iter().find(|entry| entry.spec.text == *spec);
    by_spec.or_else(|| file.entries.iter().find(|entry| entry.spec.text == known.name))
}

/// The operations of a sort that its entry does not map in the long form.
pub fn missing<'t>(
    entry: &'t Entry,
    theory: &'t Theory,
    sort: SortId,
) -> impl Iterator<Item = &'t Operation> {
    let spec = theory.sorts[sort].spec;
    let needed = theory.own_ops(spec).filter(|(id, op)| {
        op.class != OperationClass::Auxiliary && theory.definition(*id).is_none()
    });
    needed
        .map(|(_, op)| op)
        .filter(|op| !entry.operations.iter().any(|map| map.name.text == op.name))
}
