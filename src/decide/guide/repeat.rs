//! Repeats an operation that helps.
//!
//! A hall is filled by thirty bookings that differ in the guest alone. So what brought a
//! candidate nearer is done again at once, with the same arguments, with new elements, or with the
//! next number, without a look at all other operations.
//!
//! A set of tennis is won by twenty-four points, and none but the last one counts as nearer. So
//! where nothing comes nearer, each operation is done many times before the search gives up.

use std::collections::BTreeMap;

use super::state::{Candidate, Guide, OPERATIONS, Pick};
use crate::decide::plan::Choice;
use crate::execute::{Answer, Node, SortKind, TermId};

/// The most repetitions of one operation, and those that may change no distance.
const REPETITIONS: usize = 64;
const IDLE: usize = 6;

/// The candidates on which operations are repeated.
const MARCHERS: usize = 4;

/// The lists of arguments with which each operation is repeated.
const LISTS: usize = 2;

impl Guide<'_, '_> {
    /// Repeats each operation on candidates that satisfy different literals until one of them is
    /// nearer than all: the nearest may be in a state that nothing leaves.
    pub(super) fn march<'c>(
        &mut self,
        candidates: impl Iterator<Item = &'c Candidate>,
    ) -> Option<Candidate> {
        let mut candidates: Vec<&Candidate> = candidates.collect();
        candidates.sort_by_key(|it| it.rank());
        let least = candidates.first()?.distance;
        self.is_stuck = true;
        self.seen.clear();
        candidates.into_iter().take(MARCHERS).find_map(|it| self.march_from(it, least))
    }

    fn march_from(&mut self, from: &Candidate, least: u64) -> Option<Candidate> {
        let plan = self.plan;
        let from = self.complete(from.picks.clone())?;
        for step in &plan.steps {
            let Choice::Value(sort) = step.choice else { continue };
            let mut begun: BTreeMap<usize, usize> = BTreeMap::new();
            for first in self.longer(&from, sort, from.picks[step.variable]) {
                let &Node::Apply(op, _) = self.world.engine.terms().node(first.built) else {
                    continue;
                };
                let lists = begun.entry(op).or_default();
                *lists += 1;
                if *lists <= LISTS
                    && let Some(nearer) = self.marched(&from, least, (step.variable, sort), first)
                {
                    return Some(nearer);
                }
            }
        }
        None
    }

    /// The first candidate that is nearer, of those in which an operation is repeated.
    fn marched(
        &mut self,
        from: &Candidate,
        least: u64,
        (variable, sort): (usize, usize),
        first: Pick,
    ) -> Option<Candidate> {
        let (mut pick, mut idle, mut before) = (first, 0, from.distances());
        for _ in 0..REPETITIONS {
            if idle > IDLE || self.has_ended() {
                return None;
            }
            let mut picks = from.picks.clone();
            picks[variable] = pick;
            let candidate = self.complete(picks)?;
            let now = candidate.distances();
            if candidate.distance < least {
                return Some(candidate);
            }
            idle = if now == before { idle + 1 } else { 0 };
            before = now;
            pick = self.again(&candidate, pick, sort).into_iter().next()?;
        }
        None
    }

    /// Adds what the nearest candidate becomes by repeating the last operation of its values.
    pub(super) fn repeat(&mut self, nearest: &mut Vec<Candidate>) {
        let plan = self.plan;
        for step in &plan.steps {
            let Choice::Value(sort) = step.choice else { continue };
            while let Some(best) = nearest.first().cloned() {
                if best.distance == 0 || self.has_ended() {
                    return;
                }
                for pick in self.again(&best, best.picks[step.variable], sort) {
                    let mut picks = best.picks.clone();
                    picks[step.variable] = pick;
                    self.add(picks, nearest);
                }
                if nearest[0].distance >= best.distance {
                    break;
                }
            }
        }
    }

    /// What the last operation of a value makes of it: with the same arguments, with new
    /// elements, and with the next numbers.
    fn again(&mut self, candidate: &Candidate, pick: Pick, sort: usize) -> Vec<Pick> {
        let Node::Apply(op, arguments) = self.world.engine.terms().node(pick.built).clone() else {
            return Vec::new();
        };
        let program = self.world.engine.program();
        let sorts = &program.ops[op].arguments;
        let Some(place) = sorts.iter().position(|it| *it == sort) else { return Vec::new() };
        if pick.operations >= OPERATIONS {
            return Vec::new();
        }
        let mut same = arguments.to_vec();
        same[place] = pick.built;
        let mut new = same.clone();
        for (at, sort) in sorts.iter().enumerate() {
            if program.sorts[*sort].kind == SortKind::Given
                && let Some(number) = self.elements(candidate, *sort).first()
            {
                new[at] = self.world.engine.element(*sort, *number);
            }
        }
        let mut lists = vec![same.clone()];
        if new != same {
            lists.push(new);
        }
        for at in 0..same.len() {
            let Node::Int(number) = *self.world.engine.terms().node(same[at]) else { continue };
            for next in [number.checked_add(1), number.checked_sub(1)].into_iter().flatten() {
                let mut list = same.clone();
                list[at] = self.world.engine.int(next);
                lists.push(list);
            }
        }
        lists.retain(|list| self.world.takes(op, list));
        lists.into_iter().filter_map(|list| self.called(op, &list, (place, pick))).collect()
    }

    /// The results of an operation on constructor terms, one of which is known.
    fn called(&mut self, op: usize, built: &[TermId], known: (usize, Pick)) -> Option<Pick> {
        let mut values = Vec::with_capacity(built.len());
        for (at, argument) in built.iter().enumerate() {
            values.push(if at == known.0 { known.1.value } else { self.value(*argument)? });
        }
        match self.world.engine.apply(op, &values) {
            Answer::Value(value) if self.world.engine.terms().is_plain(value) => {
                let built = self.world.engine.call(op, built);
                Some(self.measured(value, built))
            }
            _ => None,
        }
    }
}
