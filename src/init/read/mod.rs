//! A Rust type with its impl blocks: what `rust::api` reads of a file, in the words of
//! specifications.

use std::collections::{BTreeMap, BTreeSet};

use super::rust::{Generic, LeftOut, Method, RustType, TypeParameter};
use crate::rust::api::{self, FunctionItem, GenericKind, ImplItem};
use generics::{GenericsInScope, unwrapped};
use signature::{hidden, signature, unfit};
use source::LocatedType;

pub use source::{Found, Source, exports, parse};

mod bound;
mod data;
mod generics;
mod module;
mod own_trait;
mod signature;
mod source;

/// Reads what was found. Strings, lists and data types are no sorts unless the mapping is inferred.
pub fn read(source: &Source, found: &Found<'_>, is_inferred: bool) -> RustType {
    match found {
        Found::Type(found) => read_type(source, found, is_inferred, None),
        Found::Trait { name, types } => {
            let place = |found: &LocatedType<'_>| (found.modules.to_vec(), found.item.name.clone());
            let read = read_type(source, &types[0], is_inferred, Some(name));
            let under_test = types.iter().map(place).collect();
            RustType { name: (*name).to_owned(), under_test, ..read }
        }
        Found::Module { modules, name } => module::read(source, modules, name),
    }
}

/// Reads a type, or what a trait and its creators show of it.
fn read_type(
    source: &Source,
    found: &LocatedType<'_>,
    is_inferred: bool,
    through: Option<&str>,
) -> RustType {
    let item = found.item;
    let data = if is_inferred { data::types(source, &item.name) } else { Vec::new() };
    let names = is_inferred.then(|| data.iter().map(|one| one.name.clone()).collect());
    let lifetimes = std::iter::repeat_n(Generic::Lifetime, item.generics.lifetimes);
    let mut rust = RustType {
        name: item.name.clone(),
        modules: found.modules.to_vec(),
        under_test: vec![(found.modules.to_vec(), item.name.clone())],
        is_public: item.is_public,
        generics: lifetimes.chain(item.generics.parameters.iter().map(generic)).collect(),
        methods: Vec::new(),
        left_out: Vec::new(),
        traits: item.derives.clone(),
        has_macros: source.has_macros(),
        is_inferred,
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
    for block in source.blocks(&item.name) {
        if let Some(block) = shown(source, block, is_inferred, through) {
            read_block(&mut rust, source, &block, names.clone());
        }
    }
    data::spell_strings(&mut rust);
    data::name_tuples(&mut rust);
    rust
}

/// What counts of a block: its own methods and those of the file's traits, or what is seen
/// through one trait.
fn shown(
    source: &Source,
    block: &ImplItem,
    is_inferred: bool,
    through: Option<&str>,
) -> Option<ImplItem> {
    let Some((name, arguments)) = block.of_trait.as_ref().and_then(api::Ty::last) else {
        let mut block = block.clone();
        if through.is_some() {
            let is_own = |ty: &api::Ty| *ty == block.own || ty.plain_name() == Some("Self");
            let makes = |one: &FunctionItem| {
                one.receiver.is_none()
                    && one.output.as_ref().is_some_and(|ty| is_own(unwrapped(ty)))
            };
            block.functions.retain(makes);
        }
        return Some(block);
    };
    let item = source.own_trait(name);
    let is_shown = match through {
        Some(through) => through == name,
        None => is_inferred && item.is_some_and(|item| item.is_public),
    };
    is_shown.then(|| {
        let mut block = block.clone();
        let has = |name: &str| block.functions.iter().any(|known| known.name == name);
        let provided = item.iter().flat_map(|item| &item.functions);
        let provided = provided.filter(|one| one.is_provided && !has(&one.name));
        let provided: Vec<FunctionItem> = provided.cloned().collect();
        block.functions.extend(provided);
        let associated = block.types.iter().map(|(name, ty)| (format!("Self::{name}"), ty.clone()));
        let formal = item.iter().flat_map(|item| &item.generics.parameters);
        let formal = formal.map(|one| one.name.clone()).zip(arguments.iter().cloned());
        let names: BTreeMap<String, api::Ty> = associated.chain(formal).collect();
        for function in &mut block.functions {
            function.inputs.iter_mut().for_each(|input| input.ty = input.ty.replaced(&names));
            function.output = function.output.as_ref().map(|ty| ty.replaced(&names));
        }
        block.of_trait = None;
        block
    })
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
