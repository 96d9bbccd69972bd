//! What signatures say about sorts that no entry and no type parameter stands for.
//!
//! `fn add(&mut self, name: &str)` shows that `Name` in `add: Book Name --> Book` stands for
//! strings, and `-> Vec<(u32, u32)>` that a record of two numbers is a pair.

use std::collections::BTreeMap;

use super::generics::{HeaderBound, HeaderGeneric};
use super::lists::items;
use super::methods::{self, Method, Subject};
use super::state::Inference;
use super::world::Place;
use super::wrapped::peeled;
use super::{data, made, vector};
use crate::rust::api::{Bound, Ty};
use crate::rust::{Fragment, value_name};
use crate::syntax::mapping_ast::{Entry, Target};
use crate::theory::{Answer, Operation, OperationClass, SortId, SortKind, SpecOrigin, Theory};

/// Reads the functions of an entry.
pub fn read(inference: &mut Inference<'_>, sort: SortId, entry: &Entry, subject: &Subject) {
    let theory = inference.theory;
    let spec = theory.sorts[sort].spec;
    let is_mapped = |op: &&Operation| op.spec == spec && op.class != OperationClass::Auxiliary;
    for op in theory.ops.values().filter(is_mapped) {
        let base = match &op.answer {
            Some(Answer::Value(base) | Answer::Error(base)) => base,
            None => &op.name,
        };
        let Some(name) = function_name(entry, base) else { continue };
        let found = methods::methods(&mut inference.world, subject, &name);
        let [method] = found.as_slice() else { continue };
        for (sort, ty) in pairs(theory, sort, op, method) {
            see(inference, sort, &ty, method, subject.place.as_ref(), &[]);
        }
    }
}

/// The function of an operation, as far as its name alone decides it.
fn function_name(entry: &Entry, operation: &str) -> Option<String> {
    let line = entry.exceptions.iter().find(|one| one.name.text == operation);
    match line.map(|line| &line.target) {
        None | Some(Target::Named) => Some(value_name(operation)),
        Some(Target::Call { function, fields, via }) if fields.is_empty() && via.is_none() => {
            Some(Fragment::new(function.text.as_str()).last_name().to_owned())
        }
        _ => None,
    }
}

/// The sorts of an operation with the types at their places.
fn pairs(theory: &Theory, own: SortId, op: &Operation, method: &Method) -> Vec<(SortId, Ty)> {
    let receiver = match method.function.receiver {
        Some(_) => op.arguments.iter().position(|sort| *sort == own),
        None => None,
    };
    let others = (0..op.arguments.len()).filter(|place| Some(*place) != receiver);
    let mut sorts = others.map(|place| op.arguments[place]);
    let mut pairs = Vec::new();
    for input in &method.function.inputs {
        let Some(sort) = sorts.next() else { break };
        match &input.ty {
            Ty::Tuple(parts) if parts.len() > 1 && record(theory, sort).is_none() => {
                pairs.push((sort, parts[0].clone()));
                pairs.extend(sorts.by_ref().zip(parts[1..].iter().cloned()));
            }
            ty => pairs.push((sort, ty.clone())),
        }
    }
    let output = method.function.output.as_ref();
    let returned = match &op.answer {
        Some(Answer::Error(_)) => {
            output.and_then(Ty::last).and_then(|(_, arguments)| arguments.get(1))
        }
        // An effect yields its receiver, not what the function returns.
        None if op.result == Some(own) => None,
        _ => output.map(|ty| peeled(ty).1),
    };
    pairs.extend(op.result.zip(returned.cloned()));
    pairs
}

/// The sorts of the fields of a record.
pub fn record(theory: &Theory, sort: SortId) -> Option<&[SortId]> {
    let spec = theory.sorts[sort].spec;
    let mut constructors = theory.constructors(sort).map(|(_, op)| op);
    let only = constructors.next().filter(|_| constructors.next().is_none())?;
    (theory.specs[spec].origin == SpecOrigin::Data).then_some(only.arguments.as_slice())
}

/// Notes what a type says about a sort and those that it is made of. `within` are the data sorts
/// around it: values of recursive ones show nothing new.
fn see(
    inference: &mut Inference<'_>,
    sort: SortId,
    ty: &Ty,
    method: &Method,
    near: Option<&Place>,
    within: &[SortId],
) {
    let theory = inference.theory;
    if let Some(element) = vector::element(theory, sort) {
        let item = items(&pointee(ty), "it").or_else(|| items(ty, "it")).map(|(_, item)| item);
        if let Some(item) = item {
            see(inference, element, &item, method, near, within);
        }
        return;
    }
    let bare = bare(ty);
    if theory.sorts[sort].kind == SortKind::Parameter {
        note(inference, sort, bare, method);
    } else if inference.origin_of(sort) == SpecOrigin::Data && !within.contains(&sort) {
        let within = &[within, &[sort]].concat();
        let declared = near.and_then(|near| data::declared(inference, sort, near));
        match (declared, record(theory, sort), bare) {
            (_, Some(fields), Ty::Tuple(parts)) if fields.len() == parts.len() => {
                for (field, part) in fields.iter().zip(&parts) {
                    see(inference, *field, part, method, near, within);
                }
                note(inference, sort, owned(&Ty::Tuple(parts)), method);
            }
            (Some(place), _, bare) => see_fields(inference, sort, &place, &bare, method, within),
            _ => {}
        }
    }
}

/// Notes what the declaration of a data sort's type says.
fn see_fields(
    inference: &mut Inference<'_>,
    sort: SortId,
    place: &Place,
    ty: &Ty,
    method: &Method,
    within: &[SortId],
) {
    let Some((_, item)) = inference.world.type_item(place) else { return };
    let item = data::instantiated(item, ty);
    for (id, op) in inference.theory.constructors(sort) {
        for (sort, field) in data::paired(inference.theory, id, op, &item.kind) {
            see(inference, sort, &field.ty, method, Some(place), within);
        }
    }
}

fn note(inference: &mut Inference<'_>, sort: SortId, ty: Ty, method: &Method) {
    let seen = inference.sightings.entry(sort).or_default();
    if !seen.iter().any(|(known, _)| super::convert::same(known, &ty)) {
        seen.push((ty, method.span()));
    }
}

/// A type without the references and pointers around it.
fn pointee(ty: &Ty) -> Ty {
    match ty {
        Ty::Reference { inner, .. } => pointee(inner),
        Ty::Impl { name, arguments, .. }
            if ["Into", "AsRef", "Borrow"].contains(&name.as_str()) =>
        {
            arguments.first().map_or_else(|| ty.clone(), pointee)
        }
        _ => match ty.last() {
            Some(("Box" | "Rc" | "Arc" | "Cow" | "Option" | "Ref" | "Reverse", [inner, ..])) => {
                pointee(inner)
            }
            _ => ty.clone(),
        },
    }
}

/// The type of the value that a parameter takes or a function returns.
fn bare(ty: &Ty) -> Ty {
    match pointee(ty) {
        Ty::Impl { name, .. } if name == "ToString" => Ty::name("String"),
        ty => owned(&ty),
    }
}

/// The type of values that a type with references inside refers to.
fn owned(ty: &Ty) -> Ty {
    match ty {
        Ty::Reference { inner, .. } => owned(inner),
        ty if ty.plain_name() == Some("str") => Ty::name("String"),
        // Mocked functions can be called in every way.
        Ty::Impl { arguments, bindings, .. } if ty.is_closure() => Ty::Impl {
            name: "Fn".to_owned(),
            arguments: arguments.clone(),
            bindings: bindings.clone(),
            is_object: false,
        },
        ty => ty.mapped(&owned),
    }
}

/// Assigns parameters of the specification to what the signatures show: type parameters of the
/// subject, closures, and values of real types. Returns the sorts of the type parameters, or
/// `None` where that leaves something open.
pub fn bind(
    inference: &mut Inference<'_>,
    near: &Place,
    names: &[String],
    sorts: &[SortId],
) -> Option<BTreeMap<String, SortId>> {
    let mut of_names = BTreeMap::new();
    let mut real = Vec::new();
    for sort in sorts {
        if inference.made.contains_key(sort) {
            continue;
        }
        match inference.sightings.get(sort).map(Vec::as_slice) {
            Some([(ty, _)]) => {
                match ty.plain_name().filter(|name| names.iter().any(|one| one == name)) {
                    Some(name) => drop(of_names.insert(name.to_owned(), *sort)),
                    None => real.push((*sort, ty.clone())),
                }
            }
            _ => return None,
        }
    }
    if of_names.len() != names.len() {
        return None;
    }
    for (sort, ty) in real {
        if ty.is_closure() {
            closure(inference, sort, &ty);
            continue;
        }
        let (ty, maker) = made::makeable(&mut inference.world, near, &ty)?;
        let name = made::generic(inference, sort, &ty);
        inference.generic_of.insert(sort, name);
        inference.makers.insert(sort, maker);
        inference.made.insert(sort, ty);
    }
    Some(of_names)
}

/// A generic parameter for functions that other functions take.
fn closure(inference: &mut Inference<'_>, sort: SortId, ty: &Ty) {
    let Ty::Impl { arguments, bindings, .. } = ty else { return };
    let bound = Bound {
        path: vec!["Fn".to_owned()],
        arguments: arguments.clone(),
        closure: Some(bindings.first().map(|(_, output)| output.clone())),
        ..Bound::default()
    };
    let name = inference.fresh_generic("F");
    let bounds = vec![HeaderBound { text: bound.with_path("Fn").into(), bound, declared: None }];
    let generic = HeaderGeneric { name: name.clone(), bounds };
    inference.generics.retain(|one| one.name != name);
    inference.generics.push(generic);
    inference.generic_of.insert(sort, name);
}

/// The tuple that a record is, where signatures show one.
pub fn tuple(inference: &Inference<'_>, sort: SortId) -> Option<Ty> {
    let [(Ty::Tuple(parts), _)] = inference.sightings.get(&sort)?.as_slice() else { return None };
    let fields = record(inference.theory, sort)?;
    let part = |(field, part): (&SortId, &Ty)| match inference.generic_of.get(field) {
        Some(name) if !inference.made.contains_key(field) => Ty::name(name),
        _ => tuple(inference, *field).unwrap_or_else(|| part.clone()),
    };
    Some(Ty::Tuple(fields.iter().zip(parts).map(part).collect()))
}
