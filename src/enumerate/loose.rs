//! Values whose observations the axioms leave open.
//!
//! What the axioms permit for one value is a set of rows: those that it has in some model. A
//! constructor leads from a row to all rows that the axioms permit then. A model continues every
//! row by every constructor, so a row that some constructor can't continue is in no model. Two
//! terms are one value if they permit the same rows.
//!
//! This needs axioms that speak of one value and of what one constructor makes of it, and
//! observers that yield elements or truth values. Then the rows of different terms are chosen
//! independently.

use std::collections::{BTreeMap, BTreeSet};

use super::algebra::Algebra;
use super::breadth::{Bounds, End};
use super::code::{Code, to_int};
use super::layout::Layout;
use super::possible::{Axiom, Call, Row, Search, VALUE};
use crate::arena::Id;
use crate::execute::{Expr, Formula, Program, SortKind};
use crate::model::GroundTerm;
use crate::rules;
use crate::theory::{OpId, SortId};

/// The values, each as its smallest term with its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loose {
    pub terms: Vec<(u32, GroundTerm)>,
    /// The most rows that one value permits.
    pub widest: usize,
    pub end: End,
    /// Rows that take more steps than this were not examined: they may be in no model. `None`
    /// means that all rows were examined.
    pub examined: Option<u32>,
}

/// How many steps beyond those of the values are examined.
const AHEAD: u32 = 16;

/// The values of a sort. `None` where the axioms or observers are of another kind. `proceed`
/// gets the number of values and steps so far.
pub fn loose(
    program: &Program,
    algebra: &Algebra,
    axioms: &[Axiom],
    sort: usize,
    bounds: Bounds,
    proceed: &mut dyn FnMut(u64, u32) -> bool,
) -> Option<Loose> {
    let mut layout = Layout::default();
    let count = |other: usize| match program.sorts[other].kind {
        SortKind::Constructed => None,
        _ => Some(algebra.count(program, other)),
    };
    layout.add_sort(program, algebra.numbers, sort, &count, &[]);
    let search = Search { program, algebra, axioms, sort, layout };
    if !is_fit(&search) {
        return None;
    }
    let mut graph = Graph::new(&search, bounds);
    graph.explore(proceed);
    graph.prune();
    Some(graph.values(bounds, proceed))
}

/// Whether rows of different terms are chosen independently.
fn is_fit(search: &Search<'_>) -> bool {
    let program = search.program;
    let kind = |sort: &usize| program.sorts[*sort].kind;
    let own = |op: &crate::execute::Operation| {
        op.arguments.iter().chain(&op.result).any(|it| *it == search.sort)
    };
    let mut ops = program.ops.iter().enumerate().filter(|(_, op)| own(op));
    let ops_fit = ops.all(|(number, op)| {
        let values = op.arguments.iter().filter(|it| is_constructed(search, it)).count();
        let mut others = op.arguments.iter().chain(&op.result).filter(|it| **it != search.sort);
        let is_observer = others.all(|it| kind(it) == SortKind::Given)
            && op.result != Some(search.sort)
            && op.domain.as_ref().is_none_or(|domain| built(search, domain).is_empty());
        let is_seen = search.layout.columns[number].is_some();
        values <= 1 && if op.is_constructor { op.domain.is_none() } else { is_observer && is_seen }
    });
    ops_fit && search.axioms.iter().all(|axiom| is_about_one_step(search, axiom))
}

/// Whether an axiom speaks of one value and of what one constructor makes of it, or of one
/// creator. It must not compare values, since equal values have equal rows.
fn is_about_one_step(search: &Search<'_>, (formula, sorts): &Axiom) -> bool {
    let values = sorts.iter().filter(|it| is_constructed(search, it)).count();
    let built = built(search, formula);
    let compares = |atom: &&Formula| match atom {
        Formula::Equal(left, right) => [left, right].iter().any(|side| match side {
            Expr::Variable(variable) => is_constructed(search, &sorts[*variable]),
            Expr::Apply(op, _) => {
                search.program.ops[*op].result.is_some_and(|it| is_constructed(search, &it))
            }
            _ => false,
        }),
        _ => false,
    };
    let fits = built.iter().all(|(op, arguments)| {
        let sorts = search.program.ops[*op].arguments.iter().zip(*arguments);
        let mut own = sorts.filter(|(sort, _)| **sort == search.sort).map(|(_, it)| it);
        own.next().map_or(values == 0, |it| matches!(it, Expr::Variable(_)) && values == 1)
    });
    let is_one = built.iter().all(|it| *it == built[0]);
    values <= 1 && fits && is_one && !rules::atoms(formula).iter().any(compares)
}

fn is_constructed(search: &Search<'_>, sort: &usize) -> bool {
    search.program.sorts[*sort].kind == SortKind::Constructed
}

/// The applications of constructors of the sort in a formula.
fn built<'f>(search: &Search<'_>, formula: &'f Formula) -> Vec<(usize, &'f [Expr])> {
    let sides = |atom: &'f Formula| match atom {
        Formula::Predicate(_, arguments) => arguments.iter().collect(),
        Formula::Equal(left, right) | Formula::Compare(_, left, right) => vec![left, right],
        _ => Vec::new(),
    };
    let mut exprs: Vec<&Expr> = rules::atoms(formula).into_iter().flat_map(sides).collect();
    let mut found = Vec::new();
    while let Some(expr) = exprs.pop() {
        match expr {
            Expr::Variable(_) | Expr::Int(_) => {}
            Expr::Arithmetic(_, left, right) => exprs.extend([&**left, &**right]),
            Expr::Apply(op, arguments) => {
                let operation = &search.program.ops[*op];
                if operation.is_constructor && operation.result == Some(search.sort) {
                    found.push((*op, arguments.as_slice()));
                }
                exprs.extend(arguments);
            }
        }
    }
    found
}

/// The rows that constructors lead to.
struct Graph<'a> {
    search: &'a Search<'a>,
    /// What creators make of elements, and the other calls of constructors.
    creators: Vec<Call>,
    calls: Vec<Call>,
    rows: Vec<Row>,
    numbers: BTreeMap<Row, usize>,
    /// By row, the least steps that lead to it.
    steps: Vec<u32>,
    /// By creator, the rows that are permitted.
    first: Vec<Vec<usize>>,
    /// By row and call, the rows that are permitted. The rows behind are not examined.
    next: Vec<Vec<Vec<usize>>>,
    /// By row, whether every call can be continued for ever, as far as that was examined.
    is_possible: Vec<bool>,
    bytes: usize,
    most_steps: u32,
    end: End,
}

/// Rows with their steps.
type Level = Vec<(Vec<usize>, Option<GroundTerm>)>;

impl<'a> Graph<'a> {
    fn new(search: &'a Search<'a>, bounds: Bounds) -> Self {
        Self {
            search,
            creators: search.calls(false),
            calls: search.calls(true),
            rows: Vec::new(),
            numbers: BTreeMap::new(),
            steps: Vec::new(),
            first: Vec::new(),
            next: Vec::new(),
            is_possible: Vec::new(),
            bytes: bounds.bytes,
            most_steps: bounds.steps.map_or(u32::MAX, |steps| steps.saturating_add(AHEAD)),
            end: End::Complete,
        }
    }

    fn number(&mut self, row: Row, steps: u32) -> usize {
        let number = *self.numbers.entry(row.clone()).or_insert(self.rows.len());
        if number == self.rows.len() {
            self.rows.push(row);
            self.steps.push(steps);
        }
        number
    }

    /// Finds all rows, by their steps.
    fn explore(&mut self, proceed: &mut dyn FnMut(u64, u32) -> bool) {
        for call in self.creators.clone() {
            let found = self.search.successors(None, &call);
            let numbers = found.into_iter().map(|row| self.number(row, 0)).collect();
            self.first.push(numbers);
        }
        while let Some(row) = self.rows.get(self.next.len()).cloned() {
            let steps = self.steps[self.next.len()];
            if steps > self.most_steps {
                break;
            }
            if self.is_full() || !proceed(0, steps) {
                self.end = if self.is_full() { End::Memory } else { End::Stopped };
                break;
            }
            let permitted = self.calls.clone().into_iter().map(|call| {
                let found = self.search.successors(Some(&row), &call);
                found.into_iter().map(|row| self.number(row, steps + 1)).collect()
            });
            let permitted = permitted.collect();
            self.next.push(permitted);
        }
        self.is_possible = vec![true; self.rows.len()];
    }

    fn is_full(&self) -> bool {
        let row = 2 * self.search.width() * size_of::<Code>() + 64;
        self.rows.len() * (row + self.calls.len() * size_of::<Vec<usize>>()) > self.bytes
    }

    /// Removes rows that some call can't continue, until no such row is left.
    fn prune(&mut self) {
        let mut changes = true;
        while std::mem::take(&mut changes) {
            // Later rows are continued by later ones mostly.
            for (row, permitted) in self.next.iter().enumerate().rev() {
                let is_possible = &mut self.is_possible;
                let mut calls = permitted.iter();
                if is_possible[row] && !calls.all(|rows| rows.iter().any(|it| is_possible[*it])) {
                    is_possible[row] = false;
                    changes = true;
                }
            }
        }
    }

    /// The values by their steps.
    fn values(&self, bounds: Bounds, proceed: &mut dyn FnMut(u64, u32) -> bool) -> Loose {
        let examined = self.next.len().checked_sub(1).map_or(0, |last| self.steps[last]);
        let examined = (self.next.len() < self.rows.len()).then_some(examined);
        let mut found = Loose { terms: Vec::new(), widest: 0, end: self.end, examined };
        let is_possible = |row: &usize| self.is_possible[*row];
        if !self.first.iter().all(|rows| rows.iter().any(is_possible)) {
            return found;
        }
        let mut known: BTreeSet<Vec<usize>> = BTreeSet::new();
        let mut level: Level = vec![(Vec::new(), None)];
        for steps in 0.. {
            if bounds.steps.is_some_and(|most| steps > most) {
                found.end = End::Steps;
                return found;
            }
            let calls = if steps == 0 { &self.creators } else { &self.calls };
            let before = std::mem::take(&mut level);
            for (place, number) in in_order(calls, before.len()) {
                let (set, inner) = &before[number];
                let Some(permitted) = self.permitted(set, steps == 0, place) else {
                    return found;
                };
                if known.insert(permitted.clone()) {
                    found.widest = found.widest.max(permitted.len());
                    let term = self.term(&calls[place], inner.as_ref());
                    found.terms.push((steps, term.clone()));
                    level.push((permitted, Some(term)));
                }
                if !proceed(found.terms.len() as u64, steps) {
                    found.end = End::Stopped;
                    return found;
                }
            }
            if level.is_empty() {
                break;
            }
        }
        found
    }

    /// The possible rows that a call leads to; `None` if they were not examined.
    fn permitted(&self, before: &[usize], is_first: bool, call: usize) -> Option<Vec<usize>> {
        let mut permitted = BTreeSet::new();
        if is_first {
            permitted.extend(&self.first[call]);
        }
        for row in before {
            permitted.extend(&self.next.get(*row)?[call]);
        }
        Some(permitted.into_iter().filter(|row| self.is_possible[*row]).collect())
    }

    fn term(&self, (op, arguments): &Call, inner: Option<&GroundTerm>) -> GroundTerm {
        let program = self.search.program;
        let sorts = program.ops[*op].arguments.iter().zip(arguments);
        let part = |(sort, code): (&usize, &Code)| match program.sorts[*sort].kind {
            SortKind::Int => GroundTerm::Int(to_int(*code)),
            SortKind::Given => GroundTerm::Element(SortId::from_index(*sort), *code),
            SortKind::Constructed => inner.cloned().unwrap_or(GroundTerm::Int(0)),
        };
        GroundTerm::Apply(OpId::from_index(*op), sorts.map(part).collect())
    }
}

/// Pairs of a call and the number of the value that it takes, in the order of all terms: by
/// constructors, then by their arguments.
fn in_order(calls: &[Call], values: usize) -> Vec<(usize, usize)> {
    let all = (0..calls.len()).flat_map(|place| (0..values).map(move |number| (place, number)));
    let mut all: Vec<(usize, usize)> = all.collect();
    all.sort_by_key(|(place, number)| {
        let (op, arguments) = calls[*place];
        (op, arguments.map(|code| if code == VALUE { *number as Code } else { code }))
    });
    all
}
