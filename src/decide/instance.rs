//! Looks for values that satisfy a goal, the smallest first.
//!
//! Values with fewer operations in all come first; among those, the smallest numbers; then the
//! order of declaration. Only literals that running the axioms determines count.

use std::collections::BTreeSet;

use super::plan::{Choice, Plan, Step};
use super::world::{World, magnitude};
use crate::arena::Id;
use crate::execute::{Answer, Expr, Formula, Node, TermId};
use crate::goal::Goal;
use crate::model::GroundTerm;
use crate::theory::SortId;

/// Numbers that are tried for every goal.
const FEW_NUMBERS: [i64; 4] = [0, 1, 2, -1];

/// Numbers that are tried last: below all bounds, with room for a neighbour.
const MORE_NUMBERS: [i64; 1] = [-2];

/// Elements that are tried although no value has them.
const NEW_ELEMENTS: usize = 2;

/// Values for the variables of a goal.
#[derive(Clone, Debug)]
pub struct Instance {
    pub values: Vec<TermId>,
    pub terms: Vec<GroundTerm>,
}

pub enum Finding {
    Found(Instance),
    Nothing,
    /// Rules give different results, so no model has these parameters.
    Contradicted,
}

/// The most steps of the engine for the choices of one goal in one world.
const MOST_STEPS: u64 = 100_000;

/// The same where a guided search follows.
const FEW_STEPS: u64 = 40_000;

/// Why the search for instances ends.
enum Stop {
    Budget,
    Contradicted,
}

struct Search<'w, 'p> {
    world: &'w mut World<'p>,
    plan: &'w Plan,
    /// Whether to try only numbers near those of the values.
    only_near: bool,
    values: Vec<TermId>,
    terms: Vec<GroundTerm>,
    /// The sum of the sizes of all numbers so far.
    magnitude: u64,
    best: Option<(u64, Instance)>,
    /// The choices that may still be tried.
    budget: usize,
    /// The engine's steps at which the search ends.
    end: u64,
}

/// The smallest instance of a plan after at most `budget` choices. With `only_near`, numbers are
/// usual ones and those near to values.
pub fn instance(
    world: &mut World<'_>,
    goal: &Goal,
    plan: &Plan,
    budget: usize,
    only_near: bool,
) -> Finding {
    if plan.steps.len() < goal.variables.len() {
        return Finding::Nothing;
    }
    let nothing = world.engine.int(0);
    let most = plan.steps.iter().map(|step| match &step.choice {
        Choice::Value(sort) => world.values[*sort].last().map_or(0, |value| value.operations),
        _ => 0,
    });
    let most: usize = most.sum();
    let mut search = Search {
        world,
        plan,
        only_near: true,
        values: vec![nothing; plan.variables],
        terms: vec![GroundTerm::Int(0); plan.variables],
        magnitude: 0,
        best: None,
        budget,
        end: 0,
    };
    match search.hold(&plan.checks) {
        Ok(true) => {}
        Ok(false) => return Finding::Nothing,
        Err(_) => return Finding::Contradicted,
    }
    let mut steps = plan.steps.iter();
    let has_numbers = !only_near && steps.any(|step| matches!(step.choice, Choice::Number(_)));
    let most_steps = if only_near { FEW_STEPS } else { MOST_STEPS };
    // Near numbers suffice mostly, and there are few of them.
    for only_near in [true, false] {
        search.only_near = only_near;
        search.budget = budget;
        search.end = search.world.engine.total_steps().saturating_add(most_steps);
        for operations in 0..=most {
            let ended = search.descend(0, operations);
            if let Err(Stop::Contradicted) = ended {
                return Finding::Contradicted;
            }
            if let Some((_, instance)) = search.best.take() {
                return Finding::Found(instance);
            }
            if ended.is_err() {
                break;
            }
        }
        if !has_numbers {
            break;
        }
    }
    Finding::Nothing
}

/// Adds the numbers in a term and their neighbours.
fn add_numbers(term: &GroundTerm, numbers: &mut Vec<i64>) {
    match term {
        GroundTerm::Element(..) => {}
        GroundTerm::Int(number) => {
            let around = [number.checked_sub(1), Some(*number), number.checked_add(1)];
            numbers.extend(around.into_iter().flatten());
        }
        GroundTerm::Apply(_, arguments) => {
            arguments.iter().for_each(|argument| add_numbers(argument, numbers));
        }
    }
}

/// Adds the elements of a sort in a term.
fn add_elements(term: &GroundTerm, wanted: usize, used: &mut BTreeSet<u32>) {
    match term {
        GroundTerm::Int(_) => {}
        GroundTerm::Element(sort, number) if sort.index() == wanted => drop(used.insert(*number)),
        GroundTerm::Element(..) => {}
        GroundTerm::Apply(_, arguments) => {
            arguments.iter().for_each(|argument| add_elements(argument, wanted, used));
        }
    }
}

impl Search<'_, '_> {
    /// Assigns the variables of the remaining steps, whose values have `operations` in all.
    fn descend(&mut self, depth: usize, operations: usize) -> Result<(), Stop> {
        let plan = self.plan;
        let Some(step) = plan.steps.get(depth) else {
            let is_better = self.best.as_ref().is_none_or(|(least, _)| self.magnitude < *least);
            if operations == 0 && is_better {
                let (values, terms) = (self.values.clone(), self.terms.clone());
                self.best = Some((self.magnitude, Instance { values, terms }));
            }
            return Ok(());
        };
        match &step.choice {
            Choice::Value(sort) => {
                let is_last = !plan.steps[depth + 1..]
                    .iter()
                    .any(|step| matches!(step.choice, Choice::Value(_)));
                let least = if is_last { operations } else { 1 };
                for position in 0..self.world.values[*sort].len() {
                    let value = &self.world.values[*sort][position];
                    let is_tried = plan.has_one_value() && value.round < self.world.first_round;
                    if is_tried || !(least..=operations).contains(&value.operations) {
                        continue;
                    }
                    let (own, term, built) = (value.operations, value.term, value.built.clone());
                    self.try_value(step, depth, operations - own, term, built)?;
                }
                Ok(())
            }
            Choice::Element(sort) => {
                for number in self.elements(*sort) {
                    let value = self.world.engine.element(*sort, number);
                    let term = GroundTerm::Element(SortId::from_index(*sort), number);
                    self.try_value(step, depth, operations, value, term)?;
                }
                Ok(())
            }
            Choice::Number(near) => {
                for number in self.numbers(near)? {
                    let value = self.world.engine.int(number);
                    self.try_value(step, depth, operations, value, GroundTerm::Int(number))?;
                }
                Ok(())
            }
            Choice::Determined(term, expr) => {
                let Some(value) = self.evaluate(expr)? else { return Ok(()) };
                let built = GroundTerm::instantiate(term, &self.terms);
                let built = built.filter(|term| self.is_built(term));
                let engine = &self.world.engine;
                let is_plain = engine.terms().is_plain(value);
                match built.or_else(|| is_plain.then(|| GroundTerm::of_value(engine, value))) {
                    Some(built) => self.try_value(step, depth, operations, value, built),
                    None => Ok(()),
                }
            }
        }
    }

    /// The elements to try: all, or where a sort has many, the first and two that no value has.
    fn elements(&self, sort: usize) -> Vec<u32> {
        let (size, few) = (self.world.size(sort), self.world.few(sort));
        if size == few {
            return (0..size).collect();
        }
        let mut used = BTreeSet::new();
        self.terms.iter().for_each(|term| add_elements(term, sort, &mut used));
        let new = (few..size).filter(|number| !used.contains(number)).take(NEW_ELEMENTS);
        (0..few).chain(new).collect()
    }

    /// Goes on with a value of a variable if all literals hold that are due.
    fn try_value(
        &mut self,
        step: &Step,
        depth: usize,
        operations: usize,
        value: TermId,
        term: GroundTerm,
    ) -> Result<(), Stop> {
        self.budget = self.budget.checked_sub(1).ok_or(Stop::Budget)?;
        if self.world.engine.total_steps() > self.end {
            return Err(Stop::Budget);
        }
        let own = magnitude(&term);
        let sum = self.magnitude.saturating_add(own);
        if self.best.as_ref().is_some_and(|(least, _)| sum >= *least) {
            return Ok(());
        }
        self.values[step.variable] = value;
        self.terms[step.variable] = term;
        if !self.hold(&step.checks)? {
            return Ok(());
        }
        let before = std::mem::replace(&mut self.magnitude, sum);
        let ended = self.descend(depth + 1, operations);
        self.magnitude = before;
        ended
    }

    /// Whether all formulas are determined as they should be.
    fn hold(&mut self, checks: &[(Formula, bool)]) -> Result<bool, Stop> {
        for (formula, holds) in checks {
            match self.world.engine.decide(formula, &self.values) {
                Answer::Value(truth)
                    if *self.world.engine.terms().node(truth) == Node::Truth(*holds) => {}
                Answer::Contradiction(_) => return Err(Stop::Contradicted),
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// The value of a term, if it has one that can be built.
    fn evaluate(&mut self, expr: &Expr) -> Result<Option<TermId>, Stop> {
        match self.world.engine.evaluate(expr, &self.values) {
            Answer::Value(value) => {
                Ok(Some(value).filter(|value| self.world.engine.terms().is_plain(*value)))
            }
            Answer::Contradiction(_) => Err(Stop::Contradicted),
            Answer::Undefined | Answer::Undetermined(_) => Ok(None),
        }
    }

    /// The numbers to try: usual ones, and those near the values of terms. The smallest come
    /// first, positive ones before negative ones.
    fn numbers(&mut self, near: &[Expr]) -> Result<Vec<i64>, Stop> {
        let mut numbers = match self.only_near {
            true => FEW_NUMBERS.to_vec(),
            false => [self.world.numbers.as_slice(), &MORE_NUMBERS].concat(),
        };
        for term in &self.terms {
            add_numbers(term, &mut numbers);
        }
        for expr in near {
            let Some(value) = self.evaluate(expr)? else { continue };
            if let Node::Int(number) = *self.world.engine.terms().node(value) {
                let around = [number.checked_sub(1), Some(number), number.checked_add(1)];
                numbers.extend(around.into_iter().flatten());
            }
        }
        numbers.sort_by_key(|number| (number.unsigned_abs(), *number < 0));
        numbers.dedup();
        Ok(numbers)
    }

    /// Whether constructors alone build a term.
    fn is_built(&self, term: &GroundTerm) -> bool {
        match term {
            GroundTerm::Element(..) | GroundTerm::Int(_) => true,
            GroundTerm::Apply(op, arguments) => {
                self.world.engine.program().ops[op.index()].is_constructor
                    && arguments.iter().all(|argument| self.is_built(argument))
            }
        }
    }
}
