//! Which step a sequence takes next.

use super::super::execute::{Node, SortKind};
use super::check::{Problem, Run};
use super::choose::values_of;
use super::choose::{Choices, Watched};
use super::draw::Draw;
use super::limits::{Limit, Source};
use super::novelty::shape;
use super::novelty::{Novelty, Shape, State};
use super::numbers::{self, Numbers};
use super::taste::Taste;
use super::world::{Step, Value};

/// The most calls behind the arguments of one step.
const MOST_CALLS: usize = 1_000;
/// Steps that are looked at before one is taken.
const CANDIDATES: usize = 16;
/// Further steps that are looked at, with all operations, where the sequence is stuck.
const SECOND_THOUGHTS: usize = 8;
/// Calls that are looked at to find one that is refused.
const PROBES: usize = 6;
/// How often a step is a call outside of its domain, in percent. Probes are such calls, too, but
/// sequences do not go on with what they leave behind.
const REFUSED: usize = 15;
/// How often a sequence goes on where an earlier one came to a new state, in percent.
const CONTINUED: usize = 30;
/// The number of last steps whose elements a continued sequence prefers.
const RECENT: usize = 4;
/// How often an element comes from the few that a sequence prefers, in percent: one of these for
/// each sequence.
const HOT: [usize; 4] = [40, 70, 90, 100];
/// How often a number is one at which the specification changes its answer, in percent.
const AT_LIMIT: usize = 40;
/// How many of the latest values of another sort are used.
const KEPT: usize = 7;
/// How deep values of other sorts are built for one step.
const DEPTH: usize = 4;

/// The preferences of one sequence.
pub struct Generator<'d> {
    pub draw: &'d mut Draw,
    pub numbers: &'d mut Numbers,
    pub novelty: &'d mut Novelty,
    /// The sort under test.
    sort: usize,
    /// Which operations it prefers.
    taste: Taste,
    /// The last step inside of its domain, with the state that it started from.
    last: Option<(usize, State)>,
    /// Whether the sequence looks for the rarest step, or follows its weights alone: then
    /// values can grow large.
    is_curious: bool,
    /// Whether values of other sorts may be made for the next candidate.
    may_grow: bool,
    /// By sort: the elements that the sequence prefers.
    hot: Vec<Vec<u32>>,
    /// How often they are taken, in percent.
    heat: usize,
    /// The steps of an earlier sequence that this one starts with.
    origin: Vec<Step>,
    watched: Watched,
}

impl<'d> Generator<'d> {
    pub fn new(
        run: &Run<'_>,
        sort: usize,
        draw: &'d mut Draw,
        numbers: &'d mut Numbers,
        novelty: &'d mut Novelty,
    ) -> Self {
        let program = &run.subject.program;
        let taste = Taste::new(program, sort, &novelty.effects, draw);
        let is_curious = draw.percent(50) && !taste.grows;
        let origin = match draw.percent(CONTINUED) {
            true => novelty.origin(run, draw),
            false => Vec::new(),
        };
        let mut hot = Vec::new();
        for sort in 0..program.sorts.len() {
            let size = run.world.algebra.size(sort);
            // Elements that meet again and again matter more than many of them, and much
            // happens to one alone.
            let most = match draw.below(4) {
                0 => 1,
                1 if !taste.grows => 4,
                _ => size,
            };
            let count = match size {
                0 => 0,
                _ => 1 + draw.below(most.min(size)),
            };
            let recent = recent_elements(run, sort, &origin);
            hot.push(match recent.is_empty() {
                true => (0..count).map(|_| draw.below(size) as u32).collect(),
                false => recent,
            });
        }
        let heat = HOT[draw.below(HOT.len())];
        numbers.start(run.subject, draw);
        Generator {
            draw,
            numbers,
            novelty,
            sort,
            taste,
            last: None,
            is_curious,
            may_grow: true,
            hot,
            heat,
            origin,
            watched: Watched::default(),
        }
    }

    /// What the checks of the sequence are chosen from.
    pub fn choices(&mut self) -> Choices<'_> {
        Choices {
            numbers: self.numbers,
            draw: self.draw,
            watched: &mut self.watched,
        }
    }

    /// Starts with the steps of a known sequence, if there are any.
    pub fn continuing(mut self, steps: Vec<Step>) -> Self {
        if !steps.is_empty() {
            self.origin = steps;
        }
        self
    }

    /// Takes the next step, and before it those that make its other arguments.
    pub fn next(&mut self, run: &mut Run<'_>) -> Result<bool, Problem> {
        for step in std::mem::take(&mut self.origin) {
            run.step(&step)?;
        }
        let program = &run.subject.program;
        let effects = &self.novelty.effects;
        self.taste.go_on(program, self.sort, effects, self.draw);
        let wants_refusal = self.draw.percent(REFUSED);
        let mut best: Option<((bool, u64), Step, Shape)> = None;
        for number in 0..CANDIDATES + SECOND_THOUGHTS {
            let is_stuck = number >= CANDIDATES;
            if is_stuck && best.as_ref().is_some_and(|(rank, _, _)| !rank.0) {
                break;
            }
            self.may_grow = number == 0;
            let Some(step) = self.candidate(run, is_stuck)? else {
                continue;
            };
            let Some(shape) = shape(run, &step) else {
                continue;
            };
            let seen = match self.is_curious {
                true => self.novelty.count(&shape),
                false => 0,
            };
            let rank = (shape.is_refused != wants_refusal, seen);
            if best.as_ref().map_or(true, |(known, _, _)| rank < *known) {
                best = Some((rank, step, shape));
            }
            if rank == (false, 0) {
                break;
            }
        }
        let (step, shape) = match best {
            Some((_, step, shape)) => (step, shape),
            None => return Ok(false),
        };
        for answer in shape.state.iter().flatten() {
            if let Node::Int(number) = answer {
                self.numbers.see(*number);
            }
        }
        self.learn(&shape);
        self.novelty.see(run, &shape, self.draw);
        run.step(&step)?;
        Ok(true)
    }

    /// Makes a call that must be refused, beside those that are steps: of some, the one that was met
    /// least. A fault may need one state and one reason to refuse, which steps rarely meet together.
    pub fn probe(&mut self, run: &mut Run<'_>) -> Result<(), Problem> {
        let (program, operations) = (&run.subject.program, &run.subject.operations);
        let own = Some(self.sort);
        let ops: Vec<usize> = (0..operations.len())
            .filter(|op| program.ops[*op].result == own && operations[*op].can_be_refused())
            .filter(|op| program.ops[*op].arguments.contains(&self.sort))
            .collect();
        self.may_grow = false;
        let mut best: Option<(u64, Step, Shape)> = None;
        for _ in 0..PROBES {
            let op = self.draw.of(&ops).copied();
            let step = op.map_or(Ok(None), |op| self.filled(run, op, 0))?;
            let shape = step.as_ref().and_then(|step| shape(run, step));
            if let (Some(step), Some(shape)) = (step, shape.filter(|shape| shape.is_refused)) {
                let seen = self.novelty.count(&shape);
                if best.as_ref().map_or(true, |(known, _, _)| seen < *known) {
                    best = Some((seen, step, shape));
                }
            }
        }
        if let Some((_, step, shape)) = best {
            self.novelty.see(run, &shape, self.draw);
            run.step(&step)?;
            run.forget();
        }
        Ok(())
    }

    /// Looks what the last step has changed.
    fn learn(&mut self, shape: &Shape) {
        if shape.is_refused {
            return;
        }
        if let Some((op, before)) = &self.last {
            self.novelty.effects.see(*op, before, &shape.state);
        }
        self.last = Some((shape.op, shape.state.clone()));
    }

    /// A call of some operation that returns the sort under test.
    fn candidate(&mut self, run: &mut Run<'_>, takes_any: bool) -> Result<Option<Step>, Problem> {
        let program = &run.subject.program;
        let is_started = !values_of(run, self.sort).is_empty();
        let (own, weights) = (self.sort, &self.taste.weights);
        let takes_own = |op: usize| program.ops[op].arguments.contains(&own);
        let mut ops: Vec<usize> = (0..program.ops.len())
            .filter(|op| program.ops[*op].result == Some(own))
            .filter(|op| !program.ops[*op].is_given && run.subject.operations[*op].is_mapped)
            .filter(|op| takes_any || weights[*op] > 0)
            .collect();
        if !is_started {
            ops.retain(|op| !takes_own(*op));
        } else if ops.iter().any(|op| takes_own(*op)) && !self.draw.percent(3) {
            ops.retain(|op| takes_own(*op));
        }
        let all: usize = ops
            .iter()
            .map(|op| self.taste.weights[*op].max(1) as usize)
            .sum();
        let mut chosen = self.draw.below(all);
        for op in ops {
            let weight = self.taste.weights[op].max(1) as usize;
            if chosen < weight {
                return self.filled(run, op, DEPTH);
            }
            chosen -= weight;
        }
        Ok(None)
    }

    /// The operation with arguments.
    fn filled(
        &mut self,
        run: &mut Run<'_>,
        op: usize,
        depth: usize,
    ) -> Result<Option<Step>, Problem> {
        let subject = run.subject;
        let operation = &subject.program.ops[op];
        let mut arguments: Vec<Value> = Vec::new();
        let mut has_receiver = false;
        for sort in &operation.arguments {
            let value = match subject.program.sorts[*sort].kind {
                SortKind::Given => self.element(run, *sort),
                SortKind::Int => self.number(run, op, &arguments),
                SortKind::Constructed if Some(*sort) == operation.result && !has_receiver => {
                    has_receiver = true;
                    self.receiver(run, *sort)
                }
                SortKind::Constructed => self.other(run, *sort, depth)?,
            };
            match value {
                Some(value) => arguments.push(value),
                None => return Ok(None),
            }
        }
        let is_small = calls_behind(run, &arguments) <= MOST_CALLS;
        Ok(Some(Step { op, arguments }).filter(|_| is_small))
    }

    /// The next argument, a number.
    fn number(&mut self, run: &mut Run<'_>, op: usize, before: &[Value]) -> Option<Value> {
        let place = before.len();
        let limit = match self.draw.percent(AT_LIMIT) {
            true => self.numbers.limit(op, place, self.draw),
            false => None,
        };
        let at_limit = limit.and_then(|limit| self.near(run, &limit, before));
        let fits = |number: &i64| self.numbers.fits(run.subject, op, place, *number);
        if let Some(number) = at_limit.filter(fits) {
            return Some(Value::Int(number));
        }
        let numbers = self.numbers.within(run.subject, op, place);
        numbers::number(&numbers, before, self.draw).map(Value::Int)
    }

    /// A number around a limit, with some elements for its variables.
    fn near(&mut self, run: &mut Run<'_>, limit: &Limit, before: &[Value]) -> Option<i64> {
        let sorts = &run.subject.program.ops[limit.op].arguments;
        let mut terms = Vec::new();
        for source in &limit.variables {
            let (value, sort) = match source {
                Some(Source::Argument(place)) if *place < before.len() => {
                    (before[*place], sorts[*place])
                }
                Some(Source::Element(sort)) => (self.element(run, *sort)?, *sort),
                // The limit does not use it.
                _ => (Value::Int(0), 0),
            };
            terms.extend(run.terms_of(&[value], &[sort])?);
        }
        let number = run.number(&limit.expr, &terms)?;
        number.checked_add(self.draw.below(3) as i64 - 1)
    }

    fn element(&mut self, run: &Run<'_>, sort: usize) -> Option<Value> {
        let hot = &self.hot[sort];
        if self.draw.percent(self.heat) {
            return self.draw.of(hot).copied().map(Value::Element);
        }
        let size = run.world.algebra.size(sort);
        if size == 0 {
            return None;
        }
        Some(Value::Element(self.draw.below(size) as u32))
    }

    /// Mostly the latest value.
    fn receiver(&mut self, run: &Run<'_>, sort: usize) -> Option<Value> {
        let values = values_of(run, sort);
        let last = values.last().copied();
        let chosen = if self.draw.percent(97) {
            last
        } else {
            self.draw.of(&values).copied()
        };
        chosen.map(Value::Step)
    }

    /// A value for an argument beside the receiver: one of the latest, or a new one.
    fn other(
        &mut self,
        run: &mut Run<'_>,
        sort: usize,
        depth: usize,
    ) -> Result<Option<Value>, Problem> {
        let values = values_of(run, sort);
        let latest = &values[values.len().saturating_sub(KEPT)..];
        let makes_new = if sort == self.sort {
            self.draw.percent(15)
        } else {
            self.draw.percent(60)
        };
        if let (Some(last), false) = (latest.last(), makes_new && self.may_grow && depth > 0) {
            let is_last = self.draw.percent(if sort == self.sort { 60 } else { 30 });
            let chosen = if is_last {
                Some(last)
            } else {
                self.draw.of(latest)
            };
            return Ok(chosen.copied().map(Value::Step));
        }
        if depth == 0 {
            return Ok(None);
        }
        self.grown(run, sort, depth - 1)
    }

    /// A new value of a sort: a creator's, or the latest one extended.
    fn grown(
        &mut self,
        run: &mut Run<'_>,
        sort: usize,
        depth: usize,
    ) -> Result<Option<Value>, Problem> {
        let program = &run.subject.program;
        let has_values = !values_of(run, sort).is_empty();
        let extends = has_values && sort != self.sort && self.draw.percent(70);
        let ops: Vec<usize> = (0..program.ops.len())
            .filter(|op| program.ops[*op].result == Some(sort) && !program.ops[*op].is_given)
            .filter(|op| run.subject.operations[*op].is_mapped)
            .filter(|op| program.ops[*op].arguments.contains(&sort) == extends)
            .collect();
        let op = match self.draw.of(&ops) {
            Some(op) => *op,
            None => return Ok(None),
        };
        let Some(step) = self.filled(run, op, depth)? else {
            return Ok(None);
        };
        if shape(run, &step).map_or(true, |shape| shape.is_refused) {
            return Ok(None);
        }
        run.step(&step)?;
        let made = run.world.len() - 1;
        Ok(run.terms[made].map(|_| Value::Step(made)))
    }
}

/// The elements of a sort that the last of some steps have used.
fn recent_elements(run: &Run<'_>, sort: usize, steps: &[Step]) -> Vec<u32> {
    let mut elements = Vec::new();
    for step in steps.iter().rev().take(RECENT) {
        let sorts = run.subject.program.ops[step.op].arguments.iter();
        for (of, value) in sorts.zip(&step.arguments) {
            if let (true, Value::Element(element)) = (*of == sort, value) {
                elements.push(*element);
            }
        }
    }
    elements
}

/// How many calls build some arguments, counted anew for every use of a value. Where an operation
/// joins two values, `v = join(v, v)` doubles them with every step.
fn calls_behind(run: &Run<'_>, arguments: &[Value]) -> usize {
    let steps_in = |values: &[Value]| -> Vec<usize> {
        let number = |value: &Value| match value {
            Value::Step(step) => Some(*step),
            _ => None,
        };
        values.iter().filter_map(number).collect()
    };
    let used = steps_in(arguments);
    if used.len() < 2 {
        return 0;
    }
    let mut calls: Vec<usize> = Vec::new();
    for step in run.world.steps() {
        let behind = steps_in(&step.arguments);
        let all = behind
            .iter()
            .fold(1, |sum: usize, step| sum.saturating_add(calls[*step]));
        calls.push(all);
    }
    used.iter()
        .fold(0, |sum: usize, step| sum.saturating_add(calls[*step]))
}
