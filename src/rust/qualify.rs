//! Names that something else hides, written with the module that they are in.

use std::collections::BTreeSet;

use super::{Expr, Function, Ident, Pattern, Stmt, Type};

/// Puts a module before the names that are hidden: `axiom(…)` becomes `support::axiom(…)`.
pub struct Qualifier<'n> {
    module: &'n str,
    hidden: &'n BTreeSet<String>,
}

impl<'n> Qualifier<'n> {
    pub fn new(module: &'n str, hidden: &'n BTreeSet<String>) -> Self {
        Self { module, hidden }
    }

    pub fn function(&self, function: &mut Function) {
        function.parameters.iter_mut().for_each(|one| self.rust_type(&mut one.rust_type));
        function.result.iter_mut().for_each(|result| self.rust_type(result));
        self.block(&mut function.body, &mut Vec::new());
    }

    pub fn stmt(&self, stmt: &mut Stmt) {
        self.block(std::slice::from_mut(stmt), &mut Vec::new());
    }

    pub fn expr(&self, expr: &mut Expr) {
        self.within(expr, &mut Vec::new());
    }

    fn name(&self, name: &mut Ident) {
        if self.hidden.contains(name.as_str()) {
            *name = Ident::new(format!("{}::{name}", self.module));
        }
    }

    fn rust_type(&self, rust_type: &mut Type) {
        match rust_type {
            Type::Named(name) => self.name(name),
            Type::Generic(name, inner) => {
                self.name(name);
                inner.iter_mut().for_each(|it| self.rust_type(it));
            }
            Type::Reference(inner)
            | Type::Mutable(inner)
            | Type::Slice(inner)
            | Type::Array(inner, _)
            | Type::Factory(inner)
            | Type::DynFactory(inner) => self.rust_type(inner),
            Type::Tuple(inner) => inner.iter_mut().for_each(|it| self.rust_type(it)),
            Type::Written(_) | Type::Const(_) => {}
        }
    }

    fn pattern(&self, pattern: &mut Pattern) {
        match pattern {
            Pattern::Typed(inner, rust_type) => {
                self.pattern(inner);
                self.rust_type(rust_type);
            }
            Pattern::Tuple(inner) | Pattern::Array(inner) => {
                inner.iter_mut().for_each(|pattern| self.pattern(pattern));
            }
            Pattern::Some(inner) => self.pattern(inner),
            _ => {}
        }
    }

    fn block(&self, block: &mut [Stmt], bound: &mut Vec<Ident>) {
        for stmt in block {
            match stmt {
                Stmt::Let(pattern, value) | Stmt::LetElseReturn(pattern, value) => {
                    self.pattern(pattern);
                    self.within(value, bound);
                }
                Stmt::Expr(value) | Stmt::Tail(value) | Stmt::Return(Some(value)) => {
                    self.within(value, bound);
                }
                Stmt::Static(_, rust_type, value) => {
                    self.rust_type(rust_type);
                    self.within(value, bound);
                }
                Stmt::If(value, body) | Stmt::For(_, value, body) => {
                    self.within(value, bound);
                    self.block(body, bound);
                }
                Stmt::Return(None) | Stmt::Comment(_) => {}
            }
        }
    }

    /// `bound` has the parameters of the closures around the expression.
    fn within(&self, expr: &mut Expr, bound: &mut Vec<Ident>) {
        match expr {
            Expr::Path(path) => match path.first_mut() {
                Some(first) if !bound.contains(first) => self.name(first),
                _ => {}
            },
            Expr::Macro(name, parts) => {
                self.name(name);
                parts.iter_mut().for_each(|part| self.within(part, bound));
            }
            Expr::Struct(name, fields) => {
                self.name(name);
                fields.iter_mut().for_each(|(_, value)| self.within(value, bound));
            }
            Expr::Call(function, arguments) => {
                self.within(function, bound);
                arguments.iter_mut().for_each(|part| self.within(part, bound));
            }
            Expr::Method(receiver, _, arguments) => {
                self.within(receiver, bound);
                arguments.iter_mut().for_each(|part| self.within(part, bound));
            }
            Expr::Array(parts) | Expr::Tuple(parts) => {
                parts.iter_mut().for_each(|part| self.within(part, bound));
            }
            Expr::Field(part, _) | Expr::Prefix(_, part) | Expr::Try(part) | Expr::Paren(part) => {
                self.within(part, bound);
            }
            Expr::Binary(left, _, right) | Expr::Index(left, right) => {
                self.within(left, bound);
                self.within(right, bound);
            }
            Expr::Cast(part, rust_type) => {
                self.within(part, bound);
                self.rust_type(rust_type);
            }
            Expr::Match(value, arms) => {
                self.within(value, bound);
                arms.iter_mut().for_each(|(_, arm)| self.within(arm, bound));
            }
            Expr::Closure { parameters, body, .. } => {
                let outer = bound.len();
                for parameter in parameters {
                    self.pattern(parameter);
                    parameter.collect_names(bound);
                }
                self.within(body, bound);
                bound.truncate(outer);
            }
            Expr::Block(block) => self.block(block, bound),
            Expr::Written(_) | Expr::Int(_) | Expr::Bool(_) | Expr::Str(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_closures_stay_as_they_are() {
        let hidden = BTreeSet::from(["atom".to_owned()]);
        let closure = Expr::call("atom", vec![Expr::name("atom")]).closure(vec!["atom".into()]);
        let mut call = Expr::call("atom", vec![closure.clone()]);
        Qualifier::new("support", &hidden).expr(&mut call);
        assert_eq!(call, Expr::call("support::atom", vec![closure]));
    }
}
