//! Building values: evaluated on all cores, told apart one after the other.

use super::code::{ARITY, Arguments, Code, UNKNOWN, is_value};
use super::evaluate::{Evaluation, Halt, Outcome, Pause};
use super::formula::Interpretation;
use super::machine::{Machine, Stop, Waiting};
use super::store::Form;
use crate::execute::Formula;
use crate::parallel;

/// How many values may wait for each other.
const WAITING: usize = 300;
/// How many values one thread evaluates in one go.
const PART: usize = 512;

/// What constructors make of values, in order.
pub(super) struct Part {
    outcomes: Vec<Result<Outcome, Box<Pause>>>,
    /// The rows of new values.
    rows: Vec<Code>,
}

impl<'p> Machine<'p> {
    /// The value that a constructor makes of values.
    pub fn build(&mut self, op: usize, arguments: &Arguments) -> Result<Code, Stop> {
        self.steps = 0;
        self.waiting.clear();
        self.construct(Form { op, arguments: *arguments })
    }

    fn construct(&mut self, form: Form) -> Result<Code, Stop> {
        let known = self.transition(&form);
        if known != UNKNOWN {
            return Ok(known);
        }
        let (outcome, row) = self.finished(form, |evaluation| {
            let outcome = evaluation.build(form)?;
            Ok((outcome, std::mem::take(&mut evaluation.row)))
        })?;
        self.settle(form, &outcome, &row)
    }

    /// Evaluates until nothing that is needed for it is missing.
    fn finished<T>(
        &mut self,
        form: Form,
        evaluate: impl Fn(&mut Evaluation<'_, 'p>) -> Result<T, Halt>,
    ) -> Result<T, Stop> {
        loop {
            let mut evaluation = Evaluation::new(self);
            evaluation.steps = self.steps;
            let found = evaluate(&mut evaluation);
            let Evaluation { steps, pause, .. } = evaluation;
            self.steps = steps;
            if let Ok(found) = found {
                return Ok(found);
            }
            match pause.expect("a halt has a reason") {
                Pause::Needs { form: needed, by } => self.wait(Waiting { form, by }, needed)?,
                Pause::Stop(stop) => return Err(stop),
            }
        }
    }

    /// Builds what a value waits for.
    fn wait(&mut self, waiting: Waiting, needed: Form) -> Result<(), Stop> {
        self.waiting.push(waiting);
        let is_circular = self.waiting.iter().any(|it| it.form == needed);
        if is_circular || self.waiting.len() > WAITING {
            let by = self.waiting.iter().find_map(|it| it.by);
            return Err(by.map_or(Stop::Runaway(needed.op), Stop::Entangled));
        }
        self.construct(needed)?;
        self.waiting.pop();
        Ok(())
    }

    /// Evaluates what constructors make of values, on all cores.
    pub(super) fn evaluated(&self, forms: &[Form]) -> Vec<Part> {
        let parts = forms.chunks(PART);
        match forms.len() > PART {
            true => parallel::map(parts.collect::<Vec<_>>(), |part| self.evaluated_part(part)),
            false => parts.map(|part| self.evaluated_part(part)).collect(),
        }
    }

    fn evaluated_part(&self, forms: &[Form]) -> Part {
        let mut part = Part { outcomes: Vec::with_capacity(forms.len()), rows: Vec::new() };
        let mut evaluation = Evaluation::new(self);
        for form in forms {
            evaluation.steps = 0;
            let outcome = evaluation.build(*form);
            if let Ok(Outcome::New(_)) = outcome {
                part.rows.extend_from_slice(&evaluation.row);
            }
            let pause = |Halt| Box::new(evaluation.pause.take().expect("a halt has a reason"));
            part.outcomes.push(outcome.map_err(pause));
        }
        part
    }

    /// The values of forms that were evaluated, in order.
    pub(super) fn settled(
        &mut self,
        forms: &[Form],
        parts: Vec<Part>,
        then: &mut dyn FnMut(&mut Self, &Form, Code) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        for (forms, part) in forms.chunks(PART).zip(parts) {
            let mut rows = part.rows.as_slice();
            for (form, outcome) in forms.iter().zip(part.outcomes) {
                let value = match outcome {
                    Ok(outcome) => {
                        let sort = self.program.ops[form.op].result.unwrap_or(0);
                        let is_new = matches!(outcome, Outcome::New(_));
                        let width = if is_new { self.stores[sort].width } else { 0 };
                        let (row, rest) = rows.split_at(width);
                        rows = rest;
                        self.settle(*form, &outcome, row)?
                    }
                    Err(pause) => match *pause {
                        Pause::Stop(stop) => return Err(stop),
                        Pause::Needs { .. } => self.build(form.op, &form.arguments)?,
                    },
                };
                if !then(self, form, value)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Makes an outcome known.
    fn settle(&mut self, form: Form, outcome: &Outcome, row: &[Code]) -> Result<Code, Stop> {
        let known = self.transition(&form);
        if known != UNKNOWN {
            return Ok(known);
        }
        let sort = self.program.ops[form.op].result.expect("a constructor has a result");
        let value = match *outcome {
            Outcome::Known(code) => code,
            Outcome::New(hash) => match self.twin(sort, row, hash) {
                Some(twin) => twin,
                None => self.add(sort, &form, row, hash)?,
            },
        };
        self.set_transition(&form, value);
        if self.tracks_forms && is_value(value) && self.stores[sort].form(value) != form {
            self.stores[sort].further.entry(value).or_default().push(form);
        }
        Ok(value)
    }

    /// The truth of a formula over values for its variables.
    pub fn decide(&mut self, formula: &Formula, values: &[Code]) -> Result<Code, Stop> {
        self.answered(|evaluation| evaluation.decide(formula, values))
    }

    /// The result of an operation on known values.
    pub fn ask(&mut self, op: usize, arguments: &Arguments) -> Result<Code, Stop> {
        self.answered(|evaluation| evaluation.call(op, arguments))
    }

    fn answered(
        &mut self,
        evaluate: impl Fn(&mut Evaluation<'_, 'p>) -> Result<Code, Halt>,
    ) -> Result<Code, Stop> {
        self.steps = 0;
        self.waiting.clear();
        let nothing = Form { op: usize::MAX, arguments: [0; ARITY] };
        let (code, memo) = self.finished(nothing, |evaluation| {
            let code = evaluate(evaluation)?;
            Ok((code, std::mem::take(&mut evaluation.memo)))
        })?;
        self.memo.extend(memo);
        Ok(code)
    }
}
