//! How an axiom can be false.

use super::Goal;
use super::minterm::Minterms;
use crate::theory::Axiom;

/// One goal for each way in which an axiom can be false, up to a limit.
pub fn violations(axiom: &Axiom, most: usize) -> Vec<Goal> {
    let minterms = Minterms::of(&axiom.formula);
    let probe = |truth: Vec<bool>| {
        let title = format!("not {}", axiom.title());
        Goal::probe(title, axiom.variables.clone(), minterms.literals(&truth))
    };
    minterms.assignments(false).take(most).map(probe).collect()
}
