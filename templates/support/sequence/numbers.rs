//! Which numbers a sequence uses.

use std::ops::RangeInclusive;

use super::super::execute::{Conclusion, Expr, Pattern, Program, SortKind, Step as RuleStep};
use super::draw::Draw;
use super::limits::{self, Limit};
use super::subject::Subject;
use super::world::Value;

/// The largest of the small numbers that are always tried.
const SMALL: i64 = 8;
/// How often a sequence has larger numbers too, in percent, how many, and below which: where a
/// number says how much a value holds, small ones keep it small.
const WIDE: usize = 25;
const LARGER: usize = 12;
const BELOW: usize = 64;
/// How often a number is close to one that the same call has already, in percent: ranges
/// stay short, and places lie side by side.
const CLOSE: usize = 40;
/// The largest distance of numbers that are close.
const DISTANCE: u64 = 2;

/// Numbers to try: small ones, those that the specification mentions with their neighbours,
/// and what observers have answered.
#[derive(Clone, Debug)]
pub struct Numbers {
    fixed: usize,
    /// The numbers that a whole sequence has, in front of those that observers answered.
    kept: usize,
    all: Vec<i64>,
    /// The numbers that are tried: a type may need as much time or memory as a number says.
    tried: RangeInclusive<i64>,
    /// Numbers just below those that domain conditions mention, for operations that can
    /// refuse them.
    outside: Vec<i64>,
    limits: Vec<Limit>,
}

/// The most numbers that observers add, and the largest unless the specification has larger ones.
const SEEN: usize = 12;
const LARGE: i64 = 256;

impl Numbers {
    pub fn of(subject: &Subject) -> Self {
        let mut mentioned = mentioned(&subject.program);
        mentioned.extend(&subject.values);
        let has_negative = mentioned.iter().any(|number| *number < 0);
        let lowest = [0, i64::MIN][usize::from(has_negative)];
        let below = in_domains(&subject.program).into_iter();
        let below = below.map(|number| number.saturating_sub(1));
        let outside: Vec<i64> = below.filter(|number| *number < lowest).collect();
        let near = mentioned
            .iter()
            .flat_map(|number| (-1..=1).map(move |step| number.saturating_add(step)));
        let mut all: Vec<i64> = (0..=SMALL).chain(near).collect();
        all.retain(|number| *number >= lowest);
        all.sort_unstable();
        all.dedup();
        Numbers {
            fixed: all.len(),
            kept: all.len(),
            tried: lowest..=LARGE.max(all[all.len() - 1].saturating_mul(2)),
            all,
            outside,
            limits: limits::limits(&subject.program),
        }
    }

    /// What the specification compares an argument with.
    pub fn limit(&self, op: usize, place: usize, draw: &mut Draw) -> Option<Limit> {
        let limits = self.limits.iter();
        let limits = limits.filter(|limit| (limit.op, limit.place) == (op, place));
        let limits: Vec<&Limit> = limits.collect();
        draw.of(&limits).map(|limit| (*limit).clone())
    }

    /// The least number that is ever tried.
    pub fn lowest(&self) -> i64 {
        *self.tried.start()
    }

    /// The numbers that an argument can have.
    pub fn within(&self, subject: &Subject, op: usize, place: usize) -> Vec<i64> {
        let range = range(subject, op, place);
        let outside = match subject.program.ops[op].domain {
            Some(_) => self.outside.as_slice(),
            None => &[],
        };
        let numbers = self.all.iter().chain(outside).copied();
        let numbers = numbers.filter(|number| range.contains(number));
        preferred(&subject.chosen(op, place), numbers.collect())
    }

    /// Whether an argument may be this number.
    pub fn fits(&self, subject: &Subject, op: usize, place: usize, number: i64) -> bool {
        number >= *self.tried.start() && range(subject, op, place).contains(&number)
    }

    /// Numbers for a variable of an axiom.
    pub fn any(&self, subject: &Subject) -> Vec<i64> {
        preferred(&subject.values, self.all.clone())
    }

    /// Adds a number that an observer answered, with its neighbours.
    pub fn see(&mut self, number: i64) {
        for number in (-1..=1).map(|step| number.saturating_add(step)) {
            if self.tried.contains(&number) && !self.all.contains(&number) {
                if self.all.len() >= self.kept + SEEN {
                    self.all.remove(self.kept);
                }
                self.all.push(number);
            }
        }
    }

    /// Chooses the numbers of a new sequence, if there are any.
    pub fn start(&mut self, subject: &Subject, draw: &mut Draw) {
        self.all.truncate(self.fixed);
        let program = &subject.program;
        let is_int = |sort: &usize| program.sorts[*sort].kind == SortKind::Int;
        let mut arguments = program.ops.iter().flat_map(|op| &op.arguments);
        if arguments.any(is_int) && draw.percent(WIDE) {
            let larger = |_| draw.below(BELOW) as i64;
            self.all.extend((0..LARGER).map(larger));
        }
        self.kept = self.all.len();
    }
}

/// The numbers that the type of an argument has.
fn range(subject: &Subject, op: usize, place: usize) -> RangeInclusive<i64> {
    let ranges = &subject.operations[op].ranges;
    let range = ranges.iter().find(|(argument, _, _)| *argument == place);
    range.map_or(i64::MIN..=i64::MAX, |(_, low, high)| *low..=*high)
}

/// The numbers of the user's choice first, and as often as all others.
fn preferred(chosen: &[i64], others: Vec<i64>) -> Vec<i64> {
    if chosen.is_empty() {
        return others;
    }
    let times = (others.len() / chosen.len()).max(1);
    let mut all: Vec<i64> = Vec::new();
    (0..times).for_each(|_| all.extend(chosen));
    all.extend(others);
    all
}

fn in_domains(program: &Program) -> Vec<i64> {
    let mut found = Vec::new();
    let domains = program.ops.iter().filter_map(|op| op.domain.as_ref());
    domains.for_each(|formula| formula.each(&mut |expr| in_expr(expr, &mut found)));
    found.sort_unstable();
    found.dedup();
    found
}

/// The numbers in the rules and domain conditions of a program.
fn mentioned(program: &Program) -> Vec<i64> {
    let mut found = in_domains(program);
    for rule in &program.rules {
        rule.head
            .iter()
            .for_each(|pattern| in_pattern(pattern, &mut found));
        for step in &rule.steps {
            match step {
                RuleStep::Bind(pattern, expr) => {
                    in_pattern(pattern, &mut found);
                    expr.each(&mut |expr| in_expr(expr, &mut found));
                }
                RuleStep::Guard(formula) => formula.each(&mut |expr| in_expr(expr, &mut found)),
                RuleStep::Each { .. } => {}
            }
        }
        match &rule.conclusion {
            Conclusion::Term(expr) => expr.each(&mut |expr| in_expr(expr, &mut found)),
            Conclusion::Formula(formula) => formula.each(&mut |expr| in_expr(expr, &mut found)),
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
    if let Expr::Int(number) = expr {
        found.push(*number);
    }
}

/// One of the numbers, often close to one that is among the other values.
pub fn number(numbers: &[i64], beside: &[Value], draw: &mut Draw) -> Option<i64> {
    let beside: Vec<i64> = beside
        .iter()
        .filter_map(|value| match value {
            Value::Int(number) => Some(*number),
            _ => None,
        })
        .collect();
    if !beside.is_empty() && draw.percent(CLOSE) {
        let center = draw.of(&beside).copied()?;
        let close: Vec<i64> = numbers
            .iter()
            .copied()
            .filter(|number| number.abs_diff(center) <= DISTANCE)
            .collect();
        if let Some(number) = draw.of(&close) {
            return Some(*number);
        }
    }
    draw.of(numbers).copied()
}
