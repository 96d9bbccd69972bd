//! Mock types as values.

use crate::rust::{Expr, Fragment, Ident, Integer};

/// A mock type, or the functions that mock a closure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustMock {
    pub name: Ident,
    /// The sort's name in the specification.
    pub sort: String,
    /// `orderables`
    pub plural: String,
    pub has_tables: bool,
    pub default: bool,
    pub display: bool,
    /// Where an operation gives the number that an element hands to a hasher.
    pub hashed: Option<RustHash>,
    /// Whether different elements are to have the same hash.
    pub collides: bool,
    pub listed: bool,
    pub impls: Vec<RustImpl>,
    pub closure: Option<RustClosure>,
    /// What the elements stand for: the type, and a closure from their numbers.
    pub made: Option<(Fragment, Fragment)>,
}

/// The number that an element hands to a hasher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustHash {
    /// The integer type that the mapping gives it.
    pub rust_type: Integer,
    /// `self.tables.hash(self.id) as u64`
    pub value: Expr,
}

/// `fn comparator<const N: usize>(e: &Element, f: &Element) -> Ordering`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustClosure {
    pub function: Ident,
    /// `fn(&Element, &Element) -> Ordering`
    pub rust_type: Fragment,
    pub parameters: Vec<(Ident, Fragment)>,
    pub result: Fragment,
    pub body: Expr,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RustImpl {
    /// `None` for methods of the mock's own.
    pub trait_path: Option<Fragment>,
    /// Associated types.
    pub associated: Vec<(Ident, Fragment)>,
    pub methods: Vec<MockMethod>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MockMethod {
    /// `fn greater_eq(&self, e: &Self) -> bool`
    pub signature: Fragment,
    pub body: Expr,
    /// Whether the method is called for its effect.
    pub is_statement: bool,
}

impl MockMethod {
    pub fn new(signature: impl Into<Fragment>, body: Expr) -> Self {
        Self { signature: signature.into(), body, is_statement: false }
    }
}
