//! Formulas over tables that are not filled yet: true, false or open.

use std::convert::Infallible;

use super::algebra::Algebra;
use super::code::{Arguments, Code, OPEN, UNKNOWN};
use super::formula::Interpretation;
use crate::execute::Program;

/// A parameter's program and the tables of one algebra.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub program: &'a Program,
    pub algebra: &'a Algebra,
}

impl<'v> Interpretation<&'v [Code]> for Ground<'_> {
    type Halt = Infallible;

    fn variable(&self, values: &'v [Code], variable: usize) -> Code {
        values[variable]
    }

    fn call(&mut self, op: usize, arguments: &Arguments) -> Result<Code, Infallible> {
        let arity = self.program.ops[op].arguments.len();
        let cell = self.algebra.cell(self.program, op, &arguments[..arity]);
        Ok(match cell.map_or(UNKNOWN, |cell| self.algebra.tables[op][cell]) {
            UNKNOWN => OPEN,
            code => code,
        })
    }
}
