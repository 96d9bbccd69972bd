//! Rules, expressions and formulas on codes.

use super::code::{ARITY, Arguments, Code, OPEN, UNDEFINED, UNKNOWN, is_value, of_int, to_int};
use super::machine::{Machine, Stop};
use crate::execute::{Conclusion, Expr, Formula, Pattern, Rule, SortKind, Step};

const TRUE: Code = 1;
const FALSE: Code = 0;

impl<'p> Machine<'p> {
    /// Evaluates a call by the rules of its operation. Where the constructor of the observed
    /// value is known, only the rules for it are tried.
    pub(super) fn compute(
        &mut self,
        op: usize,
        arguments: &Arguments,
        constructor: Option<usize>,
    ) -> Result<Code, Stop> {
        if let Some(outside) = self.outside(op, arguments)? {
            return Ok(outside);
        }
        let program = self.program;
        let mut found = (UNKNOWN, 0);
        let mut is_open = false;
        for last_resort in [false, true] {
            let count = match constructor {
                Some(constructor) if !self.tracks_forms => self.rules[op][constructor].len(),
                _ => program.ops[op].rules.len(),
            };
            for position in 0..count {
                let rule = match constructor {
                    Some(constructor) if !self.tracks_forms => {
                        self.rules[op][constructor][position]
                    }
                    _ => program.ops[op].rules[position],
                };
                if program.rules[rule].is_last_resort != last_resort {
                    continue;
                }
                let code = self.apply(rule, arguments)?;
                if code == OPEN {
                    is_open = true;
                } else if code != UNKNOWN && found.0 == UNKNOWN {
                    found = (code, rule);
                    if !self.is_checking() {
                        return Ok(code);
                    }
                } else if code != UNKNOWN && code != found.0 {
                    let rules = [found.1, rule];
                    return Err(Stop::Contradiction { op, arguments: *arguments, rules });
                }
            }
            if found.0 != UNKNOWN {
                return Ok(found.0);
            }
        }
        let _ = is_open;
        Ok(OPEN)
    }

    /// What a rule says: unknown where it does not apply, open where it might.
    pub(super) fn apply(&mut self, index: usize, arguments: &Arguments) -> Result<Code, Stop> {
        let rule = &self.program.rules[index];
        self.step(rule.op)?;
        let base = self.frames.len();
        self.frames.resize(base + rule.variables, UNKNOWN);
        let found = if self.is_flat[index] && !self.tracks_forms {
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
    ) -> Result<Code, Stop> {
        for (pattern, code) in rule.head.iter().zip(arguments) {
            match pattern {
                Pattern::Variable(variable) => {
                    if !self.bind(base, *variable, *code) {
                        return Ok(UNKNOWN);
                    }
                }
                Pattern::Int(number) => {
                    if *code != of_int(*number) {
                        return Ok(UNKNOWN);
                    }
                }
                Pattern::Apply(op, inner) => {
                    let sort = self.program.ops[*op].result.unwrap_or(0);
                    let form = self.stores[sort].form(*code);
                    if form.op != *op {
                        return Ok(UNKNOWN);
                    }
                    for (pattern, code) in inner.iter().zip(form.arguments) {
                        let Pattern::Variable(variable) = pattern else { return Ok(UNKNOWN) };
                        if !self.bind(base, *variable, code) {
                            return Ok(UNKNOWN);
                        }
                    }
                }
            }
        }
        self.run(rule, 0, base)
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

    /// Matches patterns with every form of the values, then runs the rule.
    fn solve(
        &mut self,
        rule: &'p Rule,
        agenda: &[(&'p Pattern, Code)],
        base: usize,
    ) -> Result<Code, Stop> {
        let Some(((pattern, code), rest)) = agenda.split_first() else {
            return self.run(rule, 0, base);
        };
        match pattern {
            Pattern::Variable(variable) => {
                if self.bind(base, *variable, *code) {
                    self.solve(rule, rest, base)
                } else {
                    Ok(UNKNOWN)
                }
            }
            Pattern::Int(number) => {
                if *code == of_int(*number) {
                    self.solve(rule, rest, base)
                } else {
                    Ok(UNKNOWN)
                }
            }
            Pattern::Apply(op, inner) if self.program.ops[*op].is_constructor => {
                let sort = self.program.ops[*op].result.unwrap_or(0);
                let bound = self.frames[base..base + rule.variables].to_vec();
                let mut best = UNKNOWN;
                for number in 0.. {
                    let form = match number {
                        0 => self.stores[sort].form(*code),
                        _ => {
                            let further = self.stores[sort].further.get(code);
                            match further.and_then(|forms| forms.get(number - 1)) {
                                Some(form) => *form,
                                None => break,
                            }
                        }
                    };
                    if form.op != *op {
                        continue;
                    }
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
    fn run(&mut self, rule: &'p Rule, from: usize, base: usize) -> Result<Code, Stop> {
        for (place, step) in rule.steps.iter().enumerate().skip(from) {
            match step {
                Step::Guard(formula) => match self.formula(formula, base)? {
                    TRUE => {}
                    FALSE => return Ok(UNKNOWN),
                    _ => return Ok(OPEN),
                },
                Step::Bind(pattern, expr) => {
                    let code = self.expr(expr, base)?;
                    match (code, pattern) {
                        (UNDEFINED, _) => return Ok(UNKNOWN),
                        (OPEN, _) => return Ok(OPEN),
                        (code, Pattern::Variable(variable)) => {
                            if !self.bind(base, *variable, code) {
                                return Ok(UNKNOWN);
                            }
                        }
                        (code, pattern) => {
                            return self.bind_pattern(rule, (place, pattern), code, base);
                        }
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

    /// Goes on behind a step whose result must match a pattern.
    fn bind_pattern(
        &mut self,
        rule: &'p Rule,
        (place, pattern): (usize, &'p Pattern),
        code: Code,
        base: usize,
    ) -> Result<Code, Stop> {
        match pattern {
            Pattern::Int(number) if code == of_int(*number) => self.run(rule, place + 1, base),
            Pattern::Apply(op, inner) if self.program.ops[*op].is_constructor => {
                let sort = self.program.ops[*op].result.unwrap_or(0);
                let form = self.stores[sort].form(code);
                let fits = form.op == *op
                    && inner.iter().zip(form.arguments).all(|(pattern, code)| match pattern {
                        Pattern::Variable(variable) => self.bind(base, *variable, code),
                        _ => false,
                    });
                if fits { self.run(rule, place + 1, base) } else { Ok(UNKNOWN) }
            }
            _ => Ok(UNKNOWN),
        }
    }

    /// Each element gives an instance of the axiom.
    fn run_each(
        &mut self,
        rule: &'p Rule,
        next: usize,
        (variable, sort): (usize, usize),
        base: usize,
    ) -> Result<Code, Stop> {
        let bound = self.frames[base..base + rule.variables].to_vec();
        let mut best = UNKNOWN;
        for element in 0..self.algebra.count(self.program, sort) {
            self.step(rule.op)?;
            self.frames.truncate(base);
            self.frames.extend_from_slice(&bound);
            self.frames[base + variable] = self.algebra.value(self.program, sort, element);
            match self.run(rule, next, base)? {
                UNKNOWN => {}
                OPEN => best = OPEN,
                found => return Ok(found),
            }
        }
        Ok(best)
    }

    /// The value of an expression; `UNDEFINED` or `OPEN` where it has none.
    pub(super) fn expr(&mut self, expr: &'p Expr, base: usize) -> Result<Code, Stop> {
        match expr {
            Expr::Variable(variable) => Ok(self.frames[base + variable]),
            Expr::Int(number) => Ok(of_int(*number)),
            Expr::Apply(op, arguments) => match self.arguments(arguments, base)? {
                Ok(codes) => self.call(*op, &codes),
                Err(code) => Ok(code),
            },
            Expr::Arithmetic(operator, left, right) => {
                let (left, right) = (self.expr(left, base)?, self.expr(right, base)?);
                if left == UNDEFINED || right == UNDEFINED {
                    return Ok(UNDEFINED);
                }
                if left == OPEN || right == OPEN {
                    return Ok(OPEN);
                }
                let (left, right) = (to_int(left), to_int(right));
                if operator.is_undefined(right) {
                    return Ok(UNDEFINED);
                }
                Ok(operator.apply(left, right).map_or(OPEN, of_int))
            }
        }
    }

    /// The values of arguments, or else what every operation makes of them.
    #[inline]
    fn arguments(
        &mut self,
        exprs: &'p [Expr],
        base: usize,
    ) -> Result<Result<Arguments, Code>, Stop> {
        let mut codes = [0; ARITY];
        let mut is_open = false;
        for (place, expr) in exprs.iter().enumerate() {
            match self.expr(expr, base)? {
                UNDEFINED => return Ok(Err(UNDEFINED)),
                OPEN => is_open = true,
                code => codes[place] = code,
            }
        }
        Ok(if is_open { Err(OPEN) } else { Ok(codes) })
    }

    /// 1, 0 or open.
    pub(super) fn formula(&mut self, formula: &'p Formula, base: usize) -> Result<Code, Stop> {
        Ok(match formula {
            Formula::Constant(truth) => Code::from(*truth),
            Formula::Predicate(op, arguments) => {
                let code = match self.arguments(arguments, base)? {
                    Ok(codes) => self.call(*op, &codes)?,
                    Err(code) => code,
                };
                if code == UNDEFINED { FALSE } else { code }
            }
            Formula::Equal(left, right) => {
                let (left, right) = (self.expr(left, base)?, self.expr(right, base)?);
                if left == OPEN || right == OPEN { OPEN } else { Code::from(left == right) }
            }
            Formula::Compare(how, left, right) => {
                let (left, right) = (self.expr(left, base)?, self.expr(right, base)?);
                if left == UNDEFINED || right == UNDEFINED {
                    FALSE
                } else if left == OPEN || right == OPEN {
                    OPEN
                } else {
                    Code::from(how.holds(to_int(left), to_int(right)))
                }
            }
            Formula::Not(inner) => negated(self.formula(inner, base)?),
            Formula::And(left, right) => match self.formula(left, base)? {
                FALSE => FALSE,
                TRUE => self.formula(right, base)?,
                open => match self.formula(right, base)? {
                    FALSE => FALSE,
                    _ => open,
                },
            },
            Formula::Or(left, right) => match self.formula(left, base)? {
                TRUE => TRUE,
                FALSE => self.formula(right, base)?,
                open => match self.formula(right, base)? {
                    TRUE => TRUE,
                    _ => open,
                },
            },
            Formula::Iff(left, right) => match self.formula(left, base)? {
                OPEN => OPEN,
                left => match self.formula(right, base)? {
                    OPEN => OPEN,
                    right => Code::from(left == right),
                },
            },
        })
    }

    /// The truth of a formula over values for its variables.
    pub fn decide(&mut self, formula: &'p Formula, values: &[Code]) -> Result<Code, Stop> {
        let base = self.frames.len();
        self.frames.extend_from_slice(values);
        let truth = self.formula(formula, base);
        self.frames.truncate(base);
        truth
    }

    /// The result of an operation on known values.
    pub fn ask(&mut self, op: usize, arguments: &Arguments) -> Result<Code, Stop> {
        self.call(op, arguments)
    }

    /// Whether a sort's values are built by constructors.
    pub fn is_constructed(&self, sort: usize) -> bool {
        self.program.sorts[sort].kind == SortKind::Constructed
    }
}

fn negated(code: Code) -> Code {
    if is_value(code) { 1 - code } else { code }
}
