//! The goals that no model has, before any search and between its steps.
//!
//! Goals in a row that keep the same terms share a solver, and no others do. So such
//! groups are refuted beside each other, and no answer depends on the number of threads.

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

/// Refutations with so many clauses take less time than a search for what is not there.
const MODERATE: u64 = 200_000;

/// Refutations with so many clauses are over in a millisecond.
const CHEAP: u64 = 10_000;

/// A goal that is not decided yet and was not refuted.
struct Open<'s> {
    index: usize,
    goal: &'s Goal,
    has_weak: bool,
}

/// What a refutation found out about a goal.
enum Finding {
    /// No model of any size has it.
    Impossible(Core),
    /// Whether a witness with distinct variables is not ruled out.
    Possible { distinct: bool },
}

impl<'s> Search<'s> {
    /// Refutes what is likely to be impossible, which spares the search what it could never
    /// find: combinations of atoms. Values of some form mostly exist.
    pub(super) fn refute_likely(&mut self) {
        self.refute_up_to(|goal| match goal.kind {
            GoalKind::Axiom | GoalKind::Alias | GoalKind::Domain(_) => MODERATE,
            GoalKind::Construction | GoalKind::Coincidence | GoalKind::Equality | GoalKind::Law => {
                CHEAP
            }
        });
    }

    /// Refutes what can be of that which the small scopes did not cover.
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

    /// The open goals, those in a row that keep the same terms together.
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
                self.decide(index, Outcome { verdict, scope: Vec::new(), mode: Mode::Closed });
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
