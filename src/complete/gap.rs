//! The smallest terms that running the axioms does not determine.

use std::collections::BTreeMap;

use super::observe::{Run, Seen};
use super::world::World;
use crate::arena::Id;
use crate::execute::{Engine, Gap, Node, Reason, TermId};
use crate::model::GroundTerm;
use crate::theory::{OpId, SortId};
use crate::trial::Trial;

/// An observer and the constructor of the value that it observes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    pub observer: OpId,
    pub constructor: Option<OpId>,
}

/// What the axioms leave open for one pair.
#[derive(Clone, Debug)]
pub struct OpenPair {
    pub pair: Pair,
    /// The position of the world with the smallest open call.
    pub world: usize,
    pub arguments: Vec<GroundTerm>,
    pub reason: Reason,
    /// The symbols of the call.
    size: u64,
    /// The observations that are open because of this pair.
    pub observations: usize,
}

/// Two values that the axioms neither join nor tell apart.
#[derive(Clone, Debug)]
pub struct Unjoined {
    pub sort: SortId,
    pub world: usize,
    pub values: [GroundTerm; 2],
    size: u64,
    /// The pairs of this sort.
    pub pairs: usize,
}

/// What running the axioms leaves open.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    pub open: Vec<OpenPair>,
    pub unjoined: Vec<Unjoined>,
    /// Observations that are determined.
    pub determined: usize,
    /// Observations for which the engine reached a limit.
    pub given_up: usize,
}

/// Observes all terms of all worlds.
pub fn findings(trial: &Trial<'_>, worlds: &[World]) -> Findings {
    let mut pairs: BTreeMap<Pair, OpenPair> = BTreeMap::new();
    let mut unjoined: BTreeMap<SortId, Unjoined> = BTreeMap::new();
    let mut findings = Findings::default();
    for (number, world) in worlds.iter().enumerate() {
        let mut run = Run::new(trial, &world.tables);
        for call in &world.inputs.calls {
            match run.observe(call) {
                Seen::GaveUp | Seen::Contradiction(_) => findings.given_up += 1,
                Seen::Open(gap) => {
                    if gap.reason == Reason::Equality {
                        note_values(&run.engine, number, &gap, &mut unjoined);
                    } else {
                        note_call(&mut run, number, &gap, &mut pairs);
                    }
                }
                _ => findings.determined += 1,
            }
        }
        for [left, right] in super::unjoined::unjoined(trial, world, &mut run) {
            note_pair(&run.engine, number, [left, right], &mut unjoined);
        }
    }
    findings.open = pairs.into_values().collect();
    findings.unjoined = unjoined.into_values().collect();
    findings
}

fn note_call(run: &mut Run<'_>, world: usize, gap: &Gap, pairs: &mut BTreeMap<Pair, OpenPair>) {
    let call = innermost(run, gap.call);
    let engine = &run.engine;
    let Some(pair) = pair_of(engine, call) else { return };
    let Node::Apply(_, arguments) = engine.terms().node(call) else { return };
    let size = engine.terms().size(call);
    let found = || OpenPair {
        pair,
        world,
        arguments: arguments.iter().map(|it| GroundTerm::of_value(engine, *it)).collect(),
        reason: gap.reason.clone(),
        size,
        observations: 0,
    };
    let known = pairs.entry(pair).or_insert_with(found);
    if size < known.size {
        *known = OpenPair { observations: known.observations, ..found() };
    }
    known.observations += 1;
}

/// The operation of a call, and the one that makes its first constructed argument.
fn pair_of(engine: &Engine<'_>, call: TermId) -> Option<Pair> {
    let op = |term: TermId| match engine.terms().node(term) {
        Node::Apply(op, _) => Some(OpId::from_index(*op)),
        _ => None,
    };
    let Node::Apply(_, arguments) = engine.terms().node(call) else { return None };
    let constructor = arguments.iter().find_map(|argument| op(*argument));
    Some(Pair { observer: op(call)?, constructor })
}

impl Run<'_> {
    /// Whether a term is open because no axiom says what the observer of a pair is there, and not
    /// because something else is open.
    pub fn lacks(&mut self, term: &GroundTerm, pair: Pair) -> bool {
        let answer = self.value(term);
        let Seen::Open(gap) = self.seen(answer) else { return false };
        let causes = [gap.call, innermost(self, gap.call)];
        let is_it = |found: Pair| match pair.constructor {
            Some(_) => found == pair,
            None => found.observer == pair.observer,
        };
        gap.reason == Reason::Equality
            || causes.into_iter().filter_map(|call| pair_of(&self.engine, call)).any(is_it)
    }
}

/// The call that leaves a call open: where an argument is open itself, that one.
fn innermost(run: &mut Run<'_>, mut call: TermId) -> TermId {
    while let Node::Apply(_, arguments) = run.engine.terms().node(call).clone() {
        let is_cause = |argument: &&TermId| {
            !run.engine.terms().is_plain(**argument) && !run.is_described(**argument)
        };
        match arguments.iter().find(is_cause) {
            Some(argument) => call = *argument,
            None => break,
        }
    }
    call
}

fn note_values(
    engine: &Engine<'_>,
    world: usize,
    gap: &Gap,
    unjoined: &mut BTreeMap<SortId, Unjoined>,
) {
    if let Node::Equal(left, right) = engine.terms().node(gap.call) {
        note_pair(engine, world, [*left, *right], unjoined);
    }
}

fn note_pair(
    engine: &Engine<'_>,
    world: usize,
    pair: [TermId; 2],
    unjoined: &mut BTreeMap<SortId, Unjoined>,
) {
    let terms = engine.terms();
    let Node::Apply(op, _) = terms.node(pair[0]) else { return };
    let Some(sort) = engine.program().ops[*op].result.map(SortId::from_index) else { return };
    let size = terms.size(pair[0]).saturating_add(terms.size(pair[1]));
    let found = || {
        let values = pair.map(|value| GroundTerm::of_value(engine, value));
        Unjoined { sort, world, values, size, pairs: 0 }
    };
    let known = unjoined.entry(sort).or_insert_with(found);
    if size < known.size {
        *known = Unjoined { pairs: known.pairs, ..found() };
    }
    known.pairs += 1;
}
