//! Traits of the same file, which a mock would have to implement.

use syn::{GenericArgument, PathArguments, TraitItem};

use super::generics::GenericsInScope;
use super::signature::{signature, unfit_input, unfit_result};
use super::source::{Source, condition, plain};
use crate::init::rust::{LeftOut, Method, OwnTrait, Passing, Sort, Ty};

/// The trait by its name, with the arguments that the bound gives it.
pub fn read(
    source: &Source,
    name: &str,
    arguments: &PathArguments,
    outer: &GenericsInScope,
) -> Option<OwnTrait> {
    let (item, _) = source.own_trait(name)?;
    let scope = inner_scope(item, arguments, outer);
    let mut read = OwnTrait { methods: Vec::new(), left_out: Vec::new() };
    for item in &item.items {
        let (name, why) = match item {
            TraitItem::Fn(method) if method.default.is_some() => continue,
            TraitItem::Fn(method) => {
                let name = plain(&method.sig.ident);
                let cfg = condition(&method.attrs);
                let known = signature(&method.sig, &scope, cfg);
                match known.and_then(|known| unfit(&known).map_or(Ok(known), Err)) {
                    Ok(method) => {
                        read.methods.push(method);
                        continue;
                    }
                    Err(why) => (name, why),
                }
            }
            TraitItem::Type(item) if scope.associated.contains_key(&plain(&item.ident)) => continue,
            TraitItem::Type(item) => (plain(&item.ident), "is a type".to_owned()),
            TraitItem::Const(item) if item.default.is_some() => continue,
            TraitItem::Const(item) => (plain(&item.ident), "is a constant".to_owned()),
            _ => continue,
        };
        read.left_out.push(LeftOut { name, why });
    }
    Some(read)
}

/// The trait's generics as the bound fills them: `HasInterval<E>`, `HasKey<Key = K>`.
fn inner_scope(
    item: &syn::ItemTrait,
    arguments: &PathArguments,
    outer: &GenericsInScope,
) -> GenericsInScope {
    let mut scope = GenericsInScope::default();
    let PathArguments::AngleBracketed(arguments) = arguments else { return scope };
    let mut formal = item.generics.type_params();
    for argument in &arguments.args {
        match argument {
            GenericArgument::Type(ty) => {
                let Some(formal) = formal.next() else { continue };
                if let (Passing::Value, Ty::Sort(Sort::Parameter(known))) = outer.passed(ty) {
                    scope.parameters.insert(plain(&formal.ident), known);
                }
            }
            GenericArgument::AssocType(binding) => {
                if let (Passing::Value, Ty::Sort(Sort::Parameter(known))) =
                    outer.passed(&binding.ty)
                {
                    scope.associated.insert(plain(&binding.ident), known);
                }
            }
            _ => {}
        }
    }
    scope
}

/// A mock answers from a table and is immutable. Values of its own sort are always available.
fn unfit(method: &Method) -> Option<String> {
    if method.receiver == Some(Passing::Mutable) {
        return Some("changes a mock, and mocks are immutable".to_owned());
    }
    let changes = |input: &crate::init::rust::Input| input.passing == Passing::Mutable;
    if method.inputs.iter().any(changes) {
        return Some("changes an argument".to_owned());
    }
    if method.receiver.is_none() && method.output.ty != Ty::Sort(Sort::Own) {
        return Some("neither takes nor returns a value of the trait's type".to_owned());
    }
    method.inputs.iter().find_map(unfit_input).or_else(|| unfit_result(method, true))
}
