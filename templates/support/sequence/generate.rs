//! Which step a sequence takes next.

use std::collections::HashMap;

use super::super::execute::{
    Answer, Conclusion, Expr, Formula, Node, Pattern, Program, SortKind, Step as RuleStep, TermId,
};
use super::check::{Problem, Run};
use super::choose::values_of;
use super::draw::Draw;
use super::subject::Subject;
use super::world::{Step, Value};

/// Steps that are looked at before one is taken.
const CANDIDATES: usize = 16;
/// Further steps that are looked at, with all operations, where the sequence is stuck.
const SECOND_THOUGHTS: usize = 8;
/// How often a call outside of its domain is wanted, in percent.
const REFUSED: usize = 30;
/// How often an operation is left out of a whole sequence, in percent.
const LEFT_OUT: usize = 30;
/// The number of different weights that an operation can have in a sequence.
const HEAVIEST: usize = 4;
/// How often an element comes from the few that a sequence prefers, in percent.
const HOT: usize = 70;
/// The largest of the small numbers that are always tried.
const SMALL: i64 = 8;
/// How many of the latest values of another sort are used.
const KEPT: usize = 7;
/// How deep values of other sorts are built for one step.
const DEPTH: usize = 4;

/// Numbers to try: small ones, those that the specification mentions with their neighbours,
/// and what observers have answered.
#[derive(Clone, Debug)]
pub struct Numbers {
    fixed: usize,
    all: Vec<i64>,
    lowest: i64,
}

/// The most numbers that observers add.
const SEEN: usize = 12;

impl Numbers {
    pub fn of(program: &Program) -> Self {
        let mentioned = mentioned(program);
        let lowest = if mentioned.iter().any(|number| *number < 0) {
            i64::MIN
        } else {
            0
        };
        let near = mentioned.iter().flat_map(|number| {
            let neighbours = [number.saturating_sub(1), *number, number.saturating_add(1)];
            neighbours.to_vec()
        });
        let mut all: Vec<i64> = (0..=SMALL).chain(near).collect();
        all.retain(|number| *number >= lowest);
        all.sort_unstable();
        all.dedup();
        Numbers {
            fixed: all.len(),
            all,
            lowest,
        }
    }

    pub fn all(&self) -> &[i64] {
        &self.all
    }

    /// The numbers that an argument can have.
    pub fn within(&self, subject: &Subject, op: usize, place: usize) -> Vec<i64> {
        let ranges = &subject.operations[op].ranges;
        let range = ranges.iter().find(|(argument, _, _)| *argument == place);
        let (low, high) = range.map_or((i64::MIN, i64::MAX), |(_, low, high)| (*low, *high));
        let numbers = self.all.iter().copied();
        numbers
            .filter(|number| low <= *number && *number <= high)
            .collect()
    }

    /// Adds a number that an observer answered, with its neighbours.
    pub fn see(&mut self, number: i64) {
        for number in [number.saturating_sub(1), number, number.saturating_add(1)].iter() {
            if *number >= self.lowest && !self.all.contains(number) {
                if self.all.len() >= self.fixed + SEEN {
                    self.all.remove(self.fixed);
                }
                self.all.push(*number);
            }
        }
    }

    pub fn forget(&mut self) {
        self.all.truncate(self.fixed);
    }
}

/// The numbers in the rules and domain conditions of a program.
fn mentioned(program: &Program) -> Vec<i64> {
    let mut found = Vec::new();
    for op in &program.ops {
        op.domain
            .iter()
            .for_each(|formula| in_formula(formula, &mut found));
    }
    for rule in &program.rules {
        rule.head
            .iter()
            .for_each(|pattern| in_pattern(pattern, &mut found));
        for step in &rule.steps {
            match step {
                RuleStep::Bind(pattern, expr) => {
                    in_pattern(pattern, &mut found);
                    in_expr(expr, &mut found);
                }
                RuleStep::Guard(formula) => in_formula(formula, &mut found),
                RuleStep::Each { .. } => {}
            }
        }
        match &rule.conclusion {
            Conclusion::Term(expr) => in_expr(expr, &mut found),
            Conclusion::Formula(formula) => in_formula(formula, &mut found),
            Conclusion::Truth(_) => {}
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn in_pattern(pattern: &Pattern, found: &mut Vec<i64>) {
    match pattern {
        Pattern::Int(number) => found.push(*number),
        Pattern::Apply(_, inner) => inner.iter().for_each(|one| in_pattern(one, found)),
        Pattern::Variable(_) => {}
    }
}

fn in_expr(expr: &Expr, found: &mut Vec<i64>) {
    match expr {
        Expr::Int(number) => found.push(*number),
        Expr::Apply(_, inner) => inner.iter().for_each(|one| in_expr(one, found)),
        Expr::Arithmetic(_, left, right) => {
            in_expr(left, found);
            in_expr(right, found);
        }
        Expr::Variable(_) => {}
    }
}

fn in_formula(formula: &Formula, found: &mut Vec<i64>) {
    match formula {
        Formula::Predicate(_, arguments) => arguments.iter().for_each(|one| in_expr(one, found)),
        Formula::Equal(left, right) | Formula::Compare(_, left, right) => {
            in_expr(left, found);
            in_expr(right, found);
        }
        Formula::Not(inner) => in_formula(inner, found),
        Formula::And(left, right) | Formula::Or(left, right) | Formula::Iff(left, right) => {
            in_formula(left, found);
            in_formula(right, found);
        }
        Formula::Constant(_) => {}
    }
}

/// What a candidate would do: its operation, whether it is refused, and what observers without
/// further arguments say of the value that it starts from.
type Shape = (usize, bool, Vec<Option<Node>>);

/// How often each shape was seen, over all sequences of a test.
#[derive(Default)]
pub struct Novelty(HashMap<Shape, u64>);

/// The preferences of one sequence.
pub struct Generator<'d> {
    pub draw: &'d mut Draw,
    pub numbers: &'d mut Numbers,
    pub novelty: &'d mut Novelty,
    /// The sort under test.
    sort: usize,
    /// By operation: how often the sequence prefers it to others; 0 if it does without it.
    weights: Vec<u32>,
    /// Whether the sequence looks for the rarest step, or follows its weights alone: then
    /// values can grow large.
    is_curious: bool,
    /// Whether values of other sorts may be made for the next candidate.
    may_grow: bool,
    /// By sort: the elements that the sequence prefers.
    hot: Vec<Vec<u32>>,
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
        let changes: Vec<bool> = program
            .ops
            .iter()
            .map(|op| op.arguments.iter().any(|of| Some(*of) == op.result))
            .collect();
        let mut weights = Vec::new();
        for changes in &changes {
            let is_left_out = *changes && draw.percent(LEFT_OUT);
            let weight = 1 << draw.below(HEAVIEST);
            weights.push(if is_left_out { 0 } else { weight });
        }
        // A sequence that can only start goes nowhere.
        let own =
            (0..changes.len()).filter(|op| changes[*op] && program.ops[*op].result == Some(sort));
        let own: Vec<usize> = own.collect();
        if own.iter().all(|op| weights[*op] == 0) {
            draw.of(&own).into_iter().for_each(|op| weights[*op] = 1);
        }
        let is_curious = draw.percent(50);
        let mut hot = Vec::new();
        for sort in 0..program.sorts.len() {
            let size = run.world.algebra.size(sort);
            // Elements that meet again and again matter more than many of them.
            let most = if draw.percent(40) { size.min(4) } else { size };
            let count = if size == 0 { 0 } else { 1 + draw.below(most) };
            hot.push((0..count).map(|_| draw.below(size) as u32).collect());
        }
        numbers.forget();
        Generator {
            draw,
            numbers,
            novelty,
            sort,
            weights,
            is_curious,
            may_grow: true,
            hot,
        }
    }

    /// Takes the next step, and before it those that make its other arguments.
    pub fn next(&mut self, run: &mut Run<'_>) -> Result<bool, Problem> {
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
            let seen = self.novelty.0.get(&shape).copied().unwrap_or(0);
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
        *self.novelty.0.entry(shape).or_insert(0) += 1;
        run.step(&step)?;
        Ok(true)
    }

    /// A call of some operation that returns the sort under test.
    fn candidate(&mut self, run: &mut Run<'_>, takes_any: bool) -> Result<Option<Step>, Problem> {
        let program = &run.subject.program;
        let is_started = !values_of(run, self.sort).is_empty();
        let (own, weights) = (self.sort, &self.weights);
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
        let all: usize = ops.iter().map(|op| self.weights[*op].max(1) as usize).sum();
        let mut chosen = self.draw.below(all);
        for op in ops {
            let weight = self.weights[op].max(1) as usize;
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
                    self.draw.of(&numbers).copied().map(Value::Int)
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
    if is_refused && subject.operations[step.op].attempt.is_none() {
        return None;
    }
    let mut places = operation.arguments.iter().zip(&terms);
    let own = places.find(|(sort, _)| Some(**sort) == operation.result);
    let seen = match own {
        Some((sort, term)) => plain_observations(run, *sort, *term),
        None => Vec::new(),
    };
    Some((step.op, is_refused, seen))
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
