//! An operation applied to a value, for what it does to that value and to others.

use super::subject::Laws;
use crate::lower::context::Taking;
use crate::refine::Passing;
use crate::rust::{Expr, Ident, Names, Pattern, Stmt, value_name as valid_name};
use crate::theory::{OpId, SortId, SortKind};

/// An operation with one argument that is given, and others of which all values are tried.
pub struct Application {
    op: OpId,
    /// The argument that is given.
    given: usize,
    value: Ident,
    /// The other arguments: their places and sorts, as the loops call them.
    loops: Vec<(usize, Ident, SortId)>,
}

/// The name of the given value.
pub fn value_name(laws: &Laws<'_>) -> Ident {
    laws.ground.names.child().fresh("value")
}

impl Application {
    /// With the first argument of the sort as the given one; `None` where values of other types
    /// would be needed, or further ones of the sort.
    pub fn of(laws: &Laws<'_>, op: OpId) -> Option<Self> {
        let arguments = &laws.cx.theory.ops[op].arguments;
        let given = arguments.iter().position(|sort| *sort == laws.sort())?;
        Self::with_given(laws, op, given)
    }

    /// With the first argument of the sort that the mapped function borrows.
    pub fn borrowing(laws: &Laws<'_>, op: OpId) -> Option<Self> {
        let arguments = &laws.cx.theory.ops[op].arguments;
        let parameters = &laws.cx.function(op).parameters;
        let given = parameters.iter().find(|parameter| {
            arguments[parameter.argument] == laws.sort() && parameter.passing == Passing::Shared
        })?;
        let given = given.argument;
        let is_usable = laws.cx.taking(op, given) == Taking::Reference;
        Self::with_given(laws, op, given).filter(|_| is_usable)
    }

    fn with_given(laws: &Laws<'_>, op: OpId, given: usize) -> Option<Self> {
        let cx = laws.cx;
        let mut names: Names = laws.ground.names.child();
        let value = names.fresh("value");
        let mut loops = Vec::new();
        for (place, sort) in cx.theory.ops[op].arguments.iter().enumerate() {
            if place == given {
                continue;
            }
            let is_value = cx.theory.sorts[*sort].kind == SortKind::Constructed;
            if is_value && *sort != laws.sort() || cx.is_closure(*sort) {
                return None;
            }
            let mut parameters = cx.function(op).parameters.iter();
            let parameter = parameters.find(|parameter| parameter.argument == place)?;
            let word = if is_value { "other" } else { parameter.name.as_str() };
            loops.push((place, names.fresh(&valid_name(word)), *sort));
        }
        Some(Self { op, given, value, loops })
    }

    /// `insert(value, e)`
    fn call(&self, laws: &Laws<'_>, value: Expr) -> Expr {
        let arguments = (0..=self.loops.len()).map(|place| {
            if place == self.given {
                return value.clone();
            }
            let other = self.loops.iter().find(|(own, _, _)| *own == place);
            let (_, name, sort) = other.expect("every other argument has a loop");
            if !laws.cx.is_subject(*sort) {
                return Expr::name(name);
            }
            let made = Expr::name(name).field("make");
            let made = Expr::Paren(Box::new(made));
            match laws.cx.taking(self.op, place) {
                Taking::Value => made.called(Vec::new()),
                Taking::Reference => made.called(Vec::new()).reference(),
                Taking::Factory => Expr::name(name).field("make").reference(),
            }
        });
        let arguments = arguments.collect();
        Expr::call(laws.cx.names.adapter(self.op), arguments)
    }

    /// `|value| { let _ = insert(value, e); }`
    pub fn consuming(&self, laws: &Laws<'_>) -> Expr {
        let value = Expr::name(&self.value);
        let value = match laws.cx.taking(self.op, self.given) {
            Taking::Value => value,
            Taking::Reference => value.reference(),
            // The domain condition uses values up; clones of the given one do for it.
            Taking::Factory => value.method("clone", Vec::new()).closure(Vec::new()),
        };
        let done = Stmt::Let(Pattern::Wild, self.call(laws, value));
        Expr::Block(vec![done]).closure(vec![self.typed(laws, false)])
    }

    /// `|value| { let _ = union(value, &other); }`
    pub fn looking(&self, laws: &Laws<'_>) -> Expr {
        Expr::Block(vec![self.look(laws)]).closure(vec![self.typed(laws, true)])
    }

    fn typed(&self, laws: &Laws<'_>, reference: bool) -> Pattern {
        let sort = laws.cx.sort_type(laws.sort());
        let rust_type = if reference { sort.reference() } else { sort };
        Pattern::Typed(Box::new((&self.value).into()), rust_type)
    }

    /// `let _ = is_in(value, e);`
    pub fn look(&self, laws: &Laws<'_>) -> Stmt {
        Stmt::Let(Pattern::Wild, self.call(laws, Expr::name(&self.value)))
    }

    /// Statements for all elements, numbers and samples that the other arguments can be.
    pub fn for_all(&self, laws: &Laws<'_>, mut stmts: Vec<Stmt>) -> Vec<Stmt> {
        for (_, name, sort) in self.loops.iter().rev() {
            let over = match laws.cx.is_subject(*sort) {
                true => Expr::call(&laws.samples, Vec::new()),
                false => laws.every(*sort),
            };
            stmts = vec![Stmt::For(name.into(), over, stmts)];
        }
        stmts
    }
}
