//! Where observations come from: an implementation that answers questions about terms.

use crate::complete::Run;
use crate::execute::{Answer, Node, Tables, TermId};
use crate::model::GroundTerm;
use crate::trial::Trial;

/// What an implementation answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reply {
    Undefined,
    Truth(bool),
    Int(i64),
    /// The number of an element of a parameter's sort.
    Element(u32),
    /// There is a value, and observers must say which one.
    Built,
    /// There is no answer: the call panicked or hung, or the number is too large.
    Unknown,
}

/// An implementation under observation.
pub trait Oracle {
    /// The results of operations on terms, over one of the algebras of the parameters.
    fn ask(&mut self, algebra: usize, terms: &[GroundTerm]) -> Vec<Reply>;
}

/// A specification as the implementation of itself.
pub struct Specification<'p> {
    runs: Vec<Run<'p>>,
}

impl<'p> Specification<'p> {
    pub fn new(trial: &'p Trial<'_>, algebras: &[Tables]) -> Self {
        Self { runs: algebras.iter().map(|tables| Run::new(trial, tables)).collect() }
    }
}

impl Oracle for Specification<'_> {
    fn ask(&mut self, algebra: usize, terms: &[GroundTerm]) -> Vec<Reply> {
        let run = &mut self.runs[algebra];
        let reply = |term| match run.value(term) {
            Answer::Undefined => Reply::Undefined,
            Answer::Undetermined(_) | Answer::Contradiction(_) => Reply::Unknown,
            Answer::Value(term) if is_unknown(run, term) => Reply::Unknown,
            Answer::Value(term) => match run.engine.terms().node(term) {
                Node::Truth(truth) => Reply::Truth(*truth),
                Node::Int(number) => Reply::Int(*number),
                Node::Element { number, .. } => Reply::Element(*number),
                Node::Apply(..) | Node::Equal(..) => Reply::Built,
            },
        };
        terms.iter().map(reply).collect()
    }
}

/// Whether the specification neither builds a value nor determines all of its observations.
fn is_unknown(run: &mut Run<'_>, value: TermId) -> bool {
    let is_built = run.engine.gap(value).is_none();
    !is_built && !run.is_described(value)
}
