//! From a witness to an abstract test.

use std::collections::BTreeMap;

use super::{AbstractTest, Claim, GroundTerm, Mocks};
use crate::goal::{Goal, Origin};
use crate::model::Carrier;
use crate::search::Witness;
use crate::theory::{SortKind, Theory};

/// What the witness of a goal says that a test should do.
pub fn extract(theory: &Theory, goal: &Goal, witness: &Witness) -> AbstractTest {
    let claim = match goal.origin {
        Origin::Axiom(axiom) => Claim::Axiom(axiom),
        Origin::Domain(op) => Claim::Domain(op),
    };
    AbstractTest {
        goal: goal.clone(),
        mocks: mocks(theory, witness),
        bindings: witness.terms.clone(),
        claim,
    }
}

/// The part of the model that is about parameters. Constructed sorts are left to
/// the type under test.
fn mocks(theory: &Theory, witness: &Witness) -> Mocks {
    let model = &witness.model;
    let parameters =
        theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Parameter).map(|(id, _)| id);
    let carriers: BTreeMap<_, _> = parameters.map(|sort| (sort, model.size(sort))).collect();
    let ops = theory.ops.iter().filter(|(_, op)| theory.is_parameter(op.spec));
    let tables = ops.map(|(id, _)| (id, model.table(id).clone())).collect();
    let int = theory.int().map(|int| model.carriers[int]);
    Mocks { carriers, tables, int: int.unwrap_or(Carrier { size: 0, low: 0 }) }
}

impl GroundTerm {
    /// Calls `see` with every element of a parameter sort that occurs.
    pub fn visit_elements(&self, see: &mut impl FnMut(crate::theory::SortId, u32)) {
        match self {
            GroundTerm::Element(sort, element) => see(*sort, *element),
            GroundTerm::Int(_) => {}
            GroundTerm::Apply(_, arguments) => {
                arguments.iter().for_each(|argument| argument.visit_elements(see));
            }
        }
    }
}
