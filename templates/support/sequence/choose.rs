//! What is checked after a step.

use std::collections::HashMap;

use super::super::execute::{Expr, SortKind};
use super::check::tuples;
use super::check::{Check, Run};
use super::draw::Draw;
use super::numbers::{self, Numbers};
use super::paste_axiom::calls;
use super::world::{Step, Value};

/// The most calls of one observer after a step.
const CALLS: usize = 8;
/// The least where many observers have too many arguments to be called with all.
const FEW_CALLS: usize = 3;
/// The calls of all such observers after a step.
const ALL_CALLS: usize = 24;
/// How many calls of each are new.
const NEW_CALLS: usize = 2;
/// The calls of one observer that a sequence repeats.
const WATCHED: usize = 16;
/// How often an axiom is evaluated after a step.
const INSTANCES: usize = 2;
/// How often an axiom is evaluated with an element that the sequence has used, in percent:
/// premises such as `contains(S, E)` hold for few others.
const USED: usize = 75;

/// What the checks of a sequence are chosen from.
pub struct Choices<'c> {
    pub numbers: &'c Numbers,
    pub draw: &'c mut Draw,
    pub watched: &'c mut Watched,
}

/// By observer: arguments beside the value, for observers with too many to call it with all.
///
/// A sequence asks the same again after each step. What the specification says then follows
/// from what it said before, while for other arguments the whole history would be run.
#[derive(Default)]
pub struct Watched {
    calls: HashMap<usize, Vec<Vec<Value>>>,
}

impl Watched {
    /// How often each observer is called after a step.
    fn share(&self) -> usize {
        let share = ALL_CALLS / self.calls.len().max(1);
        share.clamp(FEW_CALLS, CALLS)
    }

    /// Calls that were made before.
    fn known(&self, op: usize, most: usize, draw: &mut Draw) -> Vec<Vec<Value>> {
        let mut known = self.calls.get(&op).cloned().unwrap_or_default();
        while known.len() > most {
            known.swap_remove(draw.below(known.len()));
        }
        known
    }

    fn add(&mut self, op: usize, arguments: Vec<Value>, draw: &mut Draw) {
        let calls = self.calls.entry(op).or_default();
        if calls.len() < WATCHED {
            calls.push(arguments);
        } else {
            calls[draw.below(WATCHED)] = arguments;
        }
    }
}

/// The checks of the value that a step made, with the axioms that are wanted.
pub fn checks(
    run: &Run<'_>,
    value: usize,
    mut choices: Choices<'_>,
    is_wanted: &dyn Fn(usize) -> bool,
) -> Vec<Check> {
    if run.terms[value].is_none() {
        return Vec::new();
    }
    let observed = observations(run, value, Some(&mut choices));
    let (numbers, draw) = (choices.numbers, choices.draw);
    let mut checks: Vec<Check> = observed.into_iter().map(Check::Observe).collect();
    for axiom in (0..run.subject.axioms.len()).filter(|axiom| is_wanted(*axiom)) {
        checks.extend(instances(run, axiom, value, numbers, draw));
    }
    let sort = run.world.sort(value);
    if run.subject.types[sort].equal.is_some() {
        let others = values_of(run, sort);
        if let Some(other) = draw.of(&others) {
            checks.push(Check::Equal(value, *other));
        }
    }
    checks
}

/// The steps that made values of a sort.
pub fn values_of(run: &Run<'_>, sort: usize) -> Vec<usize> {
    let steps = 0..run.world.len();
    steps
        .filter(|step| run.world.sort(*step) == sort && run.terms[*step].is_some())
        .collect()
}

/// Calls of all observers of a value. Without a source of choices: those with few arguments.
pub fn observations(
    run: &Run<'_>,
    value: usize,
    mut source: Option<&mut Choices<'_>>,
) -> Vec<Step> {
    let program = &run.subject.program;
    let sort = run.world.sort(value);
    let mut found = Vec::new();
    for (op, operation) in program.ops.iter().enumerate() {
        let is_observer = match operation.result {
            None => true,
            Some(result) => {
                let sort = &program.sorts[result];
                sort.kind != SortKind::Constructed || sort.is_free
            }
        };
        let is_called = !operation.is_given && run.subject.operations[op].is_mapped;
        let place = operation.arguments.iter().position(|of| *of == sort);
        let place = match place {
            Some(place) if is_observer && is_called => place,
            _ => continue,
        };
        let mut others: Vec<Vec<Value>> = Vec::new();
        for (other, of) in operation.arguments.iter().enumerate() {
            others.push(if other == place {
                vec![Value::Step(value)]
            } else {
                candidates(run, op, other, *of, &source)
            });
        }
        for mut arguments in combined(run, op, &others, &mut source) {
            arguments[place] = Value::Step(value);
            found.push(Step { op, arguments });
        }
    }
    // The plainest observer that shows a fault is the one to report.
    found.sort_by_key(|step| step.arguments.len());
    found
}

/// The values that an argument of an observer may have.
fn candidates(
    run: &Run<'_>,
    op: usize,
    place: usize,
    sort: usize,
    source: &Option<&mut Choices<'_>>,
) -> Vec<Value> {
    match run.subject.program.sorts[sort].kind {
        SortKind::Given => {
            let size = run.world.algebra.size(sort) as u32;
            (0..size).map(Value::Element).collect()
        }
        SortKind::Int => match source {
            Some(choices) => {
                let numbers = choices.numbers.within(run.subject, op, place);
                numbers.into_iter().map(Value::Int).collect()
            }
            None => vec![Value::Int(0), Value::Int(1)],
        },
        SortKind::Constructed => {
            let steps = values_of(run, sort);
            steps.into_iter().rev().take(3).map(Value::Step).collect()
        }
    }
}

/// All combinations, or some of them where there are too many.
fn combined(
    run: &Run<'_>,
    op: usize,
    others: &[Vec<Value>],
    source: &mut Option<&mut Choices<'_>>,
) -> Vec<Vec<Value>> {
    let sizes: Vec<usize> = others.iter().map(Vec::len).collect();
    let count = sizes
        .iter()
        .fold(1usize, |all, size| all.saturating_mul(*size));
    if count <= CALLS {
        let pick = |tuple: Vec<usize>| {
            let values = tuple.iter().zip(others);
            values.map(|(place, values)| values[*place]).collect()
        };
        return tuples(&sizes).into_iter().map(pick).collect();
    }
    let Some(Choices { draw, watched, .. }) = source else {
        return Vec::new();
    };
    let share = watched.share();
    let mut calls = watched.known(op, share - NEW_CALLS, draw);
    let mut repeats = true;
    while calls.len() < share {
        let mut arguments = Vec::new();
        for (sort, values) in run.subject.program.ops[op].arguments.iter().zip(others) {
            let repeated = match repeats {
                true => last_argument(run, *sort, draw),
                false => None,
            };
            arguments.extend(repeated.or_else(|| draw.of(values).copied()));
        }
        repeats = false;
        watched.add(op, arguments.clone(), draw);
        calls.push(arguments);
    }
    calls
}

/// An element of a sort that the last step has used: what it changed shows there.
fn last_argument(run: &Run<'_>, sort: usize, draw: &mut Draw) -> Option<Value> {
    let last = run.world.last()?;
    let sorts = &run.subject.program.ops[last.op].arguments;
    let used = sorts.iter().zip(&last.arguments);
    let used = used.filter(|(of, value)| **of == sort && matches!(value, Value::Element(_)));
    let used: Vec<Value> = used.map(|(_, value)| *value).collect();
    draw.of(&used).copied()
}

/// Instances of an axiom in which one variable is the value.
fn instances(
    run: &Run<'_>,
    axiom: usize,
    value: usize,
    numbers: &Numbers,
    draw: &mut Draw,
) -> Vec<Check> {
    let sorts = &run.subject.axioms[axiom].sorts;
    let own = run.world.sort(value);
    let places: Vec<usize> = (0..sorts.len())
        .filter(|place| sorts[*place] == own)
        .collect();
    let mut found = Vec::new();
    let count = if sorts.len() > 1 { INSTANCES } else { 1 };
    for _ in 0..count * 2 {
        if found.len() == count {
            break;
        }
        let held = match draw.of(&places) {
            Some(place) => *place,
            None => return found,
        };
        let mut values = Vec::new();
        for (place, sort) in sorts.iter().enumerate() {
            let chosen = if place == held {
                Some(Value::Step(value))
            } else {
                any(run, *sort, numbers, &values, draw)
            };
            values.extend(chosen);
        }
        let is_complete = values.len() == sorts.len();
        let is_callable = is_complete && takes(run, axiom, &values);
        let check = Check::Axiom(axiom, values);
        if is_callable && !found.contains(&check) {
            found.push(check);
        }
    }
    found
}

/// Whether the calls of an axiom take the numbers among its values: their types may be narrow.
fn takes(run: &Run<'_>, axiom: usize, values: &[Value]) -> bool {
    let formula = run.subject.source.axiom(run.subject.axioms[axiom].name);
    let calls = formula.map_or_else(Vec::new, calls);
    calls.into_iter().all(|call| match call {
        Expr::Apply(op, arguments) => {
            let mut ranges = run.subject.operations[*op].ranges.iter();
            ranges.all(|(place, low, high)| {
                let number = number(&arguments[*place], values);
                number.map_or(true, |number| (*low..=*high).contains(&number))
            })
        }
        _ => true,
    })
}

/// A number that needs no call to compute.
fn number(expr: &Expr, values: &[Value]) -> Option<i64> {
    match expr {
        Expr::Int(number) => Some(*number),
        Expr::Variable(variable) => match values.get(*variable)? {
            Value::Int(number) => Some(*number),
            _ => None,
        },
        Expr::Arithmetic(operator, left, right) => {
            operator.apply(number(left, values)?, number(right, values)?)
        }
        Expr::Apply(..) => None,
    }
}

/// Any value of a sort, for a variable beside others.
fn any(
    run: &Run<'_>,
    sort: usize,
    numbers: &Numbers,
    beside: &[Value],
    draw: &mut Draw,
) -> Option<Value> {
    match run.subject.program.sorts[sort].kind {
        SortKind::Given => {
            let used = run.world.elements(sort);
            if !used.is_empty() && draw.percent(USED) {
                return draw.of(used).copied().map(Value::Element);
            }
            let size = run.world.algebra.size(sort);
            (size > 0).then(|| Value::Element(draw.below(size) as u32))
        }
        SortKind::Int => numbers::number(&numbers.any(run.subject), beside, draw).map(Value::Int),
        SortKind::Constructed => {
            let steps = values_of(run, sort);
            draw.of(&steps).copied().map(Value::Step)
        }
    }
}
