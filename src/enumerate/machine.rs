//! The values of constructed sorts, each known by its observations.
//!
//! A value that is built from known values gets a row: what every observer says of it. The
//! rules of the observers look up the rows of the parts. Two values with the same row are one
//! value. Constructors that a rule rewrites to a known value need no row at all.

use std::collections::HashMap;

use super::algebra::{Algebra, Numbers};
use super::code::{
    ARITY, Arguments, Code, ITSELF, OPEN, RUNNING, UNDEFINED, UNKNOWN, is_value, to_int,
};
use super::layout::{Layout, cell_of};
use super::store::{Form, Store};
use super::transitions::Transitions;
use crate::execute::{Pattern, Program, SortKind};

/// Why an evaluation ends before it has a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The value that an operation yields depends on the value that is observed.
    Entangled(usize),
    /// Two rules give different results for a call.
    Contradiction { op: usize, arguments: Arguments, rules: [usize; 2] },
    /// The rules of this operation run away.
    Runaway(usize),
    /// More than 2^32 values.
    Full,
}

/// The most rule applications for one value.
const STEPS: u64 = 2_000_000;
/// How deeply calls nest. What is nested deeper is open.
const DEPTH: usize = 200;
/// As many values are checked for rules that contradict each other.
const CHECKED: usize = 5_000;

/// A value that is being built.
struct Candidate {
    op: usize,
    arguments: Arguments,
    /// Unknown before the value has a row.
    value: Code,
}

pub struct Machine<'p> {
    pub program: &'p Program,
    pub algebra: &'p Algebra,
    /// The numbers that observers are asked about.
    pub observed: Numbers,
    pub layout: Layout,
    pub stores: Vec<Store>,
    /// By sort, the number of values where all of them are known.
    pub frozen: Vec<Option<u32>>,
    transitions: Vec<Transitions>,
    /// By operation and constructor of the observed value, the rules that can apply.
    pub(super) rules: Vec<Vec<Vec<usize>>>,
    /// By rule: whether its head has no patterns inside of patterns.
    pub(super) is_flat: Vec<bool>,
    pub(super) tracks_forms: bool,
    /// Calls that are in no row.
    memo: HashMap<(usize, Arguments), Code>,
    /// Values of variables, of all rules under way.
    pub(super) frames: Vec<Code>,
    running: Vec<Candidate>,
    /// The operations whose cells are being computed.
    computing: Vec<usize>,
    depth: usize,
    steps: u64,
    /// The number of observations that the axioms leave open, and the first of them.
    pub open: u64,
    pub first_open: Option<(usize, Arguments)>,
}

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, algebra: &'p Algebra, observed: Numbers) -> Self {
        let ops = program.ops.len();
        let flat = |pattern: &Pattern| match pattern {
            Pattern::Variable(_) | Pattern::Int(_) => true,
            Pattern::Apply(op, inner) => {
                program.ops[*op].is_constructor
                    && inner.iter().all(|one| matches!(one, Pattern::Variable(_)))
            }
        };
        let is_flat: Vec<bool> =
            program.rules.iter().map(|rule| rule.head.iter().all(flat)).collect();
        let nests = |(rule, flat): (&crate::execute::Rule, &bool)| {
            let inner = rule.head.iter().any(|it| matches!(it, Pattern::Apply(..)));
            !flat || program.ops[rule.op].is_constructor && inner
        };
        let tracks_forms = program.rules.iter().zip(&is_flat).any(nests);
        Self {
            program,
            algebra,
            observed,
            layout: Layout::default(),
            stores: vec![Store::default(); program.sorts.len()],
            frozen: vec![None; program.sorts.len()],
            transitions: vec![Transitions::default(); ops],
            rules: vec![Vec::new(); ops],
            is_flat,
            tracks_forms,
            memo: HashMap::new(),
            frames: Vec::new(),
            running: Vec::new(),
            computing: Vec::new(),
            depth: 0,
            steps: 0,
            open: 0,
            first_open: None,
        }
    }

    /// Prepares a constructed sort whose constructors and observers take only this sort and
    /// sorts that are complete.
    pub fn open_sort(&mut self, sort: usize, dropped: &[usize]) {
        let program = self.program;
        let (algebra, frozen) = (self.algebra, self.frozen.clone());
        let count = |other: usize| match program.sorts[other].kind {
            SortKind::Constructed => frozen[other],
            _ => Some(algebra.count(program, other)),
        };
        let observed = self.observed;
        let asked = |other: usize| match program.sorts[other].kind {
            SortKind::Int => Some(observed.count()),
            _ => count(other),
        };
        self.layout.add_sort(program, observed, sort, &asked, dropped);
        let own =
            |op: &usize| program.ops[*op].is_constructor && program.ops[*op].result == Some(sort);
        let constructors: Vec<usize> = (0..program.ops.len()).filter(own).collect();
        let arity = constructors.iter().map(|op| program.ops[*op].arguments.len()).max();
        let width = self.layout.cells[sort].len();
        self.stores[sort] = Store::new(width, arity.unwrap_or(0), program.sorts[sort].is_free);
        for op in &constructors {
            let counts: Vec<_> = program.ops[*op].arguments.iter().map(|it| count(*it)).collect();
            self.transitions[*op] = Transitions::new(&counts);
        }
        for op in 0..program.ops.len() {
            if let Some(column) = self.layout.columns[op].as_ref() {
                let place = column.place;
                if program.ops[op].arguments[place] == sort {
                    self.rules[op] = self.applicable(op, place);
                }
            }
        }
    }

    /// The rules of an operation by the constructor that its observed argument is built by.
    fn applicable(&self, op: usize, place: usize) -> Vec<Vec<usize>> {
        let program = self.program;
        let fits = |rule: &usize, constructor: usize| match &program.rules[*rule].head[place] {
            Pattern::Apply(found, _) => *found == constructor,
            _ => true,
        };
        let rules = |constructor| {
            let all = program.ops[op].rules.iter().copied();
            all.filter(|rule| fits(rule, constructor)).collect()
        };
        (0..program.ops.len()).map(rules).collect()
    }

    #[inline]
    pub(super) fn digits(&self, op: usize, arguments: &Arguments) -> [Option<usize>; ARITY] {
        let mut digits = [None; ARITY];
        for (place, sort) in self.program.ops[op].arguments.iter().enumerate() {
            digits[place] = self.digit(*sort, arguments[place]);
        }
        digits
    }

    #[inline]
    fn digit(&self, sort: usize, code: Code) -> Option<usize> {
        match self.program.sorts[sort].kind {
            SortKind::Given => Some(code as usize),
            SortKind::Constructed => {
                self.frozen[sort].filter(|count| code < *count).map(|_| code as usize)
            }
            SortKind::Int => self.algebra.digit(self.program, sort, code),
        }
    }

    /// The position of an argument among those that observers are asked about.
    #[inline]
    fn asked(&self, sort: usize, code: Code) -> Option<usize> {
        if self.program.sorts[sort].kind != SortKind::Int {
            return self.digit(sort, code);
        }
        let number = to_int(code);
        let is_asked = self.observed.low <= number && number <= self.observed.high;
        is_asked.then(|| (number - self.observed.low) as usize)
    }

    /// The value that a constructor makes of values.
    pub fn build(&mut self, op: usize, arguments: &Arguments) -> Result<Code, Stop> {
        self.steps = 0;
        self.construct(op, arguments)
    }

    pub(super) fn construct(&mut self, op: usize, arguments: &Arguments) -> Result<Code, Stop> {
        let digits = self.digits(op, arguments);
        match self.transitions[op].get(&digits, arguments) {
            UNKNOWN => {}
            RUNNING => return self.running_value(op, arguments),
            known => return Ok(known),
        }
        let sort = self.program.ops[op].result.expect("a constructor has a result");
        self.refuse_running(op, arguments)?;
        if let Some(outside) = self.outside(op, arguments)? {
            if outside == UNDEFINED {
                self.transitions[op].set(&digits, arguments, UNDEFINED);
            }
            return Ok(outside);
        }
        self.transitions[op].set(&digits, arguments, RUNNING);
        self.running.push(Candidate { op, arguments: *arguments, value: UNKNOWN });
        let value = match self.rewritten(op, arguments)? {
            Some(value) => value,
            None => self.observed(sort, Form { op, arguments: *arguments })?,
        };
        self.running.pop();
        self.transitions[op].set(&digits, arguments, value);
        if self.tracks_forms {
            let form = Form { op, arguments: *arguments };
            if self.stores[sort].form(value) != form {
                self.stores[sort].further.entry(value).or_default().push(form);
            }
        }
        Ok(value)
    }

    /// A candidate may mention itself, but not another one.
    fn running_value(&self, op: usize, arguments: &Arguments) -> Result<Code, Stop> {
        match self.running.last() {
            Some(last) if last.op == op && last.arguments == *arguments => {
                Ok(if last.value == UNKNOWN { OPEN } else { last.value })
            }
            _ => Err(self.entangled()),
        }
    }

    /// Nothing can be built from a candidate before it is known.
    fn refuse_running(&self, op: usize, arguments: &Arguments) -> Result<(), Stop> {
        if self.running.is_empty() {
            return Ok(());
        }
        let sorts = &self.program.ops[op].arguments;
        for (place, sort) in sorts.iter().enumerate() {
            let is_constructed = self.program.sorts[*sort].kind == SortKind::Constructed;
            if is_constructed && self.is_running(*sort, arguments[place]) {
                return Err(self.entangled());
            }
        }
        Ok(())
    }

    fn is_running(&self, sort: usize, value: Code) -> bool {
        self.running.iter().any(|candidate| {
            candidate.value == value && self.program.ops[candidate.op].result == Some(sort)
        })
    }

    fn entangled(&self) -> Stop {
        let builds = |op: &usize| {
            let result = self.program.ops[*op].result;
            result.is_some_and(|sort| self.program.sorts[sort].kind == SortKind::Constructed)
        };
        let found = self.computing.iter().copied().find(builds);
        let last = self.computing.last().copied().unwrap_or(0);
        found.map_or(Stop::Runaway(last), Stop::Entangled)
    }

    /// `Undefined` or `Open` where an operation is not known to be defined.
    pub(super) fn outside(
        &mut self,
        op: usize,
        arguments: &Arguments,
    ) -> Result<Option<Code>, Stop> {
        let program = self.program;
        let Some(domain) = &program.ops[op].domain else { return Ok(None) };
        let base = self.frames.len();
        self.frames.extend_from_slice(&arguments[..program.ops[op].arguments.len()]);
        let truth = self.formula(domain, base);
        self.frames.truncate(base);
        Ok(match truth? {
            1 => None,
            0 => Some(UNDEFINED),
            _ => Some(OPEN),
        })
    }

    /// What an equation between constructors makes of a new term.
    fn rewritten(&mut self, op: usize, arguments: &Arguments) -> Result<Option<Code>, Stop> {
        let program = self.program;
        for rule in &program.ops[op].rules {
            if program.rules[*rule].is_ordered {
                continue;
            }
            let found = self.apply(*rule, arguments)?;
            if is_value(found) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The value with the observations of a form.
    fn observed(&mut self, sort: usize, form: Form) -> Result<Code, Stop> {
        if self.stores[sort].len() >= super::code::FIRST_MARK as usize {
            return Err(Stop::Full);
        }
        let value = self.stores[sort].push(&form);
        self.running.last_mut().expect("the caller pushed a candidate").value = value;
        let mut open = self.observe(sort, value)?;
        while open > 0 {
            let before = open;
            self.forget_open(sort, value);
            open = self.observe(sort, value)?;
            if open == before {
                break;
            }
        }
        if let Some(twin) = self.twin(sort, value) {
            if value as usize + 1 == self.stores[sort].len() {
                self.stores[sort].pop();
            }
            return Ok(twin);
        }
        if open > 0 {
            self.note_open(sort, value, open);
        }
        self.stores[sort].add_to_index(value);
        Ok(value)
    }

    fn note_open(&mut self, sort: usize, value: Code, open: u64) {
        self.open += open;
        if self.first_open.is_none() {
            let cell = self.stores[sort].row(value).iter().position(|code| *code == OPEN);
            let (op, mut arguments) = self.layout.cells[sort][cell.unwrap_or(0)];
            let place = self.layout.columns[op].as_ref().map_or(0, |column| column.place);
            arguments[place] = value;
            self.first_open = Some((op, arguments));
        }
    }

    fn forget_open(&mut self, sort: usize, value: Code) {
        for cell in 0..self.stores[sort].width {
            if self.stores[sort].cell(value, cell) == OPEN {
                self.stores[sort].set_cell(value, cell, UNKNOWN);
            }
        }
    }

    /// Computes all observations; the number of those that are open.
    fn observe(&mut self, sort: usize, value: Code) -> Result<u64, Stop> {
        let mut open = 0;
        for cell in 0..self.stores[sort].width {
            let mut code = self.stores[sort].cell(value, cell);
            if code == UNKNOWN {
                let (op, mut arguments) = self.layout.cells[sort][cell];
                let place = self.layout.columns[op].as_ref().map_or(0, |column| column.place);
                arguments[place] = value;
                code = self.compute_cell(op, &arguments, (sort, value, cell))?;
            }
            open += u64::from(code == OPEN);
        }
        Ok(open)
    }

    fn twin(&self, sort: usize, value: Code) -> Option<Code> {
        let store = &self.stores[sort];
        store.twin(value).or_else(|| {
            // A value that an operation maps to itself may be named by another form here.
            let row = store.row(value);
            let built = |cell: &usize| {
                let result = self.program.ops[self.layout.cells[sort][*cell].0].result;
                result == Some(sort)
            };
            let cells = (0..row.len()).filter(|cell| is_value(row[*cell])).filter(built);
            let mut others = cells.map(|cell| row[cell]);
            others.find(|other| {
                let known = store.row(*other).iter().zip(row).enumerate();
                known.into_iter().all(|(cell, (known, found))| {
                    known == found
                        || *known == ITSELF && *found == *other && built(&cell)
                        || *found == ITSELF && *known == *other && built(&cell)
                })
            })
        })
    }

    fn compute_cell(
        &mut self,
        op: usize,
        arguments: &Arguments,
        (sort, value, cell): (usize, Code, usize),
    ) -> Result<Code, Stop> {
        self.stores[sort].set_cell(value, cell, RUNNING);
        self.computing.push(op);
        let rules = self.stores[sort].form(value).op;
        let code = self.compute(op, arguments, Some(rules))?;
        let result = self.program.ops[op].result;
        let is_built =
            result.is_some_and(|it| self.program.sorts[it].kind == SortKind::Constructed);
        let kept = if result == Some(sort) && code == value {
            ITSELF
        } else if is_built && is_value(code) && self.is_running(result.unwrap_or(sort), code) {
            return Err(self.entangled());
        } else {
            code
        };
        self.computing.pop();
        self.stores[sort].set_cell(value, cell, kept);
        Ok(code)
    }

    /// The result of an operation on values.
    #[inline]
    pub(super) fn call(&mut self, op: usize, arguments: &Arguments) -> Result<Code, Stop> {
        let program = self.program;
        let operation = &program.ops[op];
        let arity = operation.arguments.len();
        if operation.is_given {
            let cell = self.algebra.cell(program, op, &arguments[..arity]);
            return Ok(cell.map_or(OPEN, |cell| self.algebra.tables[op][cell]));
        }
        if operation.is_constructor {
            return self.construct(op, arguments);
        }
        let column = self.layout.columns.get(op).and_then(Option::as_ref);
        if let Some(column) = column {
            let digit = |place: usize, code: Code| self.asked(operation.arguments[place], code);
            if let Some(cell) = cell_of(column, digit, &arguments[..arity]) {
                let (sort, value) = (operation.arguments[column.place], arguments[column.place]);
                return match self.stores[sort].cell(value, cell) {
                    UNKNOWN => self
                        .nested(|machine| machine.compute_cell(op, arguments, (sort, value, cell))),
                    RUNNING => Ok(OPEN),
                    ITSELF => Ok(value),
                    code => Ok(code),
                };
            }
        }
        self.remembered(op, arguments)
    }

    /// The result of a call that is in no row.
    fn remembered(&mut self, op: usize, arguments: &Arguments) -> Result<Code, Stop> {
        let key = (op, *arguments);
        match self.memo.get(&key).copied() {
            Some(RUNNING) => return Ok(OPEN),
            Some(known) => return Ok(known),
            None => {}
        }
        self.memo.insert(key, RUNNING);
        let code = self.nested(|machine| machine.compute(op, arguments, None))?;
        // What depends on a candidate is not known for good.
        if code == OPEN || !self.running.is_empty() {
            self.memo.remove(&key);
        } else {
            self.memo.insert(key, code);
        }
        Ok(code)
    }

    fn nested(
        &mut self,
        evaluate: impl FnOnce(&mut Self) -> Result<Code, Stop>,
    ) -> Result<Code, Stop> {
        if self.depth >= DEPTH {
            return Ok(OPEN);
        }
        self.depth += 1;
        let found = evaluate(self);
        self.depth -= 1;
        found
    }

    pub(super) fn step(&mut self, op: usize) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > STEPS { Err(Stop::Runaway(op)) } else { Ok(()) }
    }

    /// Whether every rule is tried, so that contradictions show.
    pub(super) fn is_checking(&self) -> bool {
        self.running.last().is_none_or(|it| it.value == UNKNOWN || (it.value as usize) < CHECKED)
    }

    /// The memory that all values take.
    pub fn bytes(&self) -> usize {
        let stores: usize = self.stores.iter().map(Store::bytes).sum();
        let transitions: usize = self.transitions.iter().map(Transitions::bytes).sum();
        stores + transitions + self.memo.capacity() * (size_of::<(usize, Arguments)>() + 8)
    }
}
