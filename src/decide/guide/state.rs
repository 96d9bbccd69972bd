//! What a guided search knows of its candidates.

use std::collections::{BTreeMap, BTreeSet};

use crate::decide::plan::Plan;
use crate::decide::world::World;
use crate::execute::TermId;

/// The most operations of a value. A longer test is of little use to a reader.
pub(super) const OPERATIONS: usize = 260;

/// What a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// In normal form.
    pub value: TermId,
    /// The constructor term that built it.
    pub built: TermId,
    pub operations: usize,
    pub magnitude: u64,
}

/// Values for the variables of a goal, and how far they are from it.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) distance: u64,
    pub(super) operations: usize,
    pub(super) magnitude: u64,
    /// The literals that it satisfies, by position.
    pub(super) satisfied: Vec<bool>,
    /// Numbers by which it misses the goal.
    pub(super) gaps: BTreeSet<u64>,
    /// By variable.
    pub(super) picks: Vec<Pick>,
}

impl Candidate {
    pub(super) fn rank(&self) -> (u64, usize, u64) {
        (self.distance, self.operations, self.magnitude)
    }

    pub(super) fn values(&self) -> Vec<TermId> {
        self.picks.iter().map(|pick| pick.value).collect()
    }
}

/// A search for one goal.
pub(super) struct Guide<'g, 'p> {
    pub(super) world: &'g mut World<'p>,
    pub(super) plan: &'g Plan,
    pub(super) is_natural: bool,
    /// Whether to stop early.
    pub(super) is_stopped: &'g dyn Fn() -> bool,
    /// The values of each sort that are known.
    pub(super) known: BTreeMap<usize, Vec<Pick>>,
    /// The total of the engine's steps at which the search ends.
    pub(super) end: u64,
    pub(super) seen: BTreeSet<Vec<TermId>>,
    pub(super) deepest: usize,
    pub(super) tried: usize,
    pub(super) is_open: bool,
}
