//! Leaves out operations that a witness does not need.
//!
//! A guided search goes detours. Each operation of a value is left out, the last one first, if
//! the goal still holds without it.

use super::state::{Candidate, Guide, Pick};
use crate::decide::plan::Choice;
use crate::execute::{Answer, Node, TermId};

/// The steps of the engine that may be spent on one witness.
const STEPS: u64 = 150_000;

impl Guide<'_, '_> {
    /// A smaller candidate at distance 0.
    pub(super) fn shrunk(&mut self, mut best: Candidate) -> Candidate {
        self.end = self.work().saturating_add(STEPS);
        for step in &self.plan.steps {
            if let Choice::Value(sort) = step.choice {
                let mut kept = 0;
                while let Some(pick) = self.without(best.picks[step.variable], sort, kept) {
                    if self.has_ended() {
                        return best;
                    }
                    let mut picks = best.picks.clone();
                    if let Some(pick) = pick {
                        picks[step.variable] = pick;
                        self.seen.clear();
                        if let Some(smaller) = self.complete(picks).filter(|it| it.distance == 0) {
                            best = smaller;
                            continue;
                        }
                    }
                    kept += 1;
                }
            }
        }
        best
    }

    /// A value without the operation below the last `kept` ones. `None` if there is no such
    /// operation, `Some(None)` if it can't be left out.
    fn without(&mut self, pick: Pick, sort: usize, kept: usize) -> Option<Option<Pick>> {
        let mut outer: Vec<(usize, Vec<TermId>, usize)> = Vec::new();
        let mut term = pick.built;
        loop {
            let (op, arguments) = match self.world.engine.terms().node(term) {
                Node::Apply(op, arguments) => (*op, arguments.to_vec()),
                _ => return None,
            };
            let sorts = &self.world.engine.program().ops[op].arguments;
            let place = sorts.iter().position(|it| *it == sort)?;
            term = arguments[place];
            if outer.len() == kept {
                break;
            }
            outer.push((op, arguments, place));
        }
        let mut shorter = self.value(term).map(|value| (value, term));
        for (op, mut arguments, place) in outer.into_iter().rev() {
            let Some((value, built)) = shorter else { break };
            let mut values = Vec::with_capacity(arguments.len());
            arguments[place] = built;
            for (at, argument) in arguments.iter().enumerate() {
                values.extend(if at == place { Some(value) } else { self.value(*argument) });
            }
            shorter = match self.world.engine.apply(op, &values) {
                Answer::Value(value) if values.len() == arguments.len() => {
                    Some((value, self.world.engine.call(op, &arguments)))
                }
                _ => None,
            };
        }
        Some(shorter.map(|(value, built)| self.measured(value, built)))
    }

    /// The value of a constructor term.
    pub(super) fn value(&mut self, built: TermId) -> Option<TermId> {
        let Node::Apply(op, arguments) = self.world.engine.terms().node(built).clone() else {
            return Some(built);
        };
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments.iter() {
            values.push(self.value(*argument)?);
        }
        match self.world.engine.apply(op, &values) {
            Answer::Value(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn measured(&self, value: TermId, built: TermId) -> Pick {
        let (mut operations, mut magnitude) = (0, 0u64);
        let mut open = vec![built];
        while let Some(term) = open.pop() {
            match self.world.engine.terms().node(term) {
                Node::Apply(_, arguments) => {
                    operations += 1;
                    open.extend(arguments.iter());
                }
                Node::Int(number) => magnitude = magnitude.saturating_add(number.unsigned_abs()),
                _ => {}
            }
        }
        Pick { value, built, operations, magnitude }
    }
}
