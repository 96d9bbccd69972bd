//! Rules on codes: which of them apply to a call, and what they say.

use super::code::{Arguments, CANDIDATE, Code, OPEN, UNDEFINED, UNKNOWN, of_int};
use super::evaluate::{Evaluation, Halt};
use super::formula::{FALSE, Interpretation, TRUE};
use super::machine::Stop;
use super::store::Form;
use crate::execute::{Conclusion, Pattern, Rule, Step};

impl<'p> Evaluation<'_, 'p> {
    /// Evaluates a call by the rules of its operation. Where the constructor of the observed
    /// value is known, only the rules for it are tried.
    pub(super) fn compute(
        &mut self,
        op: usize,
        arguments: &Arguments,
        constructor: Option<usize>,
    ) -> Result<Code, Halt> {
        if let Some(outside) = self.outside(op, arguments)? {
            return Ok(outside);
        }
        let (machine, program) = (self.machine, self.program);
        let rules: &[usize] = match constructor {
            Some(constructor) if !machine.tracks_forms => &machine.rules[op][constructor],
            _ => &program.ops[op].rules,
        };
        let mut found = (UNKNOWN, 0);
        for last_resort in [false, true] {
            for rule in rules {
                if program.rules[*rule].is_last_resort != last_resort {
                    continue;
                }
                let code = self.apply_rule(*rule, arguments)?;
                if code == OPEN || code == UNKNOWN {
                    continue;
                }
                if !self.is_checking {
                    return Ok(code);
                }
                if found.0 == UNKNOWN {
                    found = (code, *rule);
                } else if code != found.0 {
                    let rules = [found.1, *rule];
                    return self.halt(Stop::Contradiction { op, arguments: *arguments, rules });
                }
            }
            if found.0 != UNKNOWN {
                return Ok(found.0);
            }
        }
        Ok(OPEN)
    }

    /// What a rule says: unknown where it does not apply, open where it might.
    pub(super) fn apply_rule(&mut self, index: usize, arguments: &Arguments) -> Result<Code, Halt> {
        let rule = &self.program.rules[index];
        self.step(rule.op)?;
        let base = self.frames.len();
        self.frames.resize(base + rule.variables, UNKNOWN);
        let found = if self.machine.is_flat[index] && !self.machine.tracks_forms {
            self.apply_flat(rule, arguments, base)
        } else {
            let agenda: Vec<_> = rule.head.iter().zip(arguments.iter().copied()).collect();
            self.solve(rule, &agenda, base)
        };
        self.frames.truncate(base);
        found
    }

    fn apply_flat(
        &mut self,
        rule: &'p Rule,
        arguments: &Arguments,
        base: usize,
    ) -> Result<Code, Halt> {
        for (pattern, code) in rule.head.iter().zip(arguments) {
            let fits = match pattern {
                Pattern::Variable(variable) => self.bind(base, *variable, *code),
                Pattern::Int(number) => *code == of_int(*number),
                Pattern::Apply(op, inner) => {
                    let form = self.form(*op, *code);
                    form.op == *op && self.bind_all(base, inner, &form)
                }
            };
            if !fits {
                return Ok(UNKNOWN);
            }
        }
        self.run(rule, 0, base)
    }

    /// The first form of a value that a constructor may have built.
    #[inline]
    fn form(&self, op: usize, value: Code) -> Form {
        match &self.candidate {
            Some(candidate) if value == CANDIDATE => candidate.form,
            _ => self.machine.stores[self.program.ops[op].result.unwrap_or(0)].form(value),
        }
    }

    #[inline]
    fn bind(&mut self, base: usize, variable: usize, code: Code) -> bool {
        let known = &mut self.frames[base + variable];
        if *known == UNKNOWN {
            *known = code;
            true
        } else {
            *known == code
        }
    }

    /// Binds the variables of a pattern without patterns inside.
    #[inline]
    fn bind_all(&mut self, base: usize, patterns: &[Pattern], form: &Form) -> bool {
        patterns.iter().zip(form.arguments).all(|(pattern, code)| match pattern {
            Pattern::Variable(variable) => self.bind(base, *variable, code),
            _ => false,
        })
    }

    /// Matches patterns with every form of the values, then runs the rule.
    fn solve(
        &mut self,
        rule: &'p Rule,
        agenda: &[(&'p Pattern, Code)],
        base: usize,
    ) -> Result<Code, Halt> {
        let Some(((pattern, code), rest)) = agenda.split_first() else {
            return self.run(rule, 0, base);
        };
        match pattern {
            Pattern::Variable(variable) => match self.bind(base, *variable, *code) {
                true => self.solve(rule, rest, base),
                false => Ok(UNKNOWN),
            },
            Pattern::Int(number) => match *code == of_int(*number) {
                true => self.solve(rule, rest, base),
                false => Ok(UNKNOWN),
            },
            Pattern::Apply(op, inner) if self.program.ops[*op].is_constructor => {
                let first = self.form(*op, *code);
                let sort = self.program.ops[*op].result.unwrap_or(0);
                let further = self.machine.stores[sort].further.get(code);
                let forms = [first].into_iter().chain(further.into_iter().flatten().copied());
                let bound = self.frames[base..base + rule.variables].to_vec();
                let mut best = UNKNOWN;
                for form in forms.filter(|form| form.op == *op) {
                    let mut longer: Vec<_> = inner.iter().zip(form.arguments).collect();
                    longer.extend_from_slice(rest);
                    self.frames.truncate(base);
                    self.frames.extend_from_slice(&bound);
                    match self.solve(rule, &longer, base)? {
                        UNKNOWN => {}
                        OPEN => best = OPEN,
                        found => return Ok(found),
                    }
                }
                Ok(best)
            }
            // A call that stands for itself is no value here.
            Pattern::Apply(..) => Ok(UNKNOWN),
        }
    }

    /// Runs the steps of a rule from one on, then its conclusion.
    fn run(&mut self, rule: &'p Rule, from: usize, base: usize) -> Result<Code, Halt> {
        for (place, step) in rule.steps.iter().enumerate().skip(from) {
            match step {
                Step::Guard(formula) => match self.formula(formula, base)? {
                    TRUE => {}
                    FALSE => return Ok(UNKNOWN),
                    _ => return Ok(OPEN),
                },
                Step::Bind(pattern, expr) => {
                    let code = match self.expr(expr, base)? {
                        UNDEFINED => return Ok(UNKNOWN),
                        OPEN => return Ok(OPEN),
                        code => code,
                    };
                    let fits = match pattern {
                        Pattern::Variable(variable) => self.bind(base, *variable, code),
                        Pattern::Int(number) => code == of_int(*number),
                        Pattern::Apply(op, inner) => {
                            self.program.ops[*op].is_constructor && {
                                let form = self.form(*op, code);
                                form.op == *op && self.bind_all(base, inner, &form)
                            }
                        }
                    };
                    if !fits {
                        return Ok(UNKNOWN);
                    }
                }
                Step::Each { variable, sort } => {
                    return self.run_each(rule, place + 1, (*variable, *sort), base);
                }
            }
        }
        match &rule.conclusion {
            Conclusion::Truth(truth) => Ok(Code::from(*truth)),
            Conclusion::Term(expr) => self.expr(expr, base),
            Conclusion::Formula(formula) => self.formula(formula, base),
        }
    }

    /// Each element gives an instance of the axiom.
    fn run_each(
        &mut self,
        rule: &'p Rule,
        next: usize,
        (variable, sort): (usize, usize),
        base: usize,
    ) -> Result<Code, Halt> {
        let algebra = self.machine.algebra;
        let bound = self.frames[base..base + rule.variables].to_vec();
        let mut best = UNKNOWN;
        for element in 0..algebra.count(self.program, sort) {
            self.step(rule.op)?;
            self.frames.truncate(base);
            self.frames.extend_from_slice(&bound);
            self.frames[base + variable] = algebra.value(self.program, sort, element);
            match self.run(rule, next, base)? {
                UNKNOWN => {}
                OPEN => best = OPEN,
                found => return Ok(found),
            }
        }
        Ok(best)
    }
}
