//! What rustfmt's rules ask of an expression.

use crate::rust::{Expr, Stmt};

/// Without the operators that rustfmt looks through: `&`, `!`, `?`, `as`.
fn core(expr: &Expr) -> &Expr {
    match expr {
        Expr::Prefix(_, inner) | Expr::Try(inner) | Expr::Cast(inner, _) => core(inner),
        other => other,
    }
}

pub fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::Int(_) | Expr::Bool(_) | Expr::Str(_) => true,
        Expr::Path(path) => path.len() <= 1,
        Expr::Written(text) => text.as_str().chars().all(|c| c.is_alphanumeric() || c == '_'),
        Expr::Prefix(_, inner)
        | Expr::Cast(inner, _)
        | Expr::Field(inner, _)
        | Expr::Try(inner) => is_simple(inner),
        Expr::Index(list, place) => is_simple(list) && is_simple(place),
        _ => false,
    }
}

/// Whether the expression may start on the line of its brackets as the last of `count`.
pub fn can_overflow(expr: &Expr, count: usize) -> bool {
    match core(expr) {
        Expr::Block(_) | Expr::Closure { .. } => true,
        Expr::Match(..)
        | Expr::Array(_)
        | Expr::Struct(..)
        | Expr::Macro(..)
        | Expr::Call(..)
        | Expr::Method(..)
        | Expr::Tuple(_) => count == 1,
        _ => false,
    }
}

pub fn is_nested_call(expr: &Expr) -> bool {
    matches!(core(expr), Expr::Call(..) | Expr::Macro(..))
}

pub fn is_method_call(expr: &Expr) -> bool {
    matches!(core(expr), Expr::Method(..))
}

pub fn is_closure(expr: &Expr) -> bool {
    matches!(expr, Expr::Closure { .. })
}

/// Whether the last line of an expression that is printed as `text` only closes brackets.
pub fn is_block_like(expr: &Expr, text: &str) -> bool {
    match expr {
        Expr::Macro(..)
        | Expr::Call(..)
        | Expr::Method(..)
        | Expr::Array(_)
        | Expr::Struct(..)
        | Expr::Block(_)
        | Expr::Closure { .. }
        | Expr::Match(..) => text.contains('\n'),
        Expr::Paren(inner) | Expr::Binary(_, _, inner) | Expr::Index(_, inner) => {
            is_block_like(inner, text)
        }
        Expr::Prefix(symbol, inner) if !symbol.starts_with('&') => is_block_like(inner, text),
        Expr::Try(inner) => is_block_like(inner, text),
        Expr::Str(_) => {
            text.contains('\n') && super::shape::trimmed_last_line_width(text) <= super::shape::TAB
        }
        _ => false,
    }
}

/// Whether the body of a match arm may go on behind `=>` over several lines.
pub fn can_follow_arrow(expr: &Expr) -> bool {
    match expr {
        Expr::Match(..)
        | Expr::Block(_)
        | Expr::Closure { .. }
        | Expr::Array(_)
        | Expr::Call(..)
        | Expr::Method(..)
        | Expr::Macro(..)
        | Expr::Struct(..)
        | Expr::Tuple(_) => true,
        Expr::Prefix(_, inner)
        | Expr::Try(inner)
        | Expr::Index(inner, _)
        | Expr::Cast(inner, _) => can_follow_arrow(inner),
        _ => false,
    }
}

/// Whether the body of a closure may have several lines without braces around it.
pub fn may_be_bare_body(expr: &Expr) -> bool {
    matches!(core(expr), Expr::Match(..) | Expr::Block(_) | Expr::Struct(..))
}

/// Whether rustfmt puts no braces around the body of a closure: `{ match … {} + 1 }` would be
/// read as a statement and another expression.
pub fn refuses_braces(expr: &Expr) -> bool {
    let is_compound = matches!(
        expr,
        Expr::Call(..)
            | Expr::Binary(..)
            | Expr::Cast(..)
            | Expr::Field(..)
            | Expr::Index(..)
            | Expr::Try(_)
    );
    is_compound && matches!(leftmost(expr), Expr::Match(..) | Expr::Block(_))
}

fn leftmost(expr: &Expr) -> &Expr {
    match expr {
        Expr::Call(inner, _)
        | Expr::Binary(inner, _, _)
        | Expr::Cast(inner, _)
        | Expr::Field(inner, _)
        | Expr::Index(inner, _)
        | Expr::Try(inner) => leftmost(inner),
        other => other,
    }
}

/// The value of a block that has nothing else, no comment either.
pub fn only_value(block: &[Stmt]) -> Option<&Expr> {
    match block {
        [Stmt::Tail(value)] if !has_comment(value) => Some(value),
        _ => None,
    }
}

fn has_comment(expr: &Expr) -> bool {
    let any = |exprs: &[Expr]| exprs.iter().any(has_comment);
    match expr {
        Expr::Path(_) | Expr::Int(_) | Expr::Bool(_) | Expr::Str(_) => false,
        Expr::Written(text) => text.as_str().contains("//"),
        Expr::Call(inner, others) | Expr::Method(inner, _, others) => {
            has_comment(inner) || any(others)
        }
        Expr::Field(inner, _)
        | Expr::Prefix(_, inner)
        | Expr::Try(inner)
        | Expr::Cast(inner, _)
        | Expr::Paren(inner)
        | Expr::Closure { body: inner, .. } => has_comment(inner),
        Expr::Binary(left, _, right) | Expr::Index(left, right) => {
            has_comment(left) || has_comment(right)
        }
        Expr::Macro(_, inner) | Expr::Array(inner) | Expr::Tuple(inner) => any(inner),
        Expr::Match(value, arms) => {
            has_comment(value) || arms.iter().any(|(_, value)| has_comment(value))
        }
        Expr::Struct(_, fields) => fields.iter().any(|(_, value)| has_comment(value)),
        Expr::Block(block) => block.iter().any(statement_has_comment),
    }
}

fn statement_has_comment(stmt: &Stmt) -> bool {
    let any = |block: &[Stmt]| block.iter().any(statement_has_comment);
    match stmt {
        Stmt::Comment(_) => true,
        Stmt::Let(_, value)
        | Stmt::LetElseReturn(_, value)
        | Stmt::Expr(value)
        | Stmt::Tail(value)
        | Stmt::Return(Some(value))
        | Stmt::Static(_, _, value) => has_comment(value),
        Stmt::If(value, body) | Stmt::For(_, value, body) => has_comment(value) || any(body),
        Stmt::Return(None) => false,
    }
}
