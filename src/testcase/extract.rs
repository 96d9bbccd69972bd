//! Turns a witness into an abstract test.

use super::AbstractTest;
use super::disequality::disequalities;
use crate::goal::{Goal, Minterms};
use crate::model::eval::{Evaluator, Truth, Value};
use crate::model::{ParameterTables, Witness};
use crate::theory::{Formula, Term, Theory};

/// What is known of the atoms of a test's statement, for the values of the test.
pub trait Truths {
    /// Whether an atom holds. `None` if that is open.
    fn truth(&mut self, atom: &Formula) -> Option<bool>;
    fn is_defined(&mut self, term: &Term) -> bool;
}

impl Truths for Evaluator<'_> {
    fn truth(&mut self, atom: &Formula) -> Option<bool> {
        match self.formula(atom) {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Unknown => None,
        }
    }

    fn is_defined(&mut self, term: &Term) -> bool {
        self.term(term) != Value::Undefined
    }
}

/// The test that the witness of a goal describes. `executed` answers for a witness that
/// execution found; a model answers for itself.
pub fn extract(
    theory: &Theory,
    goal: &Goal,
    witness: &Witness,
    executed: Option<&mut dyn Truths>,
) -> AbstractTest {
    let (variables, formula) = goal.property.formula(theory);
    let mut bindings = witness.bindings(goal);
    bindings.truncate(variables.len());
    let assignment = &witness.assignment[..variables.len()];
    let mut evaluator = Evaluator { theory, model: &witness.model, variables, assignment };
    let known: &mut dyn Truths = match executed {
        Some(executed) => executed,
        None => &mut evaluator,
    };
    let minterms = Minterms::of(formula);
    let truths: Vec<Option<bool>> = minterms.atoms().iter().map(|atom| known.truth(atom)).collect();
    let mut is_defined =
        |atom: &Formula| atom.sides().into_iter().all(|side| known.is_defined(side));
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
