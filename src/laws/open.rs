//! Which observations the axioms leave open.

use super::algebra::Algebra;
use super::oracle::value;
use super::samples::{Sample, Scene};
use crate::execute::{Answer, Engine, Expr, Formula, Node, Program, Reason};
use crate::model::GroundTerm;
use crate::rules;
use crate::theory::{Term, Theory};

/// The most steps for one question.
const STEPS: u64 = 6_000;

/// A specification that is run over several algebras.
pub struct Known {
    program: Program,
}

impl Known {
    pub fn new(theory: &Theory) -> Self {
        Self { program: rules::program(theory) }
    }

    fn engine(&self, algebra: &Algebra) -> Engine<'_> {
        Engine::new(&self.program, &algebra.tables).with_limit(STEPS)
    }

    /// Whether the axioms leave a left side open, for each sample.
    pub fn open(&self, scenes: &[Scene<'_>], samples: &[Sample], left: &Term) -> Vec<bool> {
        let mut engines: Vec<Engine<'_>> =
            scenes.iter().map(|it| self.engine(it.algebra)).collect();
        let is_open = |sample: &Sample| {
            let scene = &scenes[sample.scene];
            let bindings = sample.values.iter().map(|seen| scene.sight.term(*seen));
            let Some(bindings) = bindings.collect::<Option<Vec<_>>>() else { return false };
            match GroundTerm::instantiate(left, &bindings) {
                Some(term) => is_open(&mut engines[sample.scene], &term),
                None => false,
            }
        };
        samples.iter().map(is_open).collect()
    }

    /// The number of pairs of terms that the axioms make neither equal nor different.
    pub fn unjoined(&self, algebra: &Algebra, pairs: &[[GroundTerm; 2]]) -> Vec<bool> {
        let mut engine = self.engine(algebra);
        let equal = Formula::Equal(Expr::Variable(0), Expr::Variable(1));
        let is_open = |[left, right]: &[GroundTerm; 2]| match (
            value(&mut engine, left),
            value(&mut engine, right),
        ) {
            (Answer::Value(left), Answer::Value(right)) => {
                !is_truth(&engine.decide(&equal, &[left, right]), &engine)
            }
            _ => false,
        };
        pairs.iter().map(is_open).collect()
    }
}

fn is_truth(answer: &Answer, engine: &Engine<'_>) -> bool {
    matches!(answer, Answer::Value(term) if matches!(engine.terms().node(*term), Node::Truth(_)))
}

fn is_open(engine: &mut Engine<'_>, term: &GroundTerm) -> bool {
    let gap = match value(engine, term) {
        Answer::Undefined | Answer::Contradiction(_) => return false,
        Answer::Undetermined(gap) => gap,
        Answer::Value(term) => match engine.gap(term) {
            Some(gap) => gap,
            None => return false,
        },
    };
    matches!(gap.reason, Reason::NoRule | Reason::Cycle | Reason::Equality)
}
