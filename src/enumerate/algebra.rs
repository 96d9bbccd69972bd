//! Finite algebras of the parameters, as dense tables.

use super::code::{Code, UNDEFINED, is_value, of_int, to_int};
use crate::arena::Id;
use crate::execute::{Node, Program, SortKind, Tables};
use crate::model::{Carrier, Cell, ParameterTables, Table};
use crate::search::Range;
use crate::theory::{OpId, SortId};

/// One finite algebra of the parameters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Algebra {
    /// The number of elements by sort; 0 for sorts of other kinds.
    pub sizes: Vec<u32>,
    /// By operation, the results for all arguments, the last argument fastest. Empty for
    /// operations of the body.
    pub tables: Vec<Vec<Code>>,
    /// The numbers that operations take and yield.
    pub numbers: Numbers,
}

/// The numbers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Numbers {
    pub low: i64,
    pub high: i64,
}

impl Numbers {
    pub fn count(self) -> u32 {
        u32::try_from(self.high - self.low + 1).expect("a range is checked when it is read")
    }
}

impl From<Range> for Numbers {
    fn from(range: Range) -> Self {
        Self { low: range.low, high: range.high }
    }
}

impl Algebra {
    /// Elements without known facts yet.
    pub fn blank(program: &Program, sizes: Vec<u32>, numbers: Numbers) -> Self {
        let mut algebra = Self { sizes, tables: Vec::new(), numbers };
        let cells = |op: usize| match program.ops[op].is_given {
            true => algebra.cells(program, op),
            false => 0,
        };
        let tables = (0..program.ops.len()).map(|op| vec![super::code::UNKNOWN; cells(op)]);
        algebra.tables = tables.collect();
        algebra
    }

    /// The algebra of some tables.
    pub fn of(program: &Program, tables: &ParameterTables) -> Self {
        let size = |sort| tables.carriers.get(&SortId::from_index(sort)).copied().unwrap_or(0);
        let sizes = (0..program.sorts.len()).map(size).collect();
        let high = tables.int.low + i64::from(tables.int.size.max(1)) - 1;
        let mut algebra = Self::blank(program, sizes, Numbers { low: tables.int.low, high });
        for (op, table) in &tables.tables {
            let result = program.ops[op.index()].result;
            for (tuple, cell) in table.tuples().zip(&table.cells) {
                let sorts = program.ops[op.index()].arguments.iter();
                let pairs = sorts.zip(tuple);
                let codes: Vec<Code> =
                    pairs.map(|(sort, digit)| algebra.value(program, *sort, digit)).collect();
                let code = match (cell, result) {
                    (Cell::Truth(truth), _) => Code::from(*truth),
                    (Cell::Element(digit), Some(sort)) => algebra.value(program, sort, *digit),
                    (Cell::Undefined, _) => UNDEFINED,
                    _ => super::code::OPEN,
                };
                if let Some(cell) = algebra.cell(program, op.index(), &codes) {
                    algebra.tables[op.index()][cell] = code;
                }
            }
        }
        algebra
    }

    /// The algebra that numbers describe: those of elements by sort, then for each fact the
    /// operation, its arguments and its result. `None` if they are of another program.
    pub fn read(program: &Program, lines: &[Vec<i64>], numbers: Numbers) -> Option<Self> {
        let (sizes, facts) = lines.split_first()?;
        let sizes: Result<Vec<u32>, _> = sizes.iter().map(|size| u32::try_from(*size)).collect();
        let sizes = sizes.ok().filter(|sizes| sizes.len() == program.sorts.len())?;
        let mut algebra = Self::blank(program, sizes, numbers);
        algebra.tables.iter_mut().for_each(|table| table.fill(super::code::OPEN));
        for fact in facts {
            let (op, rest) = fact.split_first()?;
            let (result, arguments) = rest.split_last()?;
            let op = usize::try_from(*op).ok().filter(|op| *op < program.ops.len())?;
            let code = |sort: Option<usize>, number: i64| match sort {
                Some(sort) if program.sorts[sort].kind == SortKind::Int => Some(of_int(number)),
                _ => Code::try_from(number).ok(),
            };
            let sorts = program.ops[op].arguments.iter();
            let pairs = sorts.zip(arguments);
            let codes: Option<Vec<Code>> =
                pairs.map(|(sort, number)| code(Some(*sort), *number)).collect();
            let cell = algebra.cell(program, op, &codes?)?;
            *algebra.tables[op].get_mut(cell)? = code(program.ops[op].result, *result)?;
        }
        Some(algebra)
    }

    /// The number of values that an argument of a sort can have.
    pub fn count(&self, program: &Program, sort: usize) -> u32 {
        match program.sorts[sort].kind {
            SortKind::Given => self.sizes[sort],
            SortKind::Int => self.numbers.count(),
            SortKind::Constructed => 0,
        }
    }

    /// The number of cells of an operation's table.
    pub fn cells(&self, program: &Program, op: usize) -> usize {
        let sorts = program.ops[op].arguments.iter();
        sorts.map(|sort| self.count(program, *sort) as usize).product()
    }

    /// The position of a value among those of its sort.
    #[inline]
    pub fn digit(&self, program: &Program, sort: usize, code: Code) -> Option<usize> {
        match program.sorts[sort].kind {
            SortKind::Given => Some(code as usize),
            SortKind::Int => {
                let number = to_int(code);
                let is_within = self.numbers.low <= number && number <= self.numbers.high;
                is_within.then(|| (number - self.numbers.low) as usize)
            }
            SortKind::Constructed => None,
        }
    }

    /// The value at a position.
    pub fn value(&self, program: &Program, sort: usize, digit: u32) -> Code {
        match program.sorts[sort].kind {
            SortKind::Int => of_int(self.numbers.low + i64::from(digit)),
            _ => digit,
        }
    }

    /// The cell of a table.
    #[inline]
    pub fn cell(&self, program: &Program, op: usize, arguments: &[Code]) -> Option<usize> {
        let mut position = 0;
        for (sort, code) in program.ops[op].arguments.iter().zip(arguments) {
            let digit = self.digit(program, *sort, *code)?;
            position = position * self.count(program, *sort) as usize + digit;
        }
        Some(position)
    }

    /// The arguments of a cell.
    pub fn arguments(&self, program: &Program, op: usize, cell: usize) -> Vec<Code> {
        let mut rest = cell;
        let sorts = &program.ops[op].arguments;
        let mut codes = vec![0; sorts.len()];
        for (place, sort) in sorts.iter().enumerate().rev() {
            let count = self.count(program, *sort) as usize;
            codes[place] = self.value(program, *sort, (rest % count) as u32);
            rest /= count;
        }
        codes
    }

    /// The algebra as the engine reads it.
    pub fn tables(&self, program: &Program) -> Tables {
        let mut tables = Tables { elements: self.sizes.clone(), facts: Vec::new() };
        let node = |sort: usize, code: Code| match program.sorts[sort].kind {
            SortKind::Int => Node::Int(to_int(code)),
            _ => Node::Element { sort, number: code },
        };
        for (op, table) in self.tables.iter().enumerate() {
            let operation = &program.ops[op];
            for (cell, code) in table.iter().enumerate().filter(|(_, code)| is_value(**code)) {
                let arguments = self.arguments(program, op, cell);
                let arguments = operation.arguments.iter().zip(arguments);
                let arguments = arguments.map(|(sort, code)| node(*sort, code)).collect();
                let result = match operation.result {
                    None => Node::Truth(*code == 1),
                    Some(sort) => node(sort, *code),
                };
                tables.add(op, arguments, result);
            }
        }
        tables
    }

    /// The algebra as mocks are made of it.
    pub fn parameter_tables(&self, program: &Program) -> ParameterTables {
        let given = |sort: &usize| program.sorts[*sort].kind == SortKind::Given;
        let carriers = (0..program.sorts.len()).filter(given);
        let carriers = carriers.map(|sort| (SortId::from_index(sort), self.sizes[sort])).collect();
        let ops = (0..program.ops.len()).filter(|op| program.ops[*op].is_given);
        let tables = ops.map(|op| (OpId::from_index(op), self.table(program, op))).collect();
        let int = Carrier { size: self.numbers.count(), low: self.numbers.low };
        ParameterTables { carriers, tables, int }
    }

    fn table(&self, program: &Program, op: usize) -> Table {
        let operation = &program.ops[op];
        let sorts = operation.arguments.iter();
        let dimensions = sorts.map(|sort| self.count(program, *sort)).collect();
        let cell = |code: &Code| match (operation.result, *code) {
            (_, UNDEFINED) => Cell::Undefined,
            (None, code) => Cell::Truth(code == 1),
            (Some(sort), code) => match self.digit(program, sort, code) {
                Some(digit) => Cell::Element(digit as u32),
                None => Cell::Outside,
            },
        };
        Table { dimensions, cells: self.tables[op].iter().map(cell).collect() }
    }
}
