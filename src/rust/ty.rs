//! Types.

use std::fmt;

use super::{Fragment, Ident};

/// The types that generated code names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `SortedSet`, `bool`
    Named(Ident),
    /// As a mapping writes it.
    Written(Fragment),
    /// `&T`
    Reference(Box<Type>),
    /// `&mut T`
    Mutable(Box<Type>),
    /// `&[T]`
    Slice(Box<Type>),
    /// `[T; 3]`
    Array(Box<Type>, usize),
    Tuple(Vec<Type>),
    /// `impl Fn() -> T`
    Factory(Box<Type>),
    /// `&dyn Fn() -> T`
    DynFactory(Box<Type>),
    /// `Vec<Sample<T>>`
    Generic(Ident, Vec<Type>),
    /// The argument of `Atoms<3>`.
    Const(usize),
}

impl Type {
    pub fn named(name: impl Into<Ident>) -> Self {
        Type::Named(name.into())
    }

    pub fn reference(self) -> Self {
        Type::Reference(Box::new(self))
    }

    pub fn mutable(self) -> Self {
        Type::Mutable(Box::new(self))
    }

    pub fn slice(self) -> Self {
        Type::Slice(Box::new(self))
    }

    pub fn factory(self) -> Self {
        Type::Factory(Box::new(self))
    }

    pub fn dyn_factory(self) -> Self {
        Type::DynFactory(Box::new(self))
    }

    pub fn option(self) -> Self {
        Type::Generic("Option".into(), vec![self])
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Named(name) => write!(f, "{name}"),
            Type::Written(text) => write!(f, "{text}"),
            Type::Reference(inner) => write!(f, "&{inner}"),
            Type::Mutable(inner) => write!(f, "&mut {inner}"),
            Type::Slice(inner) => write!(f, "&[{inner}]"),
            Type::Array(inner, size) => write!(f, "[{inner}; {size}]"),
            Type::Tuple(inner) if inner.len() == 1 => write!(f, "({},)", inner[0]),
            Type::Tuple(inner) => write!(f, "({})", listed(inner)),
            Type::Factory(inner) => write!(f, "impl Fn() -> {inner}"),
            Type::DynFactory(inner) => write!(f, "&dyn Fn() -> {inner}"),
            Type::Generic(name, arguments) => write!(f, "{name}<{}>", listed(arguments)),
            Type::Const(size) => write!(f, "{size}"),
        }
    }
}

fn listed(types: &[Type]) -> String {
    types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ")
}
