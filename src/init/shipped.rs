//! Specifications of the library, for what std traits promise.

use std::collections::BTreeSet;

use super::draft::{Argument, Class, Declared, Operation, Parameter};
use super::names::{capital, fresh};
use super::rust::{Bound, Sort};
use crate::theory::library;

/// A specification of the library for what std traits promise.
pub struct Shipped {
    traits: &'static [&'static str],
    pub spec: &'static str,
    sort: &'static str,
    operations: &'static [(&'static str, usize, bool, &'static str)],
}

const GEQ: (&str, usize, bool, &str) =
    ("geq", 2, true, "fn PartialOrd::ge(&self, e: &Self) -> bool");
const ADD: (&str, usize, bool, &str) = ("combine", 2, false, "fn Add::add(self, e: Self) -> Self");
const MUL: (&str, usize, bool, &str) = ("combine", 2, false, "fn Mul::mul(self, e: Self) -> Self");
const UNIT: (&str, usize, bool, &str) = ("unit", 0, false, "fn Default::default() -> Self");

/// The first that fits is taken.
const SHIPPED: &[Shipped] = &[
    Shipped { traits: &["Ord"], spec: "TotalOrder", sort: "Orderable", operations: &[GEQ] },
    Shipped {
        traits: &["PartialOrd"],
        spec: "PartialOrder",
        sort: "POrderable",
        operations: &[GEQ],
    },
    Shipped {
        traits: &["Add", "Default"],
        spec: "Monoid",
        sort: "Combinable",
        operations: &[ADD, UNIT],
    },
    Shipped {
        traits: &["Mul", "Default"],
        spec: "Monoid",
        sort: "Combinable",
        operations: &[MUL, UNIT],
    },
    Shipped { traits: &["Add"], spec: "Semigroup", sort: "Combinable", operations: &[ADD] },
    Shipped { traits: &["Mul"], spec: "Semigroup", sort: "Combinable", operations: &[MUL] },
];

/// The first specification of the table whose traits are all among the bounds.
pub fn for_bounds(bounds: &[&Bound]) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|shipped| {
        shipped.traits.iter().all(|wanted| bounds.iter().any(|bound| is_plain(bound, wanted)))
    })
}

/// `Ord`, `Add<Output = E>`, but not `Add<F>`.
fn is_plain(bound: &Bound, name: &str) -> bool {
    bound.name == name && bound.is_plain
}

impl Shipped {
    /// Lets a parameter be one of this specification.
    pub fn stand_for(&self, parameter: &mut Parameter, taken: &mut BTreeSet<String>) {
        let asked = self.traits.join(" + ");
        let note =
            format!("guess: {} is what `{}: {asked}` promises", self.spec, parameter.generic);
        parameter.notes.push(note);
        parameter.operations = self.operations().collect();
        if taken.insert(self.spec.to_owned()) {
            taken.insert(self.sort.to_owned());
            (parameter.spec, parameter.sort) = (self.spec.to_owned(), self.sort.to_owned());
            parameter.declared = Declared::Library;
            return;
        }
        // A specification cannot be a parameter twice.
        let ending = capital(&parameter.generic);
        parameter.spec = fresh(taken, &format!("{}{ending}", self.spec));
        parameter.sort = fresh(taken, &format!("{}{ending}", self.sort));
        parameter.declared = Declared::Copy(rename(library_text(self.spec), |word| match word {
            word if word == self.spec => Some(parameter.spec.clone()),
            word if word == self.sort => Some(parameter.sort.clone()),
            _ => None,
        }));
    }

    pub fn operations(&self) -> impl Iterator<Item = Operation> {
        self.operations.iter().map(operation)
    }

    /// Its axioms, for elements of another sort.
    pub fn axioms(&self, sort: &str) -> String {
        let text = library_text(self.spec);
        let (_, axioms) = text.split_once("  axioms\n").unwrap_or_default();
        let ends = ["  implies\n", "end specification"];
        let end = ends.iter().filter_map(|mark| axioms.find(mark)).min().unwrap_or(axioms.len());
        rename(&axioms[..end], |word| (word == self.sort).then(|| sort.to_owned()))
    }
}

fn operation(declared: &(&str, usize, bool, &str)) -> Operation {
    let (name, arguments, is_predicate, target) = *declared;
    let argument =
        |place: usize| Argument { name: (place > 0).then(|| "e".to_owned()), sort: Sort::Own };
    Operation {
        name: name.to_owned(),
        class: if arguments == 0 { Class::Other } else { Class::Observer },
        arguments: (0..arguments).map(argument).collect(),
        result: (!is_predicate).then_some(Sort::Own),
        partial: false,
        target: target.to_owned(),
        guess: None,
        domain: None,
        note: None,
        error: None,
        answer: None,
    }
}

/// The text of a shipped specification without the comment above it.
pub fn library_text(spec: &str) -> &'static str {
    let name = format!("{}.spec", crate::goal::snake_case(spec));
    let text = library::FILES.iter().find(|(file, _)| *file == name).map_or("", |file| file.1);
    text.find("specification ").map_or("", |start| &text[start..])
}

/// A specification with other names in the place of some.
fn rename(text: &str, new: impl Fn(&str) -> Option<String>) -> String {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut renamed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let end = rest[start..].find(|letter| !is_part(letter)).map_or(rest.len(), |at| start + at);
        let word = &rest[start..end];
        renamed.push_str(&rest[..start]);
        renamed.push_str(new(word).as_deref().unwrap_or(word));
        rest = &rest[end..];
    }
    renamed + rest
}
