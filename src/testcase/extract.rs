//! Turns a witness into an abstract test.

use super::AbstractTest;
use super::disequality::disequalities;
use crate::goal::{Goal, Minterms};
use crate::model::eval::{Evaluator, Truth, Value};
use crate::model::{ParameterTables, Witness};
use crate::theory::{Formula, Theory};

/// The test that the witness of a goal describes.
pub fn extract(theory: &Theory, goal: &Goal, witness: &Witness) -> AbstractTest {
    let (variables, formula) = goal.property.formula(theory);
    let mut bindings = witness.bindings(goal);
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
    let disequalities = match goal.property.axiom(theory) {
        Some(_) => disequalities(theory, goal, witness, (variables.len(), minterms.atoms())),
        None => Vec::new(),
    };
    AbstractTest {
        goal: goal.clone(),
        parameters: ParameterTables::of(theory, &witness.model),
        bindings,
        truths,
        forced,
        disequalities,
    }
}

/// Whether an atom holds in the witness. `None` if a fragment leaves it open.
fn truth(evaluator: &Evaluator<'_>, atom: &Formula) -> Option<bool> {
    match evaluator.formula(atom) {
        Truth::True => Some(true),
        Truth::False => Some(false),
        Truth::Unknown => None,
    }
}
