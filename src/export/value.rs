//! Terms as expressions of Alloy.
//!
//! A term is a set with one element, or none where it is undefined: applying a
//! relation to nothing yields nothing, and two sets of nothing are equal, which is
//! what strong equality asks for. In a fragment a term has none as well where its
//! value is not built, and nothing may follow from that; so every value knows
//! when it is *known*.

use super::condition::Condition;
use super::formula::Scope;
use super::names::{NUMBER, START};
use super::print::operand;
use crate::arena::Id;
use crate::theory::{ArithmeticOperator, Domain, OpId, Term};

/// What a term is in Alloy.
#[derive(Clone, Debug)]
pub struct Value {
    pub text: String,
    /// A sum, difference or product without the question whether it has a value.
    pub bare: String,
    /// That it has a value.
    some: Condition,
    /// Whether some operation in it has a domain condition.
    pub is_partial: bool,
    /// When it is defined and built, or undefined.
    pub known: Condition,
    /// When its arguments are.
    pub arguments_known: Condition,
    /// Whether it is of a sort of elements, or a number of the range.
    in_range: bool,
}

impl Value {
    /// What surely has a value.
    pub fn definite(text: String) -> Self {
        Self {
            bare: text.clone(),
            text,
            some: Condition::True,
            is_partial: false,
            known: Condition::True,
            arguments_known: Condition::True,
            in_range: true,
        }
    }

    pub fn is_definite(&self) -> bool {
        !self.is_partial && self.known == Condition::True
    }

    /// That it has a value, where that is not sure.
    pub fn is_some(&self) -> Condition {
        if self.is_definite() { Condition::True } else { self.some.clone() }
    }
}

impl Scope<'_> {
    pub fn value(&self, term: &Term) -> Value {
        match term {
            Term::Variable(var) => self.variables[var.index()].clone(),
            Term::Apply(op, arguments) => self.call(*op, arguments),
            Term::Int(number) => {
                let in_range = self.context.numbers.contains(*number);
                Value { in_range, ..Value::definite(number.to_string()) }
            }
            Term::Arithmetic(operator, left, right) => self.arithmetic(*operator, left, right),
        }
    }

    fn call(&self, op: OpId, arguments: &[Term]) -> Value {
        let operation = &self.context.theory.ops[op];
        let arguments: Vec<Value> = arguments.iter().map(|term| self.value(term)).collect();
        let text = self.application(op, &arguments);
        let arguments_known = known(&arguments);
        let is_partial =
            operation.domain.is_some() || arguments.iter().any(|argument| argument.is_partial);
        let leaves = self.context.may_leave(operation);
        let known = if !leaves && arguments_known == Condition::True {
            Condition::True
        } else if !is_partial {
            // A value of the whole is one of each part.
            Condition::some(&text)
        } else if leaves {
            let is_built = self.in_domain(op, &arguments).implies(Condition::some(&text));
            Condition::and([arguments_known.clone(), is_built])
        } else {
            arguments_known.clone()
        };
        let some = Condition::some(&text);
        let bare = text.clone();
        Value { text, bare, some, is_partial, known, arguments_known, in_range: true }
    }

    /// `start.empty`, `S.insert[E]`
    pub fn application(&self, op: OpId, arguments: &[Value]) -> String {
        let name = &self.context.names.ops[op];
        let (receiver, rest) = match arguments.split_first() {
            Some((first, rest)) if self.context.home(op).is_some() => (first.text.as_str(), rest),
            _ => (START, arguments),
        };
        let rest: String = rest.iter().map(|argument| format!("[{}]", argument.text)).collect();
        format!("{receiver}.{name}{rest}")
    }

    /// That the arguments are defined and the operation is defined on them. Inside
    /// of its own domain condition, an operation is taken for defined.
    fn in_domain(&self, op: OpId, arguments: &[Value]) -> Condition {
        let partial = arguments.iter().filter(|argument| argument.is_partial);
        let defined = Condition::and(partial.map(|argument| argument.some.clone()));
        let Some(Domain { condition, .. }) = &self.context.theory.ops[op].domain else {
            return defined;
        };
        if self.inside.contains(&op) {
            return defined;
        }
        let values = arguments.iter().map(|argument| Value::definite(argument.text.clone()));
        let inside = self.inside.iter().copied().chain([op]).collect();
        let scope = Scope { context: self.context, variables: values.collect(), inside };
        Condition::and([defined, scope.truth(condition).certain()])
    }

    /// Alloy takes nothing for zero when it counts; here nothing stays nothing.
    fn arithmetic(&self, operator: ArithmeticOperator, left: &Term, right: &Term) -> Value {
        let sides = [self.value(left), self.value(right)];
        let function = match operator {
            ArithmeticOperator::Add => "plus",
            ArithmeticOperator::Subtract => "minus",
            ArithmeticOperator::Multiply => "mul",
        };
        let bare = format!("INTEGER/{function}[{}, {}]", sides[0].bare, sides[1].bare);
        let some = Condition::and(sides.iter().map(Value::is_some));
        let text = match &some {
            Condition::True => bare.clone(),
            some => format!("({} implies {bare} else none)", operand(some)),
        };
        let is_partial = sides.iter().any(|side| side.is_partial);
        let known = all_known(&sides);
        let arguments_known = known.clone();
        Value { text, bare, some, is_partial, known, arguments_known, in_range: false }
    }
}

/// When the value of every operation and predicate on the arguments is known. No
/// table has an answer for numbers beyond the range.
pub fn known(arguments: &[Value]) -> Condition {
    let ranged = arguments.iter().map(|argument| {
        let in_range = match argument.in_range {
            true => Condition::True,
            false => Condition::atom(format!("{} in {NUMBER}", argument.text)),
        };
        let known = Condition::and([argument.known.clone(), in_range]);
        Value { known, ..argument.clone() }
    });
    all_known(&ranged.collect::<Vec<_>>())
}

/// All are known; or one is known to be undefined, and then the others don't
/// matter.
pub fn all_known(values: &[Value]) -> Condition {
    let all = Condition::and(values.iter().map(|value| value.known.clone()));
    let matters = |index: usize| {
        let mut others = values.iter().enumerate().filter(|(other, _)| *other != index);
        others.any(|(_, other)| other.known != Condition::True)
    };
    let undefined = values
        .iter()
        .enumerate()
        .filter(|(index, value)| value.is_partial && all != Condition::True && matters(*index));
    let undefined =
        undefined.map(|(_, value)| Condition::and([value.known.clone(), value.some.clone().not()]));
    Condition::or(std::iter::once(all.clone()).chain(undefined))
}
