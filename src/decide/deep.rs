//! Goals that need deep states.
//!
//! Many goals need the same states: whatever an axiom says about a full buffer, it needs a full
//! buffer. So states are sought for *conditions*, each shared by many goals: single literals
//! first, then all literals of a goal that are about its variables alone. The states that are
//! found join the values with which all goals are tried again.

use super::execution::{CHOICES, Execution, STEPS, WIDTH};
use super::guide::guided;
use super::instance::{Finding, Instance, instance};
use super::plan::{Plan, pairs};
use super::world::World;
use crate::arena::Id;
use crate::goal::{Goal, Literal};
use crate::model::{GroundTerm, ParameterTables};
use crate::parallel;
use crate::search::{Aliasing, Outcome, Progress, literals};
use crate::theory::{SortId, SortKind, Theory, VarId};

/// The engine's steps for one literal, for the literals of one goal, and for a whole goal.
const LITERAL_STEPS: u64 = 400_000;
const CONDITION_STEPS: u64 = 200_000;
const GOAL_STEPS: u64 = 100_000;

/// Conditions that share an engine.
const SHARED: usize = 4;

/// Rounds of conditions: states that one round finds are where the next one starts.
const ROUNDS: usize = 2;

/// The most elements of a parameter's sort without operations.
const ELEMENTS: u64 = 128;

impl<'e> Execution<'e> {
    /// Continues with the largest algebra, where values are built in more steps.
    pub(super) fn try_deep_values(
        &mut self,
        observer: &mut dyn FnMut(Progress),
        outcomes: &mut [Option<Outcome>],
    ) {
        let Some(world) = self.worlds.pop() else { return };
        if self.is_done(outcomes) {
            return;
        }
        let mut world = self.widened(world);
        for round in 0..=ROUNDS {
            let open: Vec<&Goal> = (0..outcomes.len())
                .filter(|index| outcomes[*index].is_none())
                .map(|index| &self.goals[index])
                .collect();
            let (conditions, steps) = match round {
                0 => (single_literals(self.theory, &open), LITERAL_STEPS),
                _ => (conditions(self.theory, &open), CONDITION_STEPS),
            };
            let doing = "looking for deep states".to_owned();
            let decided = outcomes.len() - open.len();
            observer(Progress { decided, goals: outcomes.len(), doing });
            if !self.build_for(&mut world, &conditions, steps) {
                break;
            }
            self.try_world(&world, observer, outcomes);
            if self.is_done(outcomes) {
                return;
            }
        }
        self.guide_goals(&world, outcomes);
    }

    /// The same algebra with more elements of sorts that have no operations, and its small
    /// values.
    fn widened(&self, world: World<'e>) -> World<'e> {
        let mut parameters = world.parameters.clone();
        let near = literals(self.theory).map(i64::unsigned_abs).filter(|it| *it < ELEMENTS);
        let most = near.max().unwrap_or(0) as u32 + 2;
        for sort in plain_sorts(self.theory) {
            if let Some(size) = parameters.carriers.get_mut(&sort) {
                *size = (*size).max(most);
            }
        }
        if parameters == world.parameters {
            return world;
        }
        let mut wide = World::new(self.theory, &self.trial.program, parameters, &self.numbers);
        (0..STEPS).for_each(|_| wide.grow(WIDTH));
        wide
    }

    /// Adds states that fulfil the conditions. Returns whether there are new ones.
    fn build_for(&self, world: &mut World<'e>, conditions: &[Goal], steps: u64) -> bool {
        let chunks: Vec<&[Goal]> = conditions.chunks(SHARED).collect();
        let found = parallel::map(&chunks, |chunk| self.states(world, chunk, steps));
        let found: Vec<Instance> = found.into_iter().flatten().collect();
        let before: usize = world.values.iter().map(Vec::len).sum();
        found.iter().flat_map(|found| &found.terms).for_each(|term| world.add(term));
        world.values.iter().map(Vec::len).sum::<usize>() > before
    }

    /// States that fulfil conditions which no known value fulfils.
    fn states(&self, world: &World<'e>, conditions: &[Goal], steps: u64) -> Vec<Instance> {
        let mut world = world.clone();
        let budget = self.options.budget.for_worker();
        let mut found = Vec::new();
        for condition in conditions {
            if budget.ended().is_some() {
                break;
            }
            let plan = Plan::new(self.theory, condition, Aliasing::AsAsked);
            let is_natural = self.options.scope.is_natural(self.theory);
            if let Finding::Nothing = instance(&mut world, condition, &plan, is_natural, CHOICES) {
                found.extend(guided(&mut world, &plan, is_natural, steps).instance);
            }
        }
        found
    }

    /// Looks for each goal that is still open on its own.
    fn guide_goals(&self, world: &World<'e>, outcomes: &mut [Option<Outcome>]) {
        let open: Vec<usize> = (0..outcomes.len()).filter(|it| outcomes[*it].is_none()).collect();
        let chunks: Vec<&[usize]> = open.chunks(SHARED).collect();
        let found = parallel::map(&chunks, |chunk| {
            let mut world = world.clone();
            let found = chunk.iter().map(|index| (*index, self.guide_goal(&mut world, *index)));
            found.collect::<Vec<_>>()
        });
        for (index, outcome) in found.into_iter().flatten() {
            outcomes[index] = outcome;
        }
    }

    fn guide_goal(&self, world: &mut World<'e>, index: usize) -> Option<Outcome> {
        let goal = &self.goals[index];
        let is_natural = self.options.scope.is_natural(self.theory);
        let prefers_distinct =
            goal.pattern.is_none() && !pairs(goal, Aliasing::Distinct).is_empty();
        let ways = [Aliasing::Distinct, Aliasing::AsAsked];
        for aliasing in ways.into_iter().skip(usize::from(!prefers_distinct)) {
            if self.options.budget.ended().is_some() {
                return None;
            }
            let plan = Plan::new(self.theory, goal, aliasing);
            if let Some(found) = guided(world, &plan, is_natural, GOAL_STEPS).instance {
                return Some(self.outcome(world, goal, &found));
            }
        }
        None
    }

    /// The same instance over an algebra with no more elements than it needs, if the goal
    /// holds there too.
    pub(super) fn compact(
        &self,
        world: &World<'e>,
        goal: &Goal,
        found: &Instance,
    ) -> Option<(World<'e>, Instance)> {
        let sorts = plain_sorts(self.theory);
        if sorts.iter().all(|sort| world.size(sort.index()) == world.few(sort.index())) {
            return None;
        }
        let mut parameters: ParameterTables = world.parameters.clone();
        let mut terms = found.terms.clone();
        for sort in sorts {
            let mut order: Vec<u32> = Vec::new();
            terms.iter().for_each(|term| note_elements(term, sort, &mut order));
            terms = terms.iter().map(|term| renumbered(term, sort, &order)).collect();
            if let Some(size) = parameters.carriers.get_mut(&sort) {
                *size = (order.len() as u32).max(1);
            }
        }
        let mut small = World::new(self.theory, &self.trial.program, parameters, &self.numbers);
        let values: Option<Vec<_>> = terms.iter().map(|term| small.value(term)).collect();
        let instance = Instance { values: values?, terms };
        let plan = Plan::new(self.theory, goal, Aliasing::AsAsked);
        plan.holds(&mut small.engine, &instance.values).then_some((small, instance))
    }
}

/// Parameters' sorts that no operation of a parameter mentions: their elements have no order.
fn plain_sorts(theory: &Theory) -> Vec<SortId> {
    let is_mentioned = |wanted: SortId| {
        theory.ops.values().filter(|op| theory.is_parameter(op.spec)).any(|op| {
            op.arguments.iter().chain(&op.result).any(|sort| *sort == wanted)
        })
    };
    let sorts = theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Parameter);
    sorts.map(|(id, _)| id).filter(|id| !is_mentioned(*id)).collect()
}

fn note_elements(term: &GroundTerm, wanted: SortId, order: &mut Vec<u32>) {
    match term {
        GroundTerm::Int(_) => {}
        GroundTerm::Element(sort, number) => {
            if *sort == wanted && !order.contains(number) {
                order.push(*number);
            }
        }
        GroundTerm::Apply(_, arguments) => {
            arguments.iter().for_each(|argument| note_elements(argument, wanted, order));
        }
    }
}

fn renumbered(term: &GroundTerm, wanted: SortId, order: &[u32]) -> GroundTerm {
    match term {
        GroundTerm::Int(number) => GroundTerm::Int(*number),
        GroundTerm::Element(sort, number) if *sort == wanted => {
            let place = order.iter().position(|known| known == number).unwrap_or(0);
            GroundTerm::Element(*sort, place as u32)
        }
        GroundTerm::Element(sort, number) => GroundTerm::Element(*sort, *number),
        GroundTerm::Apply(op, arguments) => {
            let arguments = arguments.iter().map(|it| renumbered(it, wanted, order)).collect();
            GroundTerm::Apply(*op, arguments)
        }
    }
}

/// The literals of goals about variables alone, each once.
fn single_literals(theory: &Theory, goals: &[&Goal]) -> Vec<Goal> {
    let mut found: Vec<Goal> = Vec::new();
    for goal in goals {
        for literal in goal.literals.iter().filter(|literal| is_state(theory, literal)) {
            add_condition(theory, goal, vec![literal.clone()], &mut found);
        }
    }
    found
}

/// The literals of each goal about variables alone, each list once.
fn conditions(theory: &Theory, goals: &[&Goal]) -> Vec<Goal> {
    let mut found: Vec<Goal> = Vec::new();
    for goal in goals {
        let literals = goal.literals.iter().filter(|literal| is_state(theory, literal));
        let literals: Vec<Literal> = literals.cloned().collect();
        if literals.len() > 1 {
            add_condition(theory, goal, literals, &mut found);
        }
    }
    found
}

/// Whether a literal has no constructors.
fn is_state(theory: &Theory, literal: &Literal) -> bool {
    literal.atom.ops().iter().all(|op| !theory.ops[*op].is_constructor())
}

/// Adds a condition, with its variables numbered by their first occurrence.
fn add_condition(theory: &Theory, goal: &Goal, literals: Vec<Literal>, found: &mut Vec<Goal>) {
    let mut used: Vec<VarId> = Vec::new();
    for literal in &literals {
        used.extend(literal.atom.variables());
    }
    let mut seen = std::collections::BTreeSet::new();
    used.retain(|variable| seen.insert(*variable));
    let is_built = |variable: &VarId| {
        theory.sorts[goal.variables[variable.index()].sort].kind == SortKind::Constructed
    };
    if !used.iter().any(is_built) {
        return;
    }
    let place = |variable: VarId| {
        let place = used.iter().position(|known| *known == variable);
        VarId::from_index(place.unwrap_or(0))
    };
    let condition = Goal {
        title: String::new(),
        case: String::new(),
        variables: used.iter().map(|variable| goal.variables[variable.index()].clone()).collect(),
        literals: literals
            .into_iter()
            .map(|it| Literal { atom: it.atom.renamed(&place), holds: it.holds })
            .collect(),
        pattern: None,
        ..goal.clone()
    };
    let is_known = |known: &Goal| {
        known.literals == condition.literals
            && known.variables.len() == condition.variables.len()
            && (known.variables.iter().zip(&condition.variables))
                .all(|(one, other)| one.sort == other.sort)
    };
    if !found.iter().any(is_known) {
        found.push(condition);
    }
}
