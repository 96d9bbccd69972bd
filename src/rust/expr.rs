//! Expressions, patterns and statements: the small part of Rust that generated code needs.

use std::fmt;

use super::{Fragment, Ident, Type};

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// `insert`, `SortedSet::new`, `laws::clone_is_equal`
    Path(Vec<Ident>),
    /// As a mapping writes it.
    Written(Fragment),
    Int(i64),
    Bool(bool),
    /// A string literal, unescaped.
    Str(String),
    Call(Box<Expr>, Vec<Expr>),
    Method(Box<Expr>, Ident, Vec<Expr>),
    Field(Box<Expr>, Ident),
    /// `&`, `&mut `, `*`, `!`, `-`
    Prefix(&'static str, Box<Expr>),
    /// `expr?`
    Try(Box<Expr>),
    Binary(Box<Expr>, &'static str, Box<Expr>),
    Cast(Box<Expr>, Type),
    Paren(Box<Expr>),
    /// `equation!(…)`
    Macro(Ident, Vec<Expr>),
    Array(Vec<Expr>),
    Tuple(Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Match(Box<Expr>, Vec<(Pattern, Expr)>),
    Struct(Ident, Vec<(Ident, Expr)>),
    Closure {
        moves: bool,
        parameters: Vec<Pattern>,
        body: Box<Expr>,
    },
    Block(Vec<Stmt>),
}

/// A pattern of a `let`, a closure or a match arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// `_`
    Wild,
    Name(Ident),
    /// `mut name`
    Mutable(Ident),
    /// `&name`
    Reference(Ident),
    /// `name: Type`
    Typed(Box<Pattern>, Type),
    Tuple(Vec<Pattern>),
    Array(Vec<Pattern>),
    /// `Some(name)`
    Some(Box<Pattern>),
    Bool(bool),
}

/// A statement of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    Let(Pattern, Expr),
    /// `let pattern = value else { return; };`
    LetElseReturn(Pattern, Expr),
    /// With a semicolon.
    Expr(Expr),
    /// The value of the block.
    Tail(Expr),
    If(Expr, Vec<Stmt>),
    For(Pattern, Expr, Vec<Stmt>),
    /// `return value;`, or `return;`
    Return(Option<Expr>),
    /// `static NAME: Type = value;`
    Static(Ident, Type, Expr),
    Comment(String),
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pattern::Wild => f.write_str("_"),
            Pattern::Name(name) => write!(f, "{name}"),
            Pattern::Mutable(name) => write!(f, "mut {name}"),
            Pattern::Reference(name) => write!(f, "&{name}"),
            Pattern::Typed(pattern, rust_type) => write!(f, "{pattern}: {rust_type}"),
            Pattern::Tuple(parts) if parts.len() == 1 => write!(f, "({},)", parts[0]),
            Pattern::Tuple(parts) => write!(f, "({})", listed(parts)),
            Pattern::Array(parts) => write!(f, "[{}]", listed(parts)),
            Pattern::Some(inner) => write!(f, "Some({inner})"),
            Pattern::Bool(truth) => write!(f, "{truth}"),
        }
    }
}

fn listed(patterns: &[Pattern]) -> String {
    patterns.iter().map(Pattern::to_string).collect::<Vec<_>>().join(", ")
}

impl From<Ident> for Pattern {
    fn from(name: Ident) -> Self {
        Pattern::Name(name)
    }
}

impl From<&Ident> for Pattern {
    fn from(name: &Ident) -> Self {
        Pattern::Name(name.clone())
    }
}

impl From<&str> for Pattern {
    fn from(name: &str) -> Self {
        Pattern::Name(name.into())
    }
}

impl Expr {
    pub fn name(name: impl Into<Ident>) -> Self {
        Expr::Path(vec![name.into()])
    }

    pub fn path<const N: usize>(segments: [&str; N]) -> Self {
        Expr::Path(segments.into_iter().map(Ident::from).collect())
    }

    pub fn text(text: impl Into<String>) -> Self {
        Expr::Str(text.into())
    }

    pub fn call(function: impl Into<Ident>, arguments: Vec<Expr>) -> Self {
        Expr::name(function).called(arguments)
    }

    pub fn called(self, arguments: Vec<Expr>) -> Self {
        Expr::Call(Box::new(self), arguments)
    }

    pub fn method(self, name: impl Into<Ident>, arguments: Vec<Expr>) -> Self {
        let receiver = if self.binds_loosely() { self.parenthesized() } else { self };
        Expr::Method(Box::new(receiver), name.into(), arguments)
    }

    pub fn field(self, name: impl Into<Ident>) -> Self {
        let receiver = if self.binds_loosely() { self.parenthesized() } else { self };
        Expr::Field(Box::new(receiver), name.into())
    }

    pub fn prefix(symbol: &'static str, operand: Expr) -> Self {
        let loose = matches!(operand, Expr::Binary(..) | Expr::Cast(..));
        let operand = if loose { operand.parenthesized() } else { operand };
        Expr::Prefix(symbol, Box::new(operand))
    }

    pub fn reference(self) -> Self {
        Expr::prefix("&", self)
    }

    pub fn tried(self) -> Self {
        Expr::Try(Box::new(self))
    }

    /// A comparison or connective. Operands that bind less tightly are put in parentheses.
    pub fn binary(left: Expr, symbol: &'static str, right: Expr) -> Self {
        let own = strength(symbol);
        let operand = |operand: Expr, right: bool| match &operand {
            Expr::Binary(_, inner, _)
                if strength(inner) < own
                    || strength(inner) == own && (right || own == strength("==")) =>
            {
                operand.parenthesized()
            }
            // `a as usize < b` would be read as generics.
            Expr::Cast(..) if !right && symbol.starts_with('<') => operand.parenthesized(),
            _ => operand,
        };
        Expr::Binary(Box::new(operand(left, false)), symbol, Box::new(operand(right, true)))
    }

    pub fn cast(self, rust_type: impl Into<Ident>) -> Self {
        let operand = match self {
            Expr::Binary(..) => self.parenthesized(),
            other => other,
        };
        Expr::Cast(Box::new(operand), Type::named(rust_type))
    }

    pub fn negated(self) -> Self {
        match self {
            Expr::Bool(truth) => Expr::Bool(!truth),
            Expr::Prefix("!", inner) => *inner,
            Expr::Binary(left, "==", right) => Expr::Binary(left, "!=", right),
            Expr::Binary(left, "!=", right) => Expr::Binary(left, "==", right),
            other => Expr::prefix("!", other),
        }
    }

    /// Whether two truth values agree: `a == b`, and `a != b` for `a == !b`.
    pub fn same_truth(self, other: Expr) -> Self {
        match (self, other) {
            (left, Expr::Prefix("!", right)) => Expr::binary(left, "!=", *right),
            (Expr::Prefix("!", left), right) => Expr::binary(*left, "!=", right),
            (left, right) => Expr::binary(left, "==", right),
        }
    }

    /// `|| body`, or the function alone where the body only calls one without arguments.
    pub fn factory(self) -> Self {
        match self {
            Expr::Call(function, arguments) if arguments.is_empty() => *function,
            body => body.closure(Vec::new()),
        }
    }

    /// `|parameters| self`
    pub fn closure(self, parameters: Vec<Pattern>) -> Self {
        Expr::Closure { moves: false, parameters, body: Box::new(self) }
    }

    /// `|name| self`, or the function alone where the closure only calls it with `name`.
    pub fn closure_of(self, name: &Ident) -> Self {
        match self {
            Expr::Call(function, arguments) if arguments == [Expr::name(name)] => *function,
            body => body.closure(vec![name.into()]),
        }
    }

    pub fn some(self) -> Self {
        Expr::call("Some", vec![self])
    }

    fn binds_loosely(&self) -> bool {
        match self {
            Expr::Int(number) => *number < 0,
            other => matches!(
                other,
                Expr::Binary(..) | Expr::Cast(..) | Expr::Prefix(..) | Expr::Closure { .. }
            ),
        }
    }

    fn parenthesized(self) -> Self {
        Expr::Paren(Box::new(self))
    }

    /// The expressions directly inside of this one.
    fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Path(_) | Expr::Written(_) | Expr::Int(_) | Expr::Bool(_) | Expr::Str(_) => {
                Vec::new()
            }
            Expr::Method(inner, _, others) | Expr::Call(inner, others) => {
                std::iter::once(&**inner).chain(others).collect()
            }
            Expr::Field(inner, _)
            | Expr::Prefix(_, inner)
            | Expr::Try(inner)
            | Expr::Cast(inner, _)
            | Expr::Paren(inner)
            | Expr::Closure { body: inner, .. } => vec![inner],
            Expr::Binary(left, _, right) | Expr::Index(left, right) => vec![left, right],
            Expr::Macro(_, inner) | Expr::Array(inner) | Expr::Tuple(inner) => {
                inner.iter().collect()
            }
            Expr::Match(value, arms) => {
                std::iter::once(&**value).chain(arms.iter().map(|(_, value)| value)).collect()
            }
            Expr::Struct(_, fields) => fields.iter().map(|(_, value)| value).collect(),
            Expr::Block(stmts) => stmts.iter().flat_map(Stmt::parts).collect(),
        }
    }

    /// Visits the expression and all expressions inside of it, outermost first.
    pub fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        self.parts().into_iter().for_each(|part| part.visit(visit));
    }

    /// Visits every path that does not name a parameter of a closure around it: the functions
    /// that the expression calls are among them.
    pub fn visit_paths(&self, found: &mut dyn FnMut(&[Ident])) {
        self.visit_free(&mut Vec::new(), found);
    }

    fn visit_free(&self, bound: &mut Vec<Ident>, found: &mut dyn FnMut(&[Ident])) {
        let outer = bound.len();
        match self {
            Expr::Path(path) if path.len() == 1 && bound.contains(&path[0]) => {}
            Expr::Path(path) => found(path),
            Expr::Closure { parameters, .. } => {
                parameters.iter().for_each(|parameter| parameter.collect_names(bound));
            }
            _ => {}
        }
        self.parts().into_iter().for_each(|part| part.visit_free(bound, found));
        bound.truncate(outer);
    }
}

impl Pattern {
    /// The names that the pattern binds.
    pub(super) fn collect_names(&self, names: &mut Vec<Ident>) {
        match self {
            Pattern::Name(name) | Pattern::Mutable(name) | Pattern::Reference(name) => {
                names.push(name.clone());
            }
            Pattern::Typed(inner, _) | Pattern::Some(inner) => inner.collect_names(names),
            Pattern::Tuple(inner) | Pattern::Array(inner) => {
                inner.iter().for_each(|pattern| pattern.collect_names(names));
            }
            Pattern::Wild | Pattern::Bool(_) => {}
        }
    }
}

impl Stmt {
    /// The expressions directly inside of the statement, and of the statements in its blocks.
    fn parts(&self) -> Vec<&Expr> {
        match self {
            Stmt::Let(_, value)
            | Stmt::LetElseReturn(_, value)
            | Stmt::Expr(value)
            | Stmt::Tail(value)
            | Stmt::Return(Some(value))
            | Stmt::Static(_, _, value) => vec![value],
            Stmt::If(value, body) | Stmt::For(_, value, body) => {
                std::iter::once(value).chain(body.iter().flat_map(Stmt::parts)).collect()
            }
            Stmt::Return(None) | Stmt::Comment(_) => Vec::new(),
        }
    }

    /// Visits all expressions of the statement, outermost first.
    pub fn visit(&self, visit: &mut dyn FnMut(&Expr)) {
        self.parts().into_iter().for_each(|part| part.visit(visit));
    }

    /// Visits every path that does not name a parameter of a closure around it.
    pub fn visit_paths(&self, found: &mut dyn FnMut(&[Ident])) {
        self.parts().into_iter().for_each(|part| part.visit_paths(found));
    }
}

fn strength(symbol: &str) -> u8 {
    match symbol {
        "||" => 1,
        "&&" => 2,
        "==" | "!=" | "<" | "<=" | ">" | ">=" => 3,
        "|" => 4,
        "^" => 5,
        "&" => 6,
        "+" | "-" => 7,
        _ => 8,
    }
}
