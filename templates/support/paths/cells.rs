//! Answers that are consistent with the axioms of the parameters.
//!
//! The axioms are instantiated for the elements in use, and turned into clauses over the cells
//! of the tables. Partial answers are consistent if some table of all answers fulfils all
//! clauses.

use super::super::execute::{Expr, Formula, Program};

/// A cell of a table, and its answer.
type Literal = (usize, bool);

/// What the axioms say about tables of a size.
#[derive(Debug)]
pub struct Cells {
    /// By operation: the first of its cells, and the numbers of elements of its arguments.
    tables: Vec<Option<(usize, Vec<usize>)>>,
    count: usize,
    clauses: Vec<Vec<Literal>>,
    /// By cell.
    clauses_with: Vec<Vec<usize>>,
    /// The clauses of one literal.
    units: Vec<Literal>,
    /// Whether no table fulfils the axioms, whatever it answers.
    is_contradictory: bool,
}

impl Cells {
    /// The tables for as many elements of each sort.
    pub fn new(program: &Program, elements: &[usize]) -> Self {
        let mut tables = Vec::new();
        let mut count = 0;
        for op in &program.ops {
            let sizes: Vec<usize> = op.arguments.iter().map(|sort| elements[*sort]).collect();
            let is_relation = op.is_given && op.result.is_none();
            let size: usize = sizes.iter().product();
            tables.push(if is_relation {
                Some((count, sizes))
            } else {
                None
            });
            count += if is_relation { size } else { 0 };
        }
        let mut cells = Cells {
            tables,
            count,
            clauses: Vec::new(),
            clauses_with: vec![Vec::new(); count],
            units: Vec::new(),
            is_contradictory: false,
        };
        for law in &program.laws {
            let sizes: Vec<usize> = law.sorts.iter().map(|sort| elements[*sort]).collect();
            for values in tuples(&sizes) {
                let clauses = cells.clauses_of(&law.formula, true, &values);
                cells.clauses.extend(clauses);
            }
        }
        cells.clauses.sort();
        cells.clauses.dedup();
        cells.index();
        cells
    }

    /// Notes where each cell occurs, and what needs no decision.
    fn index(&mut self) {
        for (number, clause) in self.clauses.iter().enumerate() {
            for (cell, _) in clause {
                self.clauses_with[*cell].push(number);
            }
            match clause.as_slice() {
                [] => self.is_contradictory = true,
                [unit] => self.units.push(*unit),
                _ => {}
            }
        }
    }

    /// No answer yet.
    pub fn unanswered(&self) -> Vec<Option<bool>> {
        vec![None; self.count]
    }

    /// The cell of an operation; `None` if it is no relation, or if an element is not in use.
    pub fn cell(&self, op: usize, place: &[usize]) -> Option<usize> {
        let (first, sizes) = self.tables[op].as_ref()?;
        let mut cell = 0;
        for (number, size) in place.iter().zip(sizes) {
            if number >= size {
                return None;
            }
            cell = cell * size + number;
        }
        Some(first + cell)
    }

    /// The operation and elements of a cell.
    pub fn place(&self, cell: usize) -> Option<(usize, Vec<usize>)> {
        let tables = self.tables.iter().enumerate();
        let mut tables = tables.filter_map(|(op, table)| Some((op, table.as_ref()?)));
        tables.find_map(|(op, (first, sizes))| {
            let inside = cell.checked_sub(*first)?;
            if inside >= sizes.iter().product() {
                return None;
            }
            let mut rest = inside;
            let mut place: Vec<usize> = Vec::new();
            for size in sizes.iter().rev() {
                place.push(rest % size);
                rest /= size;
            }
            place.reverse();
            Some((op, place))
        })
    }

    /// Complete tables that agree with the answers and fulfil the axioms, if there are any.
    pub fn tables(&self, answers: &[Option<bool>]) -> Option<Vec<bool>> {
        if self.is_contradictory {
            return None;
        }
        let mut known = answers.to_vec();
        let asked = answers.iter().enumerate();
        let mut asked: Vec<usize> = asked.filter_map(|(cell, it)| it.map(|_| cell)).collect();
        if !self
            .units
            .iter()
            .all(|unit| learn(&mut known, *unit, &mut asked))
        {
            return None;
        }
        self.completed(known, asked)
    }

    /// Decides open cells one by one, after what follows from the cells in `changed`.
    fn completed(
        &self,
        mut known: Vec<Option<bool>>,
        mut changed: Vec<usize>,
    ) -> Option<Vec<bool>> {
        if !self.propagate(&mut known, &mut changed) {
            return None;
        }
        let free = match known.iter().position(Option::is_none) {
            Some(free) => free,
            None => return known.into_iter().collect(),
        };
        [false, true].iter().find_map(|answer| {
            let mut known = known.clone();
            known[free] = Some(*answer);
            self.completed(known, vec![free])
        })
    }

    /// Answers what only one answer is left for. Returns false on a contradiction.
    fn propagate(&self, known: &mut [Option<bool>], changed: &mut Vec<usize>) -> bool {
        while let Some(cell) = changed.pop() {
            for clause in &self.clauses_with[cell] {
                let clause = &self.clauses[*clause];
                if holds(clause, known) {
                    continue;
                }
                let mut open = clause.iter().filter(|(cell, _)| known[*cell].is_none());
                match (open.next().copied(), open.next()) {
                    (None, _) => return false,
                    (Some(unit), None) => {
                        learn(known, unit, changed);
                    }
                    _ => {}
                }
            }
        }
        true
    }

    /// A formula, or its negation, as a conjunction of clauses.
    fn clauses_of(&self, formula: &Formula, truth: bool, values: &[usize]) -> Vec<Vec<Literal>> {
        let side = |formula: &Formula, truth: bool| self.clauses_of(formula, truth, values);
        match formula {
            Formula::Constant(constant) => constant_clauses(*constant == truth),
            Formula::Predicate(op, arguments) => {
                let place: Option<Vec<usize>> =
                    arguments.iter().map(|one| element(one, values)).collect();
                match place.and_then(|place| self.cell(*op, &place)) {
                    Some(cell) => vec![vec![(cell, truth)]],
                    None => constant_clauses(true),
                }
            }
            Formula::Equal(left, right) => {
                constant_clauses((element(left, values) == element(right, values)) == truth)
            }
            Formula::Compare(..) => constant_clauses(true),
            Formula::Not(inner) => side(inner, !truth),
            Formula::And(left, right) if truth => both(side(left, true), side(right, true)),
            Formula::And(left, right) => either(&side(left, false), &side(right, false)),
            Formula::Or(left, right) if truth => either(&side(left, true), &side(right, true)),
            Formula::Or(left, right) => both(side(left, false), side(right, false)),
            Formula::Iff(left, right) => both(
                either(&side(left, true), &side(right, !truth)),
                either(&side(left, false), &side(right, truth)),
            ),
        }
    }
}

fn element(expr: &Expr, values: &[usize]) -> Option<usize> {
    match expr {
        Expr::Variable(variable) => values.get(*variable).copied(),
        _ => None,
    }
}

/// Writes an answer down. Returns false if the cell has the opposite one.
fn learn(known: &mut [Option<bool>], (cell, answer): Literal, changed: &mut Vec<usize>) -> bool {
    if known[cell].is_none() {
        known[cell] = Some(answer);
        changed.push(cell);
    }
    known[cell] == Some(answer)
}

fn holds(clause: &[Literal], answers: &[Option<bool>]) -> bool {
    clause
        .iter()
        .any(|(cell, answer)| answers[*cell] == Some(*answer))
}

/// No clause is true; a clause without literals is false.
fn constant_clauses(truth: bool) -> Vec<Vec<Literal>> {
    let count = usize::from(!truth);
    vec![Vec::new(); count]
}

fn both(mut left: Vec<Vec<Literal>>, right: Vec<Vec<Literal>>) -> Vec<Vec<Literal>> {
    left.extend(right);
    left
}

/// Every clause of one side with every clause of the other.
fn either(left: &[Vec<Literal>], right: &[Vec<Literal>]) -> Vec<Vec<Literal>> {
    let mut clauses = Vec::new();
    for one in left {
        for other in right {
            let mut clause: Vec<Literal> = one.iter().chain(other).copied().collect();
            clause.sort_unstable();
            clause.dedup();
            let is_tautology = clause.windows(2).any(|pair| pair[0].0 == pair[1].0);
            if !is_tautology {
                clauses.push(clause);
            }
        }
    }
    clauses
}

/// All tuples of numbers below these, the last one varying fastest.
fn tuples(sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for size in sizes {
        let longer = all.iter().flat_map(|tuple: &Vec<usize>| {
            (0..*size).map(move |number| {
                let mut longer = tuple.clone();
                longer.push(number);
                longer
            })
        });
        all = longer.collect();
    }
    all
}
