//! What shows that no model has some tables of the parameters.
//!
//! Not every axiom can be read as a rule: `len(B) <= capacity(B)` evaluates nothing. Its truth
//! on small values follows from what evaluates both sides.

use super::states::{contradiction, states};
use super::subject::Trial;
use crate::arena::Id;
use crate::execute::{Answer, Contradiction, Engine, Expr, Formula, Node, Tables, TermId};
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
    others.iter().take(COMPARED).any(|other| match engine.decide(&differ, &[*first, *other]) {
        Answer::Value(truth) => *engine.terms().node(truth) == Node::Truth(true),
        _ => false,
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
                Answer::Value(truth) if *engine.terms().node(truth) == Node::Truth(false) => {
                    return Some(Evidence::Violated { axiom, values });
                }
                _ => {}
            }
        }
    }
    None
}

/// One value from each list, early values first, up to a maximum number of combinations.
pub fn assignments<T: Clone, L: AsRef<[T]>>(lists: &[L], most: usize) -> Vec<Vec<T>> {
    let last: usize = lists.iter().map(|list| list.as_ref().len().saturating_sub(1)).sum();
    let mut found = Vec::new();
    for rank in 0..=last {
        add_assignments(lists, (rank, most), &mut Vec::new(), &mut found);
    }
    found
}

/// Adds the assignments whose positions add up to a number.
fn add_assignments<T: Clone, L: AsRef<[T]>>(
    lists: &[L],
    (rank, most): (usize, usize),
    chosen: &mut Vec<T>,
    found: &mut Vec<Vec<T>>,
) {
    let Some((list, others)) = lists.split_first() else {
        if rank == 0 && found.len() < most {
            found.push(chosen.clone());
        }
        return;
    };
    for (position, value) in list.as_ref().iter().enumerate().take(rank + 1) {
        if found.len() >= most {
            return;
        }
        chosen.push(value.clone());
        add_assignments(others, (rank - position, most), chosen, found);
        chosen.pop();
    }
}
