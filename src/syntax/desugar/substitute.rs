//! Expressions in the places of variables.

use crate::syntax::ast::{Choice, Expr, ExprKind, Name, Otherwise, When};

/// The expression with arguments in the places of the formal ones, which are variables.
pub(super) fn substituted(expr: &Expr, formal: &[Expr], arguments: &[Expr]) -> Expr {
    let inner = |expr: &Expr| substituted(expr, formal, arguments);
    let boxed = |expr: &Expr| Box::new(substituted(expr, formal, arguments));
    let kind = match &expr.kind {
        ExprKind::Name(name) => {
            let is_formal = |it: &Expr| matches!(&it.kind, ExprKind::Name(other) if other == name);
            match formal.iter().position(is_formal) {
                Some(place) => return arguments[place].clone(),
                None => ExprKind::Name(name.clone()),
            }
        }
        ExprKind::Call(name, parts) => {
            ExprKind::Call(name.clone(), parts.iter().map(inner).collect())
        }
        ExprKind::Int(number) => ExprKind::Int(*number),
        ExprKind::Negate(part) => ExprKind::Negate(boxed(part)),
        ExprKind::Not(part) => ExprKind::Not(boxed(part)),
        ExprKind::Binary(operator, left, right) => {
            ExprKind::Binary(*operator, boxed(left), boxed(right))
        }
        ExprKind::When(when) => {
            let choice = substituted_choice(&when.choice, &inner);
            ExprKind::When(Box::new(When { left: inner(&when.left), choice }))
        }
    };
    Expr { kind, span: expr.span }
}

fn substituted_choice(choice: &Choice, inner: &dyn Fn(&Expr) -> Expr) -> Choice {
    Choice {
        value: inner(&choice.value),
        condition: inner(&choice.condition),
        otherwise: match &choice.otherwise {
            Otherwise::Value(value) => Otherwise::Value(inner(value)),
            Otherwise::Choice(next) => Otherwise::Choice(Box::new(substituted_choice(next, inner))),
        },
        span: choice.span,
    }
}

/// All calls of operations in an expression, the outermost first.
pub(super) fn calls(expr: &Expr) -> Vec<(&Name, &[Expr])> {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Int(_) | ExprKind::When(_) => Vec::new(),
        ExprKind::Call(name, parts) => {
            let mut found = vec![(name, parts.as_slice())];
            found.extend(parts.iter().flat_map(calls));
            found
        }
        ExprKind::Negate(part) | ExprKind::Not(part) => calls(part),
        ExprKind::Binary(_, left, right) => [calls(left), calls(right)].concat(),
    }
}

/// The names of all operations that an expression calls.
pub(super) fn called(expr: &Expr) -> Vec<String> {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Int(_) => Vec::new(),
        ExprKind::Call(name, parts) => {
            let mut names = vec![name.text.clone()];
            names.extend(parts.iter().flat_map(called));
            names
        }
        ExprKind::Negate(part) | ExprKind::Not(part) => called(part),
        ExprKind::Binary(_, left, right) => [called(left), called(right)].concat(),
        ExprKind::When(when) => [called(&when.left), called_in(&when.choice)].concat(),
    }
}

/// The names of all operations that the branches and conditions of a choice call.
pub(super) fn called_in(choice: &Choice) -> Vec<String> {
    let mut names = [called(&choice.value), called(&choice.condition)].concat();
    names.extend(match &choice.otherwise {
        Otherwise::Value(value) => called(value),
        Otherwise::Choice(next) => called_in(next),
    });
    names
}
