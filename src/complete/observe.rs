//! What running a specification says about terms.

use crate::arena::Id;
use crate::execute::{Answer, Contradiction, Engine, Gap, Node, Reason, SortKind, Tables, TermId};
use crate::model::GroundTerm;
use crate::theory::OpId;
use crate::trial::Trial;

/// An operation applied to terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub op: OpId,
    pub arguments: Vec<GroundTerm>,
}

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

/// An observation of a value outside of the observer's domain.
const UNDEFINED: &str = "undefined";

/// A specification that is run over tables of its parameters.
pub struct Run<'p> {
    pub engine: Engine<'p>,
    /// The numbers that observers take.
    numbers: &'p [i64],
}

impl<'p> Run<'p> {
    pub fn new(trial: &'p Trial<'_>, tables: &Tables) -> Self {
        Self { engine: trial.engine(tables), numbers: &trial.extent.numbers }
    }

    /// The value of a term.
    pub fn value(&mut self, term: &GroundTerm) -> Answer {
        term.executed(&mut self.engine)
    }

    pub fn observe(&mut self, call: &Call) -> Seen {
        let answer = match GroundTerm::all_executed(&call.arguments, &mut self.engine) {
            Ok(values) => self.engine.apply(call.op.index(), &values),
            Err(answer) => answer,
        };
        self.seen(answer)
    }

    pub fn seen(&mut self, answer: Answer) -> Seen {
        match (self.gap(&answer), answer) {
            (_, Answer::Contradiction(found)) => Seen::Contradiction(found),
            (Some(gap), Answer::Value(term)) if self.is_described(gap.call) => {
                Seen::Built(GroundTerm::of_value(&self.engine, term))
            }
            (Some(gap), _) if is_missing(&gap) => Seen::Open(gap),
            (None, Answer::Value(term)) => leaf_or_built(&self.engine, term),
            (None, Answer::Undefined) => Seen::Undefined,
            _ => Seen::GaveUp,
        }
    }

    /// Whether the axioms determine some observation of a value that no axiom builds. What they
    /// leave open is another observation then, and not the value.
    pub fn is_described(&mut self, value: TermId) -> bool {
        let is_said = |seen: &Option<String>| seen.as_ref().is_some_and(|it| it != UNDEFINED);
        self.observations(value).iter().any(is_said)
    }

    /// What all observers with a plain result say about a value, over all other arguments that
    /// need no construction. `None` where that is open.
    pub fn observations(&mut self, value: TermId) -> Vec<Option<String>> {
        let program = self.engine.program();
        let result = |call, engine: &Engine<'_>| match engine.terms().node(call) {
            Node::Apply(op, _) => program.ops[*op].result,
            _ => None,
        };
        let is_plain = |sort: usize| program.sorts[sort].kind != SortKind::Constructed;
        let Some(sort) = result(value, &self.engine).filter(|sort| !is_plain(*sort)) else {
            return Vec::new();
        };
        let calls = self.engine.observations(sort, value, self.numbers);
        let mut seen = Vec::new();
        for call in calls {
            if result(call, &self.engine).is_none_or(is_plain) {
                let answer = self.engine.ask(call);
                seen.push(match self.seen(answer) {
                    Seen::Leaf(leaf) => Some(format!("{leaf:?}")),
                    Seen::Undefined => Some(UNDEFINED.to_owned()),
                    _ => None,
                });
            }
        }
        seen
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
fn is_missing(gap: &Gap) -> bool {
    matches!(gap.reason, Reason::NoRule | Reason::Cycle | Reason::Equality)
}

fn leaf_or_built(engine: &Engine<'_>, term: TermId) -> Seen {
    match engine.terms().node(term) {
        Node::Apply(..) => Seen::Built(GroundTerm::of_value(engine, term)),
        leaf => Seen::Leaf(leaf.clone()),
    }
}
