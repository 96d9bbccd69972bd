//! The search: goal by goal, scope by scope.

use std::collections::VecDeque;

use crate::goal::{Goal, GoalKind};
use crate::model::{Element, Mode, Model, Violation, Witness, check_goal, check_model};
use crate::theory::{SortId, Theory};

use super::budget::{Allowance, Room, Stopped};
use super::carriers::CarrierSizes;
use super::confirm::Confirmer;
use super::estimate;
use super::finder::{Aliasing, Finder, has_room_for_distinct, related_pairs};
use super::ground::Totality;
use super::options::Options;
use super::outcome::{Core, Outcome, Progress, Reason, Unsound, Verdict};
use super::solver::Lit;

mod rule_out;

/// The witnesses of a goal that may be rejected before the search tries the next scope.
const REFUSALS: usize = 4;

/// The choices of parameter sizes that are tried before costly refutations.
const EASY_SCOPES: usize = 2;

/// The conflicts that the search for distinct variables may take once a witness with
/// coinciding variables is known. More conflicts rarely decide whether there are larger
/// witnesses.
const PREFERENCE: u64 = 400;

/// An estimate of a grounding may be too high by this factor: constants fold most instances
/// of nested terms. A scope of the user's choice is begun up to there, and ends when its
/// clauses take more room than they may.
const OVERESTIMATE: u64 = 16;

/// The number of checked models that are remembered.
const REMEMBERED: usize = 16;

/// What is known about a goal so far.
enum Slot {
    Open {
        /// Whether a refutation was tried.
        was_questioned: bool,
        /// Whether a witness with distinct variables may exist and is preferred.
        prefer_distinct: bool,
        /// A witness whose variables coincide, until a better one is found.
        weak: Option<Outcome>,
    },
    Done(Outcome),
}

/// How the carriers of a scope fit the theory.
enum ScopeFit {
    /// No model is this small.
    TooSmall,
    /// Some model uses all elements.
    Filled,
    /// No model uses all elements, or the carriers are at their limits.
    LargeEnough,
}

impl Slot {
    fn new(goal: &Goal) -> Self {
        Slot::Open { was_questioned: false, prefer_distinct: may_alias(goal), weak: None }
    }
}

struct Search<'s> {
    theory: &'s Theory,
    goals: &'s [Goal],
    options: &'s Options,
    observer: &'s mut dyn FnMut(Progress),
    slots: Vec<Slot>,
    /// The number of decided goals.
    decided: usize,
    /// The last carriers that were tried, and their mode.
    tried: Option<(CarrierSizes, Mode)>,
    /// The solver of a scope with a closed model, for further use.
    begun: Option<(CarrierSizes, Finder<'s>)>,
    /// The last models that passed the evaluator. Many goals share one.
    checked: VecDeque<Model>,
    confirmer: Confirmer<'s>,
    /// Whether a scope was skipped because it would not fit in memory.
    refused: bool,
}

/// Decides all goals. The outcomes are in their order.
pub fn search(
    theory: &Theory,
    goals: &[Goal],
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Result<Vec<Outcome>, Unsound> {
    let mut search = Search::new(theory, goals, options, observer);
    search.refute_likely();
    let totality = search.choose_totality();
    for (index, growth) in options.scope.growth(theory, totality).iter().enumerate() {
        if index == EASY_SCOPES {
            search.refute_open();
        }
        search.try_growth(growth, totality)?;
    }
    search.refute_open();
    if totality == Totality::Closed {
        search.try_fragments()?;
    }
    Ok(search.finish())
}

/// Closed models if the theory has small ones, otherwise fragments.
pub fn mode(
    theory: &Theory,
    goals: &[Goal],
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Mode {
    match Search::new(theory, goals, options, observer).choose_totality() {
        Totality::Closed => Mode::Closed,
        Totality::Fragment | Totality::Continued | Totality::Local => Mode::Fragment,
    }
}

/// Looks for each goal in fragments, even if the theory has closed models. A fragment need not
/// be part of a model, so the caller has to confirm what is found.
pub fn search_fragments(
    theory: &Theory,
    goals: &[Goal],
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Result<Vec<Outcome>, Unsound> {
    let mut search = Search::new(theory, goals, options, observer);
    for growth in options.scope.growth(theory, Totality::Fragment) {
        search.try_growth(&growth, Totality::Fragment)?;
    }
    Ok(search.finish())
}

/// Tries the refutations that are cheaper than a search. Returns the statements that rule a
/// goal out.
pub fn refute_likely(
    theory: &Theory,
    goals: &[Goal],
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Vec<Option<Core>> {
    let mut search = Search::new(theory, goals, options, observer);
    search.refute_likely();
    search.finish().iter().map(|outcome| outcome.verdict.core().cloned()).collect()
}

/// Tries to refute each goal without a search. Returns the statements that rule it out.
pub fn refute(
    theory: &Theory,
    goals: &[Goal],
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Vec<Option<Core>> {
    let mut search = Search::new(theory, goals, options, observer);
    search.refute_open();
    search.finish().iter().map(|outcome| outcome.verdict.core().cloned()).collect()
}

impl<'s> Search<'s> {
    fn new(
        theory: &'s Theory,
        goals: &'s [Goal],
        options: &'s Options,
        observer: &'s mut dyn FnMut(Progress),
    ) -> Self {
        Self {
            theory,
            goals,
            options,
            observer,
            slots: goals.iter().map(Slot::new).collect(),
            decided: 0,
            tried: None,
            begun: None,
            checked: VecDeque::new(),
            confirmer: Confirmer::new(theory),
            refused: false,
        }
    }

    fn open(&self) -> Option<usize> {
        self.slots.iter().position(|slot| matches!(slot, Slot::Open { .. }))
    }

    fn has_ended(&self) -> bool {
        self.options.budget.ended().is_some()
    }

    fn allowance(&self) -> Allowance {
        let room = Room { clauses: self.options.clause_limit, bytes: self.options.memory_limit };
        Allowance::new(&self.options.budget, self.options.effort).within(room)
    }

    fn report(&mut self, doing: impl Into<String>) {
        let covered = |slot: &Slot| match slot {
            Slot::Done(outcome) => outcome.is_covered(self.theory),
            Slot::Open { .. } => None,
        };
        let found = self.slots.iter().map(covered).enumerate();
        let found = found.filter_map(|(goal, covered)| Some((goal, covered?))).collect();
        let (decided, goals) = (self.decided, self.goals.len());
        (self.observer)(Progress { decided, goals, doing: doing.into(), found });
    }

    fn decide(&mut self, index: usize, outcome: Outcome) {
        self.slots[index] = Slot::Done(outcome);
        self.decided += 1;
    }

    /// Closed models if the theory has any within the first scopes, otherwise fragments.
    fn choose_totality(&mut self) -> Totality {
        let growths = self.options.scope.growth(self.theory, Totality::Closed);
        for carriers in growths.into_iter().take(EASY_SCOPES).flatten() {
            if self.open().is_none() {
                break;
            }
            if !self.fits(&carriers, Totality::Closed, &[]) {
                continue;
            }
            self.report("looking for a closed model");
            self.options.budget.start_goal(None);
            let allowance = self.allowance().asking(&self.options.engine);
            let mut finder =
                Finder::new(self.theory, carriers.clone(), Totality::Closed, allowance);
            if finder.solve(&[]) == Ok(true) {
                self.begun = Some((carriers, finder));
                return Totality::Closed;
            }
        }
        Totality::Fragment
    }

    /// Whether a grounding may be within the limits.
    fn fits(&self, carriers: &CarrierSizes, totality: Totality, goals: &[&Goal]) -> bool {
        let factor = if self.options.scope.is_open() { 1 } else { OVERESTIMATE };
        let clauses = estimate::clauses(self.theory, carriers, totality, goals);
        let bytes = estimate::bytes(self.theory, carriers, totality, goals);
        clauses / factor <= self.options.clause_limit && bytes / factor <= self.options.memory_limit
    }

    /// Grows the carriers for one choice of parameter sizes until they have a model, and
    /// takes one step more if some model fills them.
    fn try_growth(&mut self, growth: &[CarrierSizes], totality: Totality) -> Result<(), Unsound> {
        let mut filled = false;
        for carriers in growth {
            if self.open().is_none() || self.has_ended() {
                return Ok(());
            }
            match self.try_scope(carriers, totality)? {
                ScopeFit::TooSmall => {}
                ScopeFit::Filled if !filled => filled = true,
                ScopeFit::Filled | ScopeFit::LargeEnough => return Ok(()),
            }
        }
        Ok(())
    }

    /// Closed models grow fast: three nodes have 512 graphs. A goal that only requires a
    /// form of values or coinciding variables, and has no closed witness within the limits,
    /// is searched again in fragments. Minterms are not: users want to know whether a model
    /// has them, and a fragment need not be part of one.
    fn try_fragments(&mut self) -> Result<(), Unsound> {
        let kinds = [GoalKind::Coincidence, GoalKind::Construction];
        let is_left = |slot: &Slot, goal: &Goal| {
            matches!(slot, Slot::Open { weak: None, .. }) && kinds.contains(&goal.kind)
        };
        let mut others = Vec::new();
        for (index, goal) in self.goals.iter().enumerate() {
            if matches!(self.slots[index], Slot::Open { .. }) && !is_left(&self.slots[index], goal)
            {
                let aside = Slot::Done(self.undecided());
                others.push((index, std::mem::replace(&mut self.slots[index], aside)));
            }
        }
        // A goal without a witness is reported with the limits of closed models.
        let (tried, refused) = (self.tried.clone(), self.refused);
        for growth in self.options.scope.growth(self.theory, Totality::Fragment) {
            self.try_growth(&growth, Totality::Fragment)?;
        }
        (self.tried, self.refused) = (tried, refused);
        for (index, slot) in others {
            self.slots[index] = slot;
        }
        Ok(())
    }

    fn try_scope(
        &mut self,
        carriers: &CarrierSizes,
        totality: Totality,
    ) -> Result<ScopeFit, Unsound> {
        let open = self.goals.iter().zip(&self.slots);
        let open: Vec<&Goal> = open
            .filter(|(_, slot)| matches!(slot, Slot::Open { .. }))
            .map(|(goal, _)| goal)
            .collect();
        if !self.fits(carriers, totality, &open) {
            self.refused = true;
            return Ok(ScopeFit::LargeEnough);
        }
        self.report("preparing a larger search");
        let mode = if totality == Totality::Closed { Mode::Closed } else { Mode::Fragment };
        self.tried = Some((carriers.clone(), mode));
        self.options.budget.start_goal(None);
        let mut finder = match self.begun.take() {
            Some((begun, finder)) if begun == *carriers => finder,
            _ => {
                let allowance = self.allowance().asking(&self.options.engine);
                Finder::new(self.theory, carriers.clone(), totality, allowance)
            }
        };
        match finder.settle_floor() {
            Ok(false) => return Ok(ScopeFit::TooSmall),
            Err(Stopped::Memory) => {
                self.refused = true;
                return Ok(ScopeFit::LargeEnough);
            }
            _ => {}
        }
        for index in 0..self.goals.len() {
            if self.has_ended() {
                return Ok(ScopeFit::LargeEnough);
            }
            self.try_goal(index, &mut finder)?;
        }
        let filled = self.open().is_some() && finder.is_filled() != Ok(false);
        Ok(if filled { ScopeFit::Filled } else { ScopeFit::LargeEnough })
    }

    fn try_goal(&mut self, index: usize, finder: &mut Finder) -> Result<(), Unsound> {
        let Slot::Open { prefer_distinct, was_questioned, ref weak } = self.slots[index] else {
            return Ok(());
        };
        let has_weak = weak.is_some();
        let goal = &self.goals[index];
        self.report(goal.id());
        self.options.budget.start_goal(None);
        let best = if !prefer_distinct {
            self.witness(goal, Aliasing::AsAsked, finder)?
        } else if has_room_for_distinct(goal, &finder.ground.carriers) {
            finder.limit_conflicts(if has_weak { PREFERENCE } else { self.options.effort });
            let best = self.witness(goal, Aliasing::Distinct, finder)?;
            finder.limit_conflicts(self.options.effort);
            best
        } else {
            Ok(None)
        };
        match best {
            Ok(Some(outcome)) => self.decide(index, outcome),
            Ok(None) if prefer_distinct && !has_weak => {
                if let Ok(weak) = self.witness(goal, Aliasing::AsAsked, finder)? {
                    self.slots[index] = Slot::Open { prefer_distinct, was_questioned, weak };
                }
            }
            Ok(None) => {}
            Err(stopped) => self.give_up(index, stopped),
        }
        Ok(())
    }

    /// A goal that runs out of time keeps its weak witness, if it has one.
    fn give_up(&mut self, index: usize, stopped: Stopped) {
        let reason = match stopped {
            Stopped::Effort => Reason::Effort,
            Stopped::Memory => Reason::Memory,
            Stopped::Budget => self.options.budget.spent().unwrap_or(Reason::Timeout),
        };
        let scope = self.tried_scope();
        if let Slot::Open { weak, .. } = &mut self.slots[index] {
            let gave_up = Outcome::new(Verdict::GaveUp(reason), scope, Mode::Closed);
            let outcome = weak.take().unwrap_or(gave_up);
            self.decide(index, outcome);
        }
    }

    /// The canonical witness, checked. For fragments, the first witness that is confirmed.
    fn witness(
        &mut self,
        goal: &Goal,
        aliasing: Aliasing,
        finder: &mut Finder,
    ) -> Result<Result<Option<Outcome>, Stopped>, Unsound> {
        let mut not_refused: Vec<Lit> = Vec::new();
        for _ in 0..REFUSALS {
            let least = match finder.least(goal, aliasing, &not_refused) {
                Ok(Some(least)) => least,
                Ok(None) => return Ok(Ok(None)),
                Err(stopped) => return Ok(Err(stopped)),
            };
            let model = finder.ground.decode();
            self.check(&model, goal, &least.assignment)
                .map_err(|violation| Unsound { goal: goal.id(), violation })?;
            let mode = model.mode;
            let scope = self.theory.sorts.ids().map(|sort| (sort, model.size(sort))).collect();
            let witness = Witness { model, assignment: least.assignment, terms: least.terms };
            let allowance = || Allowance::new(&self.options.budget, self.options.effort);
            let confirmed = mode == Mode::Closed
                || self.confirmer.confirm(goal, &witness, allowance) != Ok(false);
            if confirmed {
                let verdict = Verdict::Covered(Box::new(witness));
                return Ok(Ok(Some(Outcome::new(verdict, scope, mode))));
            }
            not_refused = vec![finder.refuse(&not_refused, &least.pinned)];
        }
        Ok(Ok(None))
    }

    /// Every model passes the evaluator before it leaves the search.
    fn check(
        &mut self,
        model: &Model,
        goal: &Goal,
        assignment: &[Element],
    ) -> Result<(), Violation> {
        if !self.checked.contains(model) {
            check_model(self.theory, model)?;
            self.checked.push_front(model.clone());
            self.checked.truncate(REMEMBERED);
        }
        check_goal(self.theory, model, goal, assignment)
    }

    fn tried_scope(&self) -> Vec<(SortId, u32)> {
        let Some((carriers, _)) = &self.tried else { return Vec::new() };
        self.theory.sorts.ids().map(|sort| (sort, carriers.size(sort))).collect()
    }

    /// The outcome of a goal without a decision.
    fn undecided(&self) -> Outcome {
        let mode = self.tried.as_ref().map_or(Mode::Closed, |(_, mode)| *mode);
        let refused = self.refused.then_some(Reason::Memory);
        let ended = self.options.budget.ended().or(refused);
        let verdict = ended.map_or(Verdict::NotFound, Verdict::GaveUp);
        Outcome::new(verdict, self.tried_scope(), mode)
    }

    fn finish(self) -> Vec<Outcome> {
        let undecided = self.undecided();
        let close = |slot| match slot {
            Slot::Done(outcome) | Slot::Open { weak: Some(outcome), .. } => outcome,
            Slot::Open { weak: None, .. } => undecided.clone(),
        };
        self.slots.into_iter().map(close).collect()
    }
}

/// Whether two variables of a goal could coincide although the goal does not require it.
fn may_alias(goal: &Goal) -> bool {
    goal.pattern.is_none() && !related_pairs(goal, Aliasing::Distinct).is_empty()
}
