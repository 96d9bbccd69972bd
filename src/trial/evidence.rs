//! What shows that no model has some tables of the parameters.
//!
//! Not every axiom can be read as a rule: `len(B) <= capacity(B)` evaluates nothing. Its truth
//! on small values follows from what evaluates both sides.

use super::combinations::assignments;
use super::states::{contradiction, states};
use super::subject::Trial;
use crate::arena::Id;
use crate::execute::{Answer, Contradiction, Engine, Expr, Formula, Tables, TermId};
use crate::model::truth_of;
use crate::rules;
use crate::theory::{AxiomId, SortId};

/// How axioms contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    /// Two ways to evaluate a call give different results.
    Clash(Box<Contradiction>),
    /// The other axioms make an axiom false for these values of its variables.
    Violated { axiom: AxiomId, values: Vec<TermId> },
}

/// Whether running the axioms on small terms over these tables shows no contradiction. No
/// model has the tables otherwise.
pub fn is_consistent(trial: &Trial<'_>, tables: &Tables) -> bool {
    evidence(trial, &mut trial.engine(tables)).is_none()
}

/// Whether running the axioms distinguishes two small values of a sort, over these tables.
pub fn tells_apart(trial: &Trial<'_>, tables: &Tables, sort: SortId) -> bool {
    let mut engine = trial.engine(tables);
    let values = states(&mut engine, &trial.extent);
    let Some((first, others)) = values[sort.index()].split_first() else { return false };
    let differ = Formula::Not(Box::new(Formula::Equal(Expr::Variable(0), Expr::Variable(1))));
    others.iter().take(COMPARED).any(|other| {
        let answer = engine.decide(&differ, &[*first, *other]);
        truth_of(&engine, &answer) == Some(true)
    })
}

/// The smallest term on which the axioms contradict each other.
pub(super) fn evidence(trial: &Trial<'_>, engine: &mut Engine<'_>) -> Option<Evidence> {
    let clash = contradiction(engine, &trial.extent);
    clash.map(Evidence::Clash).or_else(|| violation(trial, engine))
}

/// The most values that are compared with the first one.
const COMPARED: usize = 20;
/// The most assignments that are tried for an axiom.
const ASSIGNMENTS: usize = 100;

/// The first axiom that is false for some small values.
fn violation(trial: &Trial<'_>, engine: &mut Engine<'_>) -> Option<Evidence> {
    let values = states(engine, &trial.extent);
    let most = engine.total_steps() + trial.extent.steps;
    for (axiom, stated) in trial.theory.axioms.iter() {
        let formula = rules::formula(&stated.formula);
        let sorts = stated.variables.iter().map(|variable| &values[variable.sort.index()]);
        for values in assignments(&sorts.collect::<Vec<_>>(), ASSIGNMENTS) {
            if engine.total_steps() > most {
                return None;
            }
            match engine.decide(&formula, &values) {
                Answer::Contradiction(found) => return Some(Evidence::Clash(found)),
                answer if truth_of(engine, &answer) == Some(false) => {
                    return Some(Evidence::Violated { axiom, values });
                }
                _ => {}
            }
        }
    }
    None
}
