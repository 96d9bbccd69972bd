//! The inference of one mapping, entry by entry.

use std::collections::{BTreeMap, BTreeSet};

use super::convert::SortTypes;
use super::generics::{HeaderGeneric, add_bounds, header};
use super::methods::Subject;
use super::world::World;
use super::{
    Inferred, claims, data, entry_of, functions, missing, parameter, place, report, subject,
};
use crate::diagnostic::Diagnostic;
use crate::rust::api::Ty;
use crate::rust::read::{self, GenericKind};
use crate::source::Span;
use crate::syntax::mapping_ast::{Entry, MappingFile};
use crate::theory::{SortId, SortKind, SpecOrigin, Theory};

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
    pub origins: BTreeMap<(String, String), String>,
}

impl<'i> Inference<'i> {
    pub fn new(theory: &'i Theory, file: &'i MappingFile, world: World<'i>) -> Self {
        let (generics, generic_of) = (written_generics(file), BTreeMap::new());
        let origins = BTreeMap::new();
        Self { theory, file, world, errors: Vec::new(), generics, generic_of, origins }
    }

    pub fn run(mut self) -> Result<Inferred, Vec<Diagnostic>> {
        self.written_parameters();
        let mut subjects: BTreeMap<SortId, Subject> = BTreeMap::new();
        for (sort, entry) in self.subject_entries() {
            if let Some(subject) = subject::find(&mut self, sort, entry) {
                subjects.insert(sort, subject);
            }
        }
        let theory = self.theory;
        self.data_types(&mut subjects);
        let sorts = self.sort_types(&subjects);
        let mut entries: Vec<Entry> = self.generated_entries(&subjects, &sorts);
        for (sort, entry) in self.subject_entries() {
            match subjects.get(&sort) {
                _ if entries.iter().any(|known| known.spec.text == entry.spec.text) => {}
                Some(subject) if is_incomplete(entry, theory, sort) => {
                    entries.push(self.long(sort, entry, subject, &sorts));
                }
                _ => entries.push(entry.clone()),
            }
        }
        entries.extend(self.parameter_entries(&sorts));
        let known = |entry: &Entry| entries.iter().any(|known| known.spec == entry.spec);
        let rest: Vec<Entry> =
            self.file.entries.iter().filter(|entry| !known(entry)).cloned().collect();
        entries.extend(rest);
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let generics = self.header();
        let mapping = MappingFile { generics, entries, ..self.file.clone() };
        Ok(Inferred { mapping, origins: self.origins })
    }

    /// The sorts with constructors that have an entry.
    fn subject_entries(&self) -> Vec<(SortId, &'i Entry)> {
        let sorts = self.theory.sorts.iter().filter(|(_, one)| one.kind == SortKind::Constructed);
        sorts.filter_map(|(id, _)| Some((id, entry_of(self.file, self.theory, id)?))).collect()
    }

    fn parameter_sorts(&self) -> Vec<SortId> {
        let sorts = self.theory.sorts.iter();
        sorts.filter(|(_, one)| one.kind == SortKind::Parameter).map(|(id, _)| id).collect()
    }

    /// Parameters that have an entry are what the entry says.
    fn written_parameters(&mut self) {
        for sort in self.parameter_sorts() {
            if let Some(entry) = entry_of(self.file, self.theory, sort) {
                let name = entry.rust_type.text.clone();
                if !self.generics.iter().any(|one| one.name == name) {
                    self.generics.push(HeaderGeneric { name: name.clone(), bounds: Vec::new() });
                }
                self.generic_of.insert(sort, name);
            }
        }
    }

    fn origin_of(&self, sort: SortId) -> SpecOrigin {
        self.theory.specs[self.theory.sorts[sort].spec].origin
    }

    fn constructed(&self) -> Vec<SortId> {
        let sorts = self.theory.sorts.iter();
        sorts.filter(|(_, one)| one.kind == SortKind::Constructed).map(|(id, _)| id).collect()
    }

    /// Finds the types of data sorts that have no entry.
    fn data_types(&mut self, subjects: &mut BTreeMap<SortId, Subject>) {
        let places = subjects.values().filter_map(|subject| subject.place.clone());
        let near: Vec<super::world::Place> = places.collect();
        let is_written = |this: &Self, sort| entry_of(this.file, this.theory, sort).is_some();
        for sort in self.constructed() {
            if self.origin_of(sort) == SpecOrigin::Data && !is_written(self, sort) {
                let span = self.span();
                if let Some(subject) = data::find(self, sort, &near, span) {
                    subjects.insert(sort, subject);
                }
            }
        }
    }

    fn sort_types(&self, subjects: &BTreeMap<SortId, Subject>) -> SortTypes<'i> {
        let mut types: BTreeMap<SortId, Ty> =
            subjects.iter().map(|(sort, subject)| (*sort, subject.ty.clone())).collect();
        types.extend(self.generic_of.iter().map(|(sort, name)| (*sort, Ty::name(name))));
        let mut sorts = SortTypes { theory: self.theory, types, sequences: BTreeMap::new() };
        // Sorts come after those that they are made of.
        for sort in self.constructed() {
            let Some(element) = data::element(self.theory, sort) else { continue };
            sorts.sequences.insert(sort, element);
            let item = sorts.types.get(&element).cloned().unwrap_or_else(|| Ty::name("i64"));
            let path = vec!["Vec".to_owned()];
            let list = Ty::Path { path, arguments: vec![item] };
            sorts.types.entry(sort).or_insert(list);
        }
        sorts
    }

    /// The entries of data sorts and sequences.
    fn generated_entries(
        &mut self,
        subjects: &BTreeMap<SortId, Subject>,
        sorts: &SortTypes<'_>,
    ) -> Vec<Entry> {
        let mut entries = Vec::new();
        for sort in self.constructed() {
            let written = entry_of(self.file, self.theory, sort);
            let span = written.map_or_else(|| self.span(), |entry| entry.span);
            let is_complete = |entry: &Entry| !is_incomplete(entry, self.theory, sort);
            match (self.origin_of(sort), subjects.get(&sort)) {
                _ if written.is_some_and(is_complete) => {}
                (SpecOrigin::Sequence, _) => {
                    entries.push(data::sequence(self.theory, sort, sorts, span));
                }
                (SpecOrigin::Data, Some(subject)) => {
                    entries.push(data::data(self, sort, written, subject, sorts, span));
                }
                _ => {}
            }
        }
        entries
    }

    /// The place of what the mapping as a whole stands for.
    fn span(&self) -> Span {
        self.file.entries.first().map_or(self.file.keyword, |entry| entry.span)
    }

    /// The entry of a type under test with all operations.
    fn long(
        &mut self,
        sort: SortId,
        entry: &Entry,
        subject: &Subject,
        sorts: &SortTypes<'_>,
    ) -> Entry {
        let made = functions::write(self, sort, entry, subject, sorts);
        let claims = claims::of(self, sort, entry, subject, made.is_interior);
        Entry {
            rust_type: place::rust(subject.ty.to_string(), entry.rust_type.span),
            other_types: Vec::new(),
            traits: claims.traits,
            equality: claims.equality,
            operations: made.operations,
            exceptions: Vec::new(),
            ..entry.clone()
        }
    }

    fn parameter_entries(&mut self, sorts: &SortTypes<'_>) -> Vec<Entry> {
        let mut entries = Vec::new();
        for sort in self.parameter_sorts() {
            let Some(name) = self.generic_of.get(&sort) else { continue };
            let Some(generic) = self.generics.iter().find(|one| one.name == *name) else {
                continue;
            };
            let written = entry_of(self.file, self.theory, sort);
            let span = written.map_or(self.file.keyword, |entry| entry.span);
            let types = |sort: SortId| sorts.types.get(&sort).cloned();
            let made = parameter::entry(&self.world, self.theory, sort, generic, &types, span);
            let mut long =
                written.cloned().unwrap_or(Entry { operations: Vec::new(), ..made.clone() });
            let known = |name: &str| long.operations.iter().any(|map| map.name.text == name);
            let more: Vec<_> =
                made.operations.into_iter().filter(|map| !known(&map.name.text)).collect();
            long.operations.extend(more);
            if let Some(op) = missing(&long, self.theory, sort).next() {
                self.errors.push(report::no_bound(op, &long, generic));
            }
            entries.push(long);
        }
        entries
    }

    /// The header that the user wrote, or the parameters with the bounds that were found.
    fn header(&self) -> Option<crate::syntax::mapping_ast::RustText> {
        if self.file.generics.is_some() {
            return self.file.generics.clone();
        }
        let span = self.span();
        (!self.generics.is_empty()).then(|| place::rust(header(&self.generics), span))
    }

    /// Adds the bounds of a declaration to the header, unless the user wrote it.
    pub fn bounded(
        &mut self,
        bounds: &[(Ty, crate::rust::api::Bound)],
        written_in: &super::world::Place,
    ) {
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
    !entry.exceptions.is_empty() || missing(entry, theory, sort).next().is_some()
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
