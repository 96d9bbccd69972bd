//! Deep states: a search that a goal's own literals guide.
//!
//! Values that few operations build decide most goals. A full buffer, a third failure or a
//! basket for more than 200.00 need more. So values are built further, one operation after the
//! other, and those whose [`distance`] from the goal is least are kept. Work is counted in
//! steps of the engine, so the same states are found everywhere.

mod distance;
mod moves;
mod needs;
mod repeat;
mod shrink;
mod state;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::instance::Instance;
use super::plan::{Choice, Plan};
use super::world::World;
use crate::execute::{Answer, TermId};
use crate::model::GroundTerm;
use distance::{Measure, Needs, UNKNOWN};
use state::{Candidate, Guide, Least, Pick};

/// The candidates that each round continues with, in all and of those that satisfy the same
/// literals. One may satisfy all literals but one that is out of its reach.
const BEAM: usize = 8;
const ALIKE: usize = 2;

/// The choices of numbers and elements with which known values are tried.
const STARTS: usize = 4;

/// The parts of premises for which each round keeps the nearest candidate.
const LEADERS: usize = 8;

/// The rounds that may pass without a candidate that is nearer.
const PATIENCE: usize = 3;

/// The same once candidates are compared by what operations need: a game that is won takes four
/// points before it shows that the next one can be won too.
const LONG_PATIENCE: usize = 6;

/// The candidates at the same distances that are kept then. All others only differ in what plays
/// no part.
const SAME: usize = 2;

/// The rounds in a row in which only candidates that satisfy other literals come nearer.
const DETOUR: usize = 40;

/// The candidates for which running determines no literal to be wrong, but leaves some open, after
/// which a search ends: a model decides such a goal sooner.
const OPEN: usize = 20;

/// Atoms of distances that take as long as a step of the engine.
const ATOMS_PER_STEP: u64 = 4;

/// What a guided search found out.
pub struct Guided {
    pub instance: Option<Instance>,
    /// The most operations of a value that was tried.
    pub operations: usize,
    /// The number of candidates that were tried.
    pub tried: usize,
    /// Whether running does not determine some literal for some candidate.
    pub is_open: bool,
    /// Whether it ended since running leaves too much open.
    pub is_left_open: bool,
    /// Whether the steps ended the search, and not that no candidate came nearer.
    pub is_cut: bool,
}

/// Looks for an instance, with at most `budget` steps of the engine.
pub fn guided(
    world: &mut World<'_>,
    plan: &Plan,
    budget: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Guided {
    let end = world.engine.total_steps().saturating_add(budget);
    let mut guide = Guide {
        world,
        plan,
        is_stopped,
        known: BTreeMap::new(),
        end,
        seen: BTreeSet::new(),
        met: BTreeMap::new(),
        leaders: Vec::new(),
        deepest: 0,
        tried: 0,
        is_open: false,
        open: 0,
        is_stuck: false,
        is_direct: false,
        atoms: 0,
    };
    let found = guide.run();
    let instance = found.map(|found| guide.instance(found));
    Guided {
        instance,
        operations: guide.deepest,
        tried: guide.tried,
        is_open: guide.is_open,
        is_left_open: guide.open > OPEN,
        is_cut: guide.open <= OPEN && guide.has_ended(),
    }
}

impl Guide<'_, '_> {
    fn run(&mut self) -> Option<Candidate> {
        if self.plan.steps.len() < self.plan.variables {
            return None;
        }
        for is_direct in [false, true] {
            (self.is_direct, self.is_stuck) = (is_direct, false);
            self.seen.clear();
            self.met.clear();
            let beam = self.starts();
            if let Some(found) = self.climb(beam) {
                return Some(self.shrunk(found));
            }
        }
        None
    }

    /// A candidate at distance 0 that is found from others by ever nearer ones.
    fn climb(&mut self, mut beam: Vec<Candidate>) -> Option<Candidate> {
        let (mut waited, mut others) = (0, 0);
        let mut least = Least::default();
        for candidate in &beam {
            candidate.is_record(&mut least);
        }
        let patience = |is_stuck| if is_stuck { LONG_PATIENCE } else { PATIENCE };
        let mut nearest_of: BTreeMap<Vec<bool>, Candidate> = BTreeMap::new();
        while !self.has_ended() {
            if waited >= patience(self.is_stuck) || beam.is_empty() {
                beam = vec![self.march(nearest_of.values())?];
                (waited, others) = (0, 0);
            }
            for candidate in &beam {
                let hold = candidate.literals.iter().map(|it| *it == 0).collect();
                let known = nearest_of.entry(hold).or_insert_with(|| candidate.clone());
                if candidate.distance < known.distance {
                    *known = candidate.clone();
                }
            }
            let nearest = beam.first()?.nearness();
            if nearest.0 == 0 {
                return Some(beam.swap_remove(0));
            }
            let mut next: Vec<Candidate> = Vec::new();
            self.leaders.clear();
            for candidate in &beam {
                self.add_neighbours(candidate, &mut next);
            }
            for leader in std::mem::take(&mut self.leaders) {
                if next.iter().all(|known| known.picks != leader.picks) {
                    next.push(leader);
                }
            }
            let is_nearer = next.first().is_some_and(|best| best.nearness() < nearest);
            let records = next.iter().filter(|it| it.is_record(&mut least)).count();
            waited += 1;
            if is_nearer {
                (waited, others) = (0, 0);
                self.repeat(&mut next);
            } else if records > 0 && others < DETOUR {
                // What comes nearer has to give up a literal first.
                (waited, others) = (0, others + 1);
            } else if !self.is_stuck {
                // The same round again, with a view to operations that would help.
                (self.is_stuck, waited, others) = (true, 0, 0);
                if let Some(nearer) = self.march(nearest_of.values()) {
                    beam.insert(0, nearer);
                }
                self.seen.clear();
                least = Least::default();
                beam = beam.iter().filter_map(|it| self.complete(it.picks.clone())).collect();
                beam.sort_by_key(Candidate::rank);
                continue;
            }
            beam = next;
        }
        beam.into_iter().find(|candidate| candidate.distance == 0)
    }

    /// Steps of the engine, and atoms: those that it answers from memory are cheaper.
    fn work(&self) -> u64 {
        self.world.engine.total_steps() + self.atoms / ATOMS_PER_STEP
    }

    fn has_ended(&self) -> bool {
        self.work() >= self.end || self.open > OPEN || (self.is_stopped)()
    }

    /// The nearest candidates among the values that are known, for one variable after the
    /// other.
    fn starts(&mut self) -> Vec<Candidate> {
        let Some(first) = self.first() else { return Vec::new() };
        let mut beam: Vec<Candidate> = self.complete(first).into_iter().collect();
        // Numbers and elements that suit each other come first: which value is near depends on
        // them.
        for candidate in beam.clone() {
            for (place, step) in self.plan.steps.iter().enumerate() {
                if !matches!(step.choice, Choice::Value(_)) {
                    self.add_moves(&candidate, place, &mut beam);
                }
            }
        }
        beam.truncate(STARTS);
        for step in &self.plan.steps {
            let Choice::Value(sort) = step.choice else { continue };
            let mut next = beam.clone();
            let mut deepest: Option<Candidate> = None;
            for candidate in &beam {
                // Deep states were built for conditions of goals, so they come first.
                for pick in self.known(sort).into_iter().rev() {
                    let mut picks = candidate.picks.clone();
                    picks[step.variable] = pick;
                    let Some(found) = self.complete(picks) else { continue };
                    let known = deepest.as_ref().map(|it| (it.distance, Reverse(it.operations)));
                    if known.is_none_or(|known| (found.distance, Reverse(found.operations)) < known)
                    {
                        deepest = Some(found.clone());
                    }
                    keep(found, &mut next);
                    if self.has_ended() {
                        break;
                    }
                }
            }
            // Smaller values that are as near may have to become as deep.
            next.extend(deepest);
            beam = next;
        }
        beam
    }

    /// Adds a candidate if it is among the nearest.
    fn add(&mut self, picks: Vec<Pick>, nearest: &mut Vec<Candidate>) {
        let Some(candidate) = self.complete(picks) else { return };
        if self.is_stuck {
            let met = self.met.entry(candidate.distances()).or_default();
            *met += 1;
            if *met > SAME {
                return;
            }
            self.lead(&candidate);
        }
        keep(candidate, nearest);
    }

    /// Keeps a candidate that is nearest to some part of a premise: others that are nearer to all
    /// parts together may be unable to come any nearer.
    fn lead(&mut self, candidate: &Candidate) {
        let premises = candidate.needs.as_ref().map_or(&[][..], |needs| &needs.premises);
        for (place, own) in premises.iter().enumerate().take(LEADERS) {
            match self.leaders.get_mut(place) {
                Some(leader) => {
                    let known = leader.needs.as_ref().and_then(|it| it.premises.get(place));
                    if (Some(own), candidate.rank()) < (known, leader.rank()) {
                        *leader = candidate.clone();
                    }
                }
                None => self.leaders.push(candidate.clone()),
            }
        }
    }

    /// Fills in what other variables determine, and measures the distance. `None` if the
    /// candidate is known.
    fn complete(&mut self, mut picks: Vec<Pick>) -> Option<Candidate> {
        let free = self.plan.steps.iter().filter(|step| !step.is_determined());
        if !self.seen.insert(free.map(|step| picks[step.variable].value).collect()) {
            return None;
        }
        self.tried += 1;
        let mut sum: u64 = 0;
        let mut values: Vec<TermId> = picks.iter().map(|pick| pick.value).collect();
        for step in &self.plan.steps {
            if let Choice::Determined(_, expr) = &step.choice {
                match self.world.engine.evaluate(expr, &values) {
                    Answer::Value(value) if self.world.engine.terms().is_plain(value) => {
                        picks[step.variable] = self.plain(value);
                        values[step.variable] = value;
                    }
                    _ => sum = sum.saturating_add(UNKNOWN),
                }
            }
        }
        let engine = &mut self.world.engine;
        let mut measure = Measure {
            engine,
            gaps: BTreeSet::new(),
            is_open: false,
            is_wrong: false,
            is_direct: self.is_direct,
            needs: self.is_stuck.then(Needs::default),
            concluded: None,
            atoms: 0,
        };
        let checks = self.plan.steps.iter().flat_map(|step| &step.checks);
        let mut literals = Vec::new();
        for (formula, holds) in self.plan.checks.iter().chain(checks) {
            let own = measure.distance(formula, *holds, &values);
            literals.push(own);
            sum = sum.saturating_add(own);
        }
        let (gaps, needs) = (measure.gaps, measure.needs);
        self.is_open |= measure.is_open;
        self.open += usize::from(measure.is_open && !measure.is_wrong);
        self.atoms += measure.atoms;
        let operations = picks.iter().map(|pick| pick.operations).sum();
        let deepest = picks.iter().map(|pick| pick.operations).max().unwrap_or(0);
        self.deepest = self.deepest.max(deepest);
        let magnitude = picks.iter().map(|pick| pick.magnitude).fold(0, u64::saturating_add);
        Some(Candidate { distance: sum, operations, magnitude, literals, needs, gaps, picks })
    }

    fn add_neighbours(&mut self, candidate: &Candidate, nearest: &mut Vec<Candidate>) {
        for step in 0..self.plan.steps.len() {
            self.add_moves(candidate, step, nearest);
        }
    }

    fn add_moves(&mut self, candidate: &Candidate, step: usize, nearest: &mut Vec<Candidate>) {
        for pick in self.moves(candidate, step) {
            if self.has_ended() {
                return;
            }
            let mut picks = candidate.picks.clone();
            picks[self.plan.steps[step].variable] = pick;
            self.add(picks, nearest);
        }
    }

    fn instance(&self, found: Candidate) -> Instance {
        let term = |pick: &Pick| GroundTerm::of_value(&self.world.engine, pick.built);
        let terms = found.picks.iter().map(term).collect();
        Instance { values: found.values(), terms }
    }
}

/// Adds a candidate to others if it is among the nearest.
fn keep(candidate: Candidate, nearest: &mut Vec<Candidate>) {
    let place = nearest.partition_point(|known| known.rank() <= candidate.rank());
    let is_alike = |known: &Candidate| known.is_alike(&candidate);
    if nearest[..place].iter().filter(|known| is_alike(known)).count() >= ALIKE {
        return;
    }
    let alike = (place..nearest.len()).rfind(|at| is_alike(&nearest[*at]));
    let count = nearest.iter().filter(|known| is_alike(known)).count();
    if let Some(last) = alike.filter(|_| count >= ALIKE) {
        nearest.remove(last);
    }
    nearest.insert(place, candidate);
    nearest.truncate(BEAM);
}
