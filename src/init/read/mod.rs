//! A Rust type with its impl blocks: what `rust::api` reads of a file, in the words of
//! specifications.

use std::collections::{BTreeMap, BTreeSet};

use super::rust::{Generic, LeftOut, Method, Passing, RustType, Sort, Ty, TypeParameter};
use crate::rust::api::{self, Attributes, FunctionItem, GenericKind, ImplItem};
use generics::GenericsInScope;
use signature::{signature, unfit_input, unfit_result};
use source::LocatedType;

pub use source::{Source, exports, parse};

mod bound;
mod data;
mod generics;
mod own_trait;
mod signature;
mod source;

/// Reads a type. Strings, lists and data types are no sorts unless the mapping is inferred.
pub fn read(source: &Source, found: &LocatedType<'_>, is_inferred: bool) -> RustType {
    let item = found.item;
    let data = if is_inferred { data::types(source, &item.name) } else { Vec::new() };
    let names = is_inferred.then(|| data.iter().map(|one| one.name.clone()).collect());
    let lifetimes = std::iter::repeat_n(Generic::Lifetime, item.generics.lifetimes);
    let mut rust = RustType {
        name: item.name.clone(),
        modules: found.modules.to_vec(),
        is_public: item.is_public,
        generics: lifetimes.chain(item.generics.parameters.iter().map(generic)).collect(),
        methods: Vec::new(),
        left_out: Vec::new(),
        traits: item.derives.clone(),
        has_macros: source.has_macros(),
        data,
    };
    let declared = rust.parameters().map(|one| (one.name.clone(), one.name.clone()));
    let scope =
        GenericsInScope { parameters: BTreeMap::from_iter(declared), ..GenericsInScope::default() };
    bound::add(&mut rust, source, &item.generics, &scope);
    for block in source.blocks(&item.name) {
        if let Some((name, _)) = block.of_trait.as_ref().and_then(api::Ty::last)
            && !rust.implements(name)
        {
            rust.traits.push(name.to_owned());
        }
    }
    for block in source.blocks(&item.name).filter(|block| block.of_trait.is_none()) {
        read_block(&mut rust, source, block, names.clone());
    }
    rust
}

fn generic(parameter: &api::Generic) -> Generic {
    let name = parameter.name.clone();
    match parameter.kind {
        GenericKind::Const => {
            let value = match parameter.ty.as_ref().and_then(api::Ty::plain_name) {
                Some("bool") => "true",
                Some("char") => "'a'",
                _ => "3",
            };
            Generic::Const { name, value: value.to_owned() }
        }
        GenericKind::Default => Generic::Default,
        GenericKind::Type => Generic::Type(TypeParameter { name, bounds: Vec::new() }),
    }
}

/// The methods of `impl<T: Ord> TreeSet<T>`.
fn read_block(
    rust: &mut RustType,
    source: &Source,
    block: &ImplItem,
    data: Option<BTreeSet<String>>,
) {
    rust.has_macros |= !block.macros.is_empty();
    let public = block.functions.iter().filter(|method| method.is_public);
    let scope = block_scope(rust, block).map(|scope| GenericsInScope { data, ..scope });
    let Some(scope) = scope else {
        let why = format!("exists for `{}` only", block.own);
        rust.left_out
            .extend(public.map(|method| LeftOut { name: method.name.clone(), why: why.clone() }));
        return;
    };
    let before = rust.methods.len();
    for method in public {
        let name = method.name.clone();
        let scope = method_scope(&scope, &method.generics);
        let read = read_method(method, block, &scope, rust.implements("Clone"));
        let again = rust.methods.iter().any(|known| known.name == name);
        match read {
            Ok(_) if again => {
                let why = "is declared a second time".to_owned();
                rust.left_out.push(LeftOut { name, why });
            }
            Ok(read) => {
                bound::add(rust, source, &method.generics, &scope);
                rust.methods.push(read);
            }
            Err(why) => rust.left_out.push(LeftOut { name, why }),
        }
    }
    if rust.methods.len() > before {
        bound::add(rust, source, &block.generics, &scope);
    }
}

fn read_method(
    method: &FunctionItem,
    block: &ImplItem,
    scope: &GenericsInScope,
    clone: bool,
) -> Result<Method, String> {
    if let Some(why) = hidden(&method.attributes) {
        return Err(why.to_owned());
    }
    let cfg = method.attributes.cfg.clone().or_else(|| block.attributes.cfg.clone());
    let read = signature(method, scope, cfg)?;
    unfit(&read, clone).map_or(Ok(read), Err)
}

/// The names of the type's parameters in the block. `None` if the block is for some
/// instances only.
fn block_scope(rust: &RustType, block: &ImplItem) -> Option<GenericsInScope> {
    let (_, arguments) = block.own.last()?;
    let declared = rust.generics.iter().filter(|one| !matches!(one, Generic::Lifetime));
    let mut parameters = BTreeMap::new();
    for (generic, argument) in declared.zip(arguments) {
        let Generic::Type(parameter) = generic else { continue };
        let name = argument.plain_name().filter(|name| block.generics.declares(name))?;
        if parameters.insert(name.to_owned(), parameter.name.clone()).is_some() {
            return None;
        }
    }
    let own = Some((rust.name.clone(), arguments.to_vec()));
    Some(GenericsInScope { own, parameters, ..GenericsInScope::default() })
}

/// Generics of a method shadow those of the block. A generic that a parameter can be borrowed
/// as, or that converts into one, stands for that parameter.
fn method_scope(outer: &GenericsInScope, generics: &api::Generics) -> GenericsInScope {
    let mut scope = outer.clone();
    for parameter in generics.types() {
        scope.parameters.remove(&parameter.name);
    }
    for parameter in generics.types() {
        if let Some(declared) = bound::stands_for(&parameter.name, generics, outer) {
            scope.parameters.insert(parameter.name.clone(), declared);
        }
    }
    scope
}

fn hidden(attributes: &Attributes) -> Option<&'static str> {
    if attributes.is_hidden {
        return Some("is hidden from the documentation");
    }
    attributes.is_deprecated.then_some("is deprecated")
}

/// Why a method cannot be an operation.
fn unfit(method: &Method, clone: bool) -> Option<String> {
    method.inputs.iter().find_map(unfit_input).or_else(|| unfit_output(method, clone))
}

fn unfit_output(method: &Method, clone: bool) -> Option<String> {
    let output = &method.output;
    let about_own = method.receiver.is_some()
        || output.ty == Ty::Sort(Sort::Own)
        || method.inputs.iter().any(|input| input.ty == Ty::Sort(Sort::Own));
    if !about_own {
        return Some("neither takes nor returns a value of the type".to_owned());
    }
    if method.receiver == Some(Passing::Mutable) {
        // Besides the change, the method may return anything that does not allow further
        // changes.
        let own = output.ty == Ty::Sort(Sort::Own);
        if output.passing == Passing::Mutable && !own {
            return Some(format!("returns `{}`, which gives mutable access", output.text));
        }
        let lends = ["impl ", "dyn ", "'"].iter().any(|word| output.text.contains(word));
        if matches!(output.ty, Ty::Other(_)) && lends {
            return Some(format!("returns `{}`, which may change the value later", output.text));
        }
        return None;
    }
    unfit_result(method, clone)
}
