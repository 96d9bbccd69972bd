//! From a witness to an abstract test.

use std::collections::BTreeMap;

use super::{AbstractTest, Claim, GroundTerm, Mocks};
use crate::arena::Id;
use crate::goal::{Goal, GoalKind, Literal, Minterms, Origin};
use crate::model::Carrier;
use crate::model::eval::{Evaluator, Truth};
use crate::search::Witness;
use crate::theory::{Axiom, SortKind, Term, Theory};

/// What the witness of a goal says that a test should do.
pub fn extract(theory: &Theory, goal: &Goal, witness: &Witness) -> AbstractTest {
    let claim = match goal.origin {
        Origin::Axiom(axiom) => Claim::Axiom(axiom),
        Origin::Domain(op) => Claim::Domain(op),
    };
    let mut goal = goal.clone();
    let mut bindings = witness.terms.clone();
    if let (GoalKind::Construction, Origin::Axiom(axiom)) = (goal.kind, goal.origin) {
        let axiom = &theory.axioms[axiom];
        bindings = constructed(&goal, witness);
        bindings.truncate(axiom.variables.len());
        goal.literals = reached(theory, axiom, witness);
        goal.variables = axiom.variables.clone();
    }
    AbstractTest { goal, mocks: mocks(theory, witness), bindings, claim }
}

/// The terms by which a construction goal wants its variables to be built. They
/// need not be the shortest ones.
fn constructed(goal: &Goal, witness: &Witness) -> Vec<GroundTerm> {
    let mut terms = witness.terms.clone();
    for (var, constructor, arguments) in goal.constructions() {
        let values = arguments.iter().filter_map(|argument| match argument {
            Term::Variable(argument) => Some(witness.terms[argument.index()].clone()),
            _ => None,
        });
        terms[var.index()] = GroundTerm::Apply(constructor, values.collect());
    }
    terms
}

/// The minterm of the axiom that the witness is in; none where a fragment leaves
/// some atom open.
fn reached(theory: &Theory, axiom: &Axiom, witness: &Witness) -> Vec<Literal> {
    let assignment = &witness.assignment[..axiom.variables.len()];
    let variables = &axiom.variables;
    let evaluator = Evaluator { theory, model: &witness.model, variables, assignment };
    let minterms = Minterms::of(&axiom.formula);
    let literals = minterms.atoms().iter().map(|atom| {
        let holds = match evaluator.formula(atom) {
            Truth::True => true,
            Truth::False => false,
            Truth::Unknown => return None,
        };
        Some(Literal { atom: (*atom).clone(), holds })
    });
    literals.collect::<Option<Vec<_>>>().unwrap_or_default()
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
