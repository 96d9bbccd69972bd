//! Which specification a type parameter needs.

use std::collections::BTreeSet;

use super::draft::{Class, Declared, Operation, Parameter, mentions};
use super::names::{capital, fresh, operation_name};
use super::operation::of_method;
use super::plain_sort::plain_sort;
use super::rust::{Bound, LeftOut, REAL, RustType, Sort, TypeParameter};
use super::shipped::{self, Shipped};
use super::{closure, domain};
use crate::refine::{is_hopeless, is_std};
use crate::rust::Fragment;

/// A specification for each type parameter, in the order of the declaration, and for each real
/// type that operations take or yield as if it were one.
pub fn guess(rust: &RustType, operations: &[Operation]) -> Vec<Parameter> {
    let mut taken = BTreeSet::from_iter([super::names::spec_name(&rust.name)]);
    taken.extend(rust.data.iter().map(|one| one.name.clone()));
    let mut guessed: Vec<Parameter> =
        rust.parameters().map(|parameter| first_guess(parameter, &mut taken)).collect();
    for (place, parameter) in rust.parameters().enumerate() {
        let closure = parameter.bounds.iter().find_map(|bound| bound.closure.as_ref());
        if let Some(closure) = closure {
            closure::guess(&mut guessed, place, closure, &mut taken);
        }
    }
    without_circles(&mut guessed);
    let used = super::draft::data_types(rust, operations);
    let of_data = || used.iter().flat_map(|one| one.sorts());
    for (ty, word) in REAL {
        let sort = Sort::Parameter(ty.to_owned());
        let is_used = operations.iter().any(|one| mentions(one, ty));
        if is_used || of_data().any(|one| one.is_of(&sort)) {
            let spec = fresh(&mut taken, word);
            guessed.push(Parameter { sort: spec.clone(), spec, ..unknown(ty) });
        }
    }
    guessed
}

/// A parameter without known facts yet.
fn unknown(generic: &str) -> Parameter {
    Parameter {
        generic: generic.to_owned(),
        bounds: Vec::new(),
        spec: String::new(),
        sort: String::new(),
        declared: Declared::Nowhere,
        operations: Vec::new(),
        left_out: Vec::new(),
        notes: Vec::new(),
    }
}

fn first_guess(parameter: &TypeParameter, taken: &mut BTreeSet<String>) -> Parameter {
    let (hopeless, bounds): (Vec<&Bound>, Vec<&Bound>) = parameter
        .bounds
        .iter()
        .partition(|bound| bound.declared.is_none() && is_hopeless(&bound.name));
    let mut guessed = unknown(&parameter.name);
    guessed.bounds = bounds.iter().map(|bound| Fragment::new(bound.text.as_str())).collect();
    for bound in hopeless {
        let (text, name) = (&bound.text, &parameter.name);
        guessed.notes.push(format!(
            "`{name}: {text}` is left out, because no mock can implement it: wrap the type under \
             test so that it asks for less"
        ));
    }
    if bounds.iter().any(|bound| bound.closure.is_some()) {
        return guessed;
    }
    let shipped = shipped::for_bounds(&bounds);
    let own: Vec<&&Bound> = bounds.iter().filter(|bound| has_methods(bound)).collect();
    match (own.as_slice(), shipped) {
        ([], Some(shipped)) => shipped.stand_for(&mut guessed, taken),
        ([], None) => plain_sort(&mut guessed, taken),
        (own, shipped) => of_traits(&mut guessed, own, shipped, taken),
    }
    for bound in bounds.iter().filter(|bound| bound.declared.is_none() && !is_std(&bound.name)) {
        guessed.notes.push(format!(
            "`{}` is not declared in this file, so its methods are not known: add them as \
             operations of `{}`",
            bound.text, guessed.spec
        ));
    }
    guessed
}

fn has_methods(bound: &Bound) -> bool {
    let declared = bound.declared.as_ref();
    declared.is_some_and(|own| !own.methods.is_empty() || !own.left_out.is_empty())
}

/// The methods of the file's own traits, as one specification.
fn of_traits(
    guessed: &mut Parameter,
    own: &[&&Bound],
    shipped: Option<&Shipped>,
    taken: &mut BTreeSet<String>,
) {
    guessed.spec = fresh(taken, &operation_name(&capital(&own[0].name)));
    guessed.sort = guessed.spec.clone();
    let foreign = guessed.bounds.iter().filter(|bound| !is_std(bound.last_name())).count();
    let mut names = BTreeSet::new();
    for bound in own {
        let Some(declared) = &bound.declared else { continue };
        guessed.left_out.extend(declared.left_out.iter().cloned());
        for method in &declared.methods {
            let mut operation = of_method(method, &mut names);
            if method.receiver.is_none() {
                operation.class = Class::Other;
            }
            if foreign > 1 {
                operation.target =
                    operation.target.replacen("fn ", &format!("fn {}::", bound.name), 1);
            }
            guessed.operations.push(operation);
        }
    }
    domain::guess(&mut guessed.operations);
    let traits: Vec<String> = own.iter().map(|bound| format!("`{}`", bound.text)).collect();
    let what = format!("What `{}` must offer: {}.", guessed.generic, traits.join(", "));
    guessed.notes.push(what);
    let mut axioms = String::new();
    if let Some(shipped) = shipped {
        let added = shipped.operations();
        guessed.operations.extend(added.filter(|one| names.insert(one.name.clone())));
        axioms = shipped.axioms(&guessed.sort);
        guessed.notes.push(format!("guess: with the laws of {}", shipped.spec));
    }
    guessed.declared = Declared::Here(axioms);
}

/// Specifications must not use each other in a circle: operations that would close
/// one are left out.
fn without_circles(guessed: &mut [Parameter]) {
    for place in 0..guessed.len() {
        let generic = guessed[place].generic.clone();
        let known = guessed.to_vec();
        let closes = |operation: &Operation| {
            let others = known.iter().filter(|other| other.generic != generic);
            let mut mentioned = others.filter(|other| mentions(operation, &other.generic));
            mentioned.any(|other| reaches(&known, other, &generic))
        };
        let parameter = &mut guessed[place];
        let (circular, kept): (Vec<_>, Vec<_>) = parameter.operations.drain(..).partition(closes);
        parameter.operations = kept;
        for operation in circular {
            let why = "would make two specifications use each other".to_owned();
            parameter.left_out.push(LeftOut { name: operation.name, why });
        }
    }
}

fn reaches(all: &[Parameter], from: &Parameter, to: &str) -> bool {
    let mut seen = vec![from];
    let mut next = 0;
    while let Some(parameter) = seen.get(next) {
        for other in parameter.over(all) {
            if !seen.iter().any(|known| known.generic == other.generic) {
                seen.push(other);
            }
        }
        next += 1;
    }
    seen.iter().any(|parameter| parameter.generic == to)
}
