//! Small changes of a known sequence.

use super::super::execute::SortKind;
use super::super::sequence::kept_steps;
use super::super::sequence::{Draw, Step, Subject, Value};

/// A step is repeated less often than 2 to the power of this.
const DOUBLINGS: usize = 10;
/// The most steps that a change leads to.
const MOST: usize = 600;
/// Many repetitions take long: as many as this are tried at once, more of them less often.
const CHEAP: usize = 8;
/// How often a step is repeated where a number could be changed, in percent.
const COUNTED: usize = 25;
/// Sequences that are joined are together no longer than this.
const LONG: usize = 60;
/// The most steps that are taken over from another sequence.
const SPLICED: usize = 12;

/// The places of numbers: step and argument.
fn numbers(steps: &[Step]) -> Vec<(usize, usize, i64)> {
    let mut found = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        for (place, value) in step.arguments.iter().enumerate() {
            if let Value::Int(value) = value {
                found.push((number, place, *value));
            }
        }
    }
    found
}

/// Changes the steps so that an operand `from` may become `to`. A number that is the operand, or
/// next to it, is likely to be what the comparison is about. Other numbers may be what it was
/// computed from: by a sum, a factor or bits. An operand may also count steps.
pub fn aimed(subject: &Subject, steps: &mut Vec<Step>, (from, to): (i64, i64), draw: &mut Draw) {
    let gap = to.saturating_sub(from);
    let all = numbers(steps);
    let counts = 0 < gap && gap <= MOST as i64 && draw.below(gap as usize) < CHEAP;
    if counts && (all.is_empty() || draw.percent(COUNTED)) {
        let times = gap as usize + draw.below(3) - 1;
        return repeat(subject, steps, times, draw);
    }
    let is_close = |value: i64| from.abs_diff(value) <= 1;
    let close = all.iter().filter(|(_, _, value)| is_close(*value));
    let close: Vec<_> = close.copied().collect();
    let places = if close.is_empty() || draw.percent(30) {
        &all
    } else {
        &close
    };
    if let Some((step, place, value)) = draw.of(places).copied() {
        let scaled = || i128::from(value) * i128::from(to) / i128::from(from.max(1));
        let changed = match draw.below(4) {
            0 => to,
            1 => value.saturating_add(gap),
            2 => i64::try_from(scaled()).unwrap_or(to),
            _ => value ^ from ^ to,
        };
        let near = changed.saturating_add(draw.below(3) as i64 - 1);
        steps[step].arguments[place] = Value::Int(near);
    }
}

/// One change of any kind. `other` is a known sequence on the same elements.
pub fn varied(
    subject: &Subject,
    algebra: usize,
    steps: Vec<Step>,
    other: &[Step],
    draw: &mut Draw,
) -> Vec<Step> {
    let mut steps = steps;
    match draw.below(6) {
        0 => change_number(&mut steps, draw),
        1 => change_element(subject, algebra, &mut steps, draw),
        2 => {
            let start = draw.below(steps.len());
            let end = (start + 1 + draw.below(3)).min(steps.len());
            steps = kept_steps(subject, &steps, start, end).0;
        }
        3 => {
            let most = 1 << draw.below(DOUBLINGS);
            let times = 1 + draw.below(most);
            repeat(subject, &mut steps, times, draw);
        }
        4 => splice(subject, &mut steps, other),
        _ => steps.truncate(1 + draw.below(steps.len())),
    }
    steps
}

/// Appends the steps of another sequence, on the last value instead of a creator's.
fn splice(subject: &Subject, steps: &mut Vec<Step>, other: &[Step]) {
    let mut places: Vec<usize> = Vec::new();
    let fits = steps.len() + SPLICED <= LONG;
    for step in other.iter().take(SPLICED).filter(|_| fits) {
        let operation = &subject.program.ops[step.op];
        let is_creator = !operation
            .arguments
            .iter()
            .any(|of| Some(*of) == operation.result);
        let last = steps
            .iter()
            .rposition(|step| subject.program.ops[step.op].result == operation.result);
        if let (true, Some(last)) = (is_creator, last) {
            places.push(last);
            continue;
        }
        let mut moved = step.clone();
        for value in &mut moved.arguments {
            if let Value::Step(step) = value {
                *value = Value::Step(places[*step]);
            }
        }
        places.push(steps.len());
        steps.push(moved);
    }
}

fn change_number(steps: &mut [Step], draw: &mut Draw) {
    let all = numbers(steps);
    if let Some((step, place, value)) = draw.of(&all).copied() {
        let by = 1_i64 << draw.below(31);
        let changed = match draw.below(6) {
            0 => value.saturating_add(1),
            1 => value.saturating_sub(1),
            2 => value.saturating_add(by),
            3 => value.saturating_sub(by),
            4 => value.saturating_mul(2),
            _ => value / 2,
        };
        steps[step].arguments[place] = Value::Int(changed);
    }
}

fn change_element(subject: &Subject, algebra: usize, steps: &mut [Step], draw: &mut Draw) {
    if steps.is_empty() {
        return;
    }
    let number = draw.below(steps.len());
    let step = &mut steps[number];
    let sorts = &subject.program.ops[step.op].arguments;
    for (value, sort) in step.arguments.iter_mut().zip(sorts) {
        if subject.program.sorts[*sort].kind == SortKind::Given {
            let size = subject.algebras[algebra].size(*sort);
            *value = Value::Element(draw.below(size) as u32);
        }
    }
}

/// Takes a step again and again, each time on the value before.
fn repeat(subject: &Subject, steps: &mut Vec<Step>, times: usize, draw: &mut Draw) {
    let step = match draw.of(steps) {
        Some(step) => step.clone(),
        None => return,
    };
    let operation = &subject.program.ops[step.op];
    let own = operation.result;
    let receiver = operation
        .arguments
        .iter()
        .position(|sort| Some(*sort) == own);
    for _ in 0..times.min(MOST.saturating_sub(steps.len())) {
        let last = steps
            .iter()
            .rposition(|step| subject.program.ops[step.op].result == own);
        let mut again = step.clone();
        if let (Some(receiver), Some(last)) = (receiver, last) {
            again.arguments[receiver] = Value::Step(last);
        }
        steps.push(again);
    }
}
