//! The bounds of type parameters, gathered from everywhere they are written.

use super::generics::GenericsInScope;
use super::own_trait;
use super::source::Source;
use crate::init::rust::{Bound, Closure, Generic, RustType};
use crate::rust::api;

/// Adds the bounds that some generics put on the type's parameters.
pub fn add(
    rust: &mut RustType,
    source: &Source,
    generics: &api::Generics,
    scope: &GenericsInScope,
) {
    for (bounded, bound) in &generics.bounds {
        let Some(name) = bounded.plain_name() else { continue };
        let Some(declared) = scope.parameters.get(name) else { continue };
        // Generics of a method that stand for a parameter ask for what their owner has.
        if generics.declares(name) && name != declared {
            let is_name = |argument: &api::Ty| argument.plain_name() == Some(name);
            let of_block = scope.own.as_ref().is_some_and(|(_, own)| own.iter().any(is_name));
            if !of_block {
                continue;
            }
        }
        let parameter = rust.generics.iter_mut().find_map(|generic| match generic {
            Generic::Type(parameter) if parameter.name == *declared => Some(parameter),
            _ => None,
        });
        let Some(parameter) = parameter else { continue };
        let read = read(bound, source, scope).into_iter().collect();
        for bound in with_supertraits(read, source) {
            if !parameter.bounds.iter().any(|known| known.text == bound.text) {
                parameter.bounds.push(bound);
            }
        }
    }
}

fn read(bound: &api::Bound, source: &Source, scope: &GenericsInScope) -> Option<Bound> {
    // Every type can be borrowed as itself, and made out of itself.
    if ["Borrow", "Into", "From", "ToOwned", "Sized"].contains(&bound.name()) {
        return None;
    }
    Some(Bound {
        text: scope.text(&bound.with_path(&bound.path.join("::"))),
        closure: closure(bound, scope),
        is_plain: bound.lifetimes == 0
            && bound.arguments.is_empty()
            && bound.bindings.iter().all(|(name, _)| name == "Output"),
        declared: own_trait::read(source, bound, scope),
        name: bound.name().to_owned(),
    })
}

fn closure(bound: &api::Bound, scope: &GenericsInScope) -> Option<Closure> {
    let output = bound.closure.as_ref()?.as_ref();
    let text = output.map_or(String::new(), api::Ty::to_string);
    Some(Closure {
        inputs: bound.arguments.iter().map(|input| scope.passed(input)).collect(),
        output: scope.output(output, &text),
    })
}

/// A mock that implements a trait implements its supertraits too.
fn with_supertraits(mut bounds: Vec<Bound>, source: &Source) -> Vec<Bound> {
    let mut place = 0;
    while let Some(bound) = bounds.get(place) {
        if let Some(item) = source.own_trait(&bound.name) {
            let scope = GenericsInScope::default();
            let above = item.supertraits.iter().filter_map(|one| read(one, source, &scope));
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
pub fn stands_for(name: &str, generics: &api::Generics, outer: &GenericsInScope) -> Option<String> {
    generics.bounds.iter().find_map(|(bounded, bound)| {
        let bounded = bounded.plain_name()?;
        let argument = bound.arguments.first()?.plain_name()?;
        let parameter = match bound.name() {
            "Borrow" if argument == name => bounded,
            "Into" | "Equivalent" if bounded == name => argument,
            _ => return None,
        };
        outer.parameters.get(parameter).cloned()
    })
}
