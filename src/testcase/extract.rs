//! From a witness to an abstract test.

use super::apart::apart;
use super::{AbstractTest, Claim, GroundTerm, Mocks};
use crate::arena::Id;
use crate::goal::{Goal, Minterms, Origin};
use crate::model::eval::{Evaluator, Truth, Value};
use crate::model::{Carrier, Model};
use crate::ordered;
use crate::search::Witness;
use crate::theory::{Formula, SortKind, Term, Theory};

/// What the witness of a goal says that a test should do.
pub fn extract(theory: &Theory, goal: &Goal, witness: &Witness) -> AbstractTest {
    let claim = match goal.origin {
        Origin::Axiom(axiom) => Claim::Axiom(axiom),
        Origin::Domain(op) => Claim::Domain(op),
    };
    let (formula, variables) = claim.formula(theory);
    let mut bindings = constructed(goal, witness);
    bindings.truncate(variables.len());
    let assignment = &witness.assignment[..variables.len()];
    let evaluator = Evaluator { theory, model: &witness.model, variables, assignment };
    let minterms = Minterms::of(formula);
    let truths: Vec<Option<bool>> =
        minterms.atoms().iter().map(|atom| truth(&evaluator, atom)).collect();
    let is_defined = |atom: &Formula| {
        atom.sides().into_iter().all(|side| evaluator.term(side) != Value::Undefined)
    };
    let forced = minterms.atoms().iter().zip(&truths);
    let forced = forced.map(|(atom, truth)| truth.filter(|_| is_defined(atom))).collect();
    let apart = match claim {
        Claim::Axiom(_) => apart(theory, goal, witness, (variables.len(), minterms.atoms())),
        Claim::Domain(_) => Vec::new(),
    };
    AbstractTest {
        goal: goal.clone(),
        mocks: mocks(theory, &witness.model),
        bindings,
        truths,
        forced,
        apart,
        claim,
    }
}

/// Whether an atom holds in the witness; `None` where a fragment leaves it open.
fn truth(evaluator: &Evaluator<'_>, atom: &Formula) -> Option<bool> {
    match evaluator.formula(atom) {
        Truth::True => Some(true),
        Truth::False => Some(false),
        Truth::Unknown => None,
    }
}

/// The terms by which a goal wants its variables to be built. They need not be the
/// shortest ones.
pub fn constructed(goal: &Goal, witness: &Witness) -> Vec<GroundTerm> {
    let mut terms = witness.terms.clone();
    for (var, term) in goal.constructions() {
        if let Some(built) = ground(term, &witness.terms) {
            terms[var.index()] = built;
        }
    }
    terms
}

/// A term with what its variables are built by; arithmetic is not constructed.
pub fn ground(term: &Term, bindings: &[GroundTerm]) -> Option<GroundTerm> {
    match term {
        Term::Variable(var) => Some(bindings[var.index()].clone()),
        Term::Int(number) => Some(GroundTerm::Int(*number)),
        Term::Apply(op, arguments) => {
            let arguments = arguments.iter().map(|argument| ground(argument, bindings));
            Some(GroundTerm::Apply(*op, arguments.collect::<Option<_>>()?))
        }
        Term::Arithmetic(..) => None,
    }
}

/// The part of the model that is about parameters. Constructed sorts are left to
/// the type under test.
pub fn mocks(theory: &Theory, model: &Model) -> Mocks {
    let parameters =
        theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Parameter).map(|(id, _)| id);
    let carriers = ordered::map(parameters.map(|sort| (sort, model.size(sort))));
    let ops = theory.ops.iter().filter(|(_, op)| theory.is_parameter(op.spec));
    let tables = ordered::map(ops.map(|(id, _)| (id, model.table(id).clone())));
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
