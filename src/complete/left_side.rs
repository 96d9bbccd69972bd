//! The left side of an axiom, and names for its variables.

use std::collections::BTreeSet;

use super::gap::Pair;
use crate::arena::Id;
use crate::theory::{SortId, Term, Theory, VarId, Variable};

/// An observer applied to a constructor that is applied to variables.
pub struct LeftSide {
    pub pair: Pair,
    pub variables: Vec<Variable>,
    pub term: Term,
    /// The place of the constructed argument.
    pub place: Option<usize>,
}

pub fn left_side(theory: &Theory, pair: Pair) -> LeftSide {
    let Pair { observer, constructor } = pair;
    let observed = constructor.and_then(|op| theory.ops[op].result);
    let place = theory.ops[observer].arguments.iter().position(|sort| Some(*sort) == observed);
    let mut variables: Vec<Variable> = Vec::new();
    let mut next = |sort: SortId| {
        let name = variable_name(theory, sort, &variables);
        variables.push(Variable { name, sort });
        Term::Variable(VarId::from_index(variables.len() - 1))
    };
    let mut arguments = Vec::new();
    for (at, sort) in theory.ops[observer].arguments.iter().enumerate() {
        arguments.push(match constructor {
            Some(op) if Some(at) == place => {
                let inner = theory.ops[op].arguments.iter().map(|sort| next(*sort)).collect();
                Term::Apply(op, inner)
            }
            _ => next(*sort),
        });
    }
    LeftSide { pair, term: Term::Apply(observer, arguments), variables, place }
}

/// A name that the axioms use for the sort, or else a new one.
pub fn variable_name(theory: &Theory, sort: SortId, taken: &[Variable]) -> String {
    let is_free = |name: &String| taken.iter().all(|variable| variable.name != *name);
    let used = declared(theory).filter(|it| it.sort == sort).map(|it| it.name.clone());
    let used: Vec<String> = BTreeSet::from_iter(used).into_iter().collect();
    let first = theory.sorts[sort].name.chars().find(char::is_ascii_alphabetic).unwrap_or('X');
    let first = first.to_ascii_uppercase();
    let is_new = |name: &String| declared(theory).all(|variable| variable.name != *name);
    let letters = (first..='Z').chain('A'..first).map(String::from);
    let numbered = (2..).map(|number: usize| format!("{first}{number}"));
    let new = letters.chain(numbered).filter(is_new);
    used.into_iter().chain(new).find(is_free).expect("there are numbers enough")
}

/// The variables of all axioms of the body.
fn declared(theory: &Theory) -> impl Iterator<Item = &Variable> {
    theory.body_axioms().flat_map(|(_, axiom)| &axiom.variables)
}
