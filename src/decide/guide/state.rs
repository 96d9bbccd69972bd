//! What a guided search knows of its candidates.

use std::collections::{BTreeMap, BTreeSet};

use super::distance::Needs;
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

/// The literals and the needs that a candidate satisfies.
pub(super) type Kind = (Vec<bool>, Vec<bool>);

/// How far a candidate is from the goal, and from operations that would bring it nearer.
pub(super) type Nearness = (u64, u64);

/// Values for the variables of a goal, and how far they are from it.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) distance: u64,
    pub(super) operations: usize,
    pub(super) magnitude: u64,
    /// The literals that it satisfies, by position.
    pub(super) satisfied: Vec<bool>,
    /// What operations need that would help, if that is asked for.
    pub(super) needs: Option<Needs>,
    /// Numbers by which it misses the goal.
    pub(super) gaps: BTreeSet<u64>,
    /// By variable.
    pub(super) picks: Vec<Pick>,
}

impl Candidate {
    pub(super) fn rank(&self) -> (u64, u64, usize, u64) {
        let (distance, further) = self.nearness();
        (distance, further, self.operations, self.magnitude)
    }

    /// How far it is from the goal, and from operations that would bring it nearer.
    pub(super) fn nearness(&self) -> Nearness {
        (self.distance, self.needs.as_ref().map_or(0, |needs| needs.distance))
    }

    /// Whether it satisfies the same literals as another, and the same needs.
    pub(super) fn is_alike(&self, other: &Candidate) -> bool {
        self.kind() == other.kind()
    }

    fn kind(&self) -> (&[bool], &[bool]) {
        (&self.satisfied, self.needs.as_ref().map_or(&[], |needs| &needs.met))
    }

    /// Whether it is nearer than all others that satisfy the same, or the first of them.
    pub(super) fn is_record(&self, least: &mut BTreeMap<Kind, Nearness>) -> bool {
        let (satisfied, met) = self.kind();
        let known = least.get_mut(&(satisfied.to_vec(), met.to_vec()));
        match known {
            Some(known) if *known <= self.nearness() => return false,
            Some(known) => *known = self.nearness(),
            None => drop(least.insert((satisfied.to_vec(), met.to_vec()), self.nearness())),
        }
        true
    }

    pub(super) fn values(&self) -> Vec<TermId> {
        self.picks.iter().map(|pick| pick.value).collect()
    }
}

/// A search for one goal.
pub(super) struct Guide<'g, 'p> {
    pub(super) world: &'g mut World<'p>,
    pub(super) plan: &'g Plan,
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
    /// Whether nothing comes nearer at the moment.
    pub(super) is_stuck: bool,
    /// Whether numbers count as they are, not by the conditions that choose them.
    pub(super) is_direct: bool,
    /// The atoms that were looked at.
    pub(super) atoms: u64,
}
