//! The bounds of type parameters, gathered from everywhere they are written.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{GenericArgument, Generics, PathArguments, Token, TypeParamBound, WherePredicate};

use super::generics::GenericsInScope;
use super::own_trait;
use super::source::{Source, plain};
use crate::init::rust::{Bound, Closure, Generic, RustType};
use crate::rust::print;

type Bounds = Punctuated<TypeParamBound, Token![+]>;

/// Adds the bounds that some generics put on the type's parameters.
pub fn add(rust: &mut RustType, source: &Source, generics: &Generics, scope: &GenericsInScope) {
    for (name, bounds) in written(generics) {
        let Some(declared) = scope.parameters.get(&name) else { continue };
        // Generics of a method that stand for a parameter ask for what their owner has.
        if generics.type_params().any(|own| plain(&own.ident) == name) && name != *declared {
            let of_block = scope.own.as_ref().is_some_and(|(_, own)| own.contains(&name));
            if !of_block {
                continue;
            }
        }
        let read: Vec<Bound> = bounds.iter().filter_map(|one| read(one, source, scope)).collect();
        let parameter = rust.generics.iter_mut().find_map(|generic| match generic {
            Generic::Type(parameter) if parameter.name == *declared => Some(parameter),
            _ => None,
        });
        let Some(parameter) = parameter else { continue };
        for bound in with_supertraits(read, source) {
            if !parameter.bounds.iter().any(|known| known.text == bound.text) {
                parameter.bounds.push(bound);
            }
        }
    }
}

/// All bounds with the name of the bounded type, in the order of the text.
fn written(generics: &Generics) -> Vec<(String, &Bounds)> {
    let mut found: Vec<(String, &Bounds)> = Vec::new();
    for parameter in generics.type_params() {
        found.push((plain(&parameter.ident), &parameter.bounds));
    }
    let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    for predicate in clauses {
        if let WherePredicate::Type(predicate) = predicate {
            found.push((print(predicate.bounded_ty.to_token_stream()), &predicate.bounds));
        }
    }
    found
}

fn read(bound: &TypeParamBound, source: &Source, scope: &GenericsInScope) -> Option<Bound> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    if bound.maybe.is_some() {
        return None;
    }
    let last = bound.path.segments.last()?;
    let name = plain(&last.ident);
    // Every type can be borrowed as itself, and made out of itself.
    if ["Borrow", "Into", "From", "ToOwned", "Sized"].contains(&name.as_str()) {
        return None;
    }
    Some(Bound {
        text: scope.text(bound.path.to_token_stream()),
        closure: closure(&last.arguments, scope),
        declared: own_trait::read(source, &name, &last.arguments, scope),
        name,
    })
}

fn closure(arguments: &PathArguments, scope: &GenericsInScope) -> Option<Closure> {
    let PathArguments::Parenthesized(arguments) = arguments else { return None };
    Some(Closure {
        inputs: arguments.inputs.iter().map(|input| scope.passed(&input.ty)).collect(),
        output: scope.output(&arguments.output),
    })
}

/// A mock that implements a trait implements its supertraits too.
fn with_supertraits(mut bounds: Vec<Bound>, source: &Source) -> Vec<Bound> {
    let mut place = 0;
    while let Some(bound) = bounds.get(place) {
        if let Some((item, _)) = source.own_trait(&bound.name) {
            let scope = GenericsInScope::default();
            let above: Vec<Bound> =
                item.supertraits.iter().filter_map(|one| read(one, source, &scope)).collect();
            for bound in above {
                if !bounds.iter().any(|known| known.text == bound.text) {
                    bounds.push(bound);
                }
            }
        }
        place += 1;
    }
    bounds
}

/// The parameter that a generic of a method stands for: `K: Borrow<Q>`,
/// `Q: Equivalent<K>`, `I: Into<E>`.
pub fn stands_for(name: &str, generics: &Generics, outer: &GenericsInScope) -> Option<String> {
    written(generics).into_iter().find_map(|(subject, bounds)| {
        bounds.iter().find_map(|bound| {
            let TypeParamBound::Trait(bound) = bound else { return None };
            let last = bound.path.segments.last()?;
            let argument = first_argument(&last.arguments)?;
            let parameter = match plain(&last.ident).as_str() {
                "Borrow" if argument == name => &subject,
                "Into" | "Equivalent" if subject == name => &argument,
                _ => return None,
            };
            outer.parameters.get(parameter).cloned()
        })
    })
}

fn first_argument(arguments: &PathArguments) -> Option<String> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(print(ty.to_token_stream())),
        _ => None,
    })
}
