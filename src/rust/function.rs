//! Functions.

use super::{Ident, Stmt, Type};

/// A function item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Lines of the doc comment.
    pub doc: Vec<String>,
    /// `#[test]`, `#[allow(dead_code)]`: what stands in the brackets.
    pub attributes: Vec<String>,
    /// `pub(crate)`, or nothing.
    pub visibility: &'static str,
    pub name: Ident,
    /// `<const N: usize>`: what stands in the brackets, or nothing.
    pub generics: String,
    pub parameters: Vec<Parameter>,
    pub result: Option<Type>,
    pub body: Vec<Stmt>,
}

/// `mut s: SortedSet`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub mutable: bool,
    pub name: Ident,
    pub rust_type: Type,
}

impl Parameter {
    pub fn new(name: impl Into<Ident>, rust_type: Type) -> Self {
        Self { mutable: false, name: name.into(), rust_type }
    }

    pub fn mutable(name: impl Into<Ident>, rust_type: Type) -> Self {
        Self { mutable: true, name: name.into(), rust_type }
    }
}

impl Function {
    pub fn new(name: impl Into<Ident>, parameters: Vec<Parameter>, result: Option<Type>) -> Self {
        Self {
            doc: Vec::new(),
            attributes: Vec::new(),
            visibility: "",
            name: name.into(),
            generics: String::new(),
            parameters,
            result,
            body: Vec::new(),
        }
    }

    pub fn with_body(self, body: Vec<Stmt>) -> Self {
        Self { body, ..self }
    }

    /// Visits every path in the body, the functions that it calls among them.
    pub fn visit_paths(&self, found: &mut dyn FnMut(&[Ident])) {
        self.body.iter().for_each(|stmt| stmt.visit_paths(found));
    }
}
