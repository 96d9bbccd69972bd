//! A known sequence, taken again.

use super::check::LAST_QUESTION;
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

impl Sequence {
    /// The steps of a run, with a check after them.
    pub fn of(run: &Run<'_>, algebra: usize, check: Check) -> Self {
        let steps = run.taken();
        Sequence {
            algebra,
            steps,
            check,
        }
    }
}

/// The finding of a sequence, if it has one.
pub fn failure(subject: &Subject, sequence: &Sequence, copies: bool) -> Option<Problem> {
    again(subject, sequence, copies).1
}

/// Takes a sequence again: where it led, and what goes wrong.
pub fn again<'s>(
    subject: &'s Subject,
    sequence: &Sequence,
    copies: bool,
) -> (Run<'s>, Option<Problem>) {
    let algebra = &subject.algebras[sequence.algebra];
    let mut run = Run::new(subject, algebra, copies);
    run.engine = run.engine.with_limit(LAST_QUESTION);
    for step in &sequence.steps {
        if let Err(problem) = run.step(step) {
            return (run, Some(problem));
        }
    }
    let problem = run.check(&sequence.check).err();
    (run, problem)
}
