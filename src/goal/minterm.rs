//! Full disjunctive normal form.
//!
//! The minterms of a formula are the truth assignments to its atoms that make it
//! true. They exclude one another, and their disjunction is the formula.

use super::Literal;
use crate::theory::{Comparison, Formula, Term};

/// A formula with its atoms numbered in order of first occurrence.
pub struct Minterms<'f> {
    atoms: Vec<&'f Formula>,
    shape: FormulaShape,
}

/// A formula whose atoms are numbers.
enum FormulaShape {
    Atom(usize),
    Not(Box<FormulaShape>),
    And(Box<FormulaShape>, Box<FormulaShape>),
    Or(Box<FormulaShape>, Box<FormulaShape>),
    Iff(Box<FormulaShape>, Box<FormulaShape>),
}

impl<'f> Minterms<'f> {
    pub fn of(formula: &'f Formula) -> Self {
        let mut atoms = Vec::new();
        let shape = shape(formula, &mut atoms);
        Self { atoms, shape }
    }

    /// The distinct atoms, in order of first occurrence in the text.
    pub fn atoms(&self) -> &[&'f Formula] {
        &self.atoms
    }

    /// The truth assignments that make the formula `value`: the one where every
    /// atom holds comes first, and the last atom changes fastest.
    pub fn assignments(&self, value: bool) -> impl Iterator<Item = Vec<bool>> + '_ {
        let count = self.atoms.len();
        (0u64..1 << count)
            .map(move |bits| (0..count).rev().map(|place| bits >> place & 1 == 0).collect())
            .filter(move |truth: &Vec<bool>| self.shape.holds(truth) == value)
    }

    /// Whether a truth assignment makes the formula true, and with one atom otherwise would not.
    pub fn nearly_fails(&self, truth: &[bool]) -> bool {
        let fails_with = |place: usize| {
            let mut other = truth.to_vec();
            other[place] = !other[place];
            !self.shape.holds(&other)
        };
        self.shape.holds(truth) && (0..truth.len()).any(fails_with)
    }

    /// What a truth assignment says, literal by literal.
    pub fn literals(&self, truth: &[bool]) -> Vec<Literal> {
        let literal =
            |(atom, holds): (&&Formula, &bool)| Literal { atom: (*atom).clone(), holds: *holds };
        self.atoms.iter().zip(truth).map(literal).collect()
    }
}

fn shape<'f>(formula: &'f Formula, atoms: &mut Vec<&'f Formula>) -> FormulaShape {
    let mut boxed = |formula: &'f Formula| Box::new(shape(formula, atoms));
    match formula {
        Formula::Not(inner) => FormulaShape::Not(boxed(inner)),
        Formula::And(left, right) => FormulaShape::And(boxed(left), boxed(right)),
        Formula::Or(left, right) => FormulaShape::Or(boxed(left), boxed(right)),
        Formula::Iff(left, right) => FormulaShape::Iff(boxed(left), boxed(right)),
        Formula::If { conclusion, premise } => {
            let conclusion = boxed(conclusion);
            FormulaShape::Or(conclusion, Box::new(FormulaShape::Not(boxed(premise))))
        }
        Formula::Predicate(..) | Formula::Equal(..) | Formula::Compare(..) => {
            FormulaShape::Atom(number(formula, atoms))
        }
    }
}

fn number<'f>(atom: &'f Formula, atoms: &mut Vec<&'f Formula>) -> usize {
    atoms.iter().position(|known| same_atom(known, atom)).unwrap_or_else(|| {
        atoms.push(atom);
        atoms.len() - 1
    })
}

/// Whether two atoms say the same whatever their variables are, by form alone:
/// they are written alike, or one is the other read from right to left. If
/// `E = F` and `F = E` counted twice, half of the minterms would be impossible
/// for no reason that a reader of the axiom cares about.
pub fn same_atom(first: &Formula, second: &Formula) -> bool {
    first == second
        || mirrored(first).is_some_and(|(comparison, left, right)| match second {
            Formula::Equal(a, b) => comparison.is_none() && (left, right) == (a, b),
            Formula::Compare(c, a, b) => comparison == Some(*c) && (left, right) == (a, b),
            _ => false,
        })
}

/// An equality or comparison with its sides exchanged; equalities have no
/// comparison.
fn mirrored(atom: &Formula) -> Option<(Option<Comparison>, &Term, &Term)> {
    match atom {
        Formula::Equal(left, right) => Some((None, right, left)),
        Formula::Compare(comparison, left, right) => {
            let mirror = match comparison {
                Comparison::Less => Comparison::Greater,
                Comparison::LessEqual => Comparison::GreaterEqual,
                Comparison::Greater => Comparison::Less,
                Comparison::GreaterEqual => Comparison::LessEqual,
            };
            Some((Some(mirror), right, left))
        }
        _ => None,
    }
}

impl FormulaShape {
    fn holds(&self, truth: &[bool]) -> bool {
        match self {
            FormulaShape::Atom(atom) => truth[*atom],
            FormulaShape::Not(inner) => !inner.holds(truth),
            FormulaShape::And(left, right) => left.holds(truth) && right.holds(truth),
            FormulaShape::Or(left, right) => left.holds(truth) || right.holds(truth),
            FormulaShape::Iff(left, right) => left.holds(truth) == right.holds(truth),
        }
    }
}
