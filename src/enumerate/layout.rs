//! Which observations tell values apart, and where they are in a row.
//!
//! An operation belongs into the rows of a sort if its other arguments are finitely many. One
//! that yields a value of a constructed sort must not yield a larger one: otherwise every
//! value would need larger values first. The right sides of its rules show that.

use super::algebra::Numbers;
use super::code::{ARITY, Arguments, Code, of_int};
use crate::execute::{Conclusion, Expr, Pattern, Program, Rule, SortKind};

/// The observations that an operation adds to the rows of a sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The argument that is observed.
    pub place: usize,
    pub start: usize,
    /// How far the cell moves with each argument; 0 for the observed one.
    pub strides: [u32; ARITY],
}

/// The rows of all sorts.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// By operation.
    pub columns: Vec<Option<Column>>,
    /// By sort, the operation and the other arguments of each cell.
    pub cells: Vec<Vec<(usize, Arguments)>>,
}

/// How many values a sort has, where that is known before the values are.
pub type Counts<'a> = &'a dyn Fn(usize) -> Option<u32>;

impl Layout {
    /// The argument that an operation observes.
    pub fn place(&self, op: usize) -> usize {
        self.columns[op].as_ref().map_or(0, |column| column.place)
    }

    /// The rows of a sort. `dropped` are operations that can't be part of them.
    pub fn add_sort(
        &mut self,
        program: &Program,
        numbers: Numbers,
        sort: usize,
        counts: Counts<'_>,
        dropped: &[usize],
    ) {
        self.columns.resize(program.ops.len(), None);
        self.cells.resize(program.sorts.len(), Vec::new());
        let shrinking = shrinking(program);
        for (op, operation) in program.ops.iter().enumerate() {
            if operation.is_constructor || operation.is_given || dropped.contains(&op) {
                continue;
            }
            let Some(place) = operation.arguments.iter().position(|it| *it == sort) else {
                continue;
            };
            let is_built = operation.result.is_some_and(|it| is_constructed(program, it));
            if self.columns[op].is_some() || is_built && !shrinking[op] {
                continue;
            }
            self.add_column(program, numbers, (op, place, sort), counts);
        }
    }

    fn add_column(
        &mut self,
        program: &Program,
        numbers: Numbers,
        (op, place, sort): (usize, usize, usize),
        counts: Counts<'_>,
    ) {
        let arguments = &program.ops[op].arguments;
        let mut strides = [0; ARITY];
        let mut size = 1u32;
        for (other, argument) in arguments.iter().enumerate().rev() {
            if other == place {
                continue;
            }
            let Some(count) = counts(*argument) else { return };
            strides[other] = size;
            let Some(larger) = size.checked_mul(count) else { return };
            size = larger;
        }
        let start = self.cells[sort].len();
        for cell in 0..size {
            let mut codes = [0; ARITY];
            for (other, argument) in arguments.iter().enumerate() {
                if other != place {
                    let count = counts(*argument).unwrap_or(1);
                    let digit = cell / strides[other] % count;
                    codes[other] = match program.sorts[*argument].kind {
                        SortKind::Int => of_int(numbers.low + i64::from(digit)),
                        _ => digit,
                    };
                }
            }
            self.cells[sort].push((op, codes));
        }
        self.columns[op] = Some(Column { place, start, strides });
    }
}

fn is_constructed(program: &Program, sort: usize) -> bool {
    program.sorts[sort].kind == SortKind::Constructed
}

/// By operation, whether its results never take more steps to build than its arguments.
fn shrinking(program: &Program) -> Vec<bool> {
    let builds = |op: usize| {
        let result = program.ops[op].result;
        !program.ops[op].is_constructor && result.is_some_and(|it| is_constructed(program, it))
    };
    let mut shrinking: Vec<bool> = (0..program.ops.len()).map(builds).collect();
    loop {
        let before = shrinking.clone();
        for rule in program.rules.iter().filter(|rule| !rule.is_last_resort) {
            if before[rule.op] && !is_shrinking(program, rule, &before) {
                shrinking[rule.op] = false;
            }
        }
        if shrinking == before {
            return shrinking;
        }
    }
}

/// Whether the right side of a rule has no more steps than the head: no more constructors
/// that take a value, and no variable more often.
fn is_shrinking(program: &Program, rule: &Rule, shrinking: &[bool]) -> bool {
    let Conclusion::Term(result) = &rule.conclusion else { return true };
    let mut balance = Balance { steps: 0, uses: vec![0; rule.variables] };
    rule.head.iter().for_each(|pattern| balance.add_pattern(program, pattern));
    balance.take(program, result, shrinking) && balance.steps >= 0
}

struct Balance {
    steps: i64,
    /// By variable of a constructed sort, how often the right side may use it.
    uses: Vec<i64>,
}

impl Balance {
    fn add_pattern(&mut self, program: &Program, pattern: &Pattern) {
        match pattern {
            Pattern::Variable(variable) => self.uses[*variable] += 1,
            Pattern::Int(_) => {}
            Pattern::Apply(op, patterns) => {
                self.steps += i64::from(is_step(program, *op));
                patterns.iter().for_each(|pattern| self.add_pattern(program, pattern));
            }
        }
    }

    /// Takes what an expression of a constructed sort needs.
    fn take(&mut self, program: &Program, expr: &Expr, shrinking: &[bool]) -> bool {
        match expr {
            Expr::Variable(variable) => {
                self.uses[*variable] -= 1;
                self.uses[*variable] >= 0
            }
            Expr::Int(_) | Expr::Arithmetic(..) => true,
            Expr::Apply(op, arguments) => {
                let operation = &program.ops[*op];
                if operation.is_constructor {
                    self.steps -= i64::from(is_step(program, *op));
                } else if !shrinking[*op] {
                    return false;
                }
                let mut parts = operation.arguments.iter().zip(arguments);
                parts.all(|(sort, part)| {
                    !is_constructed(program, *sort) || self.take(program, part, shrinking)
                })
            }
        }
    }
}

/// Whether a constructor leads from a value to another one.
pub fn is_step(program: &Program, op: usize) -> bool {
    let operation = &program.ops[op];
    operation.is_constructor && operation.arguments.iter().any(|it| Some(*it) == operation.result)
}

/// The cell of a row, if the other arguments are within the counts.
#[inline]
pub fn cell_of(
    column: &Column,
    digit: impl Fn(usize, Code) -> Option<usize>,
    arguments: &[Code],
) -> Option<usize> {
    let mut cell = column.start;
    for (place, code) in arguments.iter().enumerate() {
        if place != column.place {
            cell += digit(place, *code)? * column.strides[place] as usize;
        }
    }
    Some(cell)
}
