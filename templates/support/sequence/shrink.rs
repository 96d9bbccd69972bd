//! Failing sequences made short.

use super::check::{Check, Problem};
use super::history;
use super::replay::{self, Sequence};
use super::subject::Subject;
use super::world::{Step, Value};

/// The most sequences that are tried.
const TRIALS: usize = 2_000;

/// The finding of a sequence, if it has one.
pub type Failure<'f> = dyn Fn(&Sequence) -> Option<Problem> + 'f;

/// The shortest sequence that was found to fail in the same way.
pub fn shrunk(
    subject: &Subject,
    sequence: Sequence,
    problem: Problem,
    failure: &Failure<'_>,
) -> (Sequence, Problem) {
    let mut shrinking = Shrinking {
        subject,
        failure,
        best: sequence,
        problem,
        trials: TRIALS,
    };
    loop {
        let before = shrinking.best.clone();
        shrinking.remove_steps();
        shrinking.use_earlier_values();
        shrinking.use_shorter_histories();
        shrinking.use_smaller_arguments();
        if shrinking.best == before || shrinking.trials == 0 {
            return (shrinking.best, shrinking.problem);
        }
    }
}

struct Shrinking<'s> {
    subject: &'s Subject,
    failure: &'s Failure<'s>,
    best: Sequence,
    problem: Problem,
    trials: usize,
}

impl Shrinking<'_> {
    /// Keeps a sequence if it fails in the same way.
    fn offer(&mut self, sequence: Sequence) -> bool {
        if self.trials == 0 || sequence == self.best {
            return false;
        }
        self.trials -= 1;
        match (self.failure)(&sequence) {
            Some(problem) if problem.kind == self.problem.kind => {
                self.best = sequence;
                self.problem = problem;
                true
            }
            _ => false,
        }
    }

    /// Removes long runs of steps first.
    fn remove_steps(&mut self) {
        let mut length = self.best.steps.len();
        while length > 0 {
            let mut end = self.best.steps.len();
            while end > 0 {
                let start = end.saturating_sub(length);
                if let Some(shorter) = self.without(start, end) {
                    self.offer(shorter);
                }
                end = start.min(self.best.steps.len());
            }
            length /= 2;
        }
    }

    /// The sequence without some steps. Steps that used their values use the values they started
    /// from.
    fn without(&self, start: usize, end: usize) -> Option<Sequence> {
        let steps = &self.best.steps;
        if self.best.check == Check::Step && end == steps.len() {
            return None;
        }
        let (kept, places) = kept_steps(self.subject, steps, start, end);
        if self.best.check == Check::Step && places.last() == Some(&None) {
            return None;
        }
        let check = match &self.best.check {
            Check::Step => Check::Step,
            Check::Observe(step) => Check::Observe(moved(step, &places)?),
            Check::Axiom(axiom, values) => Check::Axiom(*axiom, moved_all(values, &places)?),
            Check::Equal(left, right) => Check::Equal(places[*left]?, places[*right]?),
        };
        Some(Sequence {
            algebra: self.best.algebra,
            steps: kept,
            check,
        })
    }

    /// Uses the values of earlier steps, so that steps in between can go.
    fn use_earlier_values(&mut self) {
        for number in (0..self.places()).rev() {
            let (value, sort) = match self.place(number) {
                Some((Value::Step(value), sort)) => (value, sort),
                _ => continue,
            };
            for earlier in 0..value {
                let step = &self.best.steps[earlier];
                if self.subject.program.ops[step.op].result == Some(sort) {
                    let other = self.with(number, Value::Step(earlier));
                    if self.offer(other) {
                        break;
                    }
                }
            }
        }
        self.remove_steps();
    }

    /// Builds values by the shortest terms that the specification knows for them.
    fn use_shorter_histories(&mut self) {
        loop {
            let shorter = history::shorter(self.subject, &self.best);
            if !shorter.into_iter().any(|other| self.offer(other)) {
                return;
            }
        }
    }

    fn use_smaller_arguments(&mut self) {
        // Where an element occurs several times, all of them change at once.
        let mut elements: Vec<(usize, u32)> = Vec::new();
        for number in 0..self.places() {
            if let Some((Value::Element(element), sort)) = self.place(number) {
                if !elements.contains(&(sort, element)) {
                    elements.push((sort, element));
                }
            }
        }
        for (sort, element) in elements {
            for smaller in 0..element {
                let mut renamed = self.best.clone();
                for number in 0..self.places() {
                    if self.place(number) == Some((Value::Element(element), sort)) {
                        set(&mut renamed, number, Value::Element(smaller));
                    }
                }
                if self.offer(renamed) {
                    break;
                }
            }
        }
        for number in 0..self.places() {
            let value = match self.place(number) {
                Some((Value::Int(value), _)) => value,
                _ => continue,
            };
            for smaller in [0, value / 2, value - value.signum()].iter() {
                if smaller.unsigned_abs() < value.unsigned_abs() {
                    let other = self.with(number, Value::Int(*smaller));
                    if self.offer(other) {
                        break;
                    }
                }
            }
        }
    }

    /// The number of arguments of all steps and of the check.
    fn places(&self) -> usize {
        let steps = self.best.steps.iter();
        steps.map(|step| step.arguments.len()).sum::<usize>() + checked(&self.best.check).len()
    }

    /// An argument and its sort.
    fn place(&self, number: usize) -> Option<(Value, usize)> {
        let mut number = number;
        for step in &self.best.steps {
            if number < step.arguments.len() {
                let sorts = &self.subject.program.ops[step.op].arguments;
                return Some((step.arguments[number], sorts[number]));
            }
            number -= step.arguments.len();
        }
        let value = *checked(&self.best.check).get(number)?;
        let sorts = match &self.best.check {
            Check::Observe(step) => &self.subject.program.ops[step.op].arguments,
            Check::Axiom(axiom, _) => &self.subject.axioms[*axiom].sorts,
            _ => return None,
        };
        Some((value, sorts[number]))
    }

    fn with(&self, number: usize, value: Value) -> Sequence {
        let mut sequence = self.best.clone();
        set(&mut sequence, number, value);
        sequence
    }
}

/// The steps but some, and the new place of each. Steps that used their values use the values they
/// started from.
pub fn kept_steps(
    subject: &Subject,
    steps: &[Step],
    start: usize,
    end: usize,
) -> (Vec<Step>, Vec<Option<usize>>) {
    let mut places: Vec<Option<usize>> = Vec::new();
    let mut kept: Vec<Step> = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        if number >= start && number < end {
            let earlier = receiver(subject, step);
            places.push(earlier.and_then(|earlier| places[earlier]));
            continue;
        }
        let moved = moved(step, &places);
        places.push(moved.as_ref().map(|_| kept.len()));
        kept.extend(moved);
    }
    (kept, places)
}

/// The argument that a step starts from.
fn receiver(subject: &Subject, step: &Step) -> Option<usize> {
    let operation = &subject.program.ops[step.op];
    let mut places = step.arguments.iter().zip(&operation.arguments);
    places.find_map(|(value, sort)| match value {
        Value::Step(step) if Some(*sort) == operation.result => Some(*step),
        _ => None,
    })
}

fn checked(check: &Check) -> &[Value] {
    match check {
        Check::Observe(step) => &step.arguments,
        Check::Axiom(_, values) => values,
        Check::Step | Check::Equal(..) => &[],
    }
}

fn set(sequence: &mut Sequence, number: usize, value: Value) {
    let mut number = number;
    for step in &mut sequence.steps {
        if number < step.arguments.len() {
            step.arguments[number] = value;
            return;
        }
        number -= step.arguments.len();
    }
    match &mut sequence.check {
        Check::Observe(step) => step.arguments[number] = value,
        Check::Axiom(_, values) => values[number] = value,
        Check::Step | Check::Equal(..) => {}
    }
}

fn moved(step: &Step, places: &[Option<usize>]) -> Option<Step> {
    let arguments = moved_all(&step.arguments, places)?;
    Some(Step {
        op: step.op,
        arguments,
    })
}

fn moved_all(values: &[Value], places: &[Option<usize>]) -> Option<Vec<Value>> {
    let moved = |value: &Value| match value {
        Value::Step(step) => places[*step].map(Value::Step),
        value => Some(*value),
    };
    values.iter().map(moved).collect()
}
