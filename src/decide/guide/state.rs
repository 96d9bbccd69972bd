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

/// The least distances so far.
#[derive(Default)]
pub(super) struct Least {
    kinds: BTreeMap<Kind, Nearness>,
    /// By the distance from the goal and the number of the result that should change.
    results: BTreeMap<(u64, usize), u64>,
    /// The same for parts of premises.
    premises: BTreeMap<(u64, usize), u64>,
}

/// Values for the variables of a goal, and how far they are from it.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) distance: u64,
    pub(super) operations: usize,
    pub(super) magnitude: u64,
    /// How far each literal is from true.
    pub(super) literals: Vec<u64>,
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
        let results = self.needs.iter().flat_map(|needs| &needs.results);
        (self.distance, results.copied().fold(0, u64::saturating_add))
    }

    /// Whether it satisfies the same literals as another, and the same needs.
    pub(super) fn is_alike(&self, other: &Candidate) -> bool {
        self.kind() == other.kind()
    }

    fn kind(&self) -> Kind {
        let hold = |distances: &[u64]| distances.iter().map(|it| *it == 0).collect();
        (hold(&self.literals), self.needs.as_ref().map_or(Vec::new(), |it| hold(&it.premises)))
    }

    /// The distances that make up the distance from the goal.
    pub(super) fn distances(&self) -> Vec<u64> {
        let premises = self.needs.iter().flat_map(|needs| &needs.premises);
        self.literals.iter().chain(premises).copied().collect()
    }

    /// Whether it is nearer than all others that satisfy the same, or the first of them. At the
    /// same distance from the goal, it is enough to be nearer to one operation that helps.
    pub(super) fn is_record(&self, least: &mut Least) -> bool {
        let mut is_record = lowers(&mut least.kinds, self.kind(), self.nearness());
        let results = self.needs.iter().flat_map(|needs| &needs.results);
        let premises = self.needs.iter().flat_map(|needs| &needs.premises);
        for (place, premise) in premises.enumerate() {
            is_record |= lowers(&mut least.premises, (self.distance, place), *premise);
        }
        for (place, result) in results.enumerate() {
            is_record |= lowers(&mut least.results, (self.distance, place), *result);
        }
        is_record
    }

    pub(super) fn values(&self) -> Vec<TermId> {
        self.picks.iter().map(|pick| pick.value).collect()
    }
}

/// Replaces a greater value. Returns whether it was greater, or missing.
fn lowers<K: Ord, V: Ord>(least: &mut BTreeMap<K, V>, key: K, value: V) -> bool {
    match least.get(&key) {
        Some(known) if *known <= value => false,
        _ => {
            least.insert(key, value);
            true
        }
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
    /// For each part of a premise, the candidate of this round that is nearest to it.
    pub(super) leaders: Vec<Candidate>,
    /// How many candidates had these distances.
    pub(super) met: BTreeMap<Vec<u64>, usize>,
    pub(super) deepest: usize,
    pub(super) tried: usize,
    pub(super) is_open: bool,
    /// For how many candidates it determines all others as they should be.
    pub(super) open: usize,
    /// Whether nothing comes nearer at the moment.
    pub(super) is_stuck: bool,
    /// Whether numbers count as they are, not by the conditions that choose them.
    pub(super) is_direct: bool,
    /// The atoms that were looked at.
    pub(super) atoms: u64,
}
