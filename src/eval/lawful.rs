//! Whether tables of the parameters keep the parameters' axioms.

use crate::arena::Id;
use crate::execute::{Answer, Engine, Node, TermId};
use crate::model::tuples;
use crate::rules;
use crate::theory::{Asked, Axiom, SortKind};

/// The title of an axiom that the tables break.
pub(super) fn broken_axiom(asked: &Asked, engine: &mut Engine<'_>) -> Option<String> {
    let theory = &asked.theory;
    let mut given = theory.axioms.values().filter(|axiom| theory.is_parameter(axiom.spec));
    given.find(|axiom| is_broken(asked, axiom, engine)).map(Axiom::title)
}

/// Whether an axiom is false for some of the named elements.
fn is_broken(asked: &Asked, axiom: &Axiom, engine: &mut Engine<'_>) -> bool {
    let theory = &asked.theory;
    let sorts: Vec<_> = axiom.variables.iter().map(|variable| variable.sort).collect();
    if sorts.iter().any(|sort| theory.sorts[*sort].kind != SortKind::Parameter) {
        return false;
    }
    let count = |sort| asked.variables.iter().filter(|it| it.sort == sort).count() as u32;
    let sizes: Vec<u32> = sorts.iter().map(|sort| count(*sort)).collect();
    let formula = rules::formula(&axiom.formula);
    tuples(&sizes).any(|elements| {
        let values: Vec<TermId> = (sorts.iter().zip(&elements))
            .map(|(sort, number)| engine.element(sort.index(), *number))
            .collect();
        match engine.decide(&formula, &values) {
            Answer::Value(truth) => *engine.terms().node(truth) == Node::Truth(false),
            Answer::Contradiction(_) => true,
            Answer::Undefined | Answer::Undetermined(_) => false,
        }
    })
}
