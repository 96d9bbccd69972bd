//! The names that Rust code mentions.

use std::collections::BTreeSet;

use super::{Expr, Fragment, Function, Pattern, Stmt, Type};

/// Collects the names that something mentions without a path before them.
#[derive(Default)]
pub struct Mentions {
    names: BTreeSet<String>,
}

impl Mentions {
    pub fn into_names(self) -> BTreeSet<String> {
        self.names
    }

    pub fn fragment(&mut self, fragment: &Fragment) {
        self.names.extend(fragment.names().map(str::to_owned));
    }

    pub fn function(&mut self, function: &Function) {
        function.parameters.iter().for_each(|parameter| self.rust_type(&parameter.rust_type));
        function.result.iter().for_each(|result| self.rust_type(result));
        self.block(&function.body);
    }

    pub fn rust_type(&mut self, rust_type: &Type) {
        match rust_type {
            Type::Named(name) => {
                self.names.insert(name.to_string());
            }
            Type::Written(text) => self.fragment(text),
            Type::Reference(inner)
            | Type::Mutable(inner)
            | Type::Slice(inner)
            | Type::Array(inner, _)
            | Type::Factory(inner)
            | Type::DynFactory(inner) => self.rust_type(inner),
            Type::Tuple(inner) => inner.iter().for_each(|it| self.rust_type(it)),
            Type::Generic(name, inner) => {
                self.names.insert(name.to_string());
                inner.iter().for_each(|it| self.rust_type(it));
            }
            Type::Const(_) => {}
        }
    }

    pub fn expr(&mut self, expr: &Expr) {
        expr.visit(&mut |part| self.one(part));
    }

    /// What an expression mentions apart from the expressions inside of it.
    fn one(&mut self, expr: &Expr) {
        match expr {
            Expr::Path(path) => self.names.extend(path.first().map(ToString::to_string)),
            Expr::Written(text) => self.fragment(text),
            Expr::Cast(_, rust_type) => self.rust_type(rust_type),
            Expr::Struct(name, _) => {
                self.names.insert(name.to_string());
            }
            Expr::Closure { parameters, .. } => {
                parameters.iter().for_each(|pattern| self.pattern(pattern));
            }
            Expr::Block(block) => block.iter().for_each(|stmt| self.types(stmt)),
            _ => {}
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Typed(inner, rust_type) => {
                self.pattern(inner);
                self.rust_type(rust_type);
            }
            Pattern::Tuple(inner) | Pattern::Array(inner) => {
                inner.iter().for_each(|pattern| self.pattern(pattern));
            }
            Pattern::Some(inner) => self.pattern(inner),
            Pattern::Wild
            | Pattern::Name(_)
            | Pattern::Mutable(_)
            | Pattern::Reference(_)
            | Pattern::Bool(_) => {}
        }
    }

    fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            self.types(stmt);
            stmt.visit(&mut |part| self.one(part));
        }
    }

    /// The types that a statement names apart from its expressions.
    fn types(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let(pattern, _) | Stmt::LetElseReturn(pattern, _) => self.pattern(pattern),
            Stmt::Static(_, rust_type, _) => self.rust_type(rust_type),
            _ => {}
        }
    }
}
