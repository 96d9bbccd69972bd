//! The entries of a mapping: which type each sort is.

use std::collections::BTreeMap;

use super::header::Generic;
use super::rust_text::{read_closure, read_path, read_type};
use super::{Equality, Made, Mock, SortType, Subject, TraitOperations};
use crate::diagnostic::{Code, Diagnostic};
use crate::near_name::{hint, nearest};
use crate::rust::Fragment;
use crate::rust::api::ty;
use crate::syntax::mapping_ast::{Entry, EqualityKind, MappingFile, RustText};
use crate::theory::{SortId, SortKind, SpecId, Theory};

/// The entries by the sort that they are about.
pub struct Entries<'m> {
    pub by_sort: BTreeMap<SortId, &'m Entry>,
    /// Without the sorts whose type has errors.
    pub sorts: BTreeMap<SortId, SortType>,
    pub made: BTreeMap<SortId, Made>,
}

pub fn read<'m>(
    file: &'m MappingFile,
    theory: &Theory,
    generics: &[Generic],
    errors: &mut Vec<Diagnostic>,
) -> Entries<'m> {
    let mut entries =
        Entries { by_sort: BTreeMap::new(), sorts: BTreeMap::new(), made: BTreeMap::new() };
    for entry in &file.entries {
        let Some(sort) = find(theory, entry, errors) else { continue };
        if let Some(first) = entries.by_sort.get(&sort) {
            errors.push(mapped_twice(entry, first));
            continue;
        }
        entries.by_sort.insert(sort, entry);
        errors.extend(wrong_parameters(theory, theory.sorts[sort].spec, entry));
        match sort_type(theory, sort, entry, generics) {
            Ok(sort_type) => {
                match entry.made_by.as_ref().map(|by| made(theory, sort, by, &sort_type)) {
                    Some(Ok(made)) => drop(entries.made.insert(sort, made)),
                    Some(Err(error)) => errors.push(error),
                    None => {}
                }
                entries.sorts.insert(sort, sort_type);
            }
            Err(found) => errors.extend(found),
        }
    }
    errors.extend(unmapped(file, theory, &entries));
    errors.extend(shared_types(theory, &entries));
    errors.extend(unused(generics, file));
    entries
}

fn find(theory: &Theory, entry: &Entry, errors: &mut Vec<Diagnostic>) -> Option<SortId> {
    let mapped = theory.sorts.iter().filter(|(_, sort)| sort.kind != SortKind::Int);
    let sorts: Vec<_> = mapped.collect();
    let spec_name = |spec: SpecId| theory.specs[spec].name.as_str();
    let name = &entry.spec.text;
    let found = sorts.iter().find(|(_, sort)| spec_name(sort.spec) == name);
    if let Some((id, _)) = found.or_else(|| sorts.iter().find(|(_, sort)| sort.name == *name)) {
        return Some(*id);
    }
    let report =
        Diagnostic::error(Code::UnknownEntry, format!("no specification `{name}` is in use"))
            .label(entry.spec.span, "not known here");
    let names: Vec<&str> = sorts.iter().map(|(_, sort)| spec_name(sort.spec)).collect();
    errors.push(match hint(name, names.iter().copied()) {
        Some(hint) => report.help(hint),
        None => report.help(format!("specifications in use: {}", names.join(", "))),
    });
    None
}

fn mapped_twice(entry: &Entry, first: &Entry) -> Diagnostic {
    Diagnostic::error(Code::DuplicateEntry, format!("`{}` has two entries", entry.spec.text))
        .label(entry.span, "again here")
        .label(first.span, "first here")
}

fn wrong_parameters(theory: &Theory, spec: SpecId, entry: &Entry) -> Option<Diagnostic> {
    let spec = &theory.specs[spec];
    let known: Vec<&str> =
        spec.parameters.iter().map(|id| theory.specs[*id].name.as_str()).collect();
    let written: Vec<&str> = entry.parameters.iter().map(|name| name.text.as_str()).collect();
    if written.is_empty() || written == known {
        return None;
    }
    let expected = match known.as_slice() {
        [] => format!("expected `{}` alone", spec.name),
        known => format!("expected `{}[{}]`", spec.name, known.join(", ")),
    };
    Some(
        Diagnostic::error(
            Code::EntryParameters,
            format!("`{}` does not have these parameters", entry.spec.text),
        )
        .label(entry.span, expected)
        .label(spec.span, "declared here"),
    )
}

fn sort_type(
    theory: &Theory,
    sort: SortId,
    entry: &Entry,
    generics: &[Generic],
) -> Result<SortType, Vec<Diagnostic>> {
    let rust_type = read_type(&entry.rust_type).map_err(|error| vec![error])?;
    let generic = generics.iter().find(|generic| generic.mock.name == *rust_type.as_str());
    match (theory.sorts[sort].kind, generic) {
        (SortKind::Parameter, Some(generic)) => mock(entry, &generic.mock),
        (SortKind::Parameter, None) => Err(vec![not_a_parameter(theory, sort, entry)]),
        (_, Some(generic)) => Err(vec![not_a_type(theory, sort, entry, generic)]),
        (_, None) => subject(entry, rust_type),
    }
}

fn not_a_parameter(theory: &Theory, sort: SortId, entry: &Entry) -> Diagnostic {
    let name = &theory.sorts[sort].name;
    Diagnostic::error(Code::SortType, format!("`{name}` must be a parameter of the header"))
        .label(entry.rust_type.span, "this is not one")
        .label(theory.sorts[sort].span, "a sort without constructors is mocked")
        .help("declare one: `refinement <E: …>`")
}

fn not_a_type(theory: &Theory, sort: SortId, entry: &Entry, generic: &Generic) -> Diagnostic {
    let name = &theory.sorts[sort].name;
    Diagnostic::error(Code::SortType, format!("`{name}` cannot be a parameter of the header"))
        .label(entry.rust_type.span, "a type under test is expected")
        .label(generic.span, "parameters are mocked")
        .label(theory.sorts[sort].span, "a sort with constructors is tested")
}

fn mock(entry: &Entry, mock: &Mock) -> Result<SortType, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    if let Some(first) = entry.traits.first() {
        errors.push(
            Diagnostic::error(Code::MockClause, "`has` is for types under test")
                .label(first.path.span, "the mock implements what the header says")
                .help(format!("write the bound into the header: `<{}: …>`", mock.name)),
        );
    }
    if let Some(rep_ok) = &entry.rep_ok {
        errors.push(
            Diagnostic::error(Code::MockClause, "`rep_ok by` is for types under test")
                .label(rep_ok.span, "a mocked element has no representation to check"),
        );
    }
    if let Some(equality) = &entry.equality {
        errors.push(
            Diagnostic::error(Code::MockClause, "`equality by` is for types under test")
                .label(equality.span, "an element of a mocked sort is equal to itself only"),
        );
    }
    if errors.is_empty() { Ok(SortType::Mock(mock.clone())) } else { Err(errors) }
}

/// What the elements of a mocked sort stand for: the bound `Into<T>` says the type.
fn made(
    theory: &Theory,
    sort: SortId,
    by: &RustText,
    sort_type: &SortType,
) -> Result<Made, Diagnostic> {
    let report = |message: &str| {
        Diagnostic::error(Code::MockClause, message)
            .label(by.span, "makes an element out of a number")
            .label(theory.sorts[sort].span, "declared here")
    };
    let SortType::Mock(mock) = sort_type else {
        return Err(report("`by` with a closure is for sorts without constructors")
            .help("`has Trait by operation` is about a trait"));
    };
    let spec = theory.sorts[sort].spec;
    if theory.own_ops(spec).next().is_some() {
        return Err(report("a sort with operations cannot stand for values of a real type")
            .help("its operations answer from tables, which a real type does not know"));
    }
    let closure = read_closure(by)?;
    let into = mock.bounds.iter().find(|bound| bound.name == *"Into");
    let bound = into.and_then(|bound| ty(bound.path.as_str()).ok());
    let argument = bound.as_ref().and_then(|bound| bound.last()?.1.first());
    let rust_type = argument.map(|ty| Fragment::new(ty.to_string())).ok_or_else(|| {
        let name = &mock.name;
        report("it is not said what type the elements stand for")
            .help(format!("bound the parameter: `<{name}: Into<T> + From<T>>`"))
    })?;
    Ok(Made { rust_type, closure })
}

fn subject(entry: &Entry, rust_type: Fragment) -> Result<SortType, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut traits = Vec::new();
    for claim in &entry.traits {
        match read_path(&claim.path, "a trait") {
            Ok(_) => traits.push(claim.short_name().to_owned()),
            Err(error) => errors.push(error),
        }
    }
    let equality = match entry.equality.as_ref().map(|declared| &declared.kind) {
        None => Equality::Unsaid,
        Some(EqualityKind::Operator) => Equality::Operator,
        Some(EqualityKind::Observers) => Equality::Observers,
        Some(EqualityKind::Function(path)) => match read_path(path, "a path") {
            Ok(path) => Equality::Function(path),
            Err(error) => {
                errors.push(error);
                Equality::Operator
            }
        },
    };
    let rep_ok = entry.rep_ok.as_ref().map(|path| read_path(path, "a path")).transpose();
    let rep_ok = rep_ok.unwrap_or_else(|error| {
        errors.push(error);
        None
    });
    if errors.is_empty() {
        Ok(SortType::Subject(Subject {
            rust_type,
            equality,
            rep_ok,
            traits,
            trait_operations: TraitOperations::default(),
        }))
    } else {
        Err(errors)
    }
}

fn unmapped(file: &MappingFile, theory: &Theory, entries: &Entries<'_>) -> Vec<Diagnostic> {
    let sorts = theory.sorts.iter().filter(|(_, sort)| sort.kind != SortKind::Int);
    let known = || theory.specs.values().map(|spec| spec.name.as_str());
    // Misspelt ones have been reported.
    let written = file.entries.iter().map(|entry| entry.spec.text.as_str());
    let unknown = written.filter(|name| !known().any(|known| known == *name));
    let misspelt: Vec<&str> = unknown.filter_map(|name| nearest(name, known())).collect();
    let spec_only = theory.spec_only_sorts();
    sorts
        .filter(|(id, _)| !spec_only.contains(id))
        .filter(|(_, sort)| !misspelt.contains(&theory.specs[sort.spec].name.as_str()))
        .filter(|(id, _)| !entries.by_sort.contains_key(id))
        .map(|(_, sort)| {
            let spec = &theory.specs[sort.spec].name;
            let entry = match sort.kind {
                SortKind::Parameter => format!("`{spec} is E;`"),
                _ => format!("`{spec} is Type {{ … }}`"),
            };
            Diagnostic::error(Code::MissingEntry, format!("`{spec}` has no entry"))
                .label(file.keyword, format!("expected {entry} in this mapping"))
                .label(sort.span, "declared here")
        })
        .collect()
}

/// Different sorts must be different types: otherwise mixing them up would go unnoticed.
fn shared_types(theory: &Theory, entries: &Entries<'_>) -> Vec<Diagnostic> {
    let text = |sort: &SortType| match sort {
        SortType::Subject(subject) => subject.rust_type.to_string(),
        SortType::Mock(mock) => mock.name.to_string(),
    };
    let mut first: BTreeMap<String, SortId> = BTreeMap::new();
    let mut errors = Vec::new();
    for (sort, sort_type) in &entries.sorts {
        let text = text(sort_type);
        let Some(other) = first.get(&text) else {
            first.insert(text, *sort);
            continue;
        };
        let names = (&theory.sorts[*other].name, &theory.sorts[*sort].name);
        errors.push(
            Diagnostic::error(
                Code::SharedType,
                format!("`{}` and `{}` are the same type", names.0, names.1),
            )
            .label(entries.by_sort[sort].rust_type.span, "this type")
            .label(entries.by_sort[other].rust_type.span, "is this one too"),
        );
    }
    errors
}

fn unused(generics: &[Generic], file: &MappingFile) -> Vec<Diagnostic> {
    let stands_for_sort = |generic: &&Generic| {
        file.entries.iter().any(|entry| generic.mock.name == *entry.rust_type.text)
    };
    generics
        .iter()
        .filter(|generic| !stands_for_sort(generic))
        .map(|generic| {
            let name = &generic.mock.name;
            Diagnostic::error(Code::GenericParameter, format!("`{name}` stands for no sort"))
                .label(generic.span, "no mock could replace it")
                .help(format!("add an entry `Spec is {name};`, or write a real type instead"))
        })
        .collect()
}
