//! From a witness to an abstract test.

use std::collections::BTreeMap;

use super::{AbstractTest, Claim, GroundTerm, Mocks};
use crate::arena::Id;
use crate::goal::{Goal, GoalKind, Minterms, Origin};
use crate::model::eval::{Evaluator, Truth};
use crate::model::{Carrier, Model};
use crate::search::Witness;
use crate::theory::{Axiom, SortKind, Term, Theory};

/// What the witness of a goal says that a test should do.
pub fn extract(theory: &Theory, goal: &Goal, witness: &Witness) -> AbstractTest {
    let claim = match goal.origin {
        Origin::Axiom(axiom) => Claim::Axiom(axiom),
        Origin::Domain(op) => Claim::Domain(op),
    };
    let mut bindings = witness.terms.clone();
    let mut truths = Some(goal.literals.iter().map(|literal| literal.holds).collect());
    if let (GoalKind::Construction, Origin::Axiom(axiom)) = (goal.kind, goal.origin) {
        let axiom = &theory.axioms[axiom];
        bindings = constructed(goal, witness);
        bindings.truncate(axiom.variables.len());
        truths = reached(theory, axiom, witness);
    }
    if let (GoalKind::Equality, Origin::Axiom(axiom)) = (goal.kind, goal.origin) {
        truths = reached(theory, &theory.axioms[axiom], witness);
    }
    let mocks = mocks(theory, &witness.model);
    AbstractTest { goal: goal.clone(), mocks, bindings, truths, claim }
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

/// Which atoms of the axiom hold in the witness; `None` where a fragment leaves one
/// open.
fn reached(theory: &Theory, axiom: &Axiom, witness: &Witness) -> Option<Vec<bool>> {
    let assignment = &witness.assignment[..axiom.variables.len()];
    let variables = &axiom.variables;
    let evaluator = Evaluator { theory, model: &witness.model, variables, assignment };
    let minterms = Minterms::of(&axiom.formula);
    let truths = minterms.atoms().iter().map(|atom| match evaluator.formula(atom) {
        Truth::True => Some(true),
        Truth::False => Some(false),
        Truth::Unknown => None,
    });
    truths.collect()
}

/// The part of the model that is about parameters. Constructed sorts are left to
/// the type under test.
pub fn mocks(theory: &Theory, model: &Model) -> Mocks {
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
