//! A known sequence, taken again.

use super::check::{Check, Problem, Run};
use super::subject::Subject;
use super::world::Step;

/// A sequence and what fails after its last step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    pub algebra: usize,
    pub steps: Vec<Step>,
    pub check: Check,
}

/// What goes wrong in a sequence, if anything does.
pub fn failure(subject: &Subject, sequence: &Sequence, copies: bool) -> Option<Problem> {
    let algebra = &subject.algebras[sequence.algebra];
    let mut run = Run::new(subject, algebra, copies);
    for step in &sequence.steps {
        if let Err(problem) = run.step(step) {
            return Some(problem);
        }
    }
    run.check(&sequence.check).err()
}
