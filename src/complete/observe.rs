//! What running a specification says about the terms of a world.

use super::inputs::Call;
use super::world::World;
use crate::arena::Id;
use crate::execute::{Answer, Contradiction, Engine, Gap, Node, Reason, TermId};
use crate::model::GroundTerm;
use crate::theory::{OpId, SortId};
use crate::trial::Trial;

/// One observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    Undefined,
    /// An element, a number or a truth value.
    Leaf(Node),
    /// A value of a constructed sort.
    Built(GroundTerm),
    Open(Gap),
    Contradiction(Box<Contradiction>),
    /// The engine gave up, so nothing is known.
    GaveUp,
}

/// A specification that is run over one world.
pub struct Run<'p> {
    pub engine: Engine<'p>,
}

impl<'p> Run<'p> {
    pub fn new(trial: &'p Trial<'_>, world: &World) -> Self {
        Self { engine: trial.engine(&world.tables) }
    }

    /// The value of a term.
    pub fn value(&mut self, term: &GroundTerm) -> Answer {
        match term {
            GroundTerm::Element(sort, number) => {
                Answer::Value(self.engine.element(sort.index(), *number))
            }
            GroundTerm::Int(number) => Answer::Value(self.engine.int(*number)),
            GroundTerm::Apply(op, arguments) => match self.values(arguments) {
                Ok(values) => self.engine.apply(op.index(), &values),
                Err(answer) => answer,
            },
        }
    }

    /// The values of all terms, or what the first term without a value comes to.
    pub fn values(&mut self, terms: &[GroundTerm]) -> Result<Vec<TermId>, Answer> {
        let mut values = Vec::with_capacity(terms.len());
        for term in terms {
            match self.value(term) {
                Answer::Value(value) => values.push(value),
                answer => return Err(answer),
            }
        }
        Ok(values)
    }

    pub fn observe(&mut self, call: &Call) -> Seen {
        let answer = match self.values(&call.arguments) {
            Ok(values) => self.engine.apply(call.op.index(), &values),
            Err(answer) => answer,
        };
        self.seen(answer)
    }

    pub fn seen(&mut self, answer: Answer) -> Seen {
        let gap = match answer {
            Answer::Undefined => return Seen::Undefined,
            Answer::Contradiction(found) => return Seen::Contradiction(found),
            Answer::Undetermined(gap) => gap,
            Answer::Value(term) => match self.engine.gap(term) {
                Some(gap) => gap,
                None => return leaf_or_built(&self.engine, term),
            },
        };
        match gap.reason {
            Reason::NoTable | Reason::Overflow | Reason::Steps(_) => Seen::GaveUp,
            Reason::NoRule | Reason::Cycle | Reason::Equality => Seen::Open(gap),
        }
    }
}

fn leaf_or_built(engine: &Engine<'_>, term: TermId) -> Seen {
    match engine.terms().node(term) {
        Node::Apply(..) => Seen::Built(ground(engine, term)),
        leaf => Seen::Leaf(leaf.clone()),
    }
}

/// A term of the engine that has neither truth values nor questions in it.
pub fn ground(engine: &Engine<'_>, term: TermId) -> GroundTerm {
    match engine.terms().node(term) {
        Node::Element { sort, number } => GroundTerm::Element(SortId::from_index(*sort), *number),
        Node::Int(number) => GroundTerm::Int(*number),
        Node::Truth(truth) => GroundTerm::Int(i64::from(*truth)),
        Node::Apply(op, arguments) => {
            let arguments = arguments.iter().map(|argument| ground(engine, *argument));
            GroundTerm::Apply(OpId::from_index(*op), arguments.collect())
        }
        // The engine compares values and never builds with a comparison.
        Node::Equal(left, _) => ground(engine, *left),
    }
}
