//! Equations as rules, by which others follow.

use std::cmp::Ordering;

use crate::theory::{Formula, Term, Theory, VarId};

/// The most steps for one term.
const STEPS: usize = 200;

/// Equations without a premise, read from left to right.
#[derive(Clone, Debug, Default)]
pub struct Rewriting {
    rules: Vec<(Term, Term)>,
}

impl Rewriting {
    /// The axioms that are plain equations, or say that two predicates are equivalent.
    pub fn of(theory: &Theory) -> Self {
        let mut rewriting = Self::default();
        for axiom in theory.axioms.values() {
            match &axiom.formula {
                Formula::Equal(left, right) => rewriting.add(left, right),
                Formula::Iff(left, right) => {
                    if let (Some(left), Some(right)) = (predicate(left), predicate(right)) {
                        rewriting.add(&left, &right);
                    }
                }
                _ => {}
            }
        }
        rewriting
    }

    /// Adds an equation. A side that has variables of its own is no right side.
    pub fn add(&mut self, left: &Term, right: &Term) {
        for (left, right) in [(left, right), (right, left)] {
            let is_rule = !matches!(left, Term::Variable(_) | Term::Int(_));
            if is_rule && variables(right).iter().all(|it| variables(left).contains(it)) {
                self.rules.push((left.clone(), right.clone()));
            }
        }
    }

    /// Whether both sides come to the same term.
    pub fn joins(&self, left: &Term, right: &Term) -> bool {
        self.normal(left) == self.normal(right)
    }

    /// The term after all rules that make it smaller.
    pub fn normal(&self, term: &Term) -> Term {
        let mut term = term.clone();
        for _ in 0..STEPS {
            match self.step(&term) {
                Some(smaller) => term = smaller,
                None => break,
            }
        }
        term
    }

    fn step(&self, term: &Term) -> Option<Term> {
        match term {
            Term::Apply(op, arguments) => {
                for (place, argument) in arguments.iter().enumerate() {
                    if let Some(smaller) = self.step(argument) {
                        let mut arguments = arguments.clone();
                        arguments[place] = smaller;
                        return Some(Term::Apply(*op, arguments));
                    }
                }
            }
            Term::Arithmetic(operator, left, right) => {
                if let Some(smaller) = self.step(left) {
                    return Some(Term::Arithmetic(*operator, Box::new(smaller), right.clone()));
                }
                if let Some(smaller) = self.step(right) {
                    return Some(Term::Arithmetic(*operator, left.clone(), Box::new(smaller)));
                }
            }
            Term::Variable(_) | Term::Int(_) => return None,
        }
        self.rules.iter().find_map(|(left, right)| {
            let mut bindings = Vec::new();
            if !matches(left, term, &mut bindings) {
                return None;
            }
            let bound = |var: VarId| {
                let found = bindings.iter().find(|(known, _)| *known == var);
                found.map_or(Term::Variable(var), |(_, term)| Term::clone(term))
            };
            let smaller = right.replaced(&bound);
            (compare(&smaller, term) == Ordering::Less).then_some(smaller)
        })
    }
}

/// A predicate, written as a term.
pub fn predicate(formula: &Formula) -> Option<Term> {
    match formula {
        Formula::Predicate(op, arguments) => Some(Term::Apply(*op, arguments.clone())),
        _ => None,
    }
}

/// Whether a term is an instance of a pattern.
pub fn matches<'t>(pattern: &Term, term: &'t Term, bindings: &mut Vec<(VarId, &'t Term)>) -> bool {
    match (pattern, term) {
        (Term::Variable(var), _) => match bindings.iter().find(|(known, _)| known == var) {
            Some((_, bound)) => *bound == term,
            None => {
                bindings.push((*var, term));
                true
            }
        },
        (Term::Int(one), Term::Int(other)) => one == other,
        (Term::Apply(op, inner), Term::Apply(other, arguments)) => {
            op == other
                && inner.iter().zip(arguments).all(|(inner, term)| matches(inner, term, bindings))
        }
        (Term::Arithmetic(operator, a, b), Term::Arithmetic(other, c, d)) => {
            operator == other && matches(a, c, bindings) && matches(b, d, bindings)
        }
        _ => false,
    }
}

/// Terms with few calls and variables first; any total order does for the rest.
fn compare(left: &Term, right: &Term) -> Ordering {
    let weight = |term: &Term| {
        let is_heavy = |it: &&Term| matches!(it, Term::Apply(..) | Term::Variable(_));
        term.subterms().into_iter().filter(is_heavy).count()
    };
    let weights = weight(left).cmp(&weight(right));
    weights.then_with(|| format!("{left:?}").cmp(&format!("{right:?}")))
}

/// The variables of a term.
pub fn variables(term: &Term) -> Vec<VarId> {
    let mut found = Vec::new();
    for inner in term.subterms() {
        if let Term::Variable(var) = inner
            && !found.contains(var)
        {
            found.push(*var);
        }
    }
    found
}
