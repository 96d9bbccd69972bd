//! Where observations come from: an implementation that answers questions about terms.

use crate::complete::Run;
use crate::execute::{Answer, Engine, Node, Program, Tables};
use crate::model::GroundTerm;

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
    /// What operations applied to terms come to, over one of the algebras of the parameters.
    fn ask(&mut self, algebra: usize, terms: &[GroundTerm]) -> Vec<Reply>;
}

/// A specification as the implementation of itself.
pub struct Specification<'p> {
    runs: Vec<Run<'p>>,
}

impl<'p> Specification<'p> {
    pub fn new(program: &'p Program, algebras: &[Tables]) -> Self {
        let run = |tables| Run { engine: Engine::new(program, tables) };
        Self { runs: algebras.iter().map(run).collect() }
    }
}

impl Oracle for Specification<'_> {
    fn ask(&mut self, algebra: usize, terms: &[GroundTerm]) -> Vec<Reply> {
        let run = &mut self.runs[algebra];
        let reply = |term| match run.value(term) {
            Answer::Undefined => Reply::Undefined,
            Answer::Undetermined(_) | Answer::Contradiction(_) => Reply::Unknown,
            Answer::Value(term) if run.engine.gap(term).is_some() => Reply::Unknown,
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
