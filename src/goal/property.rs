//! What the tests of a goal check.

use std::sync::Arc;

use crate::theory::{Axiom, Formula, Statement, Theory, Variable};

/// What must hold of the values of a goal, whatever else the implementation does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// The specification states it. The whole axiom is checked, not only the goal's minterm:
    /// a loose specification lets a correct implementation leave the minterm. Of a domain
    /// condition is checked that the operation succeeds inside of it, and that it does what
    /// the mapping says outside.
    Stated(Statement),
    /// It follows from equality being a congruence, so it holds in every model.
    Congruence(Arc<Axiom>),
}

impl Property {
    /// The axiom, written or not. `None` for a domain condition.
    pub fn axiom<'a>(&'a self, theory: &'a Theory) -> Option<&'a Axiom> {
        match self {
            Property::Stated(Statement::Axiom(id)) => Some(&theory.axioms[*id]),
            Property::Stated(Statement::Domain(_)) => None,
            Property::Congruence(axiom) => Some(axiom),
        }
    }

    /// The axiom's formula or the domain condition, after its variables.
    pub fn formula<'a>(&'a self, theory: &'a Theory) -> (&'a [Variable], &'a Formula) {
        match self {
            Property::Stated(statement) => statement.formula(theory),
            Property::Congruence(axiom) => (&axiom.variables, &axiom.formula),
        }
    }
}
