//! A proposed law, as a formula and as text.

use crate::arena::Id;
use crate::theory::{Axiom, Formula, SpecId, Term, Theory, Variable};

/// What a law says. Its text has forms that formulas do not have any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// `left = value when condition else … else last`
    Equation {
        left: Term,
        cases: Vec<(Formula, Term)>,
        last: Term,
    },
    /// `left iff right`
    Equivalence {
        left: Formula,
        right: Formula,
    },
    Truth(Formula),
}

/// A claim for all values, perhaps under a premise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    pub spec: SpecId,
    pub label: String,
    pub variables: Vec<Variable>,
    pub claim: Claim,
    pub premise: Option<Formula>,
}

impl Law {
    pub fn formula(&self) -> Formula {
        let conclusion = match &self.claim {
            Claim::Truth(formula) => formula.clone(),
            Claim::Equivalence { left, right } => {
                Formula::Iff(Box::new(left.clone()), Box::new(right.clone()))
            }
            Claim::Equation { left, cases, last } => {
                let last = Formula::Equal(left.clone(), last.clone());
                cases.iter().rev().fold(last, |rest, (condition, value)| {
                    let equal = Formula::Equal(left.clone(), value.clone());
                    let negated = Formula::Not(Box::new(condition.clone()));
                    let [one, other] = [(equal, condition.clone()), (rest, negated)]
                        .map(|(left, right)| Box::new(both(left, right)));
                    Formula::Or(one, other)
                })
            }
        };
        match &self.premise {
            None => conclusion,
            Some(premise) => {
                Formula::If { conclusion: Box::new(conclusion), premise: Box::new(premise.clone()) }
            }
        }
    }

    /// The axiom without its label and semicolon.
    pub fn text(&self, theory: &Theory) -> String {
        let variables = &self.variables;
        let mut text = match &self.claim {
            Claim::Truth(formula) => formula.text(theory, variables),
            Claim::Equivalence { left, right } => {
                format!("{} iff {}", left.text(theory, variables), right.text(theory, variables))
            }
            Claim::Equation { left, cases, last } => {
                let mut text = format!("{} = ", left.text(theory, variables));
                for (condition, value) in cases {
                    let (value, condition) =
                        (value.text(theory, variables), condition.text(theory, variables));
                    text += &format!("{value} when {condition} else ");
                }
                text + &last.text(theory, variables)
            }
        };
        if let Some(premise) = &self.premise {
            text += &format!(" if {}", premise.text(theory, variables));
        }
        text
    }

    /// `[label] text;`
    pub fn line(&self, theory: &Theory) -> String {
        format!("[{}] {};", self.label, self.text(theory))
    }

    /// The variables that occur.
    pub fn used(&self) -> Vec<&Variable> {
        self.formula().variables().iter().map(|it| &self.variables[it.index()]).collect()
    }

    /// The law as an axiom of its specification.
    pub fn axiom(&self, theory: &Theory) -> Axiom {
        let own = theory.axioms.values().filter(|axiom| axiom.spec == self.spec).count();
        Axiom {
            spec: self.spec,
            label: Some(self.label.clone()),
            number: own + 1,
            variables: self.variables.clone(),
            formula: self.formula(),
            text: self.text(theory),
            span: theory.specs[self.spec].span,
        }
    }
}

impl Claim {
    /// The number of symbols: the measure of how simple a claim is.
    pub fn size(&self) -> usize {
        match self {
            Claim::Truth(formula) => formula_size(formula),
            Claim::Equivalence { left, right } => formula_size(left) + formula_size(right) + 1,
            Claim::Equation { left, cases, last } => {
                // What is kept is as simple as a number.
                let size = |value: &Term| match is_kept(left, value) {
                    true => 1,
                    false => value.subterms().len(),
                };
                let case = |(condition, value): &(Formula, Term)| {
                    formula_size(condition) + size(value) + 2
                };
                let cases: usize = cases.iter().map(case).sum();
                left.subterms().len() + size(last) + cases
            }
        }
    }
}

/// Whether a right side is the observer of the left one, on variables.
pub fn is_kept(left: &Term, right: &Term) -> bool {
    let (Term::Apply(observer, _), Term::Apply(other, inner)) = (left, right) else {
        return false;
    };
    observer == other && inner.iter().all(|it| matches!(it, Term::Variable(_)))
}

pub fn both(left: Formula, right: Formula) -> Formula {
    Formula::And(Box::new(left), Box::new(right))
}

pub fn either(left: Formula, right: Formula) -> Formula {
    Formula::Or(Box::new(left), Box::new(right))
}

/// The number of symbols of a formula.
pub fn formula_size(formula: &Formula) -> usize {
    let atoms = formula.atom_occurrences();
    let sides = |atom: &Formula| -> usize {
        1 + atom.sides().iter().map(|side| side.subterms().len()).sum::<usize>()
    };
    let negated = usize::from(matches!(formula, Formula::Not(_)));
    atoms.iter().map(|atom| sides(atom)).sum::<usize>() + atoms.len().saturating_sub(1) + negated
}
