//! Formulas over tables that are not filled yet: true, false or open.

use super::algebra::Algebra;
use super::code::{Code, OPEN, UNDEFINED, UNKNOWN, of_int, to_int};
use crate::execute::{Expr, Formula, Program};

/// A parameter's program and the tables of one algebra.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub program: &'a Program,
    pub algebra: &'a Algebra,
}

impl Ground<'_> {
    fn expr(self, expr: &Expr, values: &[Code]) -> Code {
        match expr {
            Expr::Variable(variable) => values[*variable],
            Expr::Int(number) => of_int(*number),
            Expr::Apply(op, arguments) => self.call(*op, arguments, values),
            Expr::Arithmetic(operator, left, right) => {
                let (left, right) = (self.expr(left, values), self.expr(right, values));
                if left == UNDEFINED || right == UNDEFINED {
                    return UNDEFINED;
                }
                if left == OPEN || right == OPEN {
                    return OPEN;
                }
                let (left, right) = (to_int(left), to_int(right));
                if operator.is_undefined(right) {
                    return UNDEFINED;
                }
                operator.apply(left, right).map_or(OPEN, of_int)
            }
        }
    }

    fn call(self, op: usize, arguments: &[Expr], values: &[Code]) -> Code {
        let mut codes = [0; super::code::ARITY];
        let mut is_open = false;
        for (place, argument) in arguments.iter().enumerate() {
            match self.expr(argument, values) {
                UNDEFINED => return UNDEFINED,
                OPEN => is_open = true,
                code => codes[place] = code,
            }
        }
        if is_open {
            return OPEN;
        }
        let cell = self.algebra.cell(self.program, op, &codes[..arguments.len()]);
        match cell.map_or(UNKNOWN, |cell| self.algebra.tables[op][cell]) {
            UNKNOWN => OPEN,
            code => code,
        }
    }

    /// 1, 0 or open.
    pub fn formula(self, formula: &Formula, values: &[Code]) -> Code {
        match formula {
            Formula::Constant(truth) => Code::from(*truth),
            Formula::Predicate(op, arguments) => match self.call(*op, arguments, values) {
                UNDEFINED => 0,
                code => code,
            },
            Formula::Equal(left, right) => {
                let (left, right) = (self.expr(left, values), self.expr(right, values));
                if left == OPEN || right == OPEN { OPEN } else { Code::from(left == right) }
            }
            Formula::Compare(how, left, right) => {
                let (left, right) = (self.expr(left, values), self.expr(right, values));
                if left == UNDEFINED || right == UNDEFINED {
                    0
                } else if left == OPEN || right == OPEN {
                    OPEN
                } else {
                    Code::from(how.holds(to_int(left), to_int(right)))
                }
            }
            Formula::Not(inner) => match self.formula(inner, values) {
                OPEN => OPEN,
                truth => 1 - truth,
            },
            Formula::And(left, right) => self.joined(left, right, 0, values),
            Formula::Or(left, right) => self.joined(left, right, 1, values),
            Formula::Iff(left, right) => {
                match (self.formula(left, values), self.formula(right, values)) {
                    (OPEN, _) | (_, OPEN) => OPEN,
                    (left, right) => Code::from(left == right),
                }
            }
        }
    }

    fn joined(self, left: &Formula, right: &Formula, deciding: Code, values: &[Code]) -> Code {
        let left = self.formula(left, values);
        if left == deciding {
            return left;
        }
        let right = self.formula(right, values);
        if left == OPEN && right != deciding { OPEN } else { right }
    }
}
