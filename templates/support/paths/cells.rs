//! Answers that are consistent with the axioms of the parameters.
//!
//! The axioms are instantiated for the elements in use, and turned into clauses over the cells
//! of the tables. A relation has one cell for each tuple of elements; an operation that returns
//! elements has one for each tuple and result, of which exactly one holds. Partial answers are
//! consistent if some table of all answers fulfils all clauses.

use super::super::execute::{Expr, Formula, Program};
use super::super::sequence::tuples;

/// A cell of a table, and its answer.
type Literal = (usize, bool);

/// The cells of one operation.
#[derive(Debug)]
struct OpCells {
    first: usize,
    /// The numbers of elements of its arguments.
    sizes: Vec<usize>,
    /// The number of elements that it can return; `None` for a relation.
    results: Option<usize>,
}

impl OpCells {
    fn tuples(&self) -> usize {
        self.sizes.iter().product()
    }

    fn count(&self) -> usize {
        self.tuples() * self.results.unwrap_or(1)
    }
}

/// The literals under which a term has a value.
type Possibility = (Vec<Literal>, usize);

/// What the axioms say about tables of a size.
#[derive(Debug)]
pub struct Cells {
    /// By operation.
    tables: Vec<Option<OpCells>>,
    count: usize,
    clauses: Vec<Vec<Literal>>,
    /// By cell and answer: the clauses in which that answer makes a literal false.
    weakened: Vec<[Vec<usize>; 2]>,
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
            let own = OpCells {
                first: count,
                sizes: op.arguments.iter().map(|sort| elements[*sort]).collect(),
                results: op.result.map(|sort| elements[sort]),
            };
            count += if op.is_given { own.count() } else { 0 };
            tables.push(Some(own).filter(|_| op.is_given));
        }
        let mut cells = Cells {
            tables,
            count,
            clauses: Vec::new(),
            weakened: vec![[Vec::new(), Vec::new()]; count],
            units: Vec::new(),
            is_contradictory: false,
        };
        cells.clauses = cells.one_result_each();
        for law in &program.laws {
            let sizes: Vec<usize> = law.sorts.iter().map(|sort| elements[*sort]).collect();
            for values in tuples(&sizes) {
                let clauses = cells.clauses_of(&law.formula, true, &values);
                cells.clauses.extend(clauses);
            }
        }
        cells.clauses.retain(|clause| !is_tautology(clause));
        cells.clauses.sort();
        cells.clauses.dedup();
        cells.index();
        cells
    }

    /// Notes where each cell occurs, and what needs no decision.
    fn index(&mut self) {
        for (number, clause) in self.clauses.iter().enumerate() {
            for (cell, answer) in clause {
                self.weakened[*cell][usize::from(!answer)].push(number);
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

    /// Every operation that returns elements returns exactly one.
    fn one_result_each(&self) -> Vec<Vec<Literal>> {
        let mut clauses = Vec::new();
        for own in self.tables.iter().flatten() {
            let Some(results) = own.results else {
                continue;
            };
            for tuple in 0..own.tuples() {
                let first = own.first + tuple * results;
                let cells = first..first + results;
                clauses.push(cells.clone().map(|cell| (cell, true)).collect());
                for cell in cells.clone() {
                    let others = cell + 1..cells.end;
                    clauses.extend(others.map(|other| vec![(cell, false), (other, false)]));
                }
            }
        }
        clauses
    }

    /// The first cell of an operation for some arguments, and the number of its results; `None`
    /// for a relation. Nothing if an element is not in use.
    pub fn cell(&self, op: usize, place: &[usize]) -> Option<(usize, Option<usize>)> {
        let own = self.tables[op].as_ref()?;
        let mut tuple = 0;
        for (number, size) in place.iter().zip(&own.sizes) {
            if number >= size {
                return None;
            }
            tuple = tuple * size + number;
        }
        let cells = own.results.unwrap_or(1);
        Some((own.first + tuple * cells, own.results))
    }

    /// The operation, the elements and the result of a cell.
    pub fn place(&self, cell: usize) -> Option<(usize, Vec<usize>, Option<usize>)> {
        let tables = self.tables.iter().enumerate();
        let mut tables = tables.filter_map(|(op, table)| Some((op, table.as_ref()?)));
        tables.find_map(|(op, own)| {
            let inside = cell.checked_sub(own.first)?;
            if inside >= own.count() {
                return None;
            }
            let cells = own.results.unwrap_or(1);
            let mut rest = inside / cells;
            let mut place: Vec<usize> = Vec::new();
            for size in own.sizes.iter().rev() {
                place.push(rest % size);
                rest /= size;
            }
            place.reverse();
            Some((op, place, own.results.map(|_| inside % cells)))
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
        let Some(free) = known.iter().position(Option::is_none) else {
            return known.into_iter().collect();
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
            let answer = known[cell] == Some(true);
            for clause in &self.weakened[cell][usize::from(answer)] {
                match rest(&self.clauses[*clause], known) {
                    Rest::False => return false,
                    Rest::Unit(unit) => {
                        learn(known, unit, changed);
                    }
                    Rest::Open => {}
                }
            }
        }
        true
    }

    /// The values that a term can have, each with what must hold for it.
    fn possible(&self, expr: &Expr, values: &[usize]) -> Vec<Possibility> {
        match expr {
            Expr::Variable(variable) => {
                let value = values.get(*variable).copied();
                value.map(|value| (Vec::new(), value)).into_iter().collect()
            }
            Expr::Apply(op, arguments) => {
                let mut found = Vec::new();
                for (literals, place) in self.all_possible(arguments, values) {
                    if let Some((first, Some(results))) = self.cell(*op, &place) {
                        found.extend((0..results).map(|result| {
                            let mut literals = literals.clone();
                            literals.push((first + result, true));
                            (literals, result)
                        }));
                    }
                }
                found
            }
            _ => Vec::new(),
        }
    }

    /// The values that terms can have together.
    fn all_possible(&self, terms: &[Expr], values: &[usize]) -> Vec<(Vec<Literal>, Vec<usize>)> {
        let mut all = vec![(Vec::new(), Vec::new())];
        for term in terms {
            let own = self.possible(term, values);
            let longer = all.iter().flat_map(|(literals, place)| {
                own.iter().map(move |(more, value)| {
                    let mut literals: Vec<Literal> = literals.clone();
                    literals.extend(more);
                    let mut place: Vec<usize> = place.clone();
                    place.push(*value);
                    (literals, place)
                })
            });
            all = longer.collect();
        }
        all
    }

    /// A formula, or its negation, as a conjunction of clauses.
    fn clauses_of(&self, formula: &Formula, truth: bool, values: &[usize]) -> Vec<Vec<Literal>> {
        let side = |formula: &Formula, truth: bool| self.clauses_of(formula, truth, values);
        match formula {
            Formula::Constant(constant) => constant_clauses(*constant == truth),
            Formula::Predicate(op, arguments) => {
                let possible = self.all_possible(arguments, values);
                let clauses = possible.into_iter().filter_map(|(literals, place)| {
                    let (cell, _) = self.cell(*op, &place)?;
                    let mut clause = negated(&literals);
                    clause.push((cell, truth));
                    Some(clause)
                });
                clauses.map(ordered).collect()
            }
            Formula::Equal(left, right) => {
                let both = [(*left).clone(), (*right).clone()];
                let possible = self.all_possible(&both, values).into_iter();
                let wrong = possible.filter(|(_, pair)| (pair[0] == pair[1]) != truth);
                wrong
                    .map(|(literals, _)| ordered(negated(&literals)))
                    .collect()
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

fn negated(literals: &[Literal]) -> Vec<Literal> {
    literals
        .iter()
        .map(|(cell, truth)| (*cell, !truth))
        .collect()
}

fn ordered(mut clause: Vec<Literal>) -> Vec<Literal> {
    clause.sort_unstable();
    clause.dedup();
    clause
}

/// Writes an answer down. Returns false if the cell has the opposite one.
fn learn(known: &mut [Option<bool>], (cell, answer): Literal, changed: &mut Vec<usize>) -> bool {
    if known[cell].is_none() {
        known[cell] = Some(answer);
        changed.push(cell);
    }
    known[cell] == Some(answer)
}

/// What the answers leave of a clause.
enum Rest {
    False,
    Unit(Literal),
    /// It holds, or more than one literal is open.
    Open,
}

fn rest(clause: &[Literal], answers: &[Option<bool>]) -> Rest {
    let mut open = None;
    for (cell, answer) in clause {
        match answers[*cell] {
            Some(known) if known == *answer => return Rest::Open,
            Some(_) => {}
            None if open.is_some() => return Rest::Open,
            None => open = Some((*cell, *answer)),
        }
    }
    open.map_or(Rest::False, Rest::Unit)
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

/// Whether a clause of sorted literals has a cell with both answers.
fn is_tautology(clause: &[Literal]) -> bool {
    clause.windows(2).any(|pair| pair[0].0 == pair[1].0)
}

/// Every clause of one side with every clause of the other.
fn either(left: &[Vec<Literal>], right: &[Vec<Literal>]) -> Vec<Vec<Literal>> {
    let mut clauses = Vec::new();
    for one in left {
        for other in right {
            let clause = ordered(one.iter().chain(other).copied().collect());
            if !is_tautology(&clause) {
                clauses.push(clause);
            }
        }
    }
    clauses
}
