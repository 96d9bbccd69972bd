//! Resolved terms and formulas.

use super::{OpId, VarId};

/// A well-sorted term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    Variable(VarId),
    Apply(OpId, Vec<Term>),
    Int(i64),
    Arithmetic(ArithmeticOperator, Box<Term>, Box<Term>),
}

/// `-x` is `0 - x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArithmeticOperator {
    Add,
    Subtract,
    Multiply,
}

/// A quantifier-free formula. `a != b` is `Not(Equal)`, `a = b` and `a != b`
/// between formulas are `Iff` and `Not(Iff)`, and `x = u when c else v` is
/// `(x = u and c) or (x = v and not c)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    Predicate(OpId, Vec<Term>),
    /// Strong equality: both sides defined and equal, or both undefined.
    Equal(Term, Term),
    /// False where a side is undefined, as every predicate.
    Compare(Comparison, Term, Term),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    If {
        conclusion: Box<Formula>,
        premise: Box<Formula>,
    },
}

/// `a > b` is `Less(b, a)` after resolution would lose the text; all four stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Formula {
    pub fn is_atom(&self) -> bool {
        matches!(self, Formula::Predicate(..) | Formula::Equal(..) | Formula::Compare(..))
    }
}
