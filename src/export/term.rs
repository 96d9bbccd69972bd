//! Terms as expressions of Alloy.

use super::condition::Condition;
use super::names::START;
use super::print::operand;
use super::translator::Translator;
use super::value::{Value, all_known, known};
use crate::arena::Id;
use crate::theory::{ArithmeticOperator, Domain, OpId, Term};

impl Translator<'_> {
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
            // If the whole term has a value, so does every part of it.
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

    /// The condition that the arguments are defined and the operation is defined on them.
    /// Within its own domain condition, an operation counts as defined.
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
        let translator = Translator { context: self.context, variables: values.collect(), inside };
        Condition::and([defined, translator.truth(condition).certain()])
    }

    /// Alloy treats an empty set as zero in arithmetic. Here the result is empty if an operand
    /// is, or if the divisor is 0.
    fn arithmetic(&self, operator: ArithmeticOperator, left: &Term, right: &Term) -> Value {
        let sides = [self.value(left), self.value(right)];
        let function = match operator {
            ArithmeticOperator::Add => "plus",
            ArithmeticOperator::Subtract => "minus",
            ArithmeticOperator::Multiply => "mul",
            ArithmeticOperator::Divide => "div",
            ArithmeticOperator::Remainder => "rem",
            ArithmeticOperator::Minimum => "smaller",
            ArithmeticOperator::Maximum => "larger",
        };
        let bare = format!("INTEGER/{function}[{}, {}]", sides[0].bare, sides[1].bare);
        let divides = operator.is_partial(right);
        let divisor = divides.then(|| Condition::equal(&sides[1].bare, "0").not());
        let some = Condition::and(sides.iter().map(Value::is_some).chain(divisor));
        let text = match &some {
            Condition::True => bare.clone(),
            some => format!("({} implies {bare} else none)", operand(some)),
        };
        let is_partial = divides || sides.iter().any(|side| side.is_partial);
        let known = all_known(&sides);
        let arguments_known = known.clone();
        Value { text, bare, some, is_partial, known, arguments_known, in_range: false }
    }
}
