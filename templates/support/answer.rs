//! Answers questions about terms, one in each line: the harness of `specgen infer`.
//!
//! A line has the number of an algebra, and a term in prefix order: `o3` is an operation whose
//! arguments follow, `e0` an element, `i-1` a number. Each answer is a line that starts with `=`.

use std::io::{BufRead as _, Write as _};

use super::execute::{Expr, Formula};
use super::sequence::{caught, last_panic, Outcome, Outside, Step, Subject, Value, Way, World};

/// The result of a term.
#[derive(Clone, Copy, PartialEq)]
enum Seen {
    Undefined,
    Truth(bool),
    /// An argument for a call.
    Is(Value),
    Unknown,
}

/// Answers lines of standard input until it ends.
pub fn answer(subject: &Subject) {
    let mut current = None;
    for line in std::io::stdin().lock().lines() {
        let line = match line {
            Ok(line) => line,
            Err(_) => return,
        };
        let mut words = line.split_whitespace();
        let number: usize = words.next().and_then(|it| it.parse().ok()).unwrap_or(0);
        let algebra = &subject.algebras[number];
        if current != Some(number) {
            current = Some(number);
            if let Some(enter) = algebra.enter {
                enter();
            }
        }
        let mut reader = Reader {
            subject,
            world: World::new(subject, algebra, false),
            panic: None,
        };
        let seen = reader.term(&mut words);
        let text = match (&reader.panic, seen) {
            (Some(message), _) => format!("p {}", message.replace('\n', " ")),
            (None, Seen::Undefined) => "u".to_owned(),
            (None, Seen::Truth(truth)) => format!("t{}", u8::from(truth)),
            (None, Seen::Is(Value::Int(number))) => format!("i{}", number),
            (None, Seen::Is(Value::Element(number))) => format!("e{}", number),
            (None, Seen::Is(Value::Step(_))) => "b".to_owned(),
            (None, Seen::Unknown) => "?".to_owned(),
        };
        let mut out = std::io::stdout().lock();
        if writeln!(out, "={}", text).and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

struct Reader<'s> {
    subject: &'s Subject,
    world: World<'s>,
    /// The message of the first panic.
    panic: Option<String>,
}

impl Reader<'_> {
    fn term<'w>(&mut self, words: &mut impl Iterator<Item = &'w str>) -> Seen {
        let word = words.next().unwrap_or("?");
        let number = word.get(1..).unwrap_or_default();
        match word.as_bytes()[0] {
            b'e' => number.parse().map_or(Seen::Unknown, |it| Seen::Is(Value::Element(it))),
            b'i' => number.parse().map_or(Seen::Unknown, |it| Seen::Is(Value::Int(it))),
            b'o' => {
                let op: usize = number.parse().unwrap_or(usize::MAX);
                let count = match self.subject.program.ops.get(op) {
                    Some(operation) => operation.arguments.len(),
                    None => return Seen::Unknown,
                };
                let mut arguments = Vec::new();
                for _ in 0..count {
                    arguments.push(self.term(words));
                }
                self.apply(op, &arguments)
            }
            _ => Seen::Unknown,
        }
    }

    /// Calls an operation, inside of its domain only.
    fn apply(&mut self, op: usize, arguments: &[Seen]) -> Seen {
        let operation = &self.subject.program.ops[op];
        if self.panic.is_some() || arguments.contains(&Seen::Unknown) {
            return Seen::Unknown;
        }
        let mut values = Vec::new();
        for argument in arguments {
            match argument {
                Seen::Is(value) => values.push(*value),
                _ if operation.result.is_none() => return Seen::Truth(false),
                _ => return Seen::Undefined,
            }
        }
        if let Some(domain) = &operation.domain {
            match self.decide(domain, &values) {
                Some(true) => {}
                Some(false) => return Seen::Undefined,
                None => return Seen::Unknown,
            }
        }
        if !self.subject.operations[op].is_mapped {
            self.succeeds(op, values)
        } else if self.takes(op, &values) {
            self.call(op, values)
        } else {
            Seen::Unknown
        }
    }

    /// Whether the function of an operation takes the numbers among some values.
    fn takes(&self, op: usize, values: &[Value]) -> bool {
        let mut ranges = self.subject.operations[op].ranges.iter();
        ranges.all(|(place, low, high)| match values[*place] {
            Value::Int(number) => number >= *low && number <= *high,
            _ => true,
        })
    }

    /// The value of a predicate that has no function: whether the operation succeeds whose domain
    /// it is.
    fn succeeds(&mut self, predicate: usize, values: Vec<Value>) -> Seen {
        let variables = |arguments: &[Expr]| {
            let mut places = arguments.iter().enumerate();
            places.all(|(place, it)| matches!(it, Expr::Variable(own) if *own == place))
        };
        let subject = self.subject;
        let is_guarded = |op: &usize| {
            let refuses = match subject.operations[*op].outside {
                Outside::Refuses | Outside::MayChange => true,
                _ => false,
            };
            let domain = &subject.program.ops[*op].domain;
            refuses
                && match domain {
                    Some(Formula::Predicate(own, arguments)) => {
                        *own == predicate && variables(arguments)
                    }
                    _ => false,
                }
        };
        let guarded = (0..subject.program.ops.len()).find(is_guarded);
        match guarded {
            None => Seen::Unknown,
            // A number that the function does not take is refused.
            Some(op) if !self.takes(op, &values) => Seen::Truth(false),
            Some(op) => match self.call(op, values) {
                Seen::Unknown => Seen::Unknown,
                seen => Seen::Truth(seen != Seen::Undefined),
            },
        }
    }

    fn call(&mut self, op: usize, values: Vec<Value>) -> Seen {
        let operation = &self.subject.program.ops[op];
        let step = Step { op, arguments: values };
        let outcome = match caught(|| self.world.call(&step)) {
            Ok(outcome) => outcome,
            Err(_) => {
                let panic = last_panic();
                let name = &operation.name;
                self.panic = Some(format!("`{}` panicked: {}", name, panic.message));
                return Seen::Unknown;
            }
        };
        match (outcome, operation.result) {
            (Outcome::Truth(truth), _) => Seen::Truth(truth),
            (Outcome::Int(number), _) => Seen::Is(Value::Int(number)),
            (Outcome::Undefined, _) => Seen::Undefined,
            (Outcome::Element(element), Some(sort)) => {
                let number = self.world.algebra.position(sort, &*element);
                number.map_or(Seen::Unknown, |it| Seen::Is(Value::Element(it)))
            }
            (Outcome::Made(value), Some(sort)) => {
                self.world.push(sort, step, Way::Made, Some(value));
                Seen::Is(Value::Step(self.world.len() - 1))
            }
            _ => Seen::Unknown,
        }
    }

    fn evaluate(&mut self, expr: &Expr, values: &[Value]) -> Seen {
        match expr {
            Expr::Variable(place) => Seen::Is(values[*place]),
            Expr::Int(number) => Seen::Is(Value::Int(*number)),
            Expr::Apply(op, arguments) => {
                let arguments = self.all(arguments, values);
                self.apply(*op, &arguments)
            }
            Expr::Arithmetic(operator, left, right) => {
                match (self.evaluate(left, values), self.evaluate(right, values)) {
                    (Seen::Is(Value::Int(_)), Seen::Is(Value::Int(right)))
                        if operator.is_undefined(right) =>
                    {
                        Seen::Undefined
                    }
                    (Seen::Is(Value::Int(left)), Seen::Is(Value::Int(right))) => {
                        let number = operator.apply(left, right);
                        number.map_or(Seen::Unknown, |it| Seen::Is(Value::Int(it)))
                    }
                    (Seen::Unknown, _) | (_, Seen::Unknown) => Seen::Unknown,
                    _ => Seen::Undefined,
                }
            }
        }
    }

    fn all(&mut self, exprs: &[Expr], values: &[Value]) -> Vec<Seen> {
        exprs.iter().map(|expr| self.evaluate(expr, values)).collect()
    }

    /// Whether a formula holds. `None` where something is unknown.
    fn decide(&mut self, formula: &Formula, values: &[Value]) -> Option<bool> {
        match formula {
            Formula::Constant(truth) => Some(*truth),
            Formula::Predicate(op, arguments) => {
                let arguments = self.all(arguments, values);
                match self.apply(*op, &arguments) {
                    Seen::Truth(truth) => Some(truth),
                    Seen::Undefined => Some(false),
                    _ => None,
                }
            }
            Formula::Equal(left, right) => {
                let (left, right) = (self.evaluate(left, values), self.evaluate(right, values));
                match (left, right) {
                    (Seen::Unknown, _) | (_, Seen::Unknown) => None,
                    // Only a type's own `==` could say it.
                    (Seen::Is(Value::Step(one)), Seen::Is(Value::Step(other))) if one != other => {
                        None
                    }
                    (left, right) => Some(left == right),
                }
            }
            Formula::Compare(comparison, left, right) => {
                match (self.evaluate(left, values), self.evaluate(right, values)) {
                    (Seen::Unknown, _) | (_, Seen::Unknown) => None,
                    (Seen::Is(Value::Int(left)), Seen::Is(Value::Int(right))) => {
                        Some(comparison.holds(left, right))
                    }
                    _ => Some(false),
                }
            }
            Formula::Not(inner) => self.decide(inner, values).map(|truth| !truth),
            Formula::And(left, right) => match self.decide(left, values) {
                Some(true) => self.decide(right, values),
                left => left,
            },
            Formula::Or(left, right) => match self.decide(left, values) {
                Some(false) => self.decide(right, values),
                left => left,
            },
            Formula::Iff(left, right) => {
                let left = self.decide(left, values)?;
                Some(left == self.decide(right, values)?)
            }
        }
    }
}
