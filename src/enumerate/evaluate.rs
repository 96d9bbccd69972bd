//! The results of constructors on values, and the observations of these results. An evaluation only
//! reads the tables of values, so that several threads can evaluate at the same time.

use std::collections::HashMap;

use super::code::{
    Arguments, CANDIDATE, Code, ITSELF, OPEN, RUNNING, UNDEFINED, UNKNOWN, hash, is_value,
};
use super::formula::{FALSE, Interpretation, TRUE};
use super::layout::cell_of;
use super::machine::{Machine, Stop};
use super::store::Form;
use crate::execute::{Formula, Program};

/// The most rule applications for one value.
const STEPS: u64 = 2_000_000;
/// How deeply calls nest. What is nested deeper is open.
const DEPTH: usize = 200;

/// Why an evaluation has no result.
#[derive(Clone, Debug)]
pub(super) enum Pause {
    Stop(Stop),
    /// A constructor must be applied first. `by` is the observer whose result needs it.
    Needs {
        form: Form,
        by: Option<usize>,
    },
}

/// The evaluation has paused; [`Evaluation::pause`] says why.
#[derive(Debug)]
pub(super) struct Halt;

/// What a constructor makes of values.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// A value that is known already, or a mark.
    Known(Code),
    /// A value whose row no other value had, with the hash of the row.
    New(u64),
}

/// A value that is being built.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) form: Form,
    /// Rules between constructors come first: before them the value has no row.
    has_row: bool,
}

pub(super) struct Evaluation<'m, 'p> {
    pub(super) machine: &'m Machine<'p>,
    pub(super) program: &'p Program,
    pub(super) candidate: Option<Candidate>,
    /// The observations of the candidate.
    pub row: Vec<Code>,
    /// Values of variables, of all rules under way.
    pub(super) frames: Vec<Code>,
    /// The operations whose cells are being computed.
    computing: Vec<usize>,
    /// Calls that are in no row, with their results if these are determined.
    pub memo: HashMap<(usize, Arguments), Code>,
    depth: usize,
    pub steps: u64,
    /// Whether every rule is tried, so that contradictions show.
    pub(super) is_checking: bool,
    pub pause: Option<Pause>,
}

impl<'m, 'p> Evaluation<'m, 'p> {
    pub fn new(machine: &'m Machine<'p>) -> Self {
        Self {
            machine,
            program: machine.program,
            candidate: None,
            row: Vec::new(),
            frames: Vec::new(),
            computing: Vec::new(),
            memo: HashMap::new(),
            depth: 0,
            steps: 0,
            is_checking: true,
            pause: None,
        }
    }

    /// What a constructor makes of values. The row is complete if the value is new.
    pub fn build(&mut self, form: Form) -> Result<Outcome, Halt> {
        let known = self.machine.transition(&form);
        if known != UNKNOWN {
            return Ok(Outcome::Known(known));
        }
        let sort = self.program.ops[form.op].result.expect("a constructor has a result");
        self.is_checking = self.machine.is_checking(sort);
        self.memo.clear();
        self.frames.clear();
        self.computing.clear();
        self.depth = 0;
        self.candidate = Some(Candidate { form, has_row: false });
        if let Some(outside) = self.outside(form.op, &form.arguments)? {
            return Ok(Outcome::Known(outside));
        }
        if let Some(value) = self.rewritten(&form)? {
            return Ok(Outcome::Known(value));
        }
        self.candidate = Some(Candidate { form, has_row: true });
        self.row.clear();
        self.row.resize(self.machine.stores[sort].width, UNKNOWN);
        let mut open = self.observe(sort)?;
        while open > 0 {
            let before = open;
            self.row.iter_mut().filter(|code| **code == OPEN).for_each(|code| *code = UNKNOWN);
            open = self.observe(sort)?;
            if open == before {
                break;
            }
        }
        let hash = hash(&self.row);
        let twin = self.machine.twin(sort, &self.row, hash);
        Ok(twin.map_or(Outcome::New(hash), Outcome::Known))
    }

    pub(super) fn halt<T>(&mut self, stop: Stop) -> Result<T, Halt> {
        self.pause = Some(Pause::Stop(stop));
        Err(Halt)
    }

    /// The first observation under way that yields a value.
    fn builder(&self) -> Option<usize> {
        let builds = |op: &usize| {
            self.program.ops[*op].result.is_some_and(|it| self.machine.is_constructed(it))
        };
        self.computing.iter().copied().find(builds)
    }

    /// What a constructor makes of values, while a candidate is observed.
    fn built(&mut self, op: usize, arguments: &Arguments) -> Result<Code, Halt> {
        let form = Form { op, arguments: *arguments };
        if let Some(candidate) = &self.candidate {
            if candidate.form == form {
                return Ok(if candidate.has_row { CANDIDATE } else { OPEN });
            }
            if arguments.contains(&CANDIDATE) {
                // Nothing can be built from a candidate before it is known.
                let last = self.computing.last().copied().unwrap_or(0);
                let stop = self.builder().map_or(Stop::Runaway(last), Stop::Entangled);
                return self.halt(stop);
            }
        }
        match self.machine.transition(&form) {
            UNKNOWN => {
                self.pause = Some(Pause::Needs { form, by: self.builder() });
                Err(Halt)
            }
            known => Ok(known),
        }
    }

    /// `Undefined` or `Open` where an operation is not known to be defined.
    pub(super) fn outside(
        &mut self,
        op: usize,
        arguments: &Arguments,
    ) -> Result<Option<Code>, Halt> {
        let program = self.program;
        let Some(domain) = &program.ops[op].domain else { return Ok(None) };
        Ok(match self.decide(domain, &arguments[..program.ops[op].arguments.len()])? {
            TRUE => None,
            FALSE => Some(UNDEFINED),
            _ => Some(OPEN),
        })
    }

    /// The truth of a formula over values for its variables.
    pub fn decide(&mut self, formula: &Formula, values: &[Code]) -> Result<Code, Halt> {
        let base = self.frames.len();
        self.frames.extend_from_slice(values);
        let truth = self.formula(formula, base)?;
        self.frames.truncate(base);
        Ok(truth)
    }

    /// What an equation between constructors makes of a new term.
    fn rewritten(&mut self, form: &Form) -> Result<Option<Code>, Halt> {
        let program = self.program;
        for rule in &program.ops[form.op].rules {
            if program.rules[*rule].is_ordered {
                continue;
            }
            let found = self.apply_rule(*rule, &form.arguments)?;
            if is_value(found) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Computes all observations of the candidate; the number of those that are open.
    fn observe(&mut self, sort: usize) -> Result<u64, Halt> {
        let machine = self.machine;
        let mut open = 0;
        for (cell, (op, arguments)) in machine.layout.cells[sort].iter().enumerate() {
            let mut code = self.row[cell];
            if code == UNKNOWN {
                let mut arguments = *arguments;
                arguments[machine.layout.place(*op)] = CANDIDATE;
                code = self.compute_cell(*op, &arguments, cell)?;
            }
            open += u64::from(code == OPEN);
        }
        Ok(open)
    }

    fn compute_cell(
        &mut self,
        op: usize,
        arguments: &Arguments,
        cell: usize,
    ) -> Result<Code, Halt> {
        self.row[cell] = RUNNING;
        self.computing.push(op);
        let constructor = self.candidate.map(|it| it.form.op);
        let code = self.compute(op, arguments, constructor)?;
        self.computing.pop();
        self.row[cell] = if code == CANDIDATE { ITSELF } else { code };
        Ok(code)
    }

    /// The result of a call that is in no row.
    fn remembered(&mut self, op: usize, arguments: &Arguments) -> Result<Code, Halt> {
        let key = (op, *arguments);
        match self.memo.get(&key).or_else(|| self.machine.memo.get(&key)).copied() {
            Some(RUNNING) => return Ok(OPEN),
            Some(known) => return Ok(known),
            None => {}
        }
        self.memo.insert(key, RUNNING);
        let code = self.nested(|evaluation| evaluation.compute(op, arguments, None))?;
        if code == OPEN {
            self.memo.remove(&key);
        } else {
            self.memo.insert(key, code);
        }
        Ok(code)
    }

    fn nested(
        &mut self,
        evaluate: impl FnOnce(&mut Self) -> Result<Code, Halt>,
    ) -> Result<Code, Halt> {
        if self.depth >= DEPTH {
            return Ok(OPEN);
        }
        self.depth += 1;
        let found = evaluate(self);
        self.depth -= 1;
        found
    }

    pub(super) fn step(&mut self, op: usize) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps > STEPS { self.halt(Stop::Runaway(op)) } else { Ok(()) }
    }
}

impl Interpretation<usize> for Evaluation<'_, '_> {
    type Halt = Halt;

    #[inline]
    fn variable(&self, base: usize, variable: usize) -> Code {
        self.frames[base + variable]
    }

    #[inline]
    fn call(&mut self, op: usize, arguments: &Arguments) -> Result<Code, Halt> {
        let machine = self.machine;
        let operation = &self.program.ops[op];
        let codes = &arguments[..operation.arguments.len()];
        if operation.is_given {
            let cell = machine.algebra.cell(self.program, op, codes);
            return Ok(cell.map_or(OPEN, |cell| machine.algebra.tables[op][cell]));
        }
        if operation.is_constructor {
            return self.built(op, arguments);
        }
        let column = machine.layout.columns.get(op).and_then(Option::as_ref);
        let Some(column) = column else { return self.remembered(op, arguments) };
        let digit = |place: usize, code: Code| machine.asked(operation.arguments[place], code);
        let Some(cell) = cell_of(column, digit, codes) else {
            return self.remembered(op, arguments);
        };
        let value = codes[column.place];
        let code = match value {
            CANDIDATE => self.row[cell],
            _ => machine.stores[operation.arguments[column.place]].cell(value, cell),
        };
        match code {
            UNKNOWN => self.nested(|evaluation| evaluation.compute_cell(op, arguments, cell)),
            RUNNING => Ok(OPEN),
            ITSELF => Ok(value),
            code => Ok(code),
        }
    }
}
