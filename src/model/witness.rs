//! Witnesses: models that satisfy a goal.

use super::{Element, GroundTerm, Model};
use crate::arena::Id;
use crate::goal::Goal;

/// A model with an assignment that satisfies a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    pub model: Model,
    /// One element for each variable of the goal.
    pub assignment: Vec<Element>,
    /// The canonical term of each assigned element.
    pub terms: Vec<GroundTerm>,
}

impl Witness {
    /// A term for each variable of the goal. Where the goal says how a variable is
    /// constructed, that term is used instead of the canonical one.
    pub fn bindings(&self, goal: &Goal) -> Vec<GroundTerm> {
        let mut bindings = self.terms.clone();
        for (var, term) in goal.constructions() {
            if let Some(built) = GroundTerm::instantiate(term, &self.terms) {
                bindings[var.index()] = built;
            }
        }
        bindings
    }
}
