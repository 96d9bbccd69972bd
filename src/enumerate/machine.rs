//! The values of constructed sorts, each known by its observations.
//!
//! A value that is built from known values gets a row: what every observer says of it. The
//! rules of the observers look up the rows of the parts. Two values with the same row are one
//! value. Constructors that a rule rewrites to a known value need no row at all.

use std::collections::HashMap;

use super::algebra::{Algebra, Numbers};
use super::code::{Arguments, CANDIDATE, Code, ITSELF, OPEN, is_value, to_int};
use super::layout::Layout;
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

/// As many values are checked for rules that contradict each other.
const CHECKED: usize = 5_000;
/// A value that waits for another one, and the observer whose result needs that one.
pub(super) struct Waiting {
    pub form: Form,
    pub by: Option<usize>,
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
    pub(super) memo: HashMap<(usize, Arguments), Code>,
    pub(super) waiting: Vec<Waiting>,
    /// Rule applications for the value that is built.
    pub(super) steps: u64,
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
            waiting: Vec::new(),
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
    pub(super) fn asked(&self, sort: usize, code: Code) -> Option<usize> {
        if self.program.sorts[sort].kind != SortKind::Int {
            return self.digit(sort, code);
        }
        let number = to_int(code);
        let is_asked = self.observed.low <= number && number <= self.observed.high;
        is_asked.then(|| (number - self.observed.low) as usize)
    }

    /// What a constructor makes of values, if that is known.
    #[inline]
    pub(super) fn transition(&self, form: &Form) -> Code {
        let sorts = &self.program.ops[form.op].arguments;
        let digit = |place: usize| self.digit(sorts[place], form.arguments[place]);
        self.transitions[form.op].get(digit, &form.arguments)
    }

    pub(super) fn set_transition(&mut self, form: &Form, code: Code) {
        let mut transitions = std::mem::take(&mut self.transitions[form.op]);
        let sorts = &self.program.ops[form.op].arguments;
        let digit = |place: usize| self.digit(sorts[place], form.arguments[place]);
        transitions.set(digit, &form.arguments, code);
        self.transitions[form.op] = transitions;
    }

    /// Whether a sort's values are built by constructors.
    pub fn is_constructed(&self, sort: usize) -> bool {
        self.program.sorts[sort].kind == SortKind::Constructed
    }

    /// Whether every rule is tried, so that contradictions show.
    pub(super) fn is_checking(&self, sort: usize) -> bool {
        self.stores[sort].len() < CHECKED
    }

    /// Adds a value with its observations.
    pub(super) fn add(
        &mut self,
        sort: usize,
        form: &Form,
        row: &[Code],
        hash: u64,
    ) -> Result<Code, Stop> {
        if self.stores[sort].len() >= CANDIDATE as usize {
            return Err(Stop::Full);
        }
        let value = self.stores[sort].push(form, row, hash);
        let open = row.iter().filter(|code| **code == OPEN).count();
        self.open += open as u64;
        if let (true, None) = (open > 0, self.first_open) {
            let cell = row.iter().position(|code| *code == OPEN);
            let (op, mut arguments) = self.layout.cells[sort][cell.unwrap_or(0)];
            arguments[self.layout.place(op)] = value;
            self.first_open = Some((op, arguments));
        }
        Ok(value)
    }

    /// An earlier value with the same observations.
    pub(super) fn twin(&self, sort: usize, row: &[Code], hash: u64) -> Option<Code> {
        let store = &self.stores[sort];
        store.twin(row, hash).or_else(|| {
            // A value that an operation maps to itself may be named by another form here.
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

    /// The memory that all values take.
    pub fn bytes(&self) -> usize {
        let stores: usize = self.stores.iter().map(Store::bytes).sum();
        let transitions: usize = self.transitions.iter().map(Transitions::bytes).sum();
        stores + transitions + self.memo.capacity() * (size_of::<(usize, Arguments)>() + 8)
    }
}
