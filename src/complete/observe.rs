//! What running a specification says about terms.

use super::inputs::{Call, ground};
use crate::arena::Id;
use crate::execute::{Answer, Contradiction, Engine, Gap, Node, Reason, Tables, TermId};
use crate::model::GroundTerm;
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

/// A specification that is run over tables of its parameters.
pub struct Run<'p> {
    pub engine: Engine<'p>,
}

impl<'p> Run<'p> {
    pub fn new(trial: &'p Trial<'_>, tables: &Tables) -> Self {
        Self { engine: trial.engine(tables) }
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
        match (self.gap(&answer), answer) {
            (_, Answer::Contradiction(found)) => Seen::Contradiction(found),
            (Some(gap), _) if is_open(&gap) => Seen::Open(gap),
            (None, Answer::Value(term)) => leaf_or_built(&self.engine, term),
            (None, Answer::Undefined) => Seen::Undefined,
            _ => Seen::GaveUp,
        }
    }

    /// Whether the axioms leave a term open.
    pub fn is_open(&mut self, term: &GroundTerm) -> bool {
        let answer = self.value(term);
        self.gap(&answer).is_some_and(|gap| is_open(&gap))
    }

    /// Why there is no answer.
    fn gap(&self, answer: &Answer) -> Option<Gap> {
        match answer {
            Answer::Undetermined(gap) => Some(gap.clone()),
            Answer::Value(term) => self.engine.gap(*term),
            Answer::Undefined | Answer::Contradiction(_) => None,
        }
    }
}

/// Whether the axioms say nothing, and the engine did not just give up.
fn is_open(gap: &Gap) -> bool {
    matches!(gap.reason, Reason::NoRule | Reason::Cycle | Reason::Equality)
}

fn leaf_or_built(engine: &Engine<'_>, term: TermId) -> Seen {
    match engine.terms().node(term) {
        Node::Apply(..) => Seen::Built(ground(engine, term)),
        leaf => Seen::Leaf(leaf.clone()),
    }
}
