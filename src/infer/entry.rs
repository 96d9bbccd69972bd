//! The inference of one mapping, entry by entry.

use std::collections::{BTreeMap, BTreeSet};

use super::convert::SortTypes;
use super::generics::{HeaderGeneric, header};
use super::methods::Subject;
use super::state::{Inference, Inferred, entry_of, is_incomplete, missing};
use super::{
    claims, data, functions, handles, made, parameter, place, report, signatures, subject, vector,
};
use crate::diagnostic::Diagnostic;
use crate::rust::api::Ty;
use crate::rust::read;
use crate::syntax::mapping_ast::{Entry, MappingFile};
use crate::theory::{SortId, SpecOrigin};

impl<'i> Inference<'i> {
    pub fn run(mut self) -> Result<Inferred, Vec<Diagnostic>> {
        self.written_parameters();
        let mut subjects: BTreeMap<SortId, Subject> = BTreeMap::new();
        let mut preludes = self.file.preludes.clone();
        for (sort, entry) in self.subject_entries() {
            if let Some(mut subject) = subject::find(&mut self, sort, entry) {
                preludes.extend(handles::keep(&mut self, entry, &mut subject));
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
        let mapping = MappingFile { generics, preludes, entries, ..self.file.clone() };
        Ok(Inferred { mapping, origins: self.origins })
    }

    /// Parameters that have an entry are what the entry says.
    fn written_parameters(&mut self) {
        for sort in self.parameter_sorts() {
            let Some(entry) = entry_of(self.file, self.theory, sort) else { continue };
            if let Some(ty) = made::concrete(&self.generics, entry) {
                let name = made::generic(self, sort, &ty);
                self.generic_of.insert(sort, name);
                self.made.insert(sort, ty);
            } else {
                let name = entry.rust_type.text.clone();
                if !self.generics.iter().any(|one| one.name == name) {
                    self.generics.push(HeaderGeneric { name: name.clone(), bounds: Vec::new() });
                }
                self.generic_of.insert(sort, name);
            }
        }
    }

    /// Finds the types of data sorts that have no entry.
    fn data_types(&mut self, subjects: &mut BTreeMap<SortId, Subject>) {
        let places = subjects.values().filter_map(|subject| subject.place.clone());
        let near: Vec<super::world::Place> = places.collect();
        let is_written = |this: &Self, sort| entry_of(this.file, this.theory, sort).is_some();
        for sort in self.constructed() {
            if self.origin_of(sort) == SpecOrigin::Data && !is_written(self, sort) {
                let span = self.span();
                let tuple = signatures::tuple(self, sort);
                if let Some(subject) = data::find(self, sort, &near, tuple, span) {
                    subjects.insert(sort, subject);
                }
            }
        }
    }

    /// The parameters whose bound is a closure.
    fn closures(&self) -> BTreeSet<SortId> {
        let is_closure = |name: &String| {
            let generic = self.generics.iter().find(|one| one.name == *name);
            generic.is_some_and(|one| {
                one.bounds.iter().any(|bound| read::is_closure_trait(bound.bound.name()))
            })
        };
        let sorts = self.generic_of.iter().filter(|(_, name)| is_closure(name));
        sorts.map(|(sort, _)| *sort).collect()
    }

    fn sort_types(&self, subjects: &BTreeMap<SortId, Subject>) -> SortTypes<'i> {
        let mut types: BTreeMap<SortId, Ty> =
            subjects.iter().map(|(sort, subject)| (*sort, subject.ty.clone())).collect();
        types.extend(self.generic_of.iter().map(|(sort, name)| (*sort, Ty::name(name))));
        let mut sorts = SortTypes {
            theory: self.theory,
            types,
            sequences: BTreeMap::new(),
            made: self.made.clone(),
            handles: self.handles.clone(),
            closures: self.closures(),
        };
        // Sorts come after those that they are made of.
        for sort in self.constructed() {
            let Some(element) = vector::element(self.theory, sort) else { continue };
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
                    entries.push(vector::entry(self.theory, sort, sorts, span));
                }
                (SpecOrigin::Data, Some(subject)) => {
                    entries.push(data::data(self, sort, written, subject, sorts, span));
                }
                _ => {}
            }
        }
        entries
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
            handles: Vec::new(),
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
            if let Some(ty) = self.made.get(&sort) {
                match made::entry(&long, name, ty, self.makers.get(&sort)) {
                    Ok(made) => long = made,
                    Err(report) => self.errors.push(report),
                }
            }
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
}
