//! The syntax tree of mappings, as written: nothing is resolved yet.
//!
//! Rust fragments are kept as text with their place; [`crate::refine`] reads
//! them.

use super::ast::{Name, ResultDecl, SortRef};
use crate::source::Span;

/// `refinement <generics> uses, prelude, entries end refinement`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappingFile {
    /// With the angle brackets.
    pub generics: Option<RustText>,
    /// What stands between `use` and `;`.
    pub uses: Vec<RustText>,
    /// Rust items, without the braces around them.
    pub preludes: Vec<RustText>,
    /// Numbers that tests use before others.
    pub values: Vec<ValuesDecl>,
    pub entries: Vec<Entry>,
    /// The first line's keyword, for what the whole file lacks.
    pub keyword: Span,
}

/// `values 0, 7, u16::MAX for resize(n);`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuesDecl {
    pub values: Vec<RustText>,
    /// A sort or an operation.
    pub subject: Name,
    /// One argument of the operation.
    pub argument: Option<Name>,
}

/// A piece of Rust, neither parsed nor trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustText {
    pub text: String,
    pub span: Span,
}

/// `SortedSet[TotalOrder] is TreeSet<E> has Clone rep_ok by fn … equality by == { operations }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub spec: Name,
    pub parameters: Vec<Name>,
    pub rust_type: RustText,
    /// Further types that implement the specification; each has tests of its own.
    pub other_types: Vec<RustText>,
    /// Types of handles that only the type under test makes.
    pub handles: Vec<RustText>,
    /// Of a parameter: a function that makes an element out of a number.
    pub made_by: Option<RustText>,
    /// Traits that the type is said to implement lawfully.
    pub traits: Vec<TraitClaim>,
    /// The function that checks the representation of a value.
    pub rep_ok: Option<RustText>,
    pub equality: Option<EqualityDecl>,
    pub operations: Vec<OperationMap>,
    /// Operations in short forms, which [`crate::infer`] turns into long ones.
    pub exceptions: Vec<Exception>,
    /// The head, from the specification's name on.
    pub span: Span,
}

/// `Default by empty`: a trait, and the operation that says what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraitClaim {
    pub path: RustText,
    pub by: Option<Name>,
}

impl TraitClaim {
    /// The last name of the trait's path.
    pub fn short_name(&self) -> &str {
        self.path.text.rsplit("::").next().unwrap_or(&self.path.text).trim()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EqualityDecl {
    pub kind: EqualityKind,
    pub span: Span,
}

/// How values of the type are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EqualityKind {
    Operator,
    Observers,
    Function(RustText),
}

/// `insert: SortedSet[Orderable] e:Orderable --> SortedSet[Orderable] is body;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationMap {
    pub name: Name,
    pub arguments: Vec<ArgumentDecl>,
    /// Absent for a predicate.
    pub result: Option<ResultDecl>,
    pub body: OperationBody,
    /// What a call outside of the domain does.
    pub outside: Option<OutsideDecl>,
    /// From the name to the end of the profile.
    pub profile: Span,
}

/// `isIn is contains;`: how an operation differs from what its name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    pub name: Name,
    /// The arguments but the receiver, for bodies.
    pub arguments: Option<Vec<Name>>,
    pub target: Target,
    pub outside: Option<OutsideDecl>,
    /// From the name to the end.
    pub span: Span,
}

/// What an operation in a short form is in Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// `new panics;`: the function of the operation's own name.
    Named,
    /// `first is first_key_value.0;`, `contains is get via is_some;`
    Call { function: RustText, fields: Vec<Name>, via: Option<Name> },
    /// `do { self.entry(k).or_insert(v).clone() }`, with the braces: changes `self`, and its
    /// value is the answer.
    Effect(RustText),
    /// `{ self.len() == 0 }`, with the braces.
    Expression(RustText),
}

/// `e:Orderable`; the argument without a name is the receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentDecl {
    pub name: Option<Name>,
    pub sort: SortRef,
    pub span: Span,
}

/// What an operation is in Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperationBody {
    /// `fn contains(&self, e: &E) -> bool`, perhaps with a body.
    Function {
        /// From `fn` on.
        signature: RustText,
        /// `via is_ge`: what turns an `Ordering` into a truth value.
        via: Option<Name>,
        /// With the braces.
        body: Option<RustText>,
    },
    /// `{ self.iter().any(|x| x == e) }`, with the braces.
    Expression(RustText),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutsideDecl {
    pub kind: OutsideKind,
    /// `may change`: a refused call may leave its argument changed.
    pub may_change: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutsideKind {
    /// `None` or `Err`, as the signature says.
    Returns,
    Panics,
    Unspecified,
}
