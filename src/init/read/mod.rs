//! A Rust type with its impl blocks, as plain values: the only part of skeletons that knows
//! syntax trees.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::{GenericParam, ImplItem, Type};

use super::rust::{Generic, LeftOut, Method, Passing, RustType, Sort, Ty, TypeParameter};
use crate::rust::print;
use generics::GenericsInScope;
use signature::{signature, unfit_input, unfit_result};
use source::{LocatedType, condition, is_for_tests, is_public, plain};

pub use source::{Source, parse};

mod bound;
mod generics;
mod own_trait;
mod signature;
mod source;
mod uses;

pub fn read(source: &Source, found: &LocatedType<'_>) -> RustType {
    let name = plain(found.ident);
    let mut rust = RustType {
        modules: found.modules.to_vec(),
        is_public: found.is_public,
        generics: found.generics.params.iter().map(generic).collect(),
        methods: Vec::new(),
        left_out: Vec::new(),
        traits: derived(found.attributes),
        has_macros: source.has_macros,
        name,
    };
    let declared = rust.parameters().map(|one| (one.name.clone(), one.name.clone()));
    let scope =
        GenericsInScope { parameters: BTreeMap::from_iter(declared), ..GenericsInScope::default() };
    bound::add(&mut rust, source, found.generics, &scope);
    let blocks: Vec<&syn::ItemImpl> = source.blocks(&rust.name).collect();
    for block in &blocks {
        if let Some(last) = block.trait_.as_ref().and_then(|(path, _)| path.segments.last()) {
            let name = plain(&last.ident);
            if !rust.implements(&name) {
                rust.traits.push(name);
            }
        }
    }
    for block in blocks.into_iter().filter(|block| block.trait_.is_none()) {
        read_block(&mut rust, source, block);
    }
    rust
}

fn generic(parameter: &GenericParam) -> Generic {
    match parameter {
        GenericParam::Lifetime(_) => Generic::Lifetime,
        GenericParam::Const(constant) => Generic::Const {
            name: plain(&constant.ident),
            value: match print(constant.ty.to_token_stream()).as_str() {
                "bool" => "true".to_owned(),
                "char" => "'a'".to_owned(),
                _ => "3".to_owned(),
            },
        },
        GenericParam::Type(parameter) if parameter.default.is_some() => Generic::Default,
        GenericParam::Type(parameter) => {
            Generic::Type(TypeParameter { name: plain(&parameter.ident), bounds: Vec::new() })
        }
    }
}

fn derived(attributes: &[syn::Attribute]) -> Vec<String> {
    let mut traits = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
        // An attribute that is not a list of paths derives nothing.
        let _ = attribute.parse_nested_meta(|meta| {
            traits.extend(meta.path.segments.last().map(|last| plain(&last.ident)));
            Ok(())
        });
    }
    traits
}

/// The methods of `impl<T: Ord> TreeSet<T>`.
fn read_block(rust: &mut RustType, source: &Source, block: &syn::ItemImpl) {
    let methods = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    rust.has_macros |= block.items.iter().any(|item| matches!(item, ImplItem::Macro(_)));
    let public: Vec<_> =
        methods.filter(|method| is_public(&method.vis) && !is_for_tests(&method.attrs)).collect();
    let Some(scope) = block_scope(rust, block) else {
        let only = GenericsInScope::default().text(block.self_ty.to_token_stream());
        for method in public {
            let why = format!("exists for `{only}` only");
            rust.left_out.push(LeftOut { name: plain(&method.sig.ident), why });
        }
        return;
    };
    let before = rust.methods.len();
    for method in public {
        let name = plain(&method.sig.ident);
        let scope = method_scope(&scope, &method.sig.generics);
        let cfg = condition(&method.attrs).or_else(|| condition(&block.attrs));
        let clone = rust.implements("Clone");
        let read = hidden(&method.attrs)
            .map_or(Ok(()), Err)
            .and_then(|()| signature(&method.sig, &scope, cfg))
            .and_then(|read| unfit(&read, clone).map_or(Ok(read), Err));
        let again = rust.methods.iter().any(|known| known.name == name);
        match read {
            Ok(_) if again => {
                let why = "is declared a second time".to_owned();
                rust.left_out.push(LeftOut { name, why });
            }
            Ok(read) => {
                bound::add(rust, source, &method.sig.generics, &scope);
                rust.methods.push(read);
            }
            Err(why) => rust.left_out.push(LeftOut { name, why }),
        }
    }
    if rust.methods.len() > before {
        bound::add(rust, source, &block.generics, &scope);
    }
}

/// The names of the type's parameters in the block. `None` if the block is for some
/// instances only.
fn block_scope(rust: &RustType, block: &syn::ItemImpl) -> Option<GenericsInScope> {
    let Type::Path(path) = &*block.self_ty else { return None };
    let last = path.path.segments.last()?;
    let arguments = GenericsInScope::default().arguments(&last.arguments);
    let declared = rust.generics.iter().filter(|one| !matches!(one, Generic::Lifetime));
    let own: Vec<String> = block.generics.type_params().map(|one| plain(&one.ident)).collect();
    let mut parameters = BTreeMap::new();
    for (generic, argument) in declared.zip(&arguments) {
        let Generic::Type(parameter) = generic else { continue };
        let taken = parameters.insert(argument.clone(), parameter.name.clone());
        if !own.contains(argument) || taken.is_some() {
            return None;
        }
    }
    let own = Some((rust.name.clone(), arguments));
    Some(GenericsInScope { own, parameters, ..GenericsInScope::default() })
}

/// Generics of a method shadow those of the block. A generic that a parameter can be borrowed
/// as, or that converts into one, stands for that parameter.
fn method_scope(outer: &GenericsInScope, generics: &syn::Generics) -> GenericsInScope {
    let mut scope = outer.clone();
    for parameter in generics.type_params() {
        scope.parameters.remove(&plain(&parameter.ident));
    }
    for parameter in generics.type_params() {
        let name = plain(&parameter.ident);
        if let Some(declared) = bound::stands_for(&name, generics, outer) {
            scope.parameters.insert(name, declared);
        }
    }
    scope
}

fn hidden(attributes: &[syn::Attribute]) -> Option<String> {
    let is_hidden = |attribute: &syn::Attribute| {
        attribute.path().is_ident("doc")
            && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string() == "hidden")
    };
    if attributes.iter().any(is_hidden) {
        return Some("is hidden from the documentation".to_owned());
    }
    let deprecated = attributes.iter().any(|attribute| attribute.path().is_ident("deprecated"));
    deprecated.then(|| "is deprecated".to_owned())
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
