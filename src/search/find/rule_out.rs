//! The goals that no model has, before any search.
//!
//! Goals in a row that keep the same terms share a solver, and no others do. So such
//! groups are refuted beside each other, and no answer depends on the number of threads.

use super::super::budget::Allowance;
use super::super::refute::Refuter;
use super::super::{Core, Options, Outcome, Verdict};
use super::{Search, Slot, may_alias};
use crate::goal::Goal;
use crate::model::Mode;
use crate::parallel;
use crate::theory::Theory;

/// Refutations with more clauses are not worth their time.
const COSTLY: u64 = 2_000_000;

/// A refutation that takes more conflicts is given up. Those that succeed take few.
const EFFORT: u64 = 1_000;

/// A goal and its number.
type Numbered<'s> = (usize, &'s Goal);

/// What a refutation found out about a goal.
enum Finding {
    /// No model of any size has it.
    Impossible(Core),
    /// Whether a witness with distinct variables is not ruled out.
    Possible { distinct: bool },
}

impl Search<'_> {
    /// Refutes what can be, which spares the search what it could never find.
    pub(super) fn rule_out(&mut self) {
        self.report("ruling out what is impossible");
        let (theory, options) = (self.theory, self.options);
        let groups = groups(theory, self.goals);
        let found = parallel::map(&groups, |group| refute_group(theory, options, group));
        for (index, finding) in found.into_iter().flatten() {
            match finding {
                Finding::Impossible(core) => {
                    let verdict = Verdict::Impossible(core);
                    self.decide(index, Outcome { verdict, scope: Vec::new(), mode: Mode::Closed });
                }
                Finding::Possible { distinct } => {
                    self.slots[index] = Slot::Open { prefer_distinct: distinct, weak: None };
                }
            }
        }
    }
}

/// The goals, those in a row that keep the same terms together.
fn groups<'s>(theory: &Theory, goals: &'s [Goal]) -> Vec<Vec<Numbered<'s>>> {
    let mut groups: Vec<Vec<Numbered>> = Vec::new();
    let mut refuter = Refuter::new(theory);
    for numbered in goals.iter().enumerate() {
        match (refuter.goes_on_with(numbered.1), groups.last_mut()) {
            (true, Some(group)) => group.push(numbered),
            _ => groups.push(vec![numbered]),
        }
    }
    groups
}

fn refute_group(theory: &Theory, options: &Options, group: &[Numbered]) -> Vec<(usize, Finding)> {
    let budget = options.budget.beside();
    let mut refuter = Refuter::new(theory);
    let mut found = Vec::new();
    for (index, goal) in group {
        let is_costly = refuter.cost(goal) > COSTLY.min(options.clause_limit);
        if is_costly || budget.ended().is_some() {
            continue;
        }
        budget.start_goal(Some(*index));
        let allowance = || Allowance::new(&budget, options.effort.min(EFFORT));
        // A piece with distinct variables is a piece in any case.
        let piece = may_alias(goal).then(|| refuter.has_pieces(goal, allowance));
        let core = match piece {
            Some(Ok(true)) => None,
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
