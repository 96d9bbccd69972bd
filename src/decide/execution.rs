//! Witnesses by execution, over one algebra of the parameters after the other.
//!
//! Witnesses with distinct variables come first, then those with the fewest elements of the
//! parameters, then those with the smallest terms. So a witness whose variables coincide is
//! kept aside until all small algebras have been tried.

use super::engines;
use super::failed::Failed;
use super::instance::{Finding, Instance, instance};
use super::parameters::Parameters;
use super::plan::{Plan, pairs};
use super::progress::progress;
use super::span;
use super::world::World;
use crate::goal::Goal;
use crate::model::{ArgumentRanges, GroundTerm, Model, ParameterTables};
use crate::rules;
use crate::search::{Aliasing, Options, Outcome, Progress, Verdict, literals};
use crate::theory::{SortId, Theory};
use crate::trial::{self, Trial, is_consistent, tables};

/// The steps in which values are built at first, and how many values each step keeps.
pub(super) const STEPS: usize = 3;
pub(super) const WIDTH: usize = 64;

/// The values that may be tried for one goal over one algebra at first.
const CHOICES: usize = 3_000;

/// The steps of the engine after which a goal is not tried over further algebras.
const GOAL_STEPS: u64 = 400_000;

/// The most algebras of one choice of sizes.
const ALGEBRAS: usize = 12;

/// Sizes of parameters that are tried before refutations.
const SMALL: u32 = 2;

/// How far each algebra is checked for contradictions. `check` looks further.
const CHECKED_OPERATIONS: usize = 3;
const CHECKED_STEPS: u64 = 10_000;

/// The values of each sort that an overview shows.
const SHOWN: usize = 8;

/// Looks for witnesses of goals.
pub struct Execution<'e> {
    pub(super) theory: &'e Theory,
    pub(super) trial: &'e Trial<'e>,
    pub(super) goals: &'e [Goal],
    pub(super) options: &'e Options,
    pub(super) parameters: Parameters<'e>,
    pub(super) numbers: Vec<i64>,
    /// Witnesses whose variables coincide.
    pub(super) weak: Vec<Option<Outcome>>,
    /// The steps of the engine that each goal has taken.
    pub(super) spent: Vec<u64>,
    /// What was tried for goals without a witness.
    pub(super) failed: Vec<Option<Failed>>,
    /// Conditions of goals that no state was found for.
    pub(super) unreached: Vec<(Goal, Failed)>,
    /// The values that may be tried for one goal over one algebra.
    pub(super) choices: usize,
    /// Whether numbers that are not near to those of values are left to guided searches.
    pub(super) only_near: bool,
    /// Whether there are further algebras of small sizes.
    has_more_algebras: bool,
    /// The algebras without a contradiction, in the order in which they were tried.
    pub(super) worlds: Vec<World<'e>>,
}

/// What was found for a goal, and the steps that it took.
struct Try {
    witness: Option<ExecutedWitness>,
    steps: u64,
}

/// A witness of a goal.
struct ExecutedWitness {
    outcome: Outcome,
    is_weak: bool,
}

impl<'e> Execution<'e> {
    /// `None` if parameters speak of constructed sorts.
    pub fn new(
        theory: &'e Theory,
        trial: &'e Trial<'e>,
        goals: &'e [Goal],
        options: &'e Options,
    ) -> Option<Self> {
        let parameters = Parameters::of(theory)?;
        let numbers = numbers(theory, options.scope.ranges());
        let (weak, failed) = (vec![None; goals.len()], vec![None; goals.len()]);
        let (worlds, has_more_algebras) = (Vec::new(), false);
        Some(Self {
            theory,
            trial,
            goals,
            options,
            parameters,
            numbers,
            weak,
            spent: vec![0; goals.len()],
            failed,
            unreached: Vec::new(),
            choices: CHOICES,
            only_near: false,
            has_more_algebras,
            worlds,
        })
    }

    /// Tries the algebras with one or two elements of each sort.
    pub fn small(&mut self, observer: &mut dyn FnMut(Progress), outcomes: &mut [Option<Outcome>]) {
        self.try_sizes(&|size| size <= SMALL, observer, outcomes);
    }

    /// Tries larger algebras.
    pub fn large(&mut self, observer: &mut dyn FnMut(Progress), outcomes: &mut [Option<Outcome>]) {
        self.try_sizes(&|size| size > SMALL, observer, outcomes);
        for (outcome, weak) in outcomes.iter_mut().zip(&mut self.weak) {
            if outcome.is_none() {
                *outcome = weak.take();
            }
        }
    }

    /// An algebra with its small values, the largest one that was tried.
    pub fn last_world(&self) -> Option<World<'e>> {
        self.worlds.last().cloned()
    }

    /// What was tried for each goal without a witness, and whether a model may have it:
    /// running leaves a literal open, or there are algebras that were not tried.
    pub fn failed(&self) -> Vec<Option<Failed>> {
        let all = self.failed.iter().map(|failed| {
            let failed = (*failed)?;
            Some(Failed { is_open: failed.is_open || self.has_more_algebras, ..failed })
        });
        all.collect()
    }

    fn try_sizes(
        &mut self,
        is_due: &dyn Fn(u32) -> bool,
        observer: &mut dyn FnMut(Progress),
        outcomes: &mut [Option<Outcome>],
    ) {
        for sizes in self.options.scope.parameter_sizes(self.theory) {
            let largest = sizes.iter().map(|(_, size)| *size).max().unwrap_or(1);
            if is_due(largest) {
                self.try_algebras(&sizes, observer, outcomes);
            }
        }
    }

    fn try_algebras(
        &mut self,
        sizes: &[(SortId, u32)],
        observer: &mut dyn FnMut(Progress),
        outcomes: &mut [Option<Outcome>],
    ) {
        let mut used = 0;
        for algebra in self.parameters.algebras(sizes) {
            self.has_more_algebras |= used == ALGEBRAS;
            if used == ALGEBRAS || self.is_done(outcomes) {
                return;
            }
            if !is_consistent(self.trial, &tables(self.theory, &algebra)) {
                continue;
            }
            let mut world = self.world(algebra);
            (0..STEPS).for_each(|_| world.grow(WIDTH));
            if self.try_world(&world, observer, outcomes) {
                self.worlds.push(world);
                used += 1;
            }
        }
    }

    pub(super) fn is_done(&self, outcomes: &[Option<Outcome>]) -> bool {
        self.options.budget.ended().is_some() || outcomes.iter().all(Option::is_some)
    }

    /// Tries all open goals. Returns whether the algebra may belong to a model.
    pub(super) fn try_world(
        &mut self,
        world: &World<'e>,
        observer: &mut dyn FnMut(Progress),
        outcomes: &mut [Option<Outcome>],
    ) -> bool {
        let budget = &self.options.budget;
        let is_open = |index: &usize| {
            // No value fulfils one of the conditions of an unreached goal.
            outcomes[*index].is_none()
                && self.spent[*index] < GOAL_STEPS
                && !budget.is_spent_on(*index)
                && self.unreached(&self.goals[*index]).is_none()
        };
        let open: Vec<usize> = (0..outcomes.len()).filter(is_open).collect();
        let found = engines::map(world, &open, |world, index| self.try_ways(world, *index));
        let Some(found) = found.into_iter().collect::<Option<Vec<_>>>() else { return false };
        for (index, Try { witness, steps }) in open.into_iter().zip(found) {
            self.spent[index] += steps;
            if let Some(ExecutedWitness { outcome, is_weak }) = witness {
                let slot = if is_weak { &mut self.weak[index] } else { &mut outcomes[index] };
                slot.get_or_insert(outcome);
            }
        }
        observer(progress(self.theory, outcomes, "running the axioms"));
        true
    }

    /// Looks for a witness of a goal, with distinct variables first. `None` if running finds a
    /// contradiction.
    fn try_ways(&self, world: &mut World<'e>, index: usize) -> Option<Try> {
        let budget = self.options.budget.for_worker();
        let mut found = Try { witness: None, steps: 0 };
        if budget.ended().is_some() {
            return Some(found);
        }
        budget.start_goal(Some(index));
        let before = world.engine.total_steps();
        let goal = &self.goals[index];
        let prefers_distinct =
            goal.pattern.is_none() && !pairs(goal, Aliasing::Distinct).is_empty();
        let mut ways = vec![(Aliasing::AsAsked, prefers_distinct)];
        if prefers_distinct {
            ways.insert(0, (Aliasing::Distinct, false));
        }
        for (aliasing, is_weak) in ways {
            if is_weak && self.weak[index].is_some() {
                continue;
            }
            match self.try_goal(world, goal, aliasing) {
                Finding::Found(instance) => {
                    let outcome = self.outcome(world, goal, &instance);
                    found.witness = Some(ExecutedWitness { outcome, is_weak });
                    break;
                }
                Finding::Nothing => {}
                Finding::Contradicted => return None,
            }
        }
        found.steps = world.engine.total_steps() - before;
        Some(found)
    }

    fn try_goal(&self, world: &mut World<'e>, goal: &Goal, aliasing: Aliasing) -> Finding {
        instance(world, goal, &self.plan(goal, aliasing), self.choices, self.only_near)
    }

    pub(super) fn plan(&self, goal: &Goal, aliasing: Aliasing) -> Plan {
        Plan::new(self.theory, self.options.scope.ranges(), goal, aliasing)
    }

    /// A world without values.
    pub(super) fn world(&self, parameters: ParameterTables) -> World<'e> {
        let Self { theory, trial, numbers, options, .. } = self;
        World::new(theory, &trial.program, parameters, numbers, options.scope.ranges())
    }

    pub(super) fn outcome(
        &self,
        world: &mut World<'e>,
        goal: &Goal,
        instance: &Instance,
    ) -> Outcome {
        let compact = self.compact(world, goal, instance);
        let (mut own, instance) = match compact {
            Some((own, instance)) => (Some(own), instance),
            None => (None, instance.clone()),
        };
        let instance = &instance;
        let World { engine, parameters, .. } = own.as_mut().unwrap_or(world);
        let witness = span::witness(self.theory, engine, parameters, goal, instance);
        let model = &witness.model;
        let scope = self.theory.sorts.ids().map(|sort| (sort, model.size(sort))).collect();
        let mode = model.mode;
        Outcome::new(Verdict::Covered(Box::new(witness)), scope, mode)
    }
}

/// The terms on which an algebra of the parameters is tried.
pub fn trial(theory: &Theory) -> Trial<'_> {
    let mut extent = trial::extent(theory);
    extent.operations = CHECKED_OPERATIONS;
    extent.steps = CHECKED_STEPS;
    Trial { theory, program: rules::program(theory), extent }
}

/// Small values over small algebras of the parameters, for samples.
pub fn overviews(theory: &Theory, options: &Options) -> Vec<Model> {
    let trial = trial(theory);
    let Some(parameters) = Parameters::of(theory) else { return Vec::new() };
    let numbers = numbers(theory, options.scope.ranges());
    let mut models = Vec::new();
    for sizes in options.scope.parameter_sizes(theory) {
        let mut used = 0;
        for algebra in parameters.algebras(&sizes) {
            if used == ALGEBRAS || !is_consistent(&trial, &tables(theory, &algebra)) {
                continue;
            }
            used += 1;
            let mut world =
                World::new(theory, &trial.program, algebra, &numbers, options.scope.ranges());
            (0..STEPS).for_each(|_| world.grow(WIDTH));
            let shown = world.values.iter().flat_map(|values| values.iter().take(SHOWN));
            let terms: Vec<GroundTerm> = shown.map(|value| value.built.clone()).collect();
            models.push(span::model(theory, &mut world.engine, &world.parameters, &terms));
        }
    }
    models
}

/// Small numbers, and those that the specification mentions with their neighbours, the
/// smallest first. Negative numbers are left out if no operation takes them.
fn numbers(theory: &Theory, ranges: &ArgumentRanges) -> Vec<i64> {
    let int = theory.int();
    let is_natural = !ranges.0.is_empty()
        && theory.ops.iter().all(|(id, op)| {
            let mut places = (0..op.arguments.len()).filter(|at| Some(op.arguments[*at]) == int);
            places.all(|place| ranges.0.get(&(id, place)).is_some_and(|(low, _)| *low >= 0))
        });
    let mut numbers: Vec<i64> = vec![0, 1, 2, -1, 3];
    for number in literals(theory) {
        numbers.extend(
            [number.checked_sub(1), Some(number), number.checked_add(1)].into_iter().flatten(),
        );
    }
    numbers.retain(|number| !is_natural || *number >= 0);
    numbers.sort_by_key(|number| (number.unsigned_abs(), *number < 0));
    numbers.dedup();
    numbers
}
