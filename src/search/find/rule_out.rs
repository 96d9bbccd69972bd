//! Refutes goals before the search and between its steps.
//!
//! Consecutive goals that retain the same terms share a solver; other goals do not. So
//! these groups can be refuted in parallel, and no answer depends on the number of threads.

use super::super::budget::Allowance;
use super::super::options::Options;
use super::super::outcome::{Core, Outcome, Verdict};
use super::super::refute::Refuter;
use super::{Search, Slot, may_alias};
use crate::goal::{Goal, GoalKind};
use crate::model::Mode;
use crate::parallel;
use crate::theory::Theory;

/// Refutations with more clauses are not worth their time.
const COSTLY: u64 = 2_000_000;

/// Refutations of this size are cheaper than a search that finds nothing.
const MODERATE: u64 = 200_000;

/// Refutations of this size take about a millisecond.
const CHEAP: u64 = 10_000;

/// A goal that is neither decided nor refuted yet.
struct Open<'s> {
    index: usize,
    goal: &'s Goal,
    has_weak: bool,
}

/// The result of a refutation.
enum Finding {
    /// No model of any size satisfies the goal.
    Impossible(Core),
    /// `distinct` says that a witness with distinct variables is not ruled out.
    Possible { distinct: bool },
}

impl<'s> Search<'s> {
    /// Tries to refute the goals that are most likely impossible: combinations of atoms.
    /// That spares the search from looking for them. Values of a given form mostly exist.
    pub(super) fn refute_likely(&mut self) {
        self.refute_up_to(|goal| match goal.kind {
            GoalKind::Axiom | GoalKind::Alias | GoalKind::Domain(_) => MODERATE,
            GoalKind::Construction | GoalKind::Coincidence | GoalKind::Equality | GoalKind::Law => {
                CHEAP
            }
        });
    }

    /// Tries to refute every goal that small scopes left uncovered.
    pub(super) fn refute_open(&mut self) {
        self.refute_up_to(|_| COSTLY);
    }

    fn refute_up_to(&mut self, limit: impl Fn(&Goal) -> u64 + Sync) {
        self.report("ruling out what is impossible");
        let (theory, options) = (self.theory, self.options);
        let groups = self.groups();
        let found = parallel::map(&groups, |group| refute_group(theory, options, group, &limit));
        for (index, finding) in found.into_iter().flatten() {
            self.take_over(index, finding);
        }
    }

    /// The open goals, grouped if they follow each other and retain the same terms.
    fn groups(&self) -> Vec<Vec<Open<'s>>> {
        let mut groups: Vec<Vec<Open>> = Vec::new();
        let mut refuter = Refuter::new(self.theory);
        for (index, (goal, slot)) in self.goals.iter().zip(&self.slots).enumerate() {
            let Slot::Open { was_questioned: false, weak, .. } = slot else { continue };
            let open = Open { index, goal, has_weak: weak.is_some() };
            match (refuter.goes_on_with(goal), groups.last_mut()) {
                (true, Some(group)) => group.push(open),
                _ => groups.push(vec![open]),
            }
        }
        groups
    }

    fn take_over(&mut self, index: usize, finding: Finding) {
        match (finding, &mut self.slots[index]) {
            (Finding::Impossible(core), _) => {
                let verdict = Verdict::Impossible(core);
                self.decide(index, Outcome::new(verdict, Vec::new(), Mode::Closed));
            }
            (
                Finding::Possible { distinct },
                Slot::Open { was_questioned, prefer_distinct, weak },
            ) => {
                *was_questioned = true;
                *prefer_distinct = distinct;
                if !distinct && let Some(outcome) = weak.take() {
                    self.decide(index, outcome);
                }
            }
            (Finding::Possible { .. }, Slot::Done(_)) => {}
        }
    }
}

fn refute_group(
    theory: &Theory,
    options: &Options,
    group: &[Open],
    limit: &dyn Fn(&Goal) -> u64,
) -> Vec<(usize, Finding)> {
    let budget = options.budget.for_worker();
    let mut refuter = Refuter::new(theory);
    let mut found = Vec::new();
    for Open { index, goal, has_weak } in group {
        let is_due = refuter.cost(goal) <= limit(goal).min(options.clause_limit);
        if !is_due || budget.ended().is_some() {
            continue;
        }
        budget.start_goal(Some(*index));
        let allowance = || Allowance::new(&budget, options.effort);
        // A piece with distinct variables is a piece in any case.
        let piece = may_alias(goal).then(|| refuter.has_pieces(goal, allowance));
        let core = match piece {
            Some(Ok(true)) => None,
            _ if *has_weak => None,
            _ => refuter.refute(goal, allowance).unwrap_or(None),
        };
        let distinct = piece.is_some_and(|found| found != Ok(false));
        let finding = match core {
            Some(core) => Finding::Impossible(core),
            None => Finding::Possible { distinct },
        };
        found.push((*index, finding));
    }
    found
}
