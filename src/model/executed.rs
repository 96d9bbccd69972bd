//! Ground terms in the engine that runs the axioms, and back.

use super::GroundTerm;
use crate::arena::Id;
use crate::execute::{Answer, Engine, Node, TermId};
use crate::theory::{OpId, SortId};

impl GroundTerm {
    /// What running the axioms makes of the term.
    pub fn executed(&self, engine: &mut Engine<'_>) -> Answer {
        match self {
            GroundTerm::Element(sort, element) => {
                Answer::Value(engine.element(sort.index(), *element))
            }
            GroundTerm::Int(number) => Answer::Value(engine.int(*number)),
            GroundTerm::Apply(op, arguments) => match Self::all_executed(arguments, engine) {
                Ok(values) => engine.apply(op.index(), &values),
                Err(answer) => answer,
            },
        }
    }

    /// The value that running the axioms determines.
    pub fn value(&self, engine: &mut Engine<'_>) -> Option<TermId> {
        match self.executed(engine) {
            Answer::Value(value) => Some(value),
            _ => None,
        }
    }

    /// The values of all terms, or what the first term without a value comes to.
    pub fn all_executed(
        terms: &[GroundTerm],
        engine: &mut Engine<'_>,
    ) -> Result<Vec<TermId>, Answer> {
        let mut values = Vec::with_capacity(terms.len());
        for term in terms {
            match term.executed(engine) {
                Answer::Value(value) => values.push(value),
                answer => return Err(answer),
            }
        }
        Ok(values)
    }

    /// A value of the engine. It has no truth values and no questions in it: those are no
    /// arguments of operations.
    pub fn of_value(engine: &Engine<'_>, value: TermId) -> GroundTerm {
        match engine.terms().node(value) {
            Node::Element { sort, number } => {
                GroundTerm::Element(SortId::from_index(*sort), *number)
            }
            Node::Int(number) => GroundTerm::Int(*number),
            Node::Apply(op, arguments) => {
                let arguments = arguments.iter().map(|it| Self::of_value(engine, *it)).collect();
                GroundTerm::Apply(OpId::from_index(*op), arguments)
            }
            Node::Truth(_) | Node::Equal(..) => GroundTerm::Int(0),
        }
    }
}

/// The truth value that running the axioms determines.
pub fn truth_of(engine: &Engine<'_>, answer: &Answer) -> Option<bool> {
    match answer {
        Answer::Value(value) => match engine.terms().node(*value) {
            Node::Truth(truth) => Some(*truth),
            _ => None,
        },
        _ => None,
    }
}
