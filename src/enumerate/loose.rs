//! Values whose observations the axioms leave open.
//!
//! What the axioms permit for one value is a set of rows. A constructor leads from every row
//! of its argument to all rows that the axioms permit then, found cell by cell; an axiom that
//! is false already ends a branch. Two terms are one value if they permit the same rows.
//!
//! This needs axioms that speak of one value and of what one constructor makes of it, and
//! observers that yield elements, numbers or truth values.

use std::collections::{BTreeMap, BTreeSet};

use super::algebra::Algebra;
use super::breadth::{Bounds, End};
use super::code::{ARITY, Code, OPEN, UNDEFINED, UNKNOWN, of_int, to_int};
use super::layout::Layout;
use crate::arena::Id;
use crate::execute::{Expr, Formula, Program, SortKind};
use crate::model::GroundTerm;
use crate::theory::{OpId, SortId};

/// A formula with the sorts of its variables.
pub type Axiom = (Formula, Vec<usize>);

/// The values, each as its smallest term with its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loose {
    pub terms: Vec<(u32, GroundTerm)>,
    /// The most rows that one value permits.
    pub widest: usize,
    pub end: End,
}

/// The most rows in all.
const ROWS: usize = 200_000;

/// The values of a sort. `None` where the axioms or observers are of another kind.
pub fn loose(
    program: &Program,
    algebra: &Algebra,
    axioms: &[Axiom],
    sort: usize,
    bounds: Bounds,
) -> Option<Loose> {
    let mut layout = Layout::default();
    let numbers = algebra.numbers;
    let count = |other: usize| match program.sorts[other].kind {
        SortKind::Constructed => None,
        _ => Some(algebra.count(program, other)),
    };
    layout.add_sort(program, numbers, sort, &count, &[]);
    let search = Search { program, algebra, axioms, sort, layout };
    search.is_fit().then(|| search.run(bounds))
}

struct Search<'a> {
    program: &'a Program,
    algebra: &'a Algebra,
    axioms: &'a [Axiom],
    sort: usize,
    layout: Layout,
}

type Row = Vec<Code>;

/// A constructor and its arguments; the value's own place is 0.
type Call = (usize, [Code; ARITY]);

impl Search<'_> {
    fn is_fit(&self) -> bool {
        let program = self.program;
        let constructed = |sort: &usize| program.sorts[*sort].kind == SortKind::Constructed;
        let own = |op: &crate::execute::Operation| {
            op.arguments.iter().chain(&op.result).any(|it| *it == self.sort)
        };
        let mut ops = program.ops.iter().enumerate().filter(|(_, op)| own(op));
        let ops_fit = ops.all(|(number, op)| {
            let values = op.arguments.iter().filter(|it| constructed(it)).count();
            let is_observer = !op.is_constructor && !op.result.iter().any(constructed);
            let is_seen = self.layout.columns[number].is_some();
            values <= 1 && (op.is_constructor && op.domain.is_none() || is_observer && is_seen)
        });
        let one_value = |(_, sorts): &Axiom| sorts.iter().filter(|it| constructed(it)).count() <= 1;
        ops_fit && self.axioms.iter().all(one_value)
    }

    fn run(&self, bounds: Bounds) -> Loose {
        let mut rows: Vec<Row> = Vec::new();
        let mut numbers: BTreeMap<Row, usize> = BTreeMap::new();
        let mut next: BTreeMap<(usize, Call), Vec<usize>> = BTreeMap::new();
        let mut known: BTreeSet<Vec<usize>> = BTreeSet::new();
        let mut terms: Vec<(u32, GroundTerm)> = Vec::new();
        let mut level: Vec<(Vec<usize>, GroundTerm)> = Vec::new();
        let mut widest = 0;
        for steps in 0.. {
            if bounds.steps.is_some_and(|most| steps > most) {
                return Loose { terms, widest, end: End::Steps };
            }
            let before: Vec<(Vec<usize>, Option<GroundTerm>)> = match steps {
                0 => vec![(vec![usize::MAX], None)],
                _ => level.drain(..).map(|(set, term)| (set, Some(term))).collect(),
            };
            for (set, term) in &before {
                for call in self.calls(term.is_some()) {
                    let mut permitted = BTreeSet::new();
                    for row in set {
                        let found = next.entry((*row, call)).or_insert_with(|| {
                            let own = rows.get(*row).cloned().unwrap_or_default();
                            let mut found = Vec::new();
                            for row in self.successors(&own, &call) {
                                let number = *numbers.entry(row.clone()).or_insert(rows.len());
                                if number == rows.len() {
                                    rows.push(row);
                                }
                                found.push(number);
                            }
                            found
                        });
                        permitted.extend(found.iter().copied());
                    }
                    let set: Vec<usize> = permitted.into_iter().collect();
                    if rows.len() > ROWS {
                        return Loose { terms, widest, end: End::Memory };
                    }
                    if !set.is_empty() && known.insert(set.clone()) {
                        widest = widest.max(set.len());
                        let term = self.term(&call, term.as_ref());
                        terms.push((steps, term.clone()));
                        level.push((set, term));
                    }
                }
            }
            if level.is_empty() {
                break;
            }
        }
        Loose { terms, widest, end: End::Complete }
    }

    /// The calls of all constructors that take a value, or of all that take none.
    fn calls(&self, takes_value: bool) -> Vec<Call> {
        let mut found = Vec::new();
        for (op, operation) in self.program.ops.iter().enumerate() {
            let own = operation.arguments.contains(&self.sort);
            if !operation.is_constructor
                || operation.result != Some(self.sort)
                || own != takes_value
            {
                continue;
            }
            let mut all: Vec<[Code; ARITY]> = vec![[0; ARITY]];
            for (place, sort) in operation.arguments.iter().enumerate() {
                if *sort == self.sort {
                    continue;
                }
                let codes = self.codes(*sort);
                let longer = |arguments: &[Code; ARITY]| {
                    let arguments = *arguments;
                    let with = move |code: &Code| {
                        let mut arguments = arguments;
                        arguments[place] = *code;
                        arguments
                    };
                    codes.iter().map(with).collect::<Vec<_>>()
                };
                all = all.iter().flat_map(longer).collect();
            }
            found.extend(all.into_iter().map(|arguments| (op, arguments)));
        }
        found
    }

    fn codes(&self, sort: usize) -> Vec<Code> {
        let digits = 0..self.algebra.count(self.program, sort);
        digits.map(|digit| self.algebra.value(self.program, sort, digit)).collect()
    }

    fn term(&self, (op, arguments): &Call, inner: Option<&GroundTerm>) -> GroundTerm {
        let sorts = self.program.ops[*op].arguments.iter().zip(arguments);
        let part = |(sort, code): (&usize, &Code)| match self.program.sorts[*sort].kind {
            SortKind::Int => GroundTerm::Int(to_int(*code)),
            SortKind::Given => GroundTerm::Element(SortId::from_index(*sort), *code),
            SortKind::Constructed => inner.cloned().unwrap_or(GroundTerm::Int(0)),
        };
        GroundTerm::Apply(OpId::from_index(*op), sorts.map(part).collect())
    }

    /// All rows that the axioms permit for a call on a value with a row.
    fn successors(&self, own: &Row, call: &Call) -> Vec<Row> {
        let mut instances: Vec<(&Formula, Vec<Code>)> = Vec::new();
        for (formula, sorts) in self.axioms {
            let mut all: Vec<Vec<Code>> = vec![Vec::new()];
            for sort in sorts {
                let codes = if *sort == self.sort { vec![VALUE, MADE] } else { self.codes(*sort) };
                let longer = |values: &Vec<Code>| {
                    codes
                        .iter()
                        .map(|code| [values.as_slice(), &[*code]].concat())
                        .collect::<Vec<_>>()
                };
                all = all.iter().flat_map(longer).collect();
            }
            instances.extend(all.into_iter().map(|values| (formula, values)));
        }
        let mut state = State { search: self, own, call, row: vec![UNKNOWN; self.width()] };
        let mut found = Vec::new();
        state.decide(0, &instances, &mut found);
        found
    }

    fn width(&self) -> usize {
        self.layout.cells[self.sort].len()
    }
}

/// A row that is being decided.
struct State<'s> {
    search: &'s Search<'s>,
    own: &'s Row,
    call: &'s Call,
    row: Row,
}

/// A value of an expression: a code, or one of the two values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    Code(Code),
    /// The value that the constructor takes.
    Own,
    /// The value that it makes.
    Made,
    /// Another value.
    Elsewhere,
}

impl State<'_> {
    fn decide(&mut self, cell: usize, instances: &[(&Formula, Vec<Code>)], found: &mut Vec<Row>) {
        // Instances that hold already need no further look.
        let mut open = Vec::new();
        for (formula, values) in instances {
            match self.formula(formula, values) {
                0 => return,
                1 => {}
                _ => open.push((*formula, values.clone())),
            }
        }
        let Some((op, _)) = self.search.layout.cells[self.search.sort].get(cell).copied() else {
            found.push(self.row.clone());
            return;
        };
        for code in self.options(op, cell) {
            self.row[cell] = code;
            self.decide(cell + 1, &open, found);
        }
        self.row[cell] = UNKNOWN;
    }

    /// What an observation can be.
    fn options(&self, op: usize, cell: usize) -> Vec<Code> {
        let search = self.search;
        let operation = &search.program.ops[op];
        if let Some(domain) = &operation.domain {
            let (_, arguments) = search.layout.cells[search.sort][cell];
            let place = search.layout.columns[op].as_ref().map_or(0, |column| column.place);
            let values: Vec<Code> = arguments[..operation.arguments.len()].to_vec();
            if self.with_made(domain, &values, place) == 0 {
                return vec![UNDEFINED];
            }
        }
        match operation.result {
            None => vec![0, 1],
            Some(sort) => search.codes(sort),
        }
    }

    /// A domain condition of an observer on the value that is made.
    fn with_made(&self, formula: &Formula, values: &[Code], place: usize) -> Code {
        let made = Values { codes: values, made: Some(place) };
        self.truth(formula, &made)
    }

    fn formula(&self, formula: &Formula, values: &[Code]) -> Code {
        self.truth(formula, &Values { codes: values, made: None })
    }

    fn expr(&self, expr: &Expr, values: &Values<'_>) -> Seen {
        match expr {
            Expr::Variable(variable) if values.made == Some(*variable) => Seen::Made,
            Expr::Variable(variable) => match values.codes[*variable] {
                VALUE => Seen::Own,
                MADE => Seen::Made,
                code => Seen::Code(code),
            },
            Expr::Int(number) => Seen::Code(of_int(*number)),
            Expr::Arithmetic(operator, left, right) => {
                match (self.expr(left, values), self.expr(right, values)) {
                    (Seen::Code(UNDEFINED), _) | (_, Seen::Code(UNDEFINED)) => {
                        Seen::Code(UNDEFINED)
                    }
                    (Seen::Code(OPEN), _) | (_, Seen::Code(OPEN)) => Seen::Code(OPEN),
                    (Seen::Code(left), Seen::Code(right)) => {
                        let (left, right) = (to_int(left), to_int(right));
                        Seen::Code(match operator.is_undefined(right) {
                            true => UNDEFINED,
                            false => operator.apply(left, right).map_or(OPEN, of_int),
                        })
                    }
                    _ => Seen::Code(OPEN),
                }
            }
            Expr::Apply(op, arguments) => {
                let seen: Vec<Seen> = arguments.iter().map(|it| self.expr(it, values)).collect();
                self.apply(*op, &seen)
            }
        }
    }

    fn apply(&self, op: usize, seen: &[Seen]) -> Seen {
        let search = self.search;
        let operation = &search.program.ops[op];
        if seen.contains(&Seen::Code(UNDEFINED)) {
            return Seen::Code(UNDEFINED);
        }
        if seen.contains(&Seen::Code(OPEN)) {
            return Seen::Code(OPEN);
        }
        let codes: Vec<Code> = seen
            .iter()
            .map(|it| match it {
                Seen::Code(code) => *code,
                _ => 0,
            })
            .collect();
        if operation.is_given {
            let cell = search.algebra.cell(search.program, op, &codes);
            return Seen::Code(cell.map_or(OPEN, |cell| search.algebra.tables[op][cell]));
        }
        if operation.is_constructor {
            let is_call = op == self.call.0
                && !seen.iter().any(|it| matches!(it, Seen::Made | Seen::Elsewhere))
                && codes == self.call.1[..codes.len()];
            return if is_call { Seen::Made } else { Seen::Elsewhere };
        }
        let Some(column) = &search.layout.columns[op] else { return Seen::Code(OPEN) };
        let digit = |place: usize, code: Code| {
            search.algebra.digit(search.program, operation.arguments[place], code)
        };
        let Some(cell) = super::layout::cell_of(column, digit, &codes) else {
            return Seen::Code(OPEN);
        };
        let code = match seen[column.place] {
            Seen::Own => self.own.get(cell).copied().unwrap_or(OPEN),
            Seen::Made => self.row[cell],
            _ => OPEN,
        };
        Seen::Code(if code == UNKNOWN { OPEN } else { code })
    }

    /// 1, 0 or open.
    fn truth(&self, formula: &Formula, values: &Values<'_>) -> Code {
        match formula {
            Formula::Constant(truth) => Code::from(*truth),
            Formula::Predicate(op, arguments) => {
                let seen: Vec<Seen> = arguments.iter().map(|it| self.expr(it, values)).collect();
                match self.apply(*op, &seen) {
                    Seen::Code(UNDEFINED) => 0,
                    Seen::Code(code) => code,
                    _ => OPEN,
                }
            }
            Formula::Equal(left, right) => {
                match (self.expr(left, values), self.expr(right, values)) {
                    (Seen::Code(OPEN), _) | (_, Seen::Code(OPEN)) => OPEN,
                    (Seen::Code(left), Seen::Code(right)) => Code::from(left == right),
                    (left, right) if left == right && left != Seen::Elsewhere => 1,
                    _ => OPEN,
                }
            }
            Formula::Compare(how, left, right) => {
                match (self.expr(left, values), self.expr(right, values)) {
                    (Seen::Code(UNDEFINED), _) | (_, Seen::Code(UNDEFINED)) => 0,
                    (Seen::Code(OPEN), _) | (_, Seen::Code(OPEN)) => OPEN,
                    (Seen::Code(left), Seen::Code(right)) => {
                        Code::from(how.holds(to_int(left), to_int(right)))
                    }
                    _ => OPEN,
                }
            }
            Formula::Not(inner) => match self.truth(inner, values) {
                OPEN => OPEN,
                truth => 1 - truth,
            },
            Formula::And(left, right) => self.joined(left, right, 0, values),
            Formula::Or(left, right) => self.joined(left, right, 1, values),
            Formula::Iff(left, right) => {
                match (self.truth(left, values), self.truth(right, values)) {
                    (OPEN, _) | (_, OPEN) => OPEN,
                    (left, right) => Code::from(left == right),
                }
            }
        }
    }

    fn joined(&self, left: &Formula, right: &Formula, deciding: Code, values: &Values<'_>) -> Code {
        let left = self.truth(left, values);
        if left == deciding {
            return left;
        }
        let right = self.truth(right, values);
        if left == OPEN && right != deciding { OPEN } else { right }
    }
}

/// Values of variables.
struct Values<'v> {
    codes: &'v [Code],
    /// The variable that stands for the value that is made, in a domain condition.
    made: Option<usize>,
}

/// Marks the variable that stands for the value that the constructor takes.
const VALUE: Code = Code::MAX - 9;
/// Marks one that stands for the value that it makes.
const MADE: Code = Code::MAX - 10;
