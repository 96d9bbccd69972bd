//! One algebra of the parameters, and small values over it.

use std::collections::{BTreeMap, BTreeSet};

use super::renaming::{is_in_order, plain_sorts};
use crate::arena::Id;
use crate::execute::{Answer, Engine, Node, Program, SortKind, TermId};
use crate::model::{ArgumentRanges, GroundTerm, ParameterTables, tuples};
use crate::search::literals;
use crate::theory::{OpId, SortId, Theory};
use crate::trial::tables;

/// The most calls of one operation that make new values in one step.
const CALLS: usize = 600;

/// Each list of constructed arguments has at least this many calls.
const LEAST_CALLS: usize = 40;

/// The most lists of numbers that an operation is called with.
const NUMBER_LISTS: usize = 24;

/// Observations that tell values apart, in all and by one operation.
const OBSERVATIONS: usize = 40;
const OBSERVATIONS_BY_ONE: usize = 6;

/// The limit of steps for one question. Questions of small terms need a few hundred.
const STEPS: u64 = 20_000;

/// The most steps in which values of one operation more are built. Small values need a fraction
/// of that, unless the axioms leave much open.
const GROWTH_STEPS: u64 = 300_000;

/// A value of a constructed sort.
#[derive(Clone, Debug)]
pub struct Value {
    /// The number of operations that build it.
    pub operations: usize,
    /// The sum of the sizes of all numbers in its term.
    pub magnitude: u64,
    /// Its normal form.
    pub term: TermId,
    /// The first constructor term that built it.
    pub built: GroundTerm,
    /// The round of deep states in which it was found.
    pub round: usize,
}

/// An engine over one algebra of the parameters, with the values that it has built.
#[derive(Clone)]
pub struct World<'p> {
    pub parameters: ParameterTables,
    pub engine: Engine<'p>,
    /// By sort; those of fewer operations come first.
    pub values: Vec<Vec<Value>>,
    /// The numbers that operations take, the smallest first.
    pub numbers: Vec<i64>,
    /// The numbers that the specification mentions, the smallest first.
    pub mentioned: Vec<i64>,
    /// The numbers that operations of the type under test take.
    ranges: ArgumentRanges,
    /// The current round of deep states.
    pub round: usize,
    /// Values of earlier rounds have been tried.
    pub first_round: usize,
    /// Sorts whose elements have no order.
    plain: Vec<SortId>,
    /// Values have up to this many operations.
    steps: usize,
}

/// The values to keep of those that one more operation makes of a deep state.
const SUCCESSORS: usize = 6;

/// The elements of a sort with which small values are built.
const FEW_ELEMENTS: u32 = 3;

impl<'p> World<'p> {
    pub fn new(
        theory: &Theory,
        program: &'p Program,
        parameters: ParameterTables,
        numbers: &[i64],
        ranges: &ArgumentRanges,
    ) -> Self {
        let engine = Engine::new(program, &tables(theory, &parameters)).with_limit(STEPS);
        let values = vec![Vec::new(); program.sorts.len()];
        let mut mentioned: Vec<i64> = literals(theory).collect();
        mentioned.sort_by_key(|number| (number.unsigned_abs(), *number < 0));
        mentioned.dedup();
        Self {
            parameters,
            engine,
            values,
            numbers: numbers.to_vec(),
            mentioned,
            ranges: ranges.clone(),
            round: 0,
            first_round: 0,
            plain: plain_sorts(theory),
            steps: 0,
        }
    }

    /// Whether the function of the type under test takes the numbers among some arguments.
    pub fn takes(&self, op: usize, arguments: &[TermId]) -> bool {
        let number = |argument: &TermId| match self.engine.terms().node(*argument) {
            Node::Int(number) => Some(*number),
            _ => None,
        };
        self.ranges.hold(OpId::from_index(op), arguments.iter().map(number))
    }

    /// Builds the values of one operation more, at most `width` of each sort.
    pub fn grow(&mut self, width: usize) {
        self.steps += 1;
        let program = self.engine.program();
        let mut known: BTreeSet<TermId> = self.values.iter().flatten().map(|it| it.term).collect();
        let mut made: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
        let end = self.engine.total_steps().saturating_add(GROWTH_STEPS);
        for (op, operation) in program.ops.iter().enumerate() {
            let Some(sort) = operation.result.filter(|_| operation.is_constructor) else {
                continue;
            };
            for (arguments, built) in self.calls(op) {
                if self.engine.total_steps() > end {
                    break;
                }
                if let Answer::Value(term) = self.engine.apply(op, &arguments)
                    && self.engine.terms().is_plain(term)
                    && known.insert(term)
                {
                    let operations = self.steps;
                    let magnitude = magnitude(&built);
                    let value = Value { operations, magnitude, term, built, round: self.round };
                    made.entry(sort).or_default().push(value);
                }
            }
        }
        for (sort, mut values) in made {
            values.sort_by_key(|value| value.magnitude);
            let kept = self.most_different(sort, values, width);
            self.values[sort].extend(kept);
        }
    }

    /// The calls of a constructor whose arguments have one operation less, in all.
    fn calls(&mut self, op: usize) -> Vec<(Vec<TermId>, GroundTerm)> {
        let program = self.engine.program();
        let sorts = &program.ops[op].arguments;
        let of_kind = |wanted: SortKind| -> Vec<usize> {
            sorts.iter().copied().filter(|sort| program.sorts[*sort].kind == wanted).collect()
        };
        let number_lists = self.number_lists(of_kind(SortKind::Int).len(), NUMBER_LISTS);
        let sizes: Vec<u32> =
            of_kind(SortKind::Given).into_iter().map(|sort| self.few(sort)).collect();
        let mut calls = Vec::new();
        let all = self.parts(&of_kind(SortKind::Constructed), self.steps - 1);
        let share = (CALLS / all.len().max(1)).max(LEAST_CALLS);
        for parts in all {
            let given = number_lists
                .iter()
                .flat_map(|numbers| tuples(&sizes).map(move |elements| (numbers, elements)));
            let mut lists: Vec<(Vec<TermId>, Vec<GroundTerm>)> = given
                .take(share)
                .map(|(numbers, elements)| self.arguments(sorts, &parts, &elements, numbers))
                .collect();
            self.add_bounds(op, &mut lists);
            for (values, terms) in lists {
                if self.takes(op, &values) {
                    calls.push((values, GroundTerm::Apply(OpId::from_index(op), terms)));
                }
            }
        }
        calls
    }

    /// The number of elements of a parameter's sort.
    pub fn size(&self, sort: usize) -> u32 {
        self.parameters.carriers.get(&SortId::from_index(sort)).copied().unwrap_or(0)
    }

    /// How many of its elements are tried wherever one is needed.
    pub fn few(&self, sort: usize) -> u32 {
        self.size(sort).min(FEW_ELEMENTS)
    }

    /// Lists of `count` numbers, at most `limit` for each number.
    pub fn number_lists(&self, count: usize, limit: usize) -> Vec<Vec<i64>> {
        lists(&self.numbers, count, limit)
    }

    /// Adds a value that was built elsewhere. Returns it if it is new.
    pub fn add_alone(&mut self, built: &GroundTerm) -> Option<(usize, Value)> {
        let GroundTerm::Apply(op, _) = built else { return None };
        let sort = self.engine.program().ops[op.index()].result?;
        let term = self.value(built)?;
        let (operations, magnitude) = (operations(built), magnitude(built));
        let (built, round) = (built.clone(), self.round);
        let value = Value { operations, magnitude, term, built, round };
        self.insert(sort, value.clone()).then_some((sort, value))
    }

    /// The same, and some values that one more operation builds.
    pub fn add(&mut self, built: &GroundTerm) {
        if let Some((sort, value)) = self.add_alone(built) {
            let next = self.successors(sort, &value, false);
            let next = self.most_different(sort, next, SUCCESSORS);
            for value in next {
                self.insert(sort, value);
            }
        }
    }

    /// Values with fewer operations stay first. Returns whether the value is new.
    fn insert(&mut self, sort: usize, value: Value) -> bool {
        let values = &mut self.values[sort];
        let is_new = values.iter().all(|known| known.term != value.term);
        if is_new {
            let place = values.partition_point(|known| known.operations <= value.operations);
            values.insert(place, value);
        }
        is_new
    }

    /// Adds values that one more operation builds with numbers at the end of its domain.
    pub fn grow_to_bounds(&mut self, width: usize) {
        for sort in 0..self.values.len() {
            let last = self.values[sort].iter().filter(|value| value.operations == self.steps);
            let last: Vec<Value> = last.cloned().collect();
            let mut next = Vec::new();
            for value in &last {
                next.extend(self.successors(sort, value, false));
            }
            for value in self.most_different(sort, next, width) {
                self.insert(sort, value);
            }
        }
    }

    /// What one constructor makes of a value; with all numbers that the specification mentions, if
    /// that is asked for.
    pub(super) fn successors(&mut self, sort: usize, value: &Value, is_wide: bool) -> Vec<Value> {
        let program = self.engine.program();
        let mut found = Vec::new();
        for (op, operation) in program.ops.iter().enumerate() {
            let place = operation.arguments.iter().position(|it| *it == sort);
            let Some(place) = place.filter(|_| operation.is_constructor) else { continue };
            if operation.result != Some(sort) {
                continue;
            }
            let mut calls = self.others(&operation.arguments, place);
            calls.iter_mut().for_each(|arguments| arguments.insert(place, value.term));
            if is_wide {
                calls.extend(self.with_mentioned(&operation.arguments, &calls));
            }
            for arguments in calls.clone() {
                for arguments in self.at_bounds(op, &arguments) {
                    if !calls.contains(&arguments) {
                        calls.push(arguments);
                    }
                }
            }
            calls.retain(|arguments| self.takes(op, arguments));
            for arguments in calls {
                let Answer::Value(term) = self.engine.apply(op, &arguments) else { continue };
                if !self.engine.terms().is_plain(term) {
                    continue;
                }
                let mut terms: Vec<GroundTerm> =
                    arguments.iter().map(|it| given(&self.engine, *it)).collect();
                terms[place] = value.built.clone();
                let built = GroundTerm::Apply(OpId::from_index(op), terms);
                let (operations, magnitude) = (value.operations + 1, magnitude(&built));
                found.push(Value { operations, magnitude, term, built, round: self.round });
            }
        }
        found
    }

    /// The value of a constructor term.
    pub fn value(&mut self, term: &GroundTerm) -> Option<TermId> {
        term.value(&mut self.engine)
    }

    /// The lists of values of these sorts, by their positions, with as many operations in all.
    fn parts(&self, sorts: &[usize], operations: usize) -> Vec<Vec<usize>> {
        let Some((sort, others)) = sorts.split_first() else {
            return if operations == 0 { vec![Vec::new()] } else { Vec::new() };
        };
        let mut found = Vec::new();
        for own in 1..=operations {
            for rest in self.parts(others, operations - own) {
                let fitting = self.values[*sort].iter().enumerate();
                let fitting = fitting.filter(|(_, value)| value.operations == own);
                for (position, _) in fitting {
                    if found.len() == CALLS {
                        return found;
                    }
                    found.push([vec![position], rest.clone()].concat());
                }
            }
        }
        found
    }

    /// The arguments of a call, for the engine and for people.
    fn arguments(
        &mut self,
        sorts: &[usize],
        parts: &[usize],
        elements: &[u32],
        numbers: &[i64],
    ) -> (Vec<TermId>, Vec<GroundTerm>) {
        let (mut parts, mut elements, mut numbers) =
            (parts.iter(), elements.iter(), numbers.iter());
        let (mut values, mut terms) = (Vec::new(), Vec::new());
        for sort in sorts {
            let (value, term) = match self.engine.program().sorts[*sort].kind {
                SortKind::Constructed => {
                    let part = parts.next().copied().unwrap_or_default();
                    let value = &self.values[*sort][part];
                    (value.term, value.built.clone())
                }
                SortKind::Given => {
                    let number = elements.next().copied().unwrap_or_default();
                    let term = GroundTerm::Element(SortId::from_index(*sort), number);
                    (self.engine.element(*sort, number), term)
                }
                SortKind::Int => {
                    let number = numbers.next().copied().unwrap_or_default();
                    (self.engine.int(number), GroundTerm::Int(number))
                }
            };
            values.push(value);
            terms.push(term);
        }
        (values, terms)
    }

    /// At most `width` of some values, in their order: one of each kind of observable
    /// behaviour first, then a second one of each, and so on. Half of them are no other value
    /// with renamed elements.
    fn most_different(&mut self, sort: usize, values: Vec<Value>, width: usize) -> Vec<Value> {
        if values.len() <= width {
            return values;
        }
        let mut met: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
        let mut ranked: Vec<(usize, bool, usize)> = Vec::new();
        let end = self.engine.total_steps().saturating_add(GROWTH_STEPS);
        for (position, value) in values.iter().enumerate() {
            let is_over = self.engine.total_steps() > end;
            let behaviour = if is_over { Vec::new() } else { self.behaviour(sort, value.term) };
            let round = met.entry(behaviour).or_default();
            ranked.push((*round, !is_in_order(&value.built, &self.plain), position));
            *round += 1;
        }
        ranked.sort_unstable();
        let mut kept: BTreeSet<usize> =
            ranked.iter().take(width / 2).map(|(.., place)| *place).collect();
        ranked.sort_unstable_by_key(|(round, _, place)| (*round, *place));
        for (.., place) in ranked {
            if kept.len() < width {
                kept.insert(place);
            }
        }
        let values = values.into_iter().enumerate();
        values.filter(|(place, _)| kept.contains(place)).map(|(_, value)| value).collect()
    }

    /// What some observations say about a value.
    fn behaviour(&mut self, sort: usize, value: TermId) -> Vec<u64> {
        let program = self.engine.program();
        let mut seen = Vec::new();
        // Observers without further arguments say most.
        let mut observers: Vec<usize> = (0..program.ops.len()).collect();
        observers.sort_by_key(|op| program.ops[*op].arguments.len());
        for op in observers {
            let operation = &program.ops[op];
            let Some(place) = operation.arguments.iter().position(|it| *it == sort) else {
                continue;
            };
            if operation.is_constructor || operation.result.is_some_and(|it| self.is_built(it)) {
                continue;
            }
            let others = self.others(&operation.arguments, place);
            for mut arguments in others.into_iter().take(OBSERVATIONS_BY_ONE) {
                if seen.len() == OBSERVATIONS {
                    return seen;
                }
                arguments.insert(place, value);
                seen.push(match self.engine.apply(op, &arguments) {
                    Answer::Value(term) => term.index() as u64,
                    Answer::Undefined => u64::MAX,
                    _ => u64::MAX - 1,
                });
            }
        }
        seen
    }

    fn is_built(&self, sort: usize) -> bool {
        self.engine.program().sorts[sort].kind == SortKind::Constructed
    }

    /// A few choices for all arguments of an observer but one. Empty if another argument is
    /// constructed.
    fn others(&mut self, sorts: &[usize], place: usize) -> Vec<Vec<TermId>> {
        let mut found: Vec<Vec<TermId>> = vec![Vec::new()];
        for sort in sorts.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, sort)| *sort) {
            let choices: Vec<TermId> = match self.engine.program().sorts[sort].kind {
                SortKind::Constructed => Vec::new(),
                SortKind::Given => {
                    (0..self.few(sort)).map(|number| self.engine.element(sort, number)).collect()
                }
                SortKind::Int => {
                    let few: Vec<i64> = self.numbers.iter().take(3).copied().collect();
                    few.into_iter().map(|number| self.engine.int(number)).collect()
                }
            };
            let longer = found.iter().flat_map(|list| {
                choices.iter().map(move |choice| [list.clone(), vec![*choice]].concat())
            });
            found = longer.take(OBSERVATIONS).collect();
        }
        found
    }
}

/// Lists of `count` numbers, those with the fewest unusual numbers first.
fn lists(numbers: &[i64], count: usize, limit: usize) -> Vec<Vec<i64>> {
    let sizes = vec![numbers.len() as u32; count];
    let mut lists: Vec<Vec<u32>> = if numbers.len().saturating_pow(count as u32) > 10_000 {
        tuples(&vec![numbers.len().min(4) as u32; count]).collect()
    } else {
        tuples(&sizes).collect()
    };
    lists.sort_by_key(|ranks| {
        let unusual = ranks.iter().filter(|rank| **rank > 1).count();
        (unusual > 1, ranks.iter().sum::<u32>())
    });
    lists.truncate(limit * count.max(1));
    let numbers = |ranks: Vec<u32>| ranks.into_iter().map(|rank| numbers[rank as usize]).collect();
    lists.into_iter().map(numbers).collect()
}

/// An element or a number as a term.
fn given(engine: &Engine<'_>, value: TermId) -> GroundTerm {
    match engine.terms().node(value) {
        Node::Element { sort, number } => GroundTerm::Element(SortId::from_index(*sort), *number),
        Node::Int(number) => GroundTerm::Int(*number),
        _ => GroundTerm::Int(0),
    }
}

/// The number of operations in a term.
fn operations(term: &GroundTerm) -> usize {
    match term {
        GroundTerm::Element(..) | GroundTerm::Int(_) => 0,
        GroundTerm::Apply(_, arguments) => 1 + arguments.iter().map(operations).sum::<usize>(),
    }
}

/// The sum of the sizes of all numbers in a term.
pub fn magnitude(term: &GroundTerm) -> u64 {
    match term {
        GroundTerm::Element(..) => 0,
        GroundTerm::Int(number) => number.unsigned_abs(),
        GroundTerm::Apply(_, arguments) => {
            arguments.iter().map(magnitude).fold(0, u64::saturating_add)
        }
    }
}
