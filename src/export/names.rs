//! Names of the theory as identifiers of Alloy.
//!
//! Alloy resolves fields of the same name by type, and lets a variable shadow a field or a
//! signature. Here all names are distinct instead, so that a reader needs no resolution rules.

use std::collections::BTreeSet;

use crate::arena::Arena;
use crate::theory::{OpId, SortId, SortKind, Theory, Variable};

/// The signature of the numbers that the search uses.
pub const NUMBER: &str = "Number";
/// The one instance that holds constants and creators.
pub const START: &str = "start";
/// The signature that all constructed sorts extend if constructions need an order.
pub const ANY: &str = "Any";

/// Keywords of Alloy 6, and names declared by the opened modules and by this translation.
const RESERVED: &[&str] = &[
    "abstract",
    "after",
    "all",
    "always",
    "and",
    "as",
    "assert",
    "before",
    "but",
    "check",
    "disj",
    "disjoint",
    "else",
    "enabled",
    "enum",
    "eventually",
    "exactly",
    "exh",
    "exhaustive",
    "expect",
    "extends",
    "fact",
    "for",
    "fun",
    "historically",
    "iden",
    "iff",
    "implies",
    "in",
    "int",
    "Int",
    "invariant",
    "let",
    "lone",
    "module",
    "no",
    "none",
    "not",
    "once",
    "one",
    "open",
    "or",
    "part",
    "partition",
    "pred",
    "private",
    "releases",
    "run",
    "seq",
    "set",
    "sig",
    "since",
    "some",
    "steps",
    "String",
    "sum",
    "this",
    "triggered",
    "univ",
    "until",
    "var",
    "void",
    "modifies",
    // util/boolean
    "BOOLEAN",
    "Bool",
    "True",
    "False",
    "isTrue",
    "isFalse",
    "Not",
    "And",
    "Or",
    "Xor",
    "Nand",
    "Nor",
    "subset_",
    // util/integer
    "INTEGER",
    "add",
    "plus",
    "sub",
    "minus",
    "mul",
    "div",
    "rem",
    "negate",
    "eq",
    "gt",
    "lt",
    "gte",
    "lte",
    "zero",
    "pos",
    "neg",
    "nonpos",
    "nonneg",
    "signum",
    "int2elem",
    "elem2int",
    "max",
    "min",
    "next",
    "prev",
    "prevs",
    "nexts",
    "larger",
    "smaller",
    // This translation
    START,
    ANY,
    NUMBER,
    "earlier",
    "precedes",
];

/// The identifiers of sorts and operations.
pub struct Names {
    pub sorts: Arena<SortId, String>,
    pub ops: Arena<OpId, String>,
    taken: BTreeSet<String>,
}

impl Names {
    pub fn new(theory: &Theory) -> Self {
        let taken = BTreeSet::from_iter(RESERVED.iter().map(|word| (*word).to_owned()));
        let mut names = Self { sorts: Arena::new(), ops: Arena::new(), taken };
        for sort in theory.sorts.values() {
            let name = match sort.kind {
                SortKind::Int => NUMBER.to_owned(),
                SortKind::Parameter | SortKind::Constructed => names.take(&sort.name),
            };
            names.sorts.push(name);
        }
        for (id, op) in theory.ops.iter() {
            let mut earlier = theory.ops.iter().take_while(|(other, _)| *other != id);
            let is_overloaded = earlier.any(|(_, other)| other.name == op.name);
            let name = match op.arguments.first() {
                Some(sort) if is_overloaded => format!("{}_{}", op.name, names.sorts[*sort]),
                _ => op.name.clone(),
            };
            let name = names.take(&name);
            names.ops.push(name);
        }
        names
    }

    /// The name, or a similar one that is free.
    pub fn take(&mut self, wanted: &str) -> String {
        let name = free(wanted, &self.taken);
        self.taken.insert(name.clone());
        name
    }

    /// Names for the variables of one quantifier, which shadow nothing.
    pub fn variables(&self, variables: &[Variable]) -> Vec<String> {
        let mut taken = self.taken.clone();
        let mut take = |variable: &Variable| {
            let name = free(&variable.name, &taken);
            taken.insert(name.clone());
            name
        };
        variables.iter().map(&mut take).collect()
    }

    /// A namer for facts and commands, which avoids the names of sorts and operations.
    pub fn titles(&self) -> Titles {
        Titles { taken: self.taken.clone() }
    }
}

/// Assigns names to facts and commands.
pub struct Titles {
    taken: BTreeSet<String>,
}

impl Titles {
    pub fn take(&mut self, wanted: &str) -> String {
        let letters = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
        let name = free(&wanted.chars().map(letters).collect::<String>(), &self.taken);
        self.taken.insert(name.clone());
        name
    }
}

fn free(wanted: &str, taken: &BTreeSet<String>) -> String {
    let mut name = wanted.to_owned();
    while taken.contains(&name) {
        name.push('_');
    }
    name
}
