//! The type of an entry: its declaration, and its arguments.

use std::collections::BTreeMap;

use super::methods::{STATIC, Subject};
use super::modules::{self, Module};
use super::report::{self, UnknownType};
use super::signatures;
use super::state::{Inference, is_incomplete};
use super::world::Place;
use crate::rust::api::{GenericKind, ImplItem, Ty, TypeItem, TypeKind, ty};
use crate::rust::read;
use crate::source::{FileId, Span};
use crate::syntax::mapping_ast::{Entry, MappingFile};
use crate::theory::SortId;

/// Finds the type of an entry. `None` if the entry needs no source, or if a mistake was reported.
pub fn find(inference: &mut Inference<'_>, sort: SortId, entry: &Entry) -> Option<Subject> {
    // A text that is not a type is reported with the other Rust of the mapping.
    let written = ty(&entry.rust_type.text).ok()?;
    let needed = is_incomplete(entry, inference.theory, sort);
    let Ty::Path { path, arguments } = &written else {
        return Some(Subject::new(None, written));
    };
    let full = full_path(inference.file, path);
    if let Some(module) = modules::find(inference, sort, entry, &full) {
        return of_module(inference, sort, entry, module);
    }
    let Some(place) = declaration(inference, entry, &full, needed) else {
        let known = Subject::new(None, written.clone());
        assign(inference, sort, entry, arguments, None);
        return (!needed || inference.errors.is_empty()).then_some(known);
    };
    let (file, item) = inference.world.type_item(&place)?;
    let (file, item) = (file, item.clone());
    let seen = Ty::Path { path: path.clone(), arguments: own_arguments(&item, arguments) };
    let plain = declared_as(inference, &place, &seen);
    let seen = Subject { plain, ..Subject::new(Some(place.clone()), seen) };
    signatures::read(inference, sort, entry, &seen);
    let declared = Declared { place: &place, item: &item, file };
    let arguments = match arguments.is_empty() {
        true => default_arguments(inference, sort, entry, &declared)?,
        false => {
            assign(inference, sort, entry, arguments, Some(&declared));
            arguments.clone()
        }
    };
    let names = item.generics.parameters.iter().map(|one| one.name.clone());
    let names: BTreeMap<String, Ty> = names.zip(arguments.iter().cloned()).collect();
    let bounds: Vec<_> = item
        .generics
        .bounds
        .iter()
        .map(|(ty, bound)| (ty.replaced(&names), bound.clone()))
        .collect();
    inference.bounded(&bounds, &place);
    let ty = Ty::Path { path: path.clone(), arguments };
    if let TypeKind::Alias(target) = &item.kind {
        return aliased(inference, &place, target.replaced(&names), ty);
    }
    let lifetimes = vec![Ty::Other(STATIC.to_owned()); item.generics.lifetimes];
    let plain = declared_as(inference, &place, &ty);
    Some(Subject { plain, ..Subject::new(Some(place), ty) }.with_lifetimes(lifetimes))
}

/// The type of a module's functions, with the parameters of the specification in it.
fn of_module(
    inference: &mut Inference<'_>,
    sort: SortId,
    entry: &Entry,
    module: Module,
) -> Option<Subject> {
    let Module { mut subject, names, made } = module;
    let sorts = parameter_sorts(inference, sort);
    let Some(of_names) = assigned(inference, &made.written_in, &names, &sorts) else {
        let spec = &inference.theory.specs[inference.theory.sorts[sort].spec];
        let report = report::type_parameters(entry, spec, sorts.len(), (made.span(), &names));
        inference.errors.push(report);
        return None;
    };
    let types =
        names.iter().map(|name| Some((name.clone(), named(inference, *of_names.get(name)?, name))));
    let types: BTreeMap<String, Ty> = types.collect::<Option<_>>()?;
    subject.ty = subject.ty.replaced(&types);
    subject.plain = subject.ty.clone();
    Some(subject)
}

/// The generic parameter of a sort; a new one is called as the type calls it.
fn named(inference: &mut Inference<'_>, sort: SortId, wanted: &str) -> Ty {
    let name = match inference.generic_of.get(&sort) {
        Some(name) => name.clone(),
        None => inference.fresh_generic(wanted),
    };
    inference.generic_of.insert(sort, name.clone());
    Ty::name(&name)
}

/// The sorts of type parameters: in order, or else by what signatures show.
fn assigned(
    inference: &mut Inference<'_>,
    near: &Place,
    names: &[String],
    sorts: &[SortId],
) -> Option<BTreeMap<String, SortId>> {
    match names.len() == sorts.len() {
        true => Some(names.iter().cloned().zip(sorts.iter().copied()).collect()),
        false => signatures::bind(inference, near, names, sorts),
    }
}

/// A type as its crate calls it: `pub use` may give it another name.
fn declared_as(inference: &Inference<'_>, place: &Place, ty: &Ty) -> Ty {
    match ty.last() {
        Some((name, arguments)) if name != place.name => {
            Ty::Path { path: inference.world.path_of(place), arguments: arguments.to_vec() }
        }
        _ => ty.clone(),
    }
}

/// The declaration of a type.
struct Declared<'d> {
    place: &'d Place,
    item: &'d TypeItem,
    file: FileId,
}

/// The arguments that the user wrote, or else the parameters of the declaration.
fn own_arguments(item: &TypeItem, written: &[Ty]) -> Vec<Ty> {
    match written {
        [] => item.generics.parameters.iter().map(|one| Ty::name(&one.name)).collect(),
        written => written.to_vec(),
    }
}

/// The type that an alias stands for. Tests go on using the alias: what it stands for may be
/// private.
fn aliased(inference: &mut Inference<'_>, from: &Place, target: Ty, ty: Ty) -> Option<Subject> {
    let plain = match inference.world.library(&from.library) {
        Some(library) => library.unaliased(&from.modules, &target),
        None => target,
    };
    let Ty::Path { path, .. } = &plain else {
        return Some(Subject { plain, ..Subject::new(None, ty) });
    };
    let place = inference.world.locate_from(&from.library, &from.modules, path);
    Some(Subject { plain, ..Subject::new(place, ty) })
}

/// A path with the imports of the mapping in it.
pub fn full_path(file: &MappingFile, path: &[String]) -> Vec<String> {
    let imports = file.uses.iter().filter_map(|line| read::imports(&line.text).ok()).flatten();
    let mut named = imports.filter(|import| import.name.as_ref() == path.first());
    match named.next() {
        Some(import) => import.target.into_iter().chain(path.iter().skip(1).cloned()).collect(),
        None => match path {
            [name] => match name.as_str() {
                "Vec" => words(&["std", "vec", "Vec"]),
                "String" => words(&["std", "string", "String"]),
                "Option" => words(&["std", "option", "Option"]),
                _ => path.to_vec(),
            },
            path => path.to_vec(),
        },
    }
}

fn words(path: &[&str]) -> Vec<String> {
    path.iter().map(|&word| word.to_owned()).collect()
}

/// The declaration of a type. Where the entry needs it, a failure is reported.
fn declaration(
    inference: &mut Inference<'_>,
    entry: &Entry,
    path: &[String],
    needed: bool,
) -> Option<Place> {
    let span = entry.rust_type.span;
    // An entry in the long form that lacks operations is reported as such.
    let needed = needed && (entry.operations.is_empty() || !entry.exceptions.is_empty());
    let first = path.first()?;
    if let Err(failed) = inference.world.load(first) {
        if needed {
            let elsewhere = elsewhere(inference, path, &failed.known);
            inference.errors.push(report::no_crate(span, path, &failed, &elsewhere));
        }
        return None;
    }
    let found = inference.world.locate(path);
    let found = found.filter(|place| inference.world.type_item(place).is_some());
    if found.is_none() && needed {
        let report = unknown(inference, span, path);
        inference.errors.push(report);
    }
    found
}

/// The paths of a type that is named without its crate.
fn elsewhere(inference: &mut Inference<'_>, path: &[String], known: &[String]) -> Vec<String> {
    const MOST_CRATES: usize = 12;
    let [name] = path else { return Vec::new() };
    let mut found = Vec::new();
    for crate_name in known.iter().take(MOST_CRATES) {
        if inference.world.load(crate_name).is_err() {
            continue;
        }
        let Some(library) = inference.world.library(crate_name) else { continue };
        let types = library.types_named(name).filter(|(_, item)| item.is_public);
        found.extend(types.map(|(placed, item)| {
            let mut path = library.outer_path(&placed.modules, &item.name);
            path[0].clone_from(crate_name);
            path.join("::")
        }));
    }
    found
}

/// The types of its crate that implement a trait. `None` if the path does not name a trait.
fn implementers(inference: &mut Inference<'_>, path: &[String]) -> Option<Vec<String>> {
    let place = inference.world.locate(path)?;
    inference.world.trait_item(&place)?;
    let library = inference.world.library(&place.library)?;
    let is_of = |block: &ImplItem| {
        block.of_trait.as_ref().and_then(Ty::last).is_some_and(|(name, _)| name == place.name)
    };
    let blocks = library.impls().filter(|(_, block)| is_of(block));
    let types = blocks.filter_map(|(placed, block)| {
        let (name, _) = block.own.last()?;
        let (placed, item) = library.types_named(name).find(|(known, _)| {
            known.modules == placed.modules || library.types_named(name).count() == 1
        })?;
        let mut path = library.outer_path(&placed.modules, &item.name);
        path[0].clone_from(&place.library);
        Some(path.join("::"))
    });
    Some(types.collect())
}

fn unknown(
    inference: &mut Inference<'_>,
    span: Span,
    path: &[String],
) -> crate::diagnostic::Diagnostic {
    let name = path.last().cloned().unwrap_or_default();
    let first = path.first().cloned().unwrap_or_default();
    let implementers = implementers(inference, path);
    let mut report = UnknownType {
        span,
        path,
        implementers,
        elsewhere: Vec::new(),
        known: Vec::new(),
        in_macro: None,
        broken: None,
    };
    if let Some(library) = inference.world.library(&first) {
        for (placed, item) in library.types_named(&name) {
            let mut path = library.outer_path(&placed.modules, &item.name);
            path[0].clone_from(&first);
            let span = Span::new(placed.file, item.range.clone());
            report.elsewhere.push((path.join("::"), span));
        }
        let public = library.types().filter(|(_, item)| item.is_public);
        report.known = public.map(|(_, item)| item.name.clone()).collect();
        report.known.sort_unstable();
        report.known.dedup();
        let mentioning = library.macros.iter().find(|(_, call)| call.words.contains(&name));
        report.in_macro = mentioning.map(|(file, call)| Span::new(*file, call.range.clone()));
        report.broken = library.broken.first().cloned();
    }
    report.report()
}

/// Arguments for a type that is written without: its own parameters, in the order of the
/// specification's.
fn default_arguments(
    inference: &mut Inference<'_>,
    sort: SortId,
    entry: &Entry,
    declared: &Declared<'_>,
) -> Option<Vec<Ty>> {
    let item = declared.item;
    let types = item.generics.parameters.iter().filter(|one| one.kind == GenericKind::Type);
    let names: Vec<String> = types.map(|one| one.name.clone()).collect();
    let sorts = parameter_sorts(inference, sort);
    let Some(of_names) = assigned(inference, declared.place, &names, &sorts) else {
        mismatch(inference, sort, entry, &sorts, declared, &names);
        return None;
    };
    let mut arguments = Vec::new();
    for generic in &item.generics.parameters {
        match generic.kind {
            GenericKind::Default => {}
            GenericKind::Const => {
                inference.errors.push(report::constant(entry, &generic.name, &arguments));
                return None;
            }
            GenericKind::Type => {
                let sort = of_names.get(&generic.name)?;
                arguments.push(named(inference, *sort, &generic.name));
            }
        }
    }
    Some(arguments)
}

/// Matches the generics among the arguments that the user wrote with the parameters of the
/// specification.
fn assign(
    inference: &mut Inference<'_>,
    sort: SortId,
    entry: &Entry,
    arguments: &[Ty],
    declared: Option<&Declared<'_>>,
) {
    let names: Vec<&str> = arguments.iter().flat_map(Ty::plain_names).collect();
    let is_generic = |name: &&str| match inference.file.generics {
        Some(_) => inference.generics.iter().any(|one| one.name == *name),
        None => is_generic_name(name),
    };
    let names: Vec<String> = names.into_iter().filter(is_generic).map(str::to_owned).collect();
    let sorts = parameter_sorts(inference, sort);
    let open = sorts.iter().any(|sort| !inference.generic_of.contains_key(sort));
    let mut pairs: Vec<(SortId, String)> = sorts.iter().copied().zip(names.clone()).collect();
    if names.len() != sorts.len() {
        let (true, Some(declared)) = (open, declared) else { return };
        let Some(bound) = signatures::bind(inference, declared.place, &names, &sorts) else {
            return mismatch(inference, sort, entry, &sorts, declared, &names);
        };
        pairs = bound.into_iter().map(|(name, sort)| (sort, name)).collect();
    }
    for (sort, name) in pairs {
        if inference.generic_of.contains_key(&sort) {
            continue;
        }
        if !inference.generics.iter().any(|one| one.name == name) {
            inference.fresh_generic(&name);
        }
        inference.generic_of.insert(sort, name);
    }
}

/// `E`, `K2`: what people call generics.
fn is_generic_name(name: &str) -> bool {
    name.len() <= 2
        && name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit())
}

/// The sorts of the parameters of the specification that type parameters stand for.
fn parameter_sorts(inference: &Inference<'_>, sort: SortId) -> Vec<SortId> {
    let theory = inference.theory;
    let spec = &theory.specs[theory.sorts[sort].spec];
    let of_spec = |spec| theory.sorts.iter().find(|(_, sort)| sort.spec == spec);
    let sorts = spec.parameters.iter().filter_map(|id| of_spec(*id)).map(|(id, _)| id);
    sorts.filter(|sort| !inference.made.contains_key(sort)).collect()
}

fn mismatch(
    inference: &mut Inference<'_>,
    sort: SortId,
    entry: &Entry,
    sorts: &[SortId],
    declared: &Declared<'_>,
    names: &[String],
) {
    let theory = inference.theory;
    let spec = &theory.specs[theory.sorts[sort].spec];
    let span = Span::new(declared.file, declared.item.range.clone());
    let report = report::type_parameters(entry, spec, sorts.len(), (span, names));
    let open = sorts.iter().filter_map(|sort| {
        let seen = inference.sightings.get(sort)?;
        let is_known =
            |ty: &Ty| ty.plain_name().is_some_and(|name| names.iter().any(|one| one == name));
        (seen.len() > 1 || !is_known(&seen[0].0))
            .then_some((theory.sorts[*sort].name.as_str(), seen))
    });
    inference.errors.push(report::seen_as(report, open));
}
