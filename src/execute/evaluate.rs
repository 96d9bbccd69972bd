//! Expressions and formulas, over values for their variables.

use super::answer::{Gap, Outcome, Reason, Stop, Truth};
use super::engine::Engine;
use super::program::{ArithmeticOperator, Comparison, Expr, Formula};
use super::term::{Node, TermId};

/// Values of variables; `None` where a variable is not bound yet.
pub(super) type Bindings = [Option<TermId>];

impl Engine<'_> {
    /// The value of an expression, in normal form.
    pub(super) fn expr(&mut self, expr: &Expr, bindings: &Bindings) -> Result<Outcome, Stop> {
        let found = self.argument(expr, bindings)?;
        Ok(match found {
            Outcome::Value(term) => Outcome::Value(self.normal(term)),
            other => other,
        })
    }

    /// The value of an expression as an argument: a constructor term as it was built, even
    /// where a rule gives it another normal form. Rules apply to both.
    fn argument(&mut self, expr: &Expr, bindings: &Bindings) -> Result<Outcome, Stop> {
        match expr {
            Expr::Variable(variable) => Ok(Outcome::Value(bound(bindings, *variable))),
            Expr::Int(number) => Ok(Outcome::Value(self.int(*number))),
            Expr::Arithmetic(..) => Ok(match self.number(expr, bindings)? {
                Ok(number) => Outcome::Value(self.int(number)),
                Err(outcome) => outcome,
            }),
            Expr::Apply(op, arguments) => {
                let values = match self.arguments(*op, arguments, bindings)? {
                    Ok(values) => values,
                    Err(outcome) => return Ok(outcome),
                };
                let call = self.call(*op, &values);
                let outcome = self.settle(call)?;
                let is_built = self.program.ops[*op].is_constructor && outcome.value().is_some();
                Ok(if is_built { Outcome::Value(call) } else { outcome })
            }
        }
    }

    /// The values of arguments, or else what every operation makes of them. Operations are
    /// strict: one argument that is undefined decides, whatever the others are.
    fn arguments(
        &mut self,
        op: usize,
        arguments: &[Expr],
        bindings: &Bindings,
    ) -> Result<Result<Vec<TermId>, Outcome>, Stop> {
        let mut values = Vec::with_capacity(arguments.len());
        let mut open = None;
        for argument in arguments {
            match self.argument(argument, bindings)? {
                Outcome::Value(term) => values.push(term),
                Outcome::Undefined => return Ok(Err(Outcome::Undefined)),
                Outcome::Open(gap) => open = open.or(Some(gap)),
            }
        }
        if let Some(gap) = open {
            return Ok(Err(Outcome::Open(gap)));
        }
        if self.program.ops[op].is_constructor {
            values.iter_mut().for_each(|value| *value = self.normal(*value));
        }
        Ok(Ok(values))
    }

    fn arithmetic(
        &mut self,
        operator: ArithmeticOperator,
        left: &Expr,
        right: &Expr,
        bindings: &Bindings,
    ) -> Result<Result<i64, Outcome>, Stop> {
        let (left, right) = match self.numbers(left, right, bindings)? {
            Ok(numbers) => numbers,
            Err(outcome) => return Ok(Err(outcome)),
        };
        if operator.is_undefined(right) {
            return Ok(Err(Outcome::Undefined));
        }
        Ok(operator.apply(left, right).ok_or_else(|| {
            let call = self.int(left);
            Outcome::Open(Gap { call, reason: Reason::Overflow })
        }))
    }

    /// Two numbers, or else what an operator makes of the sides.
    fn numbers(
        &mut self,
        left: &Expr,
        right: &Expr,
        bindings: &Bindings,
    ) -> Result<Result<(i64, i64), Outcome>, Stop> {
        let left = self.number(left, bindings)?;
        let right = self.number(right, bindings)?;
        Ok(match (left, right) {
            (Ok(left), Ok(right)) => Ok((left, right)),
            (Err(Outcome::Undefined), _) | (_, Err(Outcome::Undefined)) => Err(Outcome::Undefined),
            (Err(open), _) | (_, Err(open)) => Err(open),
        })
    }

    /// A number, or else why the expression has none. No term is made for what lies between.
    fn number(&mut self, expr: &Expr, bindings: &Bindings) -> Result<Result<i64, Outcome>, Stop> {
        match expr {
            Expr::Int(number) => return Ok(Ok(*number)),
            Expr::Arithmetic(operator, left, right) => {
                return self.arithmetic(*operator, left, right, bindings);
            }
            Expr::Variable(_) | Expr::Apply(..) => {}
        }
        Ok(match self.expr(expr, bindings)? {
            Outcome::Value(term) => match self.terms.node(term) {
                Node::Int(number) => Ok(*number),
                _ => Err(Outcome::Open(self.gap_of(term))),
            },
            other => Err(other),
        })
    }

    pub(super) fn formula(
        &mut self,
        formula: &Formula,
        bindings: &Bindings,
    ) -> Result<Truth, Stop> {
        match formula {
            Formula::Constant(truth) => Ok(Truth::from(*truth)),
            Formula::Predicate(op, arguments) => {
                let values = match self.arguments(*op, arguments, bindings)? {
                    Ok(values) => values,
                    Err(outcome) => return Ok(self.truth_of(outcome)),
                };
                let call = self.call(*op, &values);
                let outcome = self.settle(call)?;
                Ok(self.truth_of(outcome))
            }
            Formula::Equal(left, right) => self.equation(left, right, bindings),
            Formula::Compare(how, left, right) => self.comparison(*how, left, right, bindings),
            Formula::Not(inner) => Ok(match self.formula(inner, bindings)? {
                Truth::True => Truth::False,
                Truth::False => Truth::True,
                open => open,
            }),
            Formula::And(left, right) => self.joined(left, right, &Truth::False, bindings),
            Formula::Or(left, right) => self.joined(left, right, &Truth::True, bindings),
            Formula::Iff(left, right) => {
                let left = self.formula(left, bindings)?;
                if let Truth::Open(_) = left {
                    return Ok(left);
                }
                let right = self.formula(right, bindings)?;
                Ok(match right {
                    Truth::Open(_) => right,
                    right => Truth::from(left == right),
                })
            }
        }
    }

    /// `and` and `or`: the side that decides alone, or else the side that is open.
    fn joined(
        &mut self,
        left: &Formula,
        right: &Formula,
        deciding: &Truth,
        bindings: &Bindings,
    ) -> Result<Truth, Stop> {
        let left = self.formula(left, bindings)?;
        if left == *deciding {
            return Ok(left);
        }
        let right = self.formula(right, bindings)?;
        Ok(match left {
            Truth::Open(_) if right != *deciding => left,
            _ => right,
        })
    }

    /// Strong equality.
    fn equation(&mut self, left: &Expr, right: &Expr, bindings: &Bindings) -> Result<Truth, Stop> {
        let left = self.expr(left, bindings)?;
        let right = self.expr(right, bindings)?;
        match (left, right) {
            (Outcome::Open(gap), _) | (_, Outcome::Open(gap)) => Ok(Truth::Open(gap)),
            (Outcome::Undefined, Outcome::Undefined) => Ok(Truth::True),
            (Outcome::Undefined, _) | (_, Outcome::Undefined) => Ok(Truth::False),
            (Outcome::Value(left), Outcome::Value(right)) => self.equal(left, right),
        }
    }

    fn comparison(
        &mut self,
        how: Comparison,
        left: &Expr,
        right: &Expr,
        bindings: &Bindings,
    ) -> Result<Truth, Stop> {
        Ok(match self.numbers(left, right, bindings)? {
            Ok((left, right)) => Truth::from(how.holds(left, right)),
            Err(Outcome::Open(gap)) => Truth::Open(gap),
            Err(_) => Truth::False,
        })
    }

    /// What the answer to a predicate means; undefined is false.
    pub(super) fn truth_of(&self, outcome: Outcome) -> Truth {
        match outcome {
            Outcome::Value(term) => Truth::from(*self.terms.node(term) == Node::Truth(true)),
            Outcome::Undefined => Truth::False,
            Outcome::Open(gap) => Truth::Open(gap),
        }
    }
}

pub(super) fn bound(bindings: &Bindings, variable: usize) -> TermId {
    bindings[variable].expect("rules bind variables before they use them")
}
