//! Which step a sequence takes next.

use std::collections::{HashMap, HashSet};

use super::super::execute::{Answer, Formula, Node, SortKind, TermId};
use super::check::{Problem, Run};
use super::choose::values_of;
use super::draw::Draw;
use super::numbers;
use super::numbers::Numbers;
use super::taste::{Effects, Taste};
use super::world::{Step, Value};

/// Steps that are looked at before one is taken.
const CANDIDATES: usize = 16;
/// Further steps that are looked at, with all operations, where the sequence is stuck.
const SECOND_THOUGHTS: usize = 8;
/// How often a call outside of its domain is wanted, in percent.
const REFUSED: usize = 30;
/// How often a sequence goes on where an earlier one came to a new state, in percent.
const CONTINUED: usize = 30;
/// The most such places that are kept.
const ORIGINS: usize = 500;
/// The most steps that lead to such a place.
const LONGEST_ORIGIN: usize = 24;
/// How often an element comes from the few that a sequence prefers, in percent.
const HOT: usize = 70;
/// How many of the latest values of another sort are used.
const KEPT: usize = 7;
/// How deep values of other sorts are built for one step.
const DEPTH: usize = 4;

/// What a candidate would do: its operation, whether it is refused, and what observers without
/// further arguments say of the value that it starts from; if it is refused, what the atoms of
/// its domain condition say.
type Shape = (usize, bool, State);

/// What observers without further arguments say of a value.
pub type State = Vec<Option<Node>>;

/// What the sequences of a test have seen so far.
#[derive(Default)]
pub struct Novelty {
    /// How often each shape was seen.
    shapes: HashMap<Shape, u64>,
    states: HashSet<State>,
    effects: Effects,
    /// Steps that led to a new state, with the address of their algebra.
    origins: Vec<(usize, Vec<Step>)>,
}

impl Novelty {
    /// Remembers how a sequence came to a state that no sequence has been in before.
    fn see(&mut self, run: &Run<'_>, shape: &Shape, draw: &mut Draw) {
        *self.shapes.entry(shape.clone()).or_insert(0) += 1;
        let is_within = (1..=LONGEST_ORIGIN).contains(&run.world.len());
        if shape.1 || !is_within || !self.states.insert(shape.2.clone()) {
            return;
        }
        let origin = (address(run), run.world.steps());
        if self.origins.len() < ORIGINS {
            self.origins.push(origin);
        } else {
            let place = draw.below(ORIGINS);
            self.origins[place] = origin;
        }
    }

    /// Steps to start a sequence with. Every state is as likely, however rarely it is reached.
    fn origin(&self, run: &Run<'_>, draw: &mut Draw) -> Vec<Step> {
        let own = self.origins.iter().filter(|(of, _)| *of == address(run));
        let own: Vec<&Vec<Step>> = own.map(|(_, steps)| steps).collect();
        draw.of(&own).map_or_else(Vec::new, |steps| steps.to_vec())
    }
}

/// Tells the algebras of a test apart.
fn address(run: &Run<'_>) -> usize {
    run.world.algebra as *const _ as usize
}

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
    /// The steps of an earlier sequence that this one starts with.
    origin: Vec<Step>,
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
        let mut hot = Vec::new();
        for sort in 0..program.sorts.len() {
            let size = run.world.algebra.size(sort);
            // Elements that meet again and again matter more than many of them.
            let is_narrow = draw.percent(40) && !taste.grows;
            let most = if is_narrow { size.min(4) } else { size };
            let count = if size == 0 { 0 } else { 1 + draw.below(most) };
            hot.push((0..count).map(|_| draw.below(size) as u32).collect());
        }
        numbers.forget();
        let origin = match draw.percent(CONTINUED) {
            true => novelty.origin(run, draw),
            false => Vec::new(),
        };
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
            origin,
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
            let step = match self.candidate(run, is_stuck)? {
                Some(step) => step,
                None => continue,
            };
            let shape = match shape(run, &step) {
                Some(shape) => shape,
                None => continue,
            };
            let seen = self.novelty.shapes.get(&shape).copied().unwrap_or(0);
            let seen = if self.is_curious { seen } else { 0 };
            let rank = (shape.1 != wants_refusal, seen);
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
        for answer in shape.2.iter().flatten() {
            if let Node::Int(number) = answer {
                self.numbers.see(*number);
            }
        }
        self.learn(&shape);
        self.novelty.see(run, &shape, self.draw);
        run.step(&step)?;
        Ok(true)
    }

    /// Looks what the last step has changed.
    fn learn(&mut self, shape: &Shape) {
        let (op, is_refused, state) = shape;
        if *is_refused {
            return;
        }
        if let Some((op, before)) = &self.last {
            self.novelty.effects.see(*op, before, state);
        }
        self.last = Some((*op, state.clone()));
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
        for (place, sort) in operation.arguments.iter().enumerate() {
            let value = match subject.program.sorts[*sort].kind {
                SortKind::Given => self.element(run, *sort),
                SortKind::Int => {
                    let numbers = self.numbers.within(subject, op, place);
                    numbers::number(&numbers, &arguments, self.draw).map(Value::Int)
                }
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
        Ok(Some(Step { op, arguments }))
    }

    fn element(&mut self, run: &Run<'_>, sort: usize) -> Option<Value> {
        let hot = &self.hot[sort];
        if self.draw.percent(HOT) {
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
        let step = match self.filled(run, op, depth)? {
            Some(step) => step,
            None => return Ok(None),
        };
        if shape(run, &step).map_or(true, |shape| shape.1) {
            return Ok(None);
        }
        run.step(&step)?;
        let made = run.world.len() - 1;
        Ok(run.terms[made].map(|_| Value::Step(made)))
    }
}

/// What a step would do; `None` if it can't be taken.
fn shape(run: &mut Run<'_>, step: &Step) -> Option<Shape> {
    let subject = run.subject;
    let operation = &subject.program.ops[step.op];
    let terms = run.arguments(step)?;
    let domain = operation.domain.as_ref();
    let is_refused = domain.and_then(|domain| run.decide(domain, &terms)) == Some(false);
    if is_refused && !subject.operations[step.op].can_be_refused() {
        return None;
    }
    if let (Some(domain), true) = (domain, is_refused) {
        return Some((step.op, true, truths(run, domain, &terms)));
    }
    let mut places = operation.arguments.iter().zip(&terms);
    let own = places.find(|(sort, _)| Some(**sort) == operation.result);
    let seen = match own {
        Some((sort, term)) => plain_observations(run, *sort, *term),
        None => Vec::new(),
    };
    Some((step.op, is_refused, seen))
}

/// What the atoms of a condition say, so that calls are refused for every reason.
fn truths(run: &mut Run<'_>, condition: &Formula, terms: &[TermId]) -> State {
    match condition {
        Formula::Not(inner) => truths(run, inner, terms),
        Formula::And(left, right) | Formula::Or(left, right) | Formula::Iff(left, right) => {
            let mut all = truths(run, left, terms);
            all.extend(truths(run, right, terms));
            all
        }
        atom => vec![run.decide(atom, terms).map(Node::Truth)],
    }
}

/// What observers without further arguments say of a value.
fn plain_observations(run: &mut Run<'_>, sort: usize, term: TermId) -> Vec<Option<Node>> {
    let subject = run.subject;
    let mut seen = Vec::new();
    for (op, observer) in subject.program.ops.iter().enumerate() {
        let is_plain = observer.arguments.len() == 1 && observer.arguments[0] == sort;
        let is_observer = match observer.result {
            None => true,
            Some(sort) => subject.program.sorts[sort].kind != SortKind::Constructed,
        };
        if is_plain && is_observer {
            seen.push(match run.ask(op, &[term]) {
                Answer::Value(value) => Some(run.engine.terms().node(value).clone()),
                _ => None,
            });
        }
    }
    seen
}
