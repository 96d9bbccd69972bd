//! An implementation under observation, and what is proposed about it.

use std::cell::RefCell;

use super::algebra::Algebra;
use super::breaking::Held;
use super::law::Law;
use super::oracle::Oracle;
use super::samples::Scene;
use super::stage::{numbers, scene};
use crate::complete::Pair;
use crate::theory::{SortId, Theory};

/// The most laws for one gap.
pub const PROPOSALS: usize = 5;
/// A law that held, and how often.
#[derive(Clone, Debug)]
pub struct Proposal {
    pub law: Law,
    pub held: Held,
}

/// What the axioms leave open in one place, and what was learnt about it.
#[derive(Clone, Debug)]
pub struct Gap {
    /// `peek` on `push`, or whether values of a sort are equal.
    pub place: Place,
    pub proposals: Vec<Proposal>,
    /// Observed samples that were open, and that still are after the proposals.
    pub open: usize,
    pub left: usize,
    /// Why there are no proposals.
    pub obstacle: Option<Obstacle>,
}

/// Why no law of the form that is looked for can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The implementation has no value inside of the operation's domain.
    Undefined,
    /// The operation makes values that constructors do not.
    Unbuilt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Pair(Pair),
    Equality(SortId),
}

/// An implementation of a specification, and all that was learnt from it.
pub struct Learner<'o> {
    /// The axioms, and the laws that were learnt.
    pub theory: Theory,
    pub scenes: Vec<Scene<'o>>,
}

impl<'o> Learner<'o> {
    /// Observes an implementation over the algebras of a `stage`.
    pub fn new(
        theory: &'o Theory,
        algebras: &'o [Algebra],
        oracle: &'o RefCell<dyn Oracle + 'o>,
    ) -> Self {
        let numbers = numbers(theory);
        let scene = |(number, algebra)| scene(theory, oracle, (number, algebra), &numbers);
        let scenes = algebras.iter().enumerate().map(scene).collect();
        Self { theory: theory.clone(), scenes }
    }
}
