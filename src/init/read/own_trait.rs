//! Traits of the same file, which a mock would have to implement.

use super::generics::GenericsInScope;
use super::signature::{signature, unfit_input, unfit_result};
use super::source::Source;
use crate::init::rust::{LeftOut, Method, OwnTrait, Passing, Sort, Ty};
use crate::rust::api::{self, TraitItem};

/// The trait of a bound, with the arguments that the bound gives it.
pub fn read(source: &Source, bound: &api::Bound, outer: &GenericsInScope) -> Option<OwnTrait> {
    let item = source.own_trait(bound.name())?;
    let scope = inner_scope(item, bound, outer);
    let mut read = OwnTrait { methods: Vec::new(), left_out: Vec::new() };
    let open = item.types.iter().filter(|name| !scope.associated.contains_key(*name));
    let types = open.map(|name| (name, "is a type"));
    let constants = item.constants.iter().map(|name| (name, "is a constant"));
    for (name, why) in types.chain(constants) {
        read.left_out.push(LeftOut { name: name.clone(), why: why.to_owned() });
    }
    for function in item.functions.iter().filter(|function| !function.is_provided) {
        let method = signature(function, &scope, function.attributes.cfg.clone());
        match method.and_then(|method| unfit(&method).map_or(Ok(method), Err)) {
            Ok(method) => read.methods.push(method),
            Err(why) => read.left_out.push(LeftOut { name: function.name.clone(), why }),
        }
    }
    Some(read)
}

/// The trait's generics as the bound fills them: `HasInterval<E>`, `HasKey<Key = K>`.
fn inner_scope(item: &TraitItem, bound: &api::Bound, outer: &GenericsInScope) -> GenericsInScope {
    let mut scope = GenericsInScope::default();
    if bound.closure.is_some() {
        return scope;
    }
    let parameter = |ty: &api::Ty| match outer.passed(ty) {
        (Passing::Value, Ty::Sort(Sort::Parameter(known))) => Some(known),
        _ => None,
    };
    for (formal, argument) in item.generics.parameters.iter().zip(&bound.arguments) {
        if let Some(known) = parameter(argument) {
            scope.parameters.insert(formal.name.clone(), known);
        }
    }
    for (name, ty) in &bound.bindings {
        if let Some(known) = parameter(ty) {
            scope.associated.insert(name.clone(), known);
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
