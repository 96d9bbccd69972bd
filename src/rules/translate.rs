//! Formulas of a theory as formulas of the engine.
//!
//! Reading: `conclusion if premise` is `not premise or conclusion`. Nothing else changes.

use super::logic::{not, or};
use crate::arena::Id;
use crate::execute::{ArithmeticOperator, Comparison, Expr, Formula};
use crate::theory;

pub fn formula(formula: &theory::Formula) -> Formula {
    let boxed = |inner: &theory::Formula| Box::new(self::formula(inner));
    match formula {
        theory::Formula::Predicate(op, arguments) => {
            Formula::Predicate(op.index(), arguments.iter().map(expr).collect())
        }
        theory::Formula::Equal(left, right) => Formula::Equal(expr(left), expr(right)),
        theory::Formula::Compare(how, left, right) => {
            Formula::Compare(comparison(*how), expr(left), expr(right))
        }
        theory::Formula::Not(inner) => Formula::Not(boxed(inner)),
        theory::Formula::And(left, right) => Formula::And(boxed(left), boxed(right)),
        theory::Formula::Or(left, right) => Formula::Or(boxed(left), boxed(right)),
        theory::Formula::Iff(left, right) => Formula::Iff(boxed(left), boxed(right)),
        theory::Formula::If { conclusion, premise } => {
            or(not(self::formula(premise)), self::formula(conclusion))
        }
    }
}

pub fn expr(term: &theory::Term) -> Expr {
    match term {
        theory::Term::Variable(variable) => Expr::Variable(variable.index()),
        theory::Term::Int(number) => Expr::Int(*number),
        theory::Term::Apply(op, arguments) => {
            Expr::Apply(op.index(), arguments.iter().map(expr).collect())
        }
        theory::Term::Arithmetic(operator, left, right) => {
            Expr::Arithmetic(arithmetic(*operator), Box::new(expr(left)), Box::new(expr(right)))
        }
    }
}

fn arithmetic(operator: theory::ArithmeticOperator) -> ArithmeticOperator {
    match operator {
        theory::ArithmeticOperator::Add => ArithmeticOperator::Add,
        theory::ArithmeticOperator::Subtract => ArithmeticOperator::Subtract,
        theory::ArithmeticOperator::Multiply => ArithmeticOperator::Multiply,
        theory::ArithmeticOperator::Divide => ArithmeticOperator::Divide,
        theory::ArithmeticOperator::Remainder => ArithmeticOperator::Remainder,
        theory::ArithmeticOperator::Minimum => ArithmeticOperator::Minimum,
        theory::ArithmeticOperator::Maximum => ArithmeticOperator::Maximum,
    }
}

fn comparison(comparison: theory::Comparison) -> Comparison {
    match comparison {
        theory::Comparison::Less => Comparison::Less,
        theory::Comparison::LessEqual => Comparison::LessEqual,
        theory::Comparison::Greater => Comparison::Greater,
        theory::Comparison::GreaterEqual => Comparison::GreaterEqual,
    }
}
