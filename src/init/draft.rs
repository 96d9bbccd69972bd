//! What is guessed about a type, as plain values.

use std::collections::BTreeSet;

use super::crate_path::CratePath;
use super::names;
use super::rust::{DataType, LeftOut, RustType, Sort};
use crate::rust::Fragment;

/// Where the type is found: the file's name for people, and as a module of a crate.
#[derive(Clone, Debug)]
pub struct SkeletonSource {
    pub file: String,
    pub path: CratePath,
    /// The paths of types of other files that implement the trait under test.
    pub others: Vec<String>,
    /// The other files of the crate, for the types of arguments and results.
    pub siblings: Vec<String>,
}

impl SkeletonSource {
    pub fn new(file: &str, path: CratePath) -> Self {
        Self { file: file.to_owned(), path, others: Vec::new(), siblings: Vec::new() }
    }
}

/// All guesses about a type.
pub struct Draft {
    pub rust: RustType,
    pub parameters: Vec<Parameter>,
    pub operations: Vec<Operation>,
}

impl Draft {
    /// The operations, each with its answer.
    pub fn with_answers(&self) -> Vec<Operation> {
        let each = |one: &Operation| [Some(one.clone()), one.answer.as_deref().cloned()];
        self.operations.iter().flat_map(each).flatten().collect()
    }
}

/// A type parameter with the specification that stands for it.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub generic: String,
    /// The bounds in the header of the mapping.
    pub bounds: Vec<Fragment>,
    pub spec: String,
    pub sort: String,
    pub declared: Declared,
    pub operations: Vec<Operation>,
    /// Items of its traits that no operation can express.
    pub left_out: Vec<LeftOut>,
    /// Guesses, and other notes for the reader.
    pub notes: Vec<String>,
}

impl Parameter {
    /// `Ord + HasKey<K>`
    pub fn bounds_text(&self) -> String {
        self.bounds.iter().map(Fragment::as_str).collect::<Vec<_>>().join(" + ")
    }
}

/// Where the specification comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declared {
    /// Nowhere: a sort without operations.
    Nowhere,
    Library,
    /// As a whole text: a copy of one of the library, under another name.
    Copy(String),
    /// As a skeleton of its own, with these axioms.
    Here(String),
}

/// An operation that a method becomes.
#[derive(Clone, Debug)]
pub struct Operation {
    pub name: String,
    pub class: Class,
    pub arguments: Vec<Argument>,
    /// `None` for a predicate.
    pub result: Option<Sort>,
    pub partial: bool,
    /// What the mapping says: `fn insert(&mut self, e: E) -> bool`.
    pub target: String,
    /// What was guessed about it, and by what.
    pub guess: Option<String>,
    /// When a partial operation is defined.
    pub domain: Option<Domain>,
    /// A warning for the mapping.
    pub note: Option<String>,
    /// The data type of its errors.
    pub error: Option<String>,
    /// What a call returns besides its effect, as an observer of the same arguments.
    pub answer: Option<Box<Operation>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Constructor,
    Observer,
    Other,
}

#[derive(Clone, Debug)]
pub struct Argument {
    /// `None` for the receiver.
    pub name: Option<String>,
    pub sort: Sort,
}

/// The condition over the operation's arguments, by their position.
#[derive(Clone, Debug)]
pub struct Domain {
    pub condition: Condition,
    pub guess: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `not isEmpty(S)`, `contains(M, K)`: a predicate of the first arguments.
    Predicate { name: String, arguments: usize, holds: bool },
    /// `0 <= I and I < len(S)`
    Index { length: String, at: usize },
    /// `len(S) > 0`
    Longer { length: String },
    /// To be said by the user.
    Unknown,
}

impl Draft {
    /// The sort, which has the specification's name.
    pub fn own_sort(&self) -> String {
        names::spec_name(&self.rust.name)
    }

    /// The head of the specification and of its entry: `TreeSet[TotalOrder]`.
    pub fn head(&self) -> String {
        let specs: Vec<&str> =
            self.parameters.iter().map(|parameter| parameter.spec.as_str()).collect();
        bracketed(&names::spec_name(&self.rust.name), &specs)
    }

    pub fn sort_text(&self, sort: &Sort) -> String {
        match sort {
            Sort::Own => self.own_sort(),
            Sort::Int => "int".to_owned(),
            Sort::Parameter(generic) => self.parameter_sort(generic),
            Sort::List(item) => format!("Sequence[{}]", self.sort_text(item)),
            Sort::Data(name) => name.clone(),
            // Tuples have names where mappings are inferred; nothing else has any.
            Sort::Tuple(_) => "Tuple".to_owned(),
        }
    }

    pub fn parameter_sort(&self, generic: &str) -> String {
        let known = self.parameters.iter().find(|parameter| parameter.generic == generic);
        known.map_or("int".to_owned(), |parameter| parameter.sort.clone())
    }

    /// The auxiliary predicate that says when an operation is defined, until the user does.
    pub fn allowing(&self, operation: &Operation) -> String {
        let name = format!("can{}", names::capital(&operation.name));
        let is_taken = self.operations.iter().any(|one| one.name == name);
        if is_taken { format!("{name}Now") } else { name }
    }

    /// `popAnswer --> Orderable`
    pub fn answer_text(&self, answer: &Operation) -> String {
        let arrow = if answer.partial { "-->?" } else { "-->" };
        match &answer.result {
            Some(sort) => format!("{} {arrow} {}", answer.name, self.sort_text(sort)),
            None => answer.name.clone(),
        }
    }

    /// `TreeSet Orderable -->? Orderable`; `named`: with the names before the arguments.
    pub fn profile(&self, operation: &Operation, own: Option<&str>, named: bool) -> String {
        let mut words = Vec::new();
        for argument in &operation.arguments {
            let sort = match (own, &argument.sort) {
                (Some(generic), Sort::Own) => self.parameter_sort(generic),
                _ => self.sort_text(&argument.sort),
            };
            match &argument.name {
                Some(name) if named => words.push(format!("{name}:{sort}")),
                _ => words.push(sort),
            }
        }
        if let Some(result) = &operation.result {
            words.push(if operation.partial { "-->?" } else { "-->" }.to_owned());
            words.push(match (own, result) {
                (Some(generic), Sort::Own) => self.parameter_sort(generic),
                _ => self.sort_text(result),
            });
        }
        words.join(" ")
    }
}

pub fn bracketed(name: &str, inside: &[&str]) -> String {
    if inside.is_empty() { name.to_owned() } else { format!("{name}[{}]", inside.join(", ")) }
}

impl Parameter {
    /// The other parameters that its operations mention.
    pub fn over<'p>(&self, all: &'p [Parameter]) -> Vec<&'p Parameter> {
        let mentioned = |other: &&Parameter| {
            other.generic != self.generic
                && self.operations.iter().any(|operation| mentions(operation, &other.generic))
        };
        all.iter().filter(mentioned).collect()
    }
}

pub fn mentions(operation: &Operation, generic: &str) -> bool {
    let sort = Sort::Parameter(generic.to_owned());
    sorts(operation).any(|one| one.is_of(&sort))
}

/// The data types of operations and of their errors, those first that others are made of.
pub fn data_types<'r>(rust: &'r RustType, operations: &[Operation]) -> Vec<&'r DataType> {
    let of_sorts = operations.iter().flat_map(sorts).flat_map(Sort::data);
    let errors = operations.iter().filter_map(|one| one.error.as_deref());
    let mut used: BTreeSet<&str> = of_sorts.chain(errors).collect();
    for one in rust.data.iter().rev() {
        if used.contains(one.name.as_str()) {
            used.extend(one.sorts().flat_map(Sort::data));
        }
    }
    rust.data.iter().filter(|one| used.contains(one.name.as_str())).collect()
}

/// The sorts of the arguments, of the result and of the answer.
pub fn sorts(operation: &Operation) -> impl Iterator<Item = &Sort> {
    let answer = operation.answer.as_ref().and_then(|answer| answer.result.as_ref());
    let arguments = operation.arguments.iter().map(|argument| &argument.sort);
    arguments.chain(&operation.result).chain(answer)
}
