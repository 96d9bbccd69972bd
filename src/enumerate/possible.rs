//! All rows that axioms permit for what a constructor makes of a value.

use std::convert::Infallible;

use super::algebra::Algebra;
use super::code::{ARITY, Arguments, Code, OPEN, UNDEFINED, UNKNOWN};
use super::formula::{FALSE, Interpretation};
use super::layout::{Layout, cell_of};
use crate::execute::{Formula, Program};

/// Stands for the value that the constructor takes.
pub(super) const VALUE: Code = Code::MAX - 9;
/// Stands for the value that it makes.
const MADE: Code = Code::MAX - 10;

pub(super) type Row = Vec<Code>;

/// A formula with the sorts of its variables.
pub type Axiom = (Formula, Vec<usize>);

/// A constructor and its arguments.
pub(super) type Call = (usize, Arguments);

/// A formula with the values of its variables.
type Instance<'f> = (&'f Formula, Vec<Code>);

pub(super) struct Search<'a> {
    pub program: &'a Program,
    pub algebra: &'a Algebra,
    pub axioms: &'a [Axiom],
    pub sort: usize,
    pub layout: Layout,
}

impl Search<'_> {
    /// The number of observations.
    pub fn width(&self) -> usize {
        self.layout.cells[self.sort].len()
    }

    /// The calls of all constructors that take a value, or of all that take none.
    pub fn calls(&self, takes_value: bool) -> Vec<Call> {
        let mut found = Vec::new();
        for (op, operation) in self.program.ops.iter().enumerate() {
            let own = operation.arguments.contains(&self.sort);
            if operation.is_constructor && operation.result == Some(self.sort) && own == takes_value
            {
                let tuples = self.tuples(&operation.arguments, &[VALUE]);
                found.extend(tuples.into_iter().map(|codes| {
                    let mut arguments = [0; ARITY];
                    arguments[..codes.len()].copy_from_slice(&codes);
                    (op, arguments)
                }));
            }
        }
        found
    }

    /// All values of some sorts, where the own sort has the given ones.
    fn tuples(&self, sorts: &[usize], own: &[Code]) -> Vec<Vec<Code>> {
        let mut all: Vec<Vec<Code>> = vec![Vec::new()];
        for sort in sorts {
            let codes = if *sort == self.sort { own.to_vec() } else { self.codes(*sort) };
            let longer = |tuple: &Vec<Code>| {
                let with = |code: &Code| [tuple.as_slice(), &[*code]].concat();
                codes.iter().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    fn codes(&self, sort: usize) -> Vec<Code> {
        let digits = 0..self.algebra.count(self.program, sort);
        digits.map(|digit| self.algebra.value(self.program, sort, digit)).collect()
    }

    /// All rows that the axioms permit for a call on a value with a row.
    pub fn successors(&self, own: Option<&Row>, call: &Call) -> Vec<Row> {
        let values = [VALUE, MADE];
        let values = if own.is_some() { &values[..] } else { &values[1..] };
        let instances = self.axioms.iter().flat_map(|(formula, sorts)| {
            self.tuples(sorts, values).into_iter().map(move |values| (formula, values))
        });
        let instances: Vec<Instance<'_>> = instances.collect();
        let row = vec![UNKNOWN; self.width()];
        let mut found = Vec::new();
        State { search: self, own, call, row }.decide(0, &instances, &mut found);
        found
    }
}

/// A row that is being decided.
struct State<'s> {
    search: &'s Search<'s>,
    own: Option<&'s Row>,
    call: &'s Call,
    row: Row,
}

impl State<'_> {
    fn decide(&mut self, cell: usize, instances: &[Instance<'_>], found: &mut Vec<Row>) {
        let mut open = instances.to_vec();
        if !self.holds(&mut open) {
            return;
        }
        if cell == self.row.len() {
            if (0..cell).all(|cell| self.is_in_domain(cell)) {
                found.push(self.row.clone());
            }
            return;
        }
        let operation = &self.search.program.ops[self.observation(cell).0];
        let mut options = match operation.result {
            None => vec![0, 1],
            Some(sort) => self.search.codes(sort),
        };
        options.extend(operation.domain.as_ref().map(|_| UNDEFINED));
        for code in options {
            self.row[cell] = code;
            if self.is_in_domain(cell) {
                self.decide(cell + 1, &open, found);
            }
        }
        self.row[cell] = UNKNOWN;
    }

    /// Whether no instance is false. Keeps those that are open.
    fn holds(&mut self, instances: &mut Vec<Instance<'_>>) -> bool {
        let mut holds = true;
        instances.retain(|(formula, values)| {
            let Ok(truth) = self.formula(formula, values.as_slice());
            holds &= truth != FALSE;
            holds && truth == OPEN
        });
        holds
    }

    /// The operation of a cell and its arguments.
    fn observation(&self, cell: usize) -> Call {
        let search = self.search;
        let (op, mut arguments) = search.layout.cells[search.sort][cell];
        if let Some(column) = &search.layout.columns[op] {
            arguments[column.place] = MADE;
        }
        (op, arguments)
    }

    /// Whether an observation is undefined exactly outside of its domain, as far as is known.
    fn is_in_domain(&mut self, cell: usize) -> bool {
        let (op, arguments) = self.observation(cell);
        let Some(domain) = &self.search.program.ops[op].domain else { return true };
        let Ok(truth) = self.formula(domain, &arguments[..]);
        truth == OPEN || (truth == FALSE) == (self.row[cell] == UNDEFINED)
    }
}

impl<'v> Interpretation<&'v [Code]> for State<'_> {
    type Halt = Infallible;

    fn variable(&self, values: &'v [Code], variable: usize) -> Code {
        values[variable]
    }

    /// Open where the call is neither about the value nor about the one that is made.
    fn call(&mut self, op: usize, arguments: &Arguments) -> Result<Code, Infallible> {
        let search = self.search;
        let operation = &search.program.ops[op];
        let codes = &arguments[..operation.arguments.len()];
        if operation.is_given {
            let cell = search.algebra.cell(search.program, op, codes);
            return Ok(cell.map_or(OPEN, |cell| search.algebra.tables[op][cell]));
        }
        if operation.is_constructor {
            return Ok(if (op, *arguments) == *self.call { MADE } else { OPEN });
        }
        let Some(column) = &search.layout.columns[op] else { return Ok(OPEN) };
        let digit = |place: usize, code: Code| {
            search.algebra.digit(search.program, operation.arguments[place], code)
        };
        let Some(cell) = cell_of(column, digit, codes) else { return Ok(OPEN) };
        let code = match (codes[column.place], self.own) {
            (VALUE, Some(own)) => own[cell],
            (MADE, _) => self.row[cell],
            _ => OPEN,
        };
        Ok(if code == UNKNOWN { OPEN } else { code })
    }
}
