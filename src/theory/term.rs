//! Resolved terms and formulas.

use std::collections::{BTreeSet, HashSet};

use super::{OpId, VarId};
use crate::arena::Id;

/// A well-sorted term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    Variable(VarId),
    Apply(OpId, Vec<Term>),
    Int(i64),
    Arithmetic(ArithmeticOperator, Box<Term>, Box<Term>),
}

/// `-x` is `0 - x`. Quotients are truncated towards zero and remainders have the sign of the
/// dividend; both are undefined where the divisor is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArithmeticOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Minimum,
    Maximum,
}

/// The result of arithmetic on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calculated {
    Number(i64),
    /// The divisor is 0.
    Undefined,
    /// The number does not fit 64 bits.
    Overflow,
}

impl ArithmeticOperator {
    pub fn apply(self, left: i64, right: i64) -> Calculated {
        let number = match self {
            ArithmeticOperator::Divide | ArithmeticOperator::Remainder if right == 0 => {
                return Calculated::Undefined;
            }
            ArithmeticOperator::Add => left.checked_add(right),
            ArithmeticOperator::Subtract => left.checked_sub(right),
            ArithmeticOperator::Multiply => left.checked_mul(right),
            ArithmeticOperator::Divide => left.checked_div(right),
            ArithmeticOperator::Remainder => left.checked_rem(right),
            ArithmeticOperator::Minimum => Some(left.min(right)),
            ArithmeticOperator::Maximum => Some(left.max(right)),
        };
        number.map_or(Calculated::Overflow, Calculated::Number)
    }

    /// Whether a term may be undefined although both operands are defined.
    pub fn is_partial(self, divisor: &Term) -> bool {
        let divides = matches!(self, ArithmeticOperator::Divide | ArithmeticOperator::Remainder);
        divides && !matches!(divisor, Term::Int(number) if *number != 0)
    }
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

impl Comparison {
    /// What holds of two numbers exactly where this does not.
    pub fn opposite(self) -> Self {
        match self {
            Comparison::Less => Comparison::GreaterEqual,
            Comparison::LessEqual => Comparison::Greater,
            Comparison::Greater => Comparison::LessEqual,
            Comparison::GreaterEqual => Comparison::Less,
        }
    }

    pub fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::LessEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterEqual => left >= right,
        }
    }
}

impl Term {
    /// The term itself and all terms inside, outermost first.
    pub fn subterms(&self) -> Vec<&Term> {
        let mut found = vec![self];
        match self {
            Term::Variable(_) | Term::Int(_) => {}
            Term::Apply(_, arguments) => found.extend(arguments.iter().flat_map(Term::subterms)),
            Term::Arithmetic(_, left, right) => {
                found.extend(left.subterms());
                found.extend(right.subterms());
            }
        }
        found
    }

    /// The term with other variables in the same places.
    pub fn renamed(&self, rename: &impl Fn(VarId) -> VarId) -> Term {
        self.replaced(&|var| Term::Variable(rename(var)))
    }

    /// The term with terms in the place of its variables.
    pub fn replaced(&self, replace: &impl Fn(VarId) -> Term) -> Term {
        match self {
            Term::Variable(id) => replace(*id),
            Term::Int(value) => Term::Int(*value),
            Term::Apply(op, arguments) => {
                Term::Apply(*op, arguments.iter().map(|term| term.replaced(replace)).collect())
            }
            Term::Arithmetic(operator, left, right) => Term::Arithmetic(
                *operator,
                Box::new(left.replaced(replace)),
                Box::new(right.replaced(replace)),
            ),
        }
    }
}

impl Formula {
    pub fn is_atom(&self) -> bool {
        matches!(self, Formula::Predicate(..) | Formula::Equal(..) | Formula::Compare(..))
    }

    /// The distinct atoms, in order of first occurrence.
    pub fn atoms(&self) -> Vec<&Formula> {
        let mut seen = HashSet::new();
        let mut atoms = self.atom_occurrences();
        atoms.retain(|atom| seen.insert(*atom));
        atoms
    }

    /// All atoms from left to right, as often as they occur.
    pub fn atom_occurrences(&self) -> Vec<&Formula> {
        let mut found = Vec::new();
        self.collect_atoms(&mut found);
        found
    }

    fn collect_atoms<'f>(&'f self, found: &mut Vec<&'f Formula>) {
        match self {
            Formula::Predicate(..) | Formula::Equal(..) | Formula::Compare(..) => found.push(self),
            Formula::Not(inner) => inner.collect_atoms(found),
            Formula::And(left, right) | Formula::Or(left, right) | Formula::Iff(left, right) => {
                left.collect_atoms(found);
                right.collect_atoms(found);
            }
            Formula::If { conclusion, premise } => {
                conclusion.collect_atoms(found);
                premise.collect_atoms(found);
            }
        }
    }

    /// The terms of an atom. Other formulas have none.
    pub fn sides(&self) -> Vec<&Term> {
        match self {
            Formula::Predicate(_, arguments) => arguments.iter().collect(),
            Formula::Equal(left, right) | Formula::Compare(_, left, right) => vec![left, right],
            _ => Vec::new(),
        }
    }

    /// All terms of all atoms, subterms included.
    pub fn subterms(&self) -> Vec<&Term> {
        let atoms = self.atom_occurrences();
        atoms.iter().flat_map(|atom| atom.sides()).flat_map(Term::subterms).collect()
    }

    pub fn variables(&self) -> BTreeSet<VarId> {
        let variable = |term: &Term| match term {
            Term::Variable(id) => Some(*id),
            _ => None,
        };
        BTreeSet::from_iter(self.subterms().into_iter().filter_map(variable))
    }

    /// All operations and predicates that occur.
    pub fn ops(&self) -> BTreeSet<OpId> {
        let applied = |term: &Term| match term {
            Term::Apply(op, _) => Some(*op),
            _ => None,
        };
        let predicate = |atom: &Formula| match atom {
            Formula::Predicate(op, _) => Some(*op),
            _ => None,
        };
        let predicates = self.atom_occurrences().into_iter().filter_map(predicate);
        BTreeSet::from_iter(self.subterms().into_iter().filter_map(applied).chain(predicates))
    }

    /// The formula with other variables in the same places.
    pub fn renamed(&self, rename: &impl Fn(VarId) -> VarId) -> Formula {
        self.replaced(&|var| Term::Variable(rename(var)))
    }

    /// The formula with the terms in the place of its variables, in their order.
    pub fn substituted(&self, terms: &[Term]) -> Formula {
        self.replaced(&|var| terms[var.index()].clone())
    }

    /// The formula with terms in the place of its variables.
    pub fn replaced(&self, replace: &impl Fn(VarId) -> Term) -> Formula {
        self.map_atoms(&|atom| match atom {
            Formula::Predicate(op, arguments) => {
                let arguments = arguments.iter().map(|term| term.replaced(replace)).collect();
                Formula::Predicate(*op, arguments)
            }
            Formula::Equal(left, right) => {
                Formula::Equal(left.replaced(replace), right.replaced(replace))
            }
            Formula::Compare(how, left, right) => {
                Formula::Compare(*how, left.replaced(replace), right.replaced(replace))
            }
            connective => connective.clone(),
        })
    }

    /// The formula with every atom replaced.
    pub fn map_atoms(&self, replace: &impl Fn(&Formula) -> Formula) -> Formula {
        let map = |inner: &Formula| Box::new(inner.map_atoms(replace));
        match self {
            Formula::Predicate(..) | Formula::Equal(..) | Formula::Compare(..) => replace(self),
            Formula::Not(inner) => Formula::Not(map(inner)),
            Formula::And(left, right) => Formula::And(map(left), map(right)),
            Formula::Or(left, right) => Formula::Or(map(left), map(right)),
            Formula::Iff(left, right) => Formula::Iff(map(left), map(right)),
            Formula::If { conclusion, premise } => {
                Formula::If { conclusion: map(conclusion), premise: map(premise) }
            }
        }
    }
}
