//! Refinements: which Rust type and function stands for each sort and operation.
//!
//! Rust as a target starts here. [`resolve`] reads a mapping against a theory and
//! checks it; after it no name of the mapping is left to look up, and every
//! operation has one [`Function`] with known ways to pass arguments and to yield
//! a result.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::NumberRange;
use crate::theory::{OpId, SortId, Theory};

mod bounds;
mod claim;
mod complaint;
mod entry;
mod function;
mod resolve;
mod signature;
mod std_bounds;
mod std_traits;
mod task;
mod tokens;

pub(crate) use function::INTEGERS;
pub use resolve::resolve;
pub(crate) use signature::unwrapped;
pub use signature::{is_tidy, trait_name};
pub use std_traits::{is_hopeless, is_order, is_std, operator as std_operator};
pub use tokens::mentions;
pub(crate) use tokens::rename;

/// A mapping that fits its theory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refinement {
    pub uses: Vec<Use>,
    pub preludes: Vec<Prelude>,
    /// For every sort but `int`.
    pub sorts: BTreeMap<SortId, SortType>,
    /// For every operation.
    pub functions: BTreeMap<OpId, Function>,
}

impl Refinement {
    /// The numbers that tests may use: without negative ones, if an operation that is
    /// defined everywhere takes an unsigned number.
    pub fn number_range(&self) -> NumberRange {
        let total = self.functions.values().filter(|one| one.outside == Outside::Nowhere);
        let mut integers =
            total.flat_map(|one| &one.parameters).filter_map(|one| one.integer.as_ref());
        match integers.any(|integer| integer.starts_with('u')) {
            true => NumberRange::Naturals,
            false => NumberRange::Integers,
        }
    }

    /// The constructed sorts whose own equality is under test.
    pub fn own_equalities(&self, theory: &Theory) -> BTreeSet<SortId> {
        let sorts = self.sorts.keys().copied();
        sorts.filter(|sort| self.has_own_equality(theory, *sort)).collect()
    }

    /// Whether a sort is a type under test whose own equality is used: comparing
    /// by observers can't be wrong about what observers say. Where no formula asks for
    /// an equality and the mapping speaks of none, the type may well have none.
    pub fn has_own_equality(&self, theory: &Theory, sort: SortId) -> bool {
        let Some(SortType::Subject(subject)) = self.sorts.get(&sort) else { return false };
        match subject.equality {
            Equality::Observers => false,
            Equality::Function(_) | Equality::Operator => true,
            Equality::Unsaid => {
                let telling = ["PartialEq", "Eq", "PartialOrd", "Ord"];
                telling.iter().any(|name| subject.has(name))
                    || theory.compared_sorts().contains(&sort)
            }
        }
    }
}

/// One import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// What stands between `use` and `;`.
    pub text: String,
    /// What it brings into scope; `None` for a glob.
    pub name: Option<String>,
    /// Whether the mapping's header or signatures have the name: then it may be
    /// there for them alone.
    pub in_signatures: bool,
}

/// Rust items that go into the generated file as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prelude {
    pub text: String,
    /// The items' names.
    pub names: Vec<String>,
}

/// What a sort is in Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortType {
    Subject(Subject),
    Mock(Mock),
}

/// A type under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// With the generic parameters of the header in it.
    pub rust_type: String,
    pub equality: Equality,
    /// The traits that the mapping says it has, by their last name.
    pub traits: Vec<String>,
    pub carriers: Carriers,
}

impl Subject {
    pub fn has(&self, name: &str) -> bool {
        self.traits.iter().any(|known| known == name)
    }
}

/// The operations that the laws of some traits are about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Carriers {
    /// What `Default` makes.
    pub default: Option<OpId>,
    /// What `FromIterator` starts with, and does with each item.
    pub from_iterator: Option<[OpId; 2]>,
    /// What `Extend` does with each item.
    pub extend: Option<OpId>,
    /// What tells the items of `IntoIterator`.
    pub into_iterator: Option<OpId>,
}

/// How values of a type under test are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equality {
    /// By `==`, where the type is known to have it.
    Unsaid,
    Operator,
    /// A path to a function of two references.
    Function(String),
    Observers,
}

/// A generic parameter, which tests replace by a mock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mock {
    pub generic: String,
    pub bounds: Vec<Bound>,
    /// Present where the parameter is bounded by `Fn`, `FnMut` or `FnOnce`.
    pub closure: Option<Closure>,
}

/// `HasKey<E, Key = K>` beside the parameter's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Without associated types: `HasKey<E>`.
    pub text: String,
    /// The last name of the path.
    pub name: String,
    /// `Key = K`
    pub associated: Vec<(String, String)>,
}

/// The types in `Fn(&E, &E) -> bool`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closure {
    pub inputs: Vec<String>,
    pub output: Option<String>,
}

/// What carries an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub callee: Callee,
    /// In the order of the Rust signature, the receiver first.
    pub parameters: Vec<Parameter>,
    pub yields: Yields,
    pub outside: Outside,
    /// `(&self, e: &Self) -> bool`, for the implementation of a mock's method and
    /// for functions with a body.
    pub signature: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// `receiver.name(…)`
    Method(String),
    /// `Self::name(…)`
    Associated(String),
    /// A path as written: `module::name(…)`, `Trait::name(receiver, …)`
    Path(String),
    /// A method of a trait that the mock implements.
    Trait { path: String, method: String },
    /// The receiver is a closure and is called.
    Closure,
    /// A function that is written in the mapping, with its body.
    Body(String),
}

/// One parameter of the Rust function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    /// Which argument of the operation it is.
    pub argument: usize,
    pub passing: Passing,
    /// For an argument of sort `int`.
    pub integer: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    Value,
    Shared,
    Mutable,
}

/// Where the result of a call is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yields {
    /// In an argument that was passed by `&mut`; what the function returns tells
    /// at most whether it was defined.
    Argument {
        argument: usize,
        wrapper: Wrapper,
        returns: bool,
    },
    Value(Shape),
}

/// The form of a returned value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub wrapper: Wrapper,
    pub reference: bool,
    /// For a result of sort `int`.
    pub integer: Option<String>,
    /// For a predicate by an `Ordering`: the method that tells its truth.
    pub via: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapper {
    Plain,
    Option,
    Result,
}

/// What a call outside of the operation's domain does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// The operation is defined everywhere.
    Nowhere,
    /// It returns `None` or `Err`.
    Returns,
    Panics,
    Unspecified,
}
