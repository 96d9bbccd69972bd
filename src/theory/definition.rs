//! Operations that one axiom defines: `isFull(L) iff len(L) = capacity(L)`.
//!
//! The axiom applies the operation to variables and says for all values what it is, without a
//! premise or with the operation's own domain as premise. No function is needed for such an
//! operation: evaluating the right side is enough.

use std::collections::BTreeSet;

use super::{Axiom, AxiomId, Formula, OpId, Term, Theory, VarId, Variable};
use crate::arena::Id;

/// The right side of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub axiom: AxiomId,
    /// The arguments of the operation, in order.
    pub variables: Vec<Variable>,
    pub right: Right,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Right {
    /// When a predicate holds.
    Truth(Formula),
    /// The value of the first case whose condition holds, or else the last one.
    Value(Vec<(Formula, Term)>, Term),
}

impl Definition {
    /// The arguments that the right side mentions.
    pub fn used(&self) -> BTreeSet<VarId> {
        let in_term = |term: &Term| {
            let variable = |term: &Term| match term {
                Term::Variable(var) => Some(*var),
                _ => None,
            };
            term.subterms().into_iter().filter_map(variable).collect::<Vec<VarId>>()
        };
        match &self.right {
            Right::Truth(formula) => formula.variables(),
            Right::Value(cases, last) => {
                let conditions = cases.iter().flat_map(|(condition, _)| condition.variables());
                let values = cases.iter().map(|(_, value)| value).chain([last]);
                conditions.chain(values.flat_map(in_term)).collect()
            }
        }
    }

    /// The operations that the right side calls.
    pub fn ops(&self) -> Vec<OpId> {
        match &self.right {
            Right::Truth(formula) => formula.ops().into_iter().collect(),
            Right::Value(cases, last) => {
                let conditions = cases.iter().flat_map(|(condition, _)| condition.ops());
                let values = cases.iter().map(|(_, value)| value).chain([last]);
                conditions.chain(values.flat_map(called)).collect()
            }
        }
    }
}

fn called(term: &Term) -> Vec<OpId> {
    let apply = |term: &Term| match term {
        Term::Apply(op, _) => Some(*op),
        _ => None,
    };
    term.subterms().into_iter().filter_map(apply).collect()
}

impl Theory {
    /// How the first axiom that defines an operation does so.
    pub fn definition(&self, op: OpId) -> Option<Definition> {
        let operation = &self.ops[op];
        if operation.is_constructor() || self.is_parameter(operation.spec) {
            return None;
        }
        let own = self.axioms.iter().filter(|(_, axiom)| axiom.spec == operation.spec);
        let defines = |(id, axiom)| self.defined_by(op, id, axiom);
        own.filter_map(defines).find(|definition| !definition.ops().contains(&op))
    }

    fn defined_by(&self, op: OpId, id: AxiomId, axiom: &Axiom) -> Option<Definition> {
        let (conclusion, premise) = match &axiom.formula {
            Formula::If { conclusion, premise } => (&**conclusion, Some(&**premise)),
            whole => (whole, None),
        };
        let (arguments, right) = split(op, conclusion)?;
        let places = distinct_variables(arguments)?;
        if places.len() != axiom.variables.len() {
            return None;
        }
        let place = |var: VarId| {
            let found = places.iter().position(|known| *known == var);
            VarId::from_index(found.expect("the axiom has no other variables"))
        };
        // The domain condition is over the arguments, so the premise is compared there.
        let domain = self.ops[op].domain.as_ref().map(|domain| &domain.condition);
        if premise.is_some_and(|premise| Some(&premise.renamed(&place)) != domain) {
            return None;
        }
        let variables = places.iter().map(|var| axiom.variables[var.index()].clone()).collect();
        Some(Definition { axiom: id, variables, right: right.renamed(&place) })
    }
}

impl Right {
    fn renamed(&self, rename: &impl Fn(VarId) -> VarId) -> Self {
        match self {
            Right::Truth(formula) => Right::Truth(formula.renamed(rename)),
            Right::Value(cases, last) => {
                let case = |(condition, value): &(Formula, Term)| {
                    (condition.renamed(rename), value.renamed(rename))
                };
                Right::Value(cases.iter().map(case).collect(), last.renamed(rename))
            }
        }
    }
}

/// The arguments of the defined call, and what it is.
fn split(op: OpId, conclusion: &Formula) -> Option<(&[Term], Right)> {
    match conclusion {
        Formula::Iff(left, right) => match &**left {
            Formula::Predicate(head, arguments) if *head == op => {
                Some((arguments, Right::Truth((**right).clone())))
            }
            _ => None,
        },
        Formula::Predicate(..) | Formula::Not(_) | Formula::If { .. } => None,
        Formula::Compare(..) | Formula::And(..) => None,
        value => {
            let (head, cases, last) = choice(value)?;
            let Term::Apply(found, arguments) = head else { return None };
            (*found == op).then_some((arguments.as_slice(), Right::Value(cases, last)))
        }
    }
}

type Choice<'f> = (&'f Term, Vec<(Formula, Term)>, Term);

/// `t = u when c else v` is `(t = u and c) or (t = v and not c)`.
fn choice(formula: &Formula) -> Option<Choice<'_>> {
    match formula {
        Formula::Equal(head, value) => Some((head, Vec::new(), value.clone())),
        Formula::Or(one, other) => {
            let (Formula::And(first, condition), Formula::And(rest, negated)) = (&**one, &**other)
            else {
                return None;
            };
            let Formula::Equal(head, value) = &**first else { return None };
            let is_negated = matches!(&**negated, Formula::Not(inner) if inner == condition);
            let (same, mut cases, last) = choice(rest)?;
            if !is_negated || same != head {
                return None;
            }
            cases.insert(0, ((**condition).clone(), value.clone()));
            Some((head, cases, last))
        }
        _ => None,
    }
}

fn distinct_variables(terms: &[Term]) -> Option<Vec<VarId>> {
    let mut found = Vec::new();
    for term in terms {
        match term {
            Term::Variable(var) if !found.contains(var) => found.push(*var),
            _ => return None,
        }
    }
    Some(found)
}
