//! Free functions of a module as the operations of the type that they work on.

use std::collections::{BTreeMap, BTreeSet};

use super::generics::{GenericsInScope, unwrapped};
use super::signature::{hidden, signature, unfit};
use super::source::Source;
use super::{bound, data};
use crate::init::names::capital;
use crate::init::rust::{Generic, LeftOut, Method, RustType, Sort, Ty, TypeParameter};
use crate::rust::api::{self, FunctionItem};

/// Reads the functions of a module. Their type is what the first function returns that takes
/// none of it, and that others take.
pub fn read(source: &Source, modules: &[String], name: &str) -> RustType {
    let functions: Vec<&FunctionItem> = source.functions(modules).collect();
    let data = data::types(source, "");
    let mut rust = RustType {
        name: crate::rust::type_name(&capital(name)),
        modules: modules.to_vec(),
        under_test: vec![(modules.to_vec(), String::new())],
        is_public: true,
        generics: Vec::new(),
        methods: Vec::new(),
        left_out: Vec::new(),
        traits: Vec::new(),
        has_macros: source.has_macros(),
        is_inferred: true,
        data,
    };
    let Some((maker, own)) = worked_on(&functions) else {
        let why = "takes no type that another function of the module makes".to_owned();
        let left_out =
            functions.iter().map(|one| LeftOut { name: one.name.clone(), why: why.clone() });
        rust.left_out.extend(left_out);
        return rust;
    };
    let (own_name, arguments) = own.last().expect("it is a path");
    let names = arguments.iter().filter_map(api::Ty::plain_name);
    let names = names.filter(|name| maker.generics.declares(name));
    rust.generics = names
        .map(|name| Generic::Type(TypeParameter { name: name.to_owned(), bounds: Vec::new() }))
        .collect();
    let names: BTreeSet<String> = rust.data.iter().map(|one| one.name.clone()).collect();
    rust.data.retain(|one| one.name != own_name);
    for function in functions {
        match method(function, own, &names) {
            Ok((method, scope)) => {
                bound::add(&mut rust, source, &function.generics, &scope);
                rust.methods.push(method);
            }
            Err(why) => rust.left_out.push(LeftOut { name: function.name.clone(), why }),
        }
    }
    data::spell_strings(&mut rust);
    data::name_tuples(&mut rust);
    rust
}

/// The type that the functions work on.
fn worked_on<'f>(functions: &[&'f FunctionItem]) -> Option<(&'f FunctionItem, &'f api::Ty)> {
    let takes = |one: &FunctionItem, ty: &api::Ty| {
        one.inputs.first().is_some_and(|input| shape(&listed(&input.ty)) == shape(ty))
    };
    let mut made = functions.iter().filter_map(|one| Some((*one, unwrapped(one.output.as_ref()?))));
    made.find(|(one, ty)| {
        shape(ty).is_some() && !takes(one, ty) && functions.iter().any(|other| takes(other, ty))
    })
}

/// The name of a type and the number of its arguments.
fn shape(ty: &api::Ty) -> Option<(&str, usize)> {
    ty.last().map(|(name, arguments)| (name, arguments.len()))
}

/// A type without a reference, and slices as vectors.
fn listed(ty: &api::Ty) -> api::Ty {
    match ty {
        api::Ty::Reference { inner, .. } => listed(inner),
        api::Ty::Slice(item) => {
            api::Ty::Path { path: vec!["Vec".to_owned()], arguments: vec![(**item).clone()] }
        }
        ty => ty.clone(),
    }
}

/// A function as a method of the type.
fn method(
    function: &FunctionItem,
    own: &api::Ty,
    data: &BTreeSet<String>,
) -> Result<(Method, GenericsInScope), String> {
    if let Some(why) = hidden(&function.attributes) {
        return Err(why.to_owned());
    }
    let output = function.output.iter().map(unwrapped).cloned();
    let types = function.inputs.iter().map(|input| listed(&input.ty)).chain(output);
    let seen = { types }.find(|ty| shape(ty) == shape(own));
    let seen = seen.ok_or("neither takes nor returns the type that the others work on")?;
    let (name, arguments) = seen.last().expect("it is a path");
    let (_, declared) = own.last().expect("it is a path");
    let names = arguments.iter().zip(declared);
    let names = names.filter_map(|(here, there)| Some((here.plain_name()?, there.plain_name()?)));
    let names = names.filter(|(here, _)| function.generics.declares(here));
    let parameters: BTreeMap<String, String> =
        names.map(|(here, there)| (here.to_owned(), there.to_owned())).collect();
    let scope = GenericsInScope {
        own: Some((name.to_owned(), arguments.to_vec())),
        parameters,
        data: Some(data.clone()),
        ..GenericsInScope::default()
    };
    let mut function = function.clone();
    for input in &mut function.inputs {
        if let api::Ty::Reference { inner, .. } = &mut input.ty {
            **inner = listed(inner);
        }
    }
    let mut method = signature(&function, &scope, function.attributes.cfg.clone())?;
    if method.inputs.first().is_some_and(|first| first.ty == Ty::Sort(Sort::Own)) {
        method.receiver = Some(method.inputs.remove(0).passing);
    }
    unfit(&method, true).map_or(Ok((method, scope)), Err)
}
