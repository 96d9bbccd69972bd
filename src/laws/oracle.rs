//! Where observations come from: an implementation that answers questions about terms.

use crate::arena::Id;
use crate::execute::{Answer, Engine, Node, Program, Tables, TermId};
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
    engines: Vec<Engine<'p>>,
}

impl<'p> Specification<'p> {
    pub fn new(program: &'p Program, algebras: &[Tables]) -> Self {
        Self { engines: algebras.iter().map(|tables| Engine::new(program, tables)).collect() }
    }
}

impl Oracle for Specification<'_> {
    fn ask(&mut self, algebra: usize, terms: &[GroundTerm]) -> Vec<Reply> {
        let engine = &mut self.engines[algebra];
        let reply = |term| match value(engine, term) {
            Answer::Undefined => Reply::Undefined,
            Answer::Undetermined(_) | Answer::Contradiction(_) => Reply::Unknown,
            Answer::Value(term) if engine.gap(term).is_some() => Reply::Unknown,
            Answer::Value(term) => match engine.terms().node(term) {
                Node::Truth(truth) => Reply::Truth(*truth),
                Node::Int(number) => Reply::Int(*number),
                Node::Element { number, .. } => Reply::Element(*number),
                Node::Apply(..) | Node::Equal(..) => Reply::Built,
            },
        };
        terms.iter().map(reply).collect()
    }
}

/// The value of a ground term.
pub fn value(engine: &mut Engine<'_>, term: &GroundTerm) -> Answer {
    match term {
        GroundTerm::Element(sort, number) => Answer::Value(engine.element(sort.index(), *number)),
        GroundTerm::Int(number) => Answer::Value(engine.int(*number)),
        GroundTerm::Apply(op, arguments) => {
            let mut values: Vec<TermId> = Vec::with_capacity(arguments.len());
            for argument in arguments {
                match value(engine, argument) {
                    Answer::Value(value) => values.push(value),
                    answer => return answer,
                }
            }
            engine.apply(op.index(), &values)
        }
    }
}
