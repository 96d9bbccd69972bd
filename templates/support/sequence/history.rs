//! Values with a shorter history.
//!
//! The specification knows a term for a value: `push(make(), E)` for what was pushed, popped and
//! pushed again. Where calls after that term fail in the same way, they say more than the long
//! history.

use super::super::execute::{Node, TermId};
use super::check::{Check, Run};
use super::replay::{self, Sequence};
use super::subject::Subject;
use super::world::{Step, Value};

/// The longest term that takes the place of a history.
const LONGEST: usize = 64;

/// The sequences in which one value is built by its term, the latest value first.
pub fn shorter(subject: &Subject, sequence: &Sequence) -> Vec<Sequence> {
    let (run, _) = replay::again(subject, sequence, false);
    let known = run.terms.len().min(sequence.steps.len());
    let values = (0..known).rev();
    let replaced = values.filter_map(|step| replaced(&run, sequence, step));
    replaced
        .filter(|other| other.steps.len() < sequence.steps.len())
        .collect()
}

/// The sequence with the term of a step in the place of what led to it.
fn replaced(run: &Run<'_>, sequence: &Sequence, step: usize) -> Option<Sequence> {
    // The step itself may be what fails.
    if sequence.check == Check::Step && step + 1 == sequence.steps.len() {
        return None;
    }
    let mut steps = Vec::new();
    let value = built(run, run.terms[step]?, &mut steps)?;
    let Value::Step(made) = value else {
        return None;
    };
    let offset = steps.len();
    let moved = |value: Value| match value {
        Value::Step(old) if old == step => Value::Step(made),
        Value::Step(old) => Value::Step(old + offset),
        value => value,
    };
    let moved_all = |values: &[Value]| values.iter().map(|value| moved(*value)).collect();
    let moved_step = |step: &Step| Step {
        op: step.op,
        arguments: moved_all(&step.arguments),
    };
    steps.extend(sequence.steps.iter().map(moved_step));
    let at = |old: usize| if old == step { made } else { old + offset };
    let check = match &sequence.check {
        Check::Step => Check::Step,
        Check::Observe(step) => Check::Observe(moved_step(step)),
        Check::Axiom(axiom, values) => Check::Axiom(*axiom, moved_all(values)),
        Check::Equal(left, right) => Check::Equal(at(*left), at(*right)),
    };
    let longer = Sequence {
        algebra: sequence.algebra,
        steps,
        check,
    };
    Some(longer.needed())
}

/// Adds the steps that build a term.
fn built(run: &Run<'_>, term: TermId, steps: &mut Vec<Step>) -> Option<Value> {
    if steps.len() > LONGEST {
        return None;
    }
    match run.engine.terms().node(term).clone() {
        Node::Int(number) => Some(Value::Int(number)),
        Node::Element { number, .. } => Some(Value::Element(number)),
        Node::Apply(op, inner) => {
            let mut arguments = Vec::new();
            for term in inner.iter() {
                arguments.push(built(run, *term, steps)?);
            }
            let step = Step { op, arguments };
            if let Some(known) = steps.iter().position(|known| *known == step) {
                return Some(Value::Step(known));
            }
            steps.push(step);
            Some(Value::Step(steps.len() - 1))
        }
        Node::Truth(_) | Node::Equal(..) => None,
    }
}

impl Sequence {
    /// The sequence without the steps that nothing uses.
    pub fn needed(self) -> Sequence {
        let mut needed = vec![false; self.steps.len()];
        let mut mark = |values: &[Value]| {
            for value in values {
                if let Value::Step(step) = value {
                    needed[*step] = true;
                }
            }
        };
        match &self.check {
            Check::Step => mark(&[Value::Step(self.steps.len() - 1)]),
            Check::Observe(step) => mark(&step.arguments),
            Check::Axiom(_, values) => mark(values),
            Check::Equal(left, right) => mark(&[Value::Step(*left), Value::Step(*right)]),
        }
        for number in (0..self.steps.len()).rev() {
            if needed[number] {
                for argument in &self.steps[number].arguments {
                    if let Value::Step(step) = argument {
                        needed[*step] = true;
                    }
                }
            }
        }
        let place = |old: usize| needed[..old].iter().filter(|it| **it).count();
        let moved = |value: &Value| match value {
            Value::Step(old) => Value::Step(place(*old)),
            value => *value,
        };
        let moved_step = |step: &Step| Step {
            op: step.op,
            arguments: step.arguments.iter().map(moved).collect(),
        };
        let kept = self.steps.iter().zip(&needed).filter(|(_, kept)| **kept);
        Sequence {
            algebra: self.algebra,
            steps: kept.map(|(step, _)| moved_step(step)).collect(),
            check: match &self.check {
                Check::Step => Check::Step,
                Check::Observe(step) => Check::Observe(moved_step(step)),
                Check::Axiom(axiom, values) => {
                    Check::Axiom(*axiom, values.iter().map(moved).collect())
                }
                Check::Equal(left, right) => Check::Equal(place(*left), place(*right)),
            },
        }
    }
}
