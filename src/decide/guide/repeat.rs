//! Repeats an operation that helps.
//!
//! A hall is filled by thirty bookings that differ in the guest alone. So what brought a
//! candidate nearer is done again at once, with the same arguments, with new elements, or with the
//! next number, without a look at all other operations.

use super::state::{Candidate, Guide, OPERATIONS, Pick};
use crate::decide::plan::Choice;
use crate::execute::{Answer, Node, SortKind, TermId};

impl Guide<'_, '_> {
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
