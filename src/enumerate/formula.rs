//! Expressions and formulas on codes. Tables of parameters, rows of values and possible rows are
//! read by one evaluator: each of them is an [`Interpretation`].

use super::code::{ARITY, Arguments, Code, OPEN, UNDEFINED, of_int, to_int};
use crate::execute::{Expr, Formula};

pub(super) const TRUE: Code = 1;
pub(super) const FALSE: Code = 0;

/// What variables and operations stand for. `F` says where the values of variables are.
pub(super) trait Interpretation<F: Copy> {
    /// Why an evaluation ends before it has a result.
    type Halt;

    fn variable(&self, frame: F, variable: usize) -> Code;

    /// The result of an operation on arguments that are defined and not open.
    fn call(&mut self, op: usize, arguments: &Arguments) -> Result<Code, Self::Halt>;

    /// The value of an expression; `UNDEFINED` or `OPEN` where it has none.
    fn expr(&mut self, expr: &Expr, frame: F) -> Result<Code, Self::Halt> {
        match expr {
            Expr::Variable(variable) => Ok(self.variable(frame, *variable)),
            Expr::Int(number) => Ok(of_int(*number)),
            Expr::Apply(op, arguments) => self.apply(*op, arguments, frame),
            Expr::Arithmetic(operator, left, right) => {
                let (left, right) = (self.expr(left, frame)?, self.expr(right, frame)?);
                if left == UNDEFINED || right == UNDEFINED {
                    return Ok(UNDEFINED);
                }
                if left == OPEN || right == OPEN {
                    return Ok(OPEN);
                }
                let (left, right) = (to_int(left), to_int(right));
                if operator.is_undefined(right) {
                    return Ok(UNDEFINED);
                }
                Ok(operator.apply(left, right).map_or(OPEN, of_int))
            }
        }
    }

    fn apply(&mut self, op: usize, exprs: &[Expr], frame: F) -> Result<Code, Self::Halt> {
        let mut arguments = [0; ARITY];
        let mut is_open = false;
        for (argument, expr) in arguments.iter_mut().zip(exprs) {
            match self.expr(expr, frame)? {
                UNDEFINED => return Ok(UNDEFINED),
                OPEN => is_open = true,
                code => *argument = code,
            }
        }
        if is_open { Ok(OPEN) } else { self.call(op, &arguments) }
    }

    /// 1, 0 or open.
    fn formula(&mut self, formula: &Formula, frame: F) -> Result<Code, Self::Halt> {
        Ok(match formula {
            Formula::Constant(truth) => Code::from(*truth),
            Formula::Predicate(op, arguments) => match self.apply(*op, arguments, frame)? {
                UNDEFINED => FALSE,
                code => code,
            },
            Formula::Equal(left, right) => {
                let (left, right) = (self.expr(left, frame)?, self.expr(right, frame)?);
                if left == OPEN || right == OPEN { OPEN } else { Code::from(left == right) }
            }
            Formula::Compare(how, left, right) => {
                let (left, right) = (self.expr(left, frame)?, self.expr(right, frame)?);
                if left == UNDEFINED || right == UNDEFINED {
                    FALSE
                } else if left == OPEN || right == OPEN {
                    OPEN
                } else {
                    Code::from(how.holds(to_int(left), to_int(right)))
                }
            }
            Formula::Not(inner) => match self.formula(inner, frame)? {
                OPEN => OPEN,
                truth => 1 - truth,
            },
            Formula::And(left, right) => self.joined((left, right), FALSE, frame)?,
            Formula::Or(left, right) => self.joined((left, right), TRUE, frame)?,
            Formula::Iff(left, right) => match self.formula(left, frame)? {
                OPEN => OPEN,
                left => match self.formula(right, frame)? {
                    OPEN => OPEN,
                    right => Code::from(left == right),
                },
            },
        })
    }

    /// A conjunction or disjunction, which one side decides if it has the `deciding` truth.
    fn joined(
        &mut self,
        (left, right): (&Formula, &Formula),
        deciding: Code,
        frame: F,
    ) -> Result<Code, Self::Halt> {
        let left = self.formula(left, frame)?;
        if left == deciding {
            return Ok(left);
        }
        let right = self.formula(right, frame)?;
        Ok(if left == OPEN && right != deciding { OPEN } else { right })
    }
}
