//! Goals that need deep states.
//!
//! Many goals need the same states: whatever an axiom says about a full buffer, it needs a full
//! buffer. So states are sought for *conditions*, each shared by many goals: single literals
//! first, then all literals of a goal that are about its variables alone. The states that are
//! found join the values with which all goals are tried again.

use super::engines;
use super::execution::{Execution, STEPS, WIDTH};
use super::failed::Failed;
use super::guide::guided;
use super::instance::{Finding, Instance, instance};
use super::novelty::novel_values;
use super::plan::pairs;
use super::progress::progress;
use super::renaming::{note_elements, plain_sorts, renumbered};
use super::world::World;
use crate::arena::Id;
use crate::goal::{Goal, Literal};
use crate::model::ParameterTables;
use crate::search::{Aliasing, Budget, Outcome, Progress, literals};
use crate::theory::{Formula, SortKind, Term, Theory, VarId};

/// The engine's steps for one literal, for the literals of one goal, and for a whole goal.
const LITERAL_STEPS: u64 = 400_000;
const CONDITION_STEPS: u64 = 100_000;
const GOAL_STEPS: u64 = 100_000;

/// The number of searches that may take all their steps. More searches share the same total, but each
/// gets at least the steps that most successful ones need.
const FULL_SEARCHES: u64 = 120;
const LEAST_STEPS: u64 = 15_000;

/// Further steps in which values are built, and how many values each step keeps.
const MORE_STEPS: usize = 3;
const NARROW: usize = 24;

/// A state for a condition.
enum State {
    /// A value that is known fulfils it.
    Known,
    Found(Instance),
    Missing(Failed),
}

/// The conditions of a goal.
type Kind = fn(&Theory, &Goal) -> Vec<Goal>;

/// The values that may be tried for one goal, deep ones included.
const DEEP_CHOICES: usize = 20_000;

/// The most elements of a parameter's sort without operations.
const ELEMENTS: u64 = 128;

impl<'e> Execution<'e> {
    /// Continues with the largest algebra, where values are built in more steps.
    pub fn deep(&mut self, observer: &mut dyn FnMut(Progress), outcomes: &mut [Option<Outcome>]) {
        let Some(world) = self.worlds.pop() else { return };
        if self.is_done(outcomes) {
            return;
        }
        let mut world = self.widened(world);
        // Smaller values were tried over an algebra with as many elements as they have.
        world.round = 1;
        world.grow_to_bounds(WIDTH);
        (0..MORE_STEPS).for_each(|_| world.grow(NARROW));
        for value in novel_values(self.theory, &world) {
            world.add_alone(&value.built);
        }
        (self.choices, self.only_near) = (DEEP_CHOICES, true);
        self.spent.fill(0);
        let mut tried = world.round;
        for (kind, steps) in
            [(single_literals as Kind, LITERAL_STEPS), (all_literals, CONDITION_STEPS)]
        {
            let open: Vec<&Goal> = (0..outcomes.len())
                .filter(|index| outcomes[*index].is_none())
                .map(|index| &self.goals[index])
                .collect();
            observer(progress(self.theory, outcomes, "looking for deep states"));
            let conditions = conditions(self.theory, &open, kind);
            if self.build_for(&mut world, &conditions, steps) {
                world.first_round = tried;
                self.try_world(&world, observer, outcomes);
                world.round += 1;
                (tried, world.first_round) = (world.round, 0);
            }
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
        let mut wide = self.world(parameters);
        (0..STEPS).for_each(|_| wide.grow(WIDTH));
        wide
    }

    /// Adds states that fulfil the conditions. Returns whether there are new ones.
    fn build_for(&mut self, world: &mut World<'e>, conditions: &[Goal], steps: u64) -> bool {
        let is_known = |condition: &&Goal| self.unreached(condition).is_none();
        let conditions: Vec<&Goal> = conditions.iter().filter(is_known).collect();
        let steps = shared(steps, conditions.len());
        let found = engines::map(world, &conditions, |world, it| self.state(world, it, steps));
        let before: usize = world.values.iter().map(Vec::len).sum();
        let mut missing = Vec::new();
        for (condition, state) in conditions.into_iter().zip(found) {
            match state {
                State::Known => {}
                State::Found(found) => found.terms.iter().for_each(|term| world.add(term)),
                State::Missing(failed) => missing.push((condition, failed)),
            }
        }
        let is_larger = world.values.iter().map(Vec::len).sum::<usize>() > before;
        // A state that was found for another condition may fulfil it.
        let is_known = engines::map(world, &missing, |world, (condition, _)| {
            is_larger && self.is_known(world, condition)
        });
        let missing = missing.into_iter().zip(is_known).filter(|(_, is_known)| !is_known);
        self.unreached.extend(missing.map(|((condition, failed), _)| (condition.clone(), failed)));
        is_larger
    }

    /// Whether a known value fulfils a condition.
    fn is_known(&self, world: &mut World<'e>, condition: &Goal) -> bool {
        let plan = self.plan(condition, Aliasing::AsAsked);
        !matches!(instance(world, condition, &plan, self.choices, true), Finding::Nothing)
    }

    /// A state for a condition that no known value satisfies.
    fn state(&self, world: &mut World<'e>, condition: &Goal, steps: u64) -> State {
        if self.is_known(world, condition) {
            return State::Known;
        }
        let plan = self.plan(condition, Aliasing::AsAsked);
        let budget = self.options.budget.for_worker();
        budget.start_goal(None);
        let is_stopped = || budget.spent().is_some();
        let mut guided = guided(world, &plan, steps, &is_stopped);
        match guided.instance.take() {
            Some(found) => State::Found(found),
            None => State::Missing(Failed::of(world, &guided)),
        }
    }

    /// What was tried for the condition of a goal if no state fulfils it, as far as is known.
    pub(super) fn unreached(&self, goal: &Goal) -> Option<Failed> {
        let needed = needed(self.theory, goal)?;
        self.unreached.iter().find(|(known, _)| is_same(known, &needed)).map(|it| it.1)
    }

    /// Looks for each goal that is still open on its own.
    fn guide_goals(&mut self, world: &World<'e>, outcomes: &mut [Option<Outcome>]) {
        let mut left = Vec::new();
        for index in (0..outcomes.len()).filter(|it| outcomes[*it].is_none()) {
            self.failed[index] = self.unreached(&self.goals[index]);
            if self.failed[index].is_none() {
                left.push(index);
            }
        }
        let steps = shared(GOAL_STEPS, left.len());
        let found = engines::map(world, &left, |world, index| {
            let budget = self.options.budget.for_worker();
            budget.start_goal(Some(*index));
            if budget.is_spent_on(*index) {
                return (None, Failed::none(world));
            }
            self.guide_goal(world, *index, steps, &*budget)
        });
        for (index, (outcome, failed)) in left.into_iter().zip(found) {
            outcomes[index] = outcome;
            self.failed[index] = Some(failed);
        }
    }

    fn guide_goal(
        &self,
        world: &mut World<'e>,
        index: usize,
        steps: u64,
        budget: &dyn Budget,
    ) -> (Option<Outcome>, Failed) {
        let goal = &self.goals[index];
        let prefers_distinct =
            goal.pattern.is_none() && !pairs(goal, Aliasing::Distinct).is_empty();
        let mut failed = Failed::none(world);
        let ways = [Aliasing::Distinct, Aliasing::AsAsked];
        for aliasing in ways.into_iter().skip(usize::from(!prefers_distinct)) {
            let is_stopped = || budget.spent().is_some();
            let plan = self.plan(goal, aliasing);
            let guided = guided(world, &plan, steps, &is_stopped);
            if let Some(found) = &guided.instance {
                return (Some(self.outcome(world, goal, found)), failed);
            }
            failed.add(&guided);
            if guided.is_left_open {
                break;
            }
        }
        (None, failed)
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
        let mut small = self.world(parameters);
        let values: Option<Vec<_>> = terms.iter().map(|term| small.value(term)).collect();
        let instance = Instance { values: values?, terms };
        let plan = self.plan(goal, Aliasing::AsAsked);
        plan.holds(&mut small.engine, &instance.values).then_some((small, instance))
    }
}

/// The steps for each of some searches.
fn shared(steps: u64, searches: usize) -> u64 {
    let share = steps * FULL_SEARCHES / searches.max(1) as u64;
    steps.min(share.max(LEAST_STEPS))
}

/// The conditions of some goals, each once.
fn conditions(theory: &Theory, goals: &[&Goal], kind: Kind) -> Vec<Goal> {
    let mut found: Vec<Goal> = Vec::new();
    for condition in goals.iter().flat_map(|goal| kind(theory, goal)) {
        if !found.iter().any(|known| is_same(known, &condition)) {
            found.push(condition);
        }
    }
    found
}

/// Each literal of a goal about its variables alone, and each part of its definition: a full book
/// is one way for `not accepts(B, P, N)`.
fn single_literals(theory: &Theory, goal: &Goal) -> Vec<Goal> {
    let mut literals: Vec<Literal> = Vec::new();
    for literal in goal.literals.iter().filter(|literal| is_state(theory, literal)) {
        literals.push(literal.clone());
        if let Some(definition) = definition(theory, &literal.atom) {
            add_parts(&definition, literal.holds, &mut literals);
        }
    }
    literals.iter().filter_map(|literal| condition(theory, goal, &[literal])).collect()
}

/// What a state for a goal must fulfil: all its literals about variables alone, or the only one.
fn needed(theory: &Theory, goal: &Goal) -> Option<Goal> {
    let literals = goal.literals.iter().filter(|literal| is_state(theory, literal));
    condition(theory, goal, &literals.collect::<Vec<_>>())
}

/// The formula that defines a predicate, for the arguments of an atom.
fn definition(theory: &Theory, atom: &Formula) -> Option<Formula> {
    let Formula::Predicate(op, arguments) = atom else { return None };
    theory.axioms.values().find_map(|axiom| {
        let Formula::Iff(left, right) = &axiom.formula else { return None };
        let Formula::Predicate(defined, parameters) = &**left else { return None };
        let places: Option<Vec<usize>> = (0..axiom.variables.len())
            .map(|at| {
                let variable = Term::Variable(VarId::from_index(at));
                parameters.iter().position(|it| *it == variable)
            })
            .collect();
        let places = places.filter(|it| op == defined && it.len() == arguments.len())?;
        let terms: Vec<Term> = places.into_iter().map(|at| arguments[at].clone()).collect();
        Some(right.substituted(&terms))
    })
}

/// The literals that a formula is made of, each as it would help.
fn add_parts(formula: &Formula, holds: bool, parts: &mut Vec<Literal>) {
    match formula {
        Formula::Not(inner) => add_parts(inner, !holds, parts),
        Formula::And(left, right) | Formula::Or(left, right) => {
            add_parts(left, holds, parts);
            add_parts(right, holds, parts);
        }
        Formula::Iff(..) => {}
        atom => parts.push(Literal { atom: atom.clone(), holds }),
    }
}

/// All literals of a goal about its variables alone, in one condition.
fn all_literals(theory: &Theory, goal: &Goal) -> Vec<Goal> {
    let literals = goal.literals.iter().filter(|literal| is_state(theory, literal));
    if literals.count() > 1 { needed(theory, goal).into_iter().collect() } else { Vec::new() }
}

/// Whether a literal has no constructors but constants.
fn is_state(theory: &Theory, literal: &Literal) -> bool {
    let mut ops = literal.atom.ops().into_iter().map(|op| &theory.ops[op]);
    ops.all(|op| !op.is_constructor() || op.arguments.is_empty())
}

fn is_same(one: &Goal, other: &Goal) -> bool {
    let sorts = |goal: &Goal| goal.variables.iter().map(|it| it.sort).collect::<Vec<_>>();
    one.literals == other.literals && sorts(one) == sorts(other)
}

/// A condition, with its variables numbered by their first occurrence. `None` if it is about
/// no constructed value.
fn condition(theory: &Theory, goal: &Goal, literals: &[&Literal]) -> Option<Goal> {
    let mut used: Vec<VarId> = Vec::new();
    for variable in literals.iter().flat_map(|literal| literal.atom.variables()) {
        if !used.contains(&variable) {
            used.push(variable);
        }
    }
    let is_built = |variable: &VarId| {
        theory.sorts[goal.variables[variable.index()].sort].kind == SortKind::Constructed
    };
    if !used.iter().any(is_built) {
        return None;
    }
    let place = |variable: VarId| {
        let place = used.iter().position(|known| *known == variable);
        VarId::from_index(place.expect("the variables of all literals are listed"))
    };
    let renamed =
        |literal: &&Literal| Literal { atom: literal.atom.renamed(&place), holds: literal.holds };
    Some(Goal {
        variables: used.iter().map(|variable| goal.variables[variable.index()].clone()).collect(),
        literals: literals.iter().map(renamed).collect(),
        pattern: None,
        ..goal.clone()
    })
}
