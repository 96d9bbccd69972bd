//! Formulas as text, which reads the same in Rust.

use super::{Algebra, Condition, Number, Relation, Rule};
use crate::theory::{OpId, Theory};

/// The names of the arguments.
pub const LETTERS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

impl Algebra {
    /// `a >= b`, over the positions of the arguments in their carriers.
    pub fn text(&self, theory: &Theory, op: OpId) -> String {
        let axes = |argument: usize| self.axes.get(&theory.ops[op].arguments[argument]);
        let writer =
            Writer { length: self.length, axes: &|argument| axes(argument).copied().unwrap_or(1) };
        match &self.rules[&op] {
            Rule::Truth(condition) => writer.condition(condition),
            Rule::Element(numbers) => writer.element(numbers),
            Rule::Half => format!("{} / 2", LETTERS[0]),
        }
    }
}

struct Writer<'a> {
    length: u32,
    axes: &'a dyn Fn(usize) -> u32,
}

impl Writer<'_> {
    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Always(truth) => truth.to_string(),
            Condition::Compare(left, relation, right) => {
                let symbol = match relation {
                    Relation::AtLeast => ">=",
                    Relation::AtMost => "<=",
                    Relation::Greater => ">",
                    Relation::Less => "<",
                    Relation::Equal => "==",
                };
                format!("{} {symbol} {}", self.number(left), self.number(right))
            }
            Condition::Both(one, other) => {
                format!("{} && {}", self.condition(one), self.condition(other))
            }
            Condition::Turned(number, one, other) => {
                let (one, other) = (self.condition(one), self.condition(other));
                format!("if {} == 0 {{ {one} }} else {{ {other} }}", self.number(number))
            }
        }
    }

    fn element(&self, numbers: &[Number]) -> String {
        match numbers {
            [Number::Least, Number::Least] => "0".to_owned(),
            [Number::Greatest, Number::Greatest] => (self.length * self.length - 1).to_string(),
            [
                Number::Coordinate { argument, axis: 0 },
                Number::Coordinate { argument: same, axis: 1 },
            ] if argument == same && (self.axes)(*argument) == 2 => LETTERS[*argument].to_owned(),
            [high, low] => {
                format!("{} * {} + {}", self.operand(high), self.length, self.operand(low))
            }
            numbers => numbers.iter().map(|number| self.number(number)).collect(),
        }
    }

    /// A number as an operand: sums are put in parentheses.
    fn operand(&self, number: &Number) -> String {
        let text = self.number(number);
        if text.contains(' ') && !text.ends_with(')') { format!("({text})") } else { text }
    }

    fn number(&self, number: &Number) -> String {
        match number {
            Number::Coordinate { argument, axis } => self.coordinate(*argument, *axis),
            Number::Least => "0".to_owned(),
            Number::Greatest => (self.length - 1).to_string(),
            Number::Minimum(pair) => self.call(pair, "min"),
            Number::Maximum(pair) => self.call(pair, "max"),
            Number::Sum(pair) => {
                let [one, other] = [self.operand(&pair[0]), self.operand(&pair[1])];
                format!("({one} + {other}) % {}", self.length)
            }
            Number::Opposite { argument, axis } => {
                let coordinate = self.coordinate(*argument, *axis);
                let length = self.length;
                match coordinate.contains(' ') {
                    true => format!("({length} - ({coordinate})) % {length}"),
                    false => format!("({length} - {coordinate}) % {length}"),
                }
            }
        }
    }

    fn call(&self, pair: &[Number; 2], function: &str) -> String {
        let [receiver, argument] = [self.operand(&pair[0]), self.number(&pair[1])];
        format!("{receiver}.{function}({argument})")
    }

    fn coordinate(&self, argument: usize, axis: u32) -> String {
        let letter = LETTERS[argument];
        match ((self.axes)(argument), axis) {
            (2, 0) => format!("{letter} / {}", self.length),
            (2, _) => format!("{letter} % {}", self.length),
            _ => letter.to_owned(),
        }
    }
}
