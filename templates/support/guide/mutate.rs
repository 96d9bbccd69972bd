//! Small changes of a known sequence.

use super::super::execute::SortKind;
use super::super::sequence::kept_steps;
use super::super::sequence::{Draw, Step, Subject, Value};

/// The most times that a step is repeated.
const REPEATED: usize = 12;

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

/// Gives a number the value of an operand, or a neighbour of it. A number that is an operand
/// itself, or next to one, is likely to be what the comparison is about.
pub fn aimed(steps: &mut [Step], operands: &[i64], draw: &mut Draw) -> bool {
    let all = numbers(steps);
    let is_close = |value: i64| operands.iter().any(|operand| operand.abs_diff(value) <= 1);
    let close: Vec<_> = all
        .iter()
        .filter(|(_, _, value)| is_close(*value))
        .copied()
        .collect();
    let places = if close.is_empty() || draw.percent(30) {
        &all
    } else {
        &close
    };
    let (place, operand) = match (draw.of(places), draw.of(operands)) {
        (Some(place), Some(operand)) => (*place, *operand),
        _ => return false,
    };
    let near = operand.saturating_add(draw.below(3) as i64 - 1);
    steps[place.0].arguments[place.1] = Value::Int(near);
    true
}

/// One change of any kind.
pub fn varied(subject: &Subject, algebra: usize, steps: Vec<Step>, draw: &mut Draw) -> Vec<Step> {
    let mut steps = steps;
    match draw.below(5) {
        0 => change_number(&mut steps, draw),
        1 => change_element(subject, algebra, &mut steps, draw),
        2 => {
            let start = draw.below(steps.len());
            let end = (start + 1 + draw.below(3)).min(steps.len());
            steps = kept_steps(subject, &steps, start, end).0;
        }
        3 => repeat(subject, &mut steps, draw),
        _ => steps.truncate(1 + draw.below(steps.len())),
    }
    steps
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
fn repeat(subject: &Subject, steps: &mut Vec<Step>, draw: &mut Draw) {
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
    for _ in 0..1 + draw.below(REPEATED) {
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
