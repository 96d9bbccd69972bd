//! Values that the axioms neither join nor tell apart.

use std::collections::BTreeMap;

use super::observe::{Run, Seen};
use super::world::World;
use crate::execute::{Answer, Expr, Formula, Node, TermId};
use crate::model::GroundTerm;
use crate::theory::SortId;
use crate::trial::Trial;

/// The most pairs that are compared in one world.
const COMPARED: usize = 200;

/// Pairs of values with the same determined observations, where no axiom says whether they are
/// equal.
pub fn unjoined(trial: &Trial<'_>, world: &World, run: &mut Run<'_>) -> Vec<[TermId; 2]> {
    let mut classes: BTreeMap<(SortId, Vec<String>), Vec<TermId>> = BTreeMap::new();
    for term in &world.inputs.terms {
        let Answer::Value(value) = run.value(term) else { continue };
        let GroundTerm::Apply(op, _) = term else { continue };
        let Some(sort) = trial.theory.ops[*op].result else { continue };
        if let Some(seen) = run.observations(value).into_iter().collect() {
            let class = classes.entry((sort, seen)).or_default();
            if !class.contains(&value) {
                class.push(value);
            }
        }
    }
    let mut found = Vec::new();
    let mut compared = 0;
    for class in classes.values() {
        for (place, right) in class.iter().enumerate().skip(1) {
            for left in &class[..place] {
                compared += 1;
                if compared > COMPARED {
                    return found;
                }
                if equality(run, *left, *right) == Equality::Open {
                    found.push([*left, *right]);
                }
            }
        }
    }
    found
}

/// What the axioms say about the equality of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equality {
    Equal,
    Different,
    Open,
}

pub fn equality(run: &mut Run<'_>, left: TermId, right: TermId) -> Equality {
    let equal = Formula::Equal(Expr::Variable(0), Expr::Variable(1));
    let answer = run.engine.decide(&equal, &[left, right]);
    match run.seen(answer) {
        Seen::Leaf(Node::Truth(true)) => Equality::Equal,
        Seen::Leaf(Node::Truth(false)) => Equality::Different,
        _ => Equality::Open,
    }
}
