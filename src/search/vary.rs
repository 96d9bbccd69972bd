//! Further witnesses of covered goals, as different as possible.
//!
//! The search continues in carriers like those of the first witness and in larger ones, in
//! the same order, and each time finds the least witness that is not excluded. The
//! exclusion gets weaker step by step: first the constructed values of earlier witnesses,
//! then all values with the terms that build them, then the tables, and last only the
//! witnesses themselves. Of all witnesses found, those that differ most are kept.

use std::collections::BTreeSet;

use crate::goal::{Goal, make_unique};
use crate::model::{Mode, ParameterTables, Shape, Witness, check_goal, check_model};
use crate::theory::{SortKind, Theory};

use super::budget::Allowance;
use super::canonical::Least;
use super::carriers::CarrierSizes;
use super::confirm::Confirmer;
use super::estimate;
use super::finder::{Aliasing, Finder, has_room_for_distinct};
use super::ground::Totality;
use super::options::Options;
use super::outcome::{Outcome, Progress, Unsound, Verdict};
use super::solver::Lit;

/// The most choices of parameter sizes in which the search for further witnesses succeeds.
const MOST_CHOICES: usize = 3;

/// The most witnesses in one scope with the same exclusion. None of these limits depends on
/// the number of witnesses requested, so a short list is the beginning of a long one.
const TRIES: usize = 6;

/// What an earlier witness excludes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exclusion {
    /// The values of its constructed variables.
    Values,
    /// The values of all its variables, and their construction.
    Terms,
    /// The sizes of its carriers and the tables of its parameters.
    Tables,
    /// Only the witness itself.
    Witness,
}

/// A witness with its shape.
struct Candidate {
    outcome: Outcome,
    shape: Shape,
}

/// The witnesses of one goal.
struct Collected<'g> {
    goal: &'g Goal,
    /// All different. The first one comes from the search.
    found: Vec<Candidate>,
    /// The choices of parameter sizes that have a witness.
    choices: BTreeSet<usize>,
}

/// The carriers to try next.
struct Step {
    /// The index of their choice of parameter sizes.
    choice: usize,
    carriers: CarrierSizes,
    totality: Totality,
}

struct Variation<'s> {
    theory: &'s Theory,
    options: &'s Options,
    confirmer: Confirmer<'s>,
}

/// The goals with their outcomes. A covered goal is followed by its further witnesses, up
/// to `per_goal` in all. No two witnesses of a goal are the same up to the names of
/// elements, and a witness's place in the list does not depend on `per_goal`.
pub fn vary(
    theory: &Theory,
    (goals, outcomes): (&[Goal], Vec<Outcome>),
    per_goal: usize,
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Result<(Vec<Goal>, Vec<Outcome>), Unsound> {
    if per_goal < 2 {
        return Ok((goals.to_vec(), outcomes));
    }
    let mut variation = Variation { theory, options, confirmer: Confirmer::new(theory) };
    let mut collected: Vec<Collected> = goals
        .iter()
        .zip(&outcomes)
        .filter_map(|(goal, outcome)| variation.first(goal, outcome))
        .collect();
    variation.search(&mut collected, observer)?;
    let mut all_goals = Vec::new();
    let mut all_outcomes = Vec::new();
    let mut collected = collected.into_iter().peekable();
    for (goal, outcome) in goals.iter().zip(outcomes) {
        all_goals.push(goal.clone());
        all_outcomes.push(outcome);
        if let Some(own) = collected.next_if(|own| own.goal.id() == goal.id()) {
            for (index, further) in own.further(per_goal).into_iter().enumerate() {
                all_goals.push(goal.with_further(index + 2));
                all_outcomes.push(further);
            }
        }
    }
    make_unique(&mut all_goals);
    Ok((all_goals, all_outcomes))
}

impl Collected<'_> {
    /// Adds a witness, unless it is known.
    fn offer(&mut self, candidate: Candidate) {
        if candidate.shape.novelty(self.found.iter().map(|known| &known.shape)).is_some() {
            self.found.push(candidate);
        }
    }

    /// All witnesses but the first. Each is the one that differs most from those before it;
    /// ties go to the most different elements, then to the one found first.
    fn further(mut self, per_goal: usize) -> Vec<Outcome> {
        let mut chosen = vec![self.found.remove(0)];
        while chosen.len() < per_goal && !self.found.is_empty() {
            let worth = |place: &usize| {
                let shape = &self.found[*place].shape;
                (shape.novelty(chosen.iter().map(|one| &one.shape)), shape.distinct())
            };
            // `max_by_key` returns the last maximum, and the first one found should win.
            let best = (0..self.found.len()).rev().max_by_key(worth);
            chosen.extend(best.map(|place| self.found.remove(place)));
        }
        chosen.into_iter().skip(1).map(|candidate| candidate.outcome).collect()
    }

    /// Whether the carriers are at least as large as those of the first witness.
    fn has_room_in(&self, theory: &Theory, carriers: &CarrierSizes) -> bool {
        let parameters = self.found[0].outcome.scope.iter();
        parameters
            .filter(|(sort, _)| theory.sorts[*sort].kind == SortKind::Parameter)
            .all(|(sort, size)| carriers.size(*sort) >= *size)
    }
}

impl Variation<'_> {
    /// Starts with the witness from the search.
    fn first<'g>(&self, goal: &'g Goal, outcome: &Outcome) -> Option<Collected<'g>> {
        let Verdict::Covered(witness) = &outcome.verdict else { return None };
        let shape = shape(self.theory, goal, witness);
        let found = vec![Candidate { outcome: outcome.clone(), shape }];
        Some(Collected { goal, found, choices: BTreeSet::new() })
    }

    fn search(
        &mut self,
        collected: &mut [Collected<'_>],
        observer: &mut dyn FnMut(Progress),
    ) -> Result<(), Unsound> {
        let is_closed = |own: &Collected| own.found[0].outcome.mode == Mode::Closed;
        let totality = match collected.iter().any(is_closed) {
            true => Totality::Closed,
            false => Totality::Fragment,
        };
        let choices = self.options.scope.growth(self.theory, totality);
        for (choice, growth) in choices.into_iter().enumerate() {
            let mut filled = false;
            for carriers in growth {
                if self.options.budget.ended().is_some() {
                    return Ok(());
                }
                let is_open = |own: &&mut Collected| self.is_open(own, choice, &carriers);
                let mut open: Vec<&mut Collected> = collected.iter_mut().filter(is_open).collect();
                if open.is_empty() {
                    break;
                }
                let step = Step { choice, carriers, totality };
                let Some(is_filled) = self.try_step(&step, &mut open, observer)? else {
                    continue;
                };
                // As in the search: one step more if some model fills the carriers.
                if filled || !is_filled {
                    break;
                }
                filled = true;
            }
        }
        Ok(())
    }

    fn is_open(&self, own: &Collected<'_>, choice: usize, carriers: &CarrierSizes) -> bool {
        let is_near = own.choices.contains(&choice) || own.choices.len() < MOST_CHOICES;
        is_near && own.has_room_in(self.theory, carriers)
    }

    fn allowance(&self) -> Allowance {
        Allowance::new(&self.options.budget, self.options.effort)
    }

    /// Whether some model fills the carriers. `None` if there is no model.
    fn try_step(
        &mut self,
        Step { choice, carriers, totality }: &Step,
        open: &mut [&mut Collected<'_>],
        observer: &mut dyn FnMut(Progress),
    ) -> Result<Option<bool>, Unsound> {
        let goals: Vec<&Goal> = open.iter().map(|own| own.goal).collect();
        let (theory, options) = (self.theory, self.options);
        if estimate::clauses(theory, carriers, *totality, &goals) > options.clause_limit
            || estimate::bytes(theory, carriers, *totality, &goals) > options.memory_limit
        {
            return Ok(Some(false));
        }
        options.budget.start_goal(None);
        let allowance = self.allowance().asking(&options.engine);
        let mut finder = Finder::new(theory, carriers.clone(), *totality, allowance);
        if finder.settle_floor() != Ok(true) {
            return Ok(None);
        }
        let goals = open.len();
        for (decided, own) in open.iter_mut().enumerate() {
            if options.budget.ended().is_some() {
                return Ok(Some(false));
            }
            observer(Progress { decided, goals, doing: own.goal.id() });
            options.budget.start_goal(None);
            if self.collect(own, &mut finder)? {
                own.choices.insert(*choice);
            }
        }
        Ok(Some(finder.is_filled() != Ok(false)))
    }

    /// Collects the witnesses of one goal in one scope. Returns whether there are any.
    fn collect(
        &mut self,
        own: &mut Collected<'_>,
        finder: &mut Finder<'_>,
    ) -> Result<bool, Unsound> {
        let mut any = false;
        if has_room_for_distinct(own.goal, &finder.ground.carriers) {
            any |= self.enumerate(own, Aliasing::Distinct, Exclusion::Values, finder)?;
        }
        any |= self.enumerate(own, Aliasing::AsAsked, Exclusion::Values, finder)?;
        for exclusion in [Exclusion::Terms, Exclusion::Tables, Exclusion::Witness] {
            if any {
                self.enumerate(own, Aliasing::AsAsked, exclusion, finder)?;
            }
        }
        Ok(any)
    }

    /// Visits the least witnesses, one after the other. Returns whether there are any. Ends
    /// with the first solver call that exceeds its limits.
    fn enumerate(
        &mut self,
        own: &mut Collected<'_>,
        aliasing: Aliasing,
        exclusion: Exclusion,
        finder: &mut Finder<'_>,
    ) -> Result<bool, Unsound> {
        let mut excluded: Vec<Lit> = Vec::new();
        for round in 0..TRIES {
            let Ok(Some(least)) = finder.least(own.goal, aliasing, &excluded) else {
                return Ok(round > 0);
            };
            let pinned = self.excluded(own.goal, &least, exclusion, finder);
            if let Some(candidate) = self.candidate(own.goal, least, finder)? {
                own.offer(candidate);
            }
            excluded = vec![finder.refuse(&excluded, &pinned)];
        }
        Ok(true)
    }

    fn excluded(
        &self,
        goal: &Goal,
        least: &Least,
        exclusion: Exclusion,
        finder: &mut Finder<'_>,
    ) -> Vec<Lit> {
        match exclusion {
            Exclusion::Witness => return least.pinned.clone(),
            Exclusion::Terms => return least.pinned[least.values..].to_vec(),
            Exclusion::Tables => return least.pinned[..least.values].to_vec(),
            Exclusion::Values => {}
        }
        let variables = finder.variables(goal);
        let constructed = variables.iter().zip(&least.assignment).filter_map(|(node, element)| {
            let choice = finder.ground.node(*node);
            let is_constructed = self.theory.sorts[choice.sort].kind == SortKind::Constructed;
            is_constructed.then_some(choice.values[*element as usize])
        });
        constructed.collect()
    }

    /// The current model of the finder as a witness. `None` if it is a fragment that can't
    /// be continued.
    fn candidate(
        &mut self,
        goal: &Goal,
        least: Least,
        finder: &Finder<'_>,
    ) -> Result<Option<Candidate>, Unsound> {
        let model = finder.ground.decode();
        check_model(self.theory, &model)
            .and_then(|()| check_goal(self.theory, &model, goal, &least.assignment))
            .map_err(|violation| Unsound { goal: goal.id(), violation })?;
        let mode = model.mode;
        let scope = self.theory.sorts.ids().map(|sort| (sort, model.size(sort))).collect();
        let witness = Witness { model, assignment: least.assignment, terms: least.terms };
        let options = self.options;
        let allowance = || Allowance::new(&options.budget, options.effort);
        if mode == Mode::Fragment && self.confirmer.confirm(goal, &witness, allowance) == Ok(false)
        {
            return Ok(None);
        }
        let shape = shape(self.theory, goal, &witness);
        let outcome = Outcome::new(Verdict::Covered(Box::new(witness)), scope, mode);
        Ok(Some(Candidate { outcome, shape }))
    }
}

/// The shape of the test for a witness. A test binds only the variables of the axiom or
/// domain condition, and not those that the goal adds.
fn shape(theory: &Theory, goal: &Goal, witness: &Witness) -> Shape {
    let (variables, _) = goal.property.formula(theory);
    let bindings = witness.bindings(goal);
    let parameters = ParameterTables::of(theory, &witness.model);
    Shape::of(theory, &parameters, &bindings[..variables.len()])
}
