//! Which specification a type parameter needs.

use std::collections::BTreeSet;

use super::names::{fresh, operation_name};
use super::operation::{Class, Operation, of_method};
use super::rust::{Bound, LeftOut, RustType, Sort, TypeParameter};
use super::shipped::{self, Shipped};
use super::{closure, domain};
use crate::ordered;
use crate::refine::{is_hopeless, is_std};

/// A type parameter with the specification that stands for it.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub generic: String,
    /// What the header of the mapping asks of it.
    pub bounds: Vec<String>,
    pub spec: String,
    pub sort: String,
    pub declared: Declared,
    pub operations: Vec<Operation>,
    /// What of its traits no operation can say.
    pub left_out: Vec<LeftOut>,
    /// What was guessed, and what a reader must know.
    pub notes: Vec<String>,
}

/// Where the specification comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declared {
    /// Nowhere: a sort with nothing but equality.
    Nowhere,
    Library,
    /// As a whole text: a copy of one of the library, under another name.
    Copy(String),
    /// As a skeleton of its own, with these axioms.
    Here(String),
}

/// A specification for each type parameter, in the order of the declaration.
pub fn guess(rust: &RustType) -> Vec<Parameter> {
    let mut taken = ordered::set([super::names::spec_name(&rust.name)]);
    let mut guessed: Vec<Parameter> =
        rust.parameters().map(|parameter| first_guess(parameter, &mut taken)).collect();
    for (place, parameter) in rust.parameters().enumerate() {
        let closure = parameter.bounds.iter().find_map(|bound| bound.closure.as_ref());
        if let Some(closure) = closure {
            closure::guess(&mut guessed, place, closure, &mut taken);
        }
    }
    without_circles(&mut guessed);
    guessed
}

fn first_guess(parameter: &TypeParameter, taken: &mut BTreeSet<String>) -> Parameter {
    let (hopeless, bounds): (Vec<&Bound>, Vec<&Bound>) =
        parameter.bounds.iter().partition(|bound| is_hopeless(&bound.name));
    let mut guessed = Parameter {
        generic: parameter.name.clone(),
        bounds: bounds.iter().map(|bound| bound.text.clone()).collect(),
        spec: String::new(),
        sort: String::new(),
        declared: Declared::Nowhere,
        operations: Vec::new(),
        left_out: Vec::new(),
        notes: Vec::new(),
    };
    for bound in hopeless {
        let (text, name) = (&bound.text, &parameter.name);
        guessed.notes.push(format!(
            "`{name}: {text}` is left out, for no mock can implement it: wrap the type under \
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
        ([], None) => plain(&mut guessed, taken),
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

/// A sort with nothing but equality, called after what such a parameter usually is.
pub fn plain(guessed: &mut Parameter, taken: &mut BTreeSet<String>) {
    let name = match guessed.generic.as_str() {
        "K" => "Key",
        "V" => "Value",
        "N" => "Node",
        "I" => "Item",
        "W" => "Weight",
        "P" => "Priority",
        one if one.len() == 1 => "Element",
        long => long,
    };
    let name = operation_name(&capital(name));
    let is_shipped = |name: &str| name != "Element" && !shipped::library_text(name).is_empty();
    let name = if is_shipped(&name) { format!("{name}Sort") } else { name };
    let name =
        if taken.contains(&name) { format!("{name}{}", capital(&guessed.generic)) } else { name };
    guessed.spec = fresh(taken, &name);
    guessed.sort = guessed.spec.clone();
    if guessed.bounds.iter().any(|bound| bound.ends_with("Hash")) {
        guessed.notes.push(format!(
            "guess: of `{}` nothing but equality counts; the library's `Hashable`, mapped by \
             `fn Hash::hash(&self) -> u64`, would let a model choose which elements collide",
            guessed.generic
        ));
    }
}

pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
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
    let foreign = guessed.bounds.iter().filter(|text| !is_std(last_name(text))).count();
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

fn last_name(path: &str) -> &str {
    let path = path.split('<').next().unwrap_or(path);
    path.rsplit("::").next().unwrap_or(path)
}

impl Parameter {
    /// The other parameters that its operations speak of.
    pub fn over<'p>(&self, all: &'p [Parameter]) -> Vec<&'p Parameter> {
        let mentioned = |other: &&Parameter| {
            other.generic != self.generic
                && self.operations.iter().any(|operation| mentions(operation, &other.generic))
        };
        all.iter().filter(mentioned).collect()
    }
}

fn mentions(operation: &Operation, generic: &str) -> bool {
    let arguments = operation.arguments.iter().map(|argument| &argument.sort);
    arguments
        .chain(&operation.result)
        .any(|sort| matches!(sort, Sort::Parameter(name) if name == generic))
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
