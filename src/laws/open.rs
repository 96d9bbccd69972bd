//! Which observations the axioms leave open.

use super::algebra::Algebra;
use super::samples::{Sample, Scene};
use crate::complete::{Equality, LeftSide, Run, equality};
use crate::execute::Answer;
use crate::model::GroundTerm;
use crate::theory::Theory;
use crate::trial::Trial;

/// A specification that is run over several algebras.
pub struct Known<'t>(Trial<'t>);

impl<'t> Known<'t> {
    pub fn new(theory: &'t Theory) -> Self {
        Self(Trial::plain(theory))
    }

    /// Whether the axioms lack what a left side is, for each sample.
    pub fn open(&self, scenes: &[Scene<'_>], samples: &[Sample], left: &LeftSide) -> Vec<bool> {
        let mut runs: Vec<Run<'_>> =
            scenes.iter().map(|it| Run::new(&self.0, &it.algebra.tables)).collect();
        let is_open = |sample: &Sample| {
            let bindings = sample.values.iter().map(|seen| scenes[sample.scene].sight.term(*seen));
            let bindings: Option<Vec<_>> = bindings.collect();
            let term = bindings.and_then(|bindings| GroundTerm::instantiate(&left.term, &bindings));
            term.is_some_and(|term| runs[sample.scene].lacks(&term, left.pair))
        };
        samples.iter().map(is_open).collect()
    }

    /// The number of pairs of terms that the axioms make neither equal nor different.
    pub fn unjoined(&self, algebra: &Algebra, pairs: &[[GroundTerm; 2]]) -> usize {
        let mut run = Run::new(&self.0, &algebra.tables);
        let is_open = |[left, right]: &&[GroundTerm; 2]| match (run.value(left), run.value(right)) {
            (Answer::Value(left), Answer::Value(right)) => {
                equality(&mut run, left, right) == Equality::Open
            }
            _ => false,
        };
        pairs.iter().filter(is_open).count()
    }
}
