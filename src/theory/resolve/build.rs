//! Builds terms and formulas top-down from inferred types.
//!
//! Each function returns `None` after it has reported an error.

use super::builder::{Builder, Wanted};
use super::infer::{Type, Typed, arithmetic};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, ExprKind, Name};
use crate::theory::{ArithmeticOperator, Comparison, Formula, OpId, SortId, Term};

impl Builder<'_, '_> {
    pub(super) fn formula(&mut self, typed: &Typed) -> Option<Formula> {
        let span = typed.expr.span;
        match &typed.expr.kind {
            ExprKind::Call(name, _) if self.built_in(typed, name).is_some() => {
                self.report_formula_expected(typed);
                None
            }
            ExprKind::Call(name, _) => {
                let op = self.choose(typed, name, Some(Type::Truth))?;
                let arguments = self.arguments(op, typed)?;
                if self.resolver.theory.ops[op].is_predicate() {
                    return Some(Formula::Predicate(op, arguments));
                }
                self.report_formula_expected(typed);
                None
            }
            ExprKind::Not(_) => self.formula(&typed.parts[0]).map(negation),
            ExprKind::Binary(operator, ..) => self.binary_formula(*operator, typed),
            ExprKind::When(_) => {
                let (left, choices) = typed.parts.split_first()?;
                self.choice(left, choices)
            }
            ExprKind::Name(name) if !self.variables.declares(name) => {
                match self.constant(name, Type::Truth) {
                    Some(op) => Some(Formula::Predicate(op, Vec::new())),
                    None if typed.types.is_empty() => {
                        self.report_undeclared_variable(name, span);
                        None
                    }
                    None => {
                        self.report_formula_expected(typed);
                        None
                    }
                }
            }
            ExprKind::Name(_) | ExprKind::Int(_) | ExprKind::Negate(_) => {
                self.report_formula_expected(typed);
                None
            }
        }
    }

    fn binary_formula(&mut self, operator: BinaryOperator, typed: &Typed) -> Option<Formula> {
        let (left, right) = (&typed.parts[0], &typed.parts[1]);
        let connective: fn(Box<Formula>, Box<Formula>) -> Formula = match operator {
            BinaryOperator::And => Formula::And,
            BinaryOperator::Or => Formula::Or,
            BinaryOperator::Iff => Formula::Iff,
            BinaryOperator::If => |conclusion, premise| Formula::If { conclusion, premise },
            BinaryOperator::Equal => return self.equation(left, right),
            BinaryOperator::NotEqual => return self.equation(left, right).map(negation),
            BinaryOperator::Less => return self.comparison(Comparison::Less, left, right),
            BinaryOperator::LessEqual => {
                return self.comparison(Comparison::LessEqual, left, right);
            }
            BinaryOperator::Greater => return self.comparison(Comparison::Greater, left, right),
            BinaryOperator::GreaterEqual => {
                return self.comparison(Comparison::GreaterEqual, left, right);
            }
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Remainder => {
                self.report_formula_expected(typed);
                return None;
            }
        };
        // Both sides are built first, so that the errors of both are reported.
        let (left, right) = (self.formula(left), self.formula(right));
        Some(connective(Box::new(left?), Box::new(right?)))
    }

    fn comparison(&mut self, how: Comparison, left: &Typed, right: &Typed) -> Option<Formula> {
        let (left, right) = (self.number(left), self.number(right));
        Some(Formula::Compare(how, left?, right?))
    }

    /// `=` compares values, or the truth values of formulas.
    fn equation(&mut self, left: &Typed, right: &Typed) -> Option<Formula> {
        if left.types.is_empty() || right.types.is_empty() {
            self.anything(left);
            self.anything(right);
            return None;
        }
        let common: Vec<_> =
            left.types.iter().copied().filter(|found| right.types.contains(found)).collect();
        match common.as_slice() {
            [Type::Truth] => {
                let (left, right) = (self.formula(left), self.formula(right));
                Some(Formula::Iff(Box::new(left?), Box::new(right?)))
            }
            [Type::Sort(sort)] => {
                let wanted = Some(Wanted { sort: *sort, by: None });
                let (left, right) = (self.term(left, wanted), self.term(right, wanted));
                Some(Formula::Equal(left?, right?))
            }
            [] => {
                self.report_unlike_sides(left, right);
                None
            }
            _ => {
                self.report_ambiguous_sides(left, right);
                None
            }
        }
    }

    /// `x = u when c else v` is `(x = u and c) or (x = v and not c)`; the parts
    /// are `u, c, v`, or `u, c` and the parts of the next choice.
    fn choice(&mut self, left: &Typed, parts: &[Typed]) -> Option<Formula> {
        let [value, condition, otherwise @ ..] = parts else {
            let [value] = parts else { return None };
            return self.equation(left, value);
        };
        let equation = self.equation(left, value);
        let condition = self.formula(condition);
        let otherwise = self.choice(left, otherwise);
        let condition = Box::new(condition?);
        let here = Formula::And(Box::new(equation?), condition.clone());
        let there = Formula::And(Box::new(otherwise?), Box::new(Formula::Not(condition)));
        Some(Formula::Or(Box::new(here), Box::new(there)))
    }

    pub(super) fn term(&mut self, typed: &Typed, wanted: Option<Wanted>) -> Option<Term> {
        match &typed.expr.kind {
            ExprKind::Name(name) => self.variable(name, typed.expr.span, wanted),
            ExprKind::Call(name, _) if self.built_in(typed, name).is_some() => {
                self.numeral(typed, wanted)
            }
            ExprKind::Call(name, _) => {
                let op = self.choose(typed, name, wanted.map(|wanted| Type::Sort(wanted.sort)))?;
                let arguments = self.arguments(op, typed)?;
                match self.resolver.theory.ops[op].result {
                    None => {
                        self.report_term_expected(typed);
                        None
                    }
                    Some(found) => {
                        self.check_sort(found, wanted, typed.expr.span)?;
                        Some(Term::Apply(op, arguments))
                    }
                }
            }
            ExprKind::Int(_) | ExprKind::Negate(_) => self.numeral(typed, wanted),
            ExprKind::Binary(operator, ..) if arithmetic(*operator).is_some() => {
                self.numeral(typed, wanted)
            }
            ExprKind::Not(_) | ExprKind::Binary(..) | ExprKind::When(_) => {
                self.report_term_expected(typed);
                None
            }
        }
    }

    fn variable(&mut self, name: &str, span: Span, wanted: Option<Wanted>) -> Option<Term> {
        if !self.variables.declares(name) {
            return self.constant_term(name, span, wanted);
        }
        let (variable, sort) = self.variables.use_variable(name)?;
        self.check_sort(sort, wanted, span)?;
        Some(Term::Variable(variable))
    }

    /// `empty` for `empty()`.
    fn constant_term(&mut self, name: &str, span: Span, wanted: Option<Wanted>) -> Option<Term> {
        let constants = self.resolver.constants(name, self.spec);
        let fitting = wanted.and_then(|wanted| self.constant(name, Type::Sort(wanted.sort)));
        let Some(op) = fitting.or(constants.first().copied()) else {
            self.report_undeclared_variable(name, span);
            return None;
        };
        let found = self.resolver.theory.ops[op].result?;
        self.check_sort(found, wanted, span)?;
        Some(Term::Apply(op, Vec::new()))
    }

    fn constant(&self, name: &str, wanted: Type) -> Option<OpId> {
        let constants = self.resolver.constants(name, self.spec);
        constants.into_iter().find(|op| self.resolver.result_type(*op) == wanted)
    }

    fn numeral(&mut self, typed: &Typed, wanted: Option<Wanted>) -> Option<Term> {
        let int = self.resolver.use_int(self.spec);
        let fits = self.check_sort(int, wanted, typed.expr.span);
        let term = match &typed.expr.kind {
            ExprKind::Int(value) => Some(Term::Int(*value)),
            ExprKind::Negate(_) => self.number(&typed.parts[0]).map(|inner| {
                let zero = Box::new(Term::Int(0));
                Term::Arithmetic(ArithmeticOperator::Subtract, zero, Box::new(inner))
            }),
            ExprKind::Binary(operator, ..) => self.calculation(arithmetic(*operator)?, typed),
            ExprKind::Call(name, _) => self.calculation(self.built_in(typed, name)?, typed),
            _ => None,
        };
        fits.and(self.in_range(typed, term?))
    }

    fn calculation(&mut self, operator: ArithmeticOperator, typed: &Typed) -> Option<Term> {
        let (left, right) = (self.number(&typed.parts[0]), self.number(&typed.parts[1]));
        Some(Term::Arithmetic(operator, Box::new(left?), Box::new(right?)))
    }

    fn built_in(&self, typed: &Typed, name: &Name) -> Option<ArithmeticOperator> {
        self.resolver.built_in(&name.text, typed.parts.len(), self.spec)
    }

    /// A constant expression must have a value that implementations can compute.
    fn in_range(&mut self, typed: &Typed, term: Term) -> Option<Term> {
        match constant(&term) {
            Some(value) if i64::try_from(value).is_err() => {
                self.report_out_of_range(typed, value);
                None
            }
            _ => Some(term),
        }
    }

    fn number(&mut self, typed: &Typed) -> Option<Term> {
        let int = self.resolver.use_int(self.spec);
        self.term(typed, Some(Wanted { sort: int, by: None }))
    }

    pub(super) fn arguments(&mut self, op: OpId, typed: &Typed) -> Option<Vec<Term>> {
        let sorts = self.resolver.theory.ops[op].arguments.clone();
        let terms: Vec<_> = sorts
            .into_iter()
            .zip(&typed.parts)
            .map(|(sort, part)| self.term(part, Some(Wanted { sort, by: Some(op) })))
            .collect();
        terms.into_iter().collect()
    }

    /// The operation that a call refers to.
    pub(super) fn choose(
        &mut self,
        typed: &Typed,
        name: &Name,
        wanted: Option<Type>,
    ) -> Option<OpId> {
        let named = self.resolver.visible_ops(&name.text, self.spec);
        let chosen = match self.resolver.fitting(&named, &typed.parts).as_slice() {
            [] => self.nearest(typed, name, &named),
            [op] => Some(*op),
            several => {
                let of = |op: &OpId| Some(self.resolver.result_type(*op)) == wanted;
                match several.iter().copied().filter(of).collect::<Vec<_>>().as_slice() {
                    [op] => Some(*op),
                    _ => {
                        self.report_ambiguous_op(name, several);
                        None
                    }
                }
            }
        };
        if chosen.is_none() {
            typed.parts.iter().for_each(|part| self.anything(part));
        }
        chosen
    }

    /// Handles a call that no operation fits. If a single operation has the right number of
    /// arguments, its profile is assumed, and building the arguments reports the errors.
    fn nearest(&mut self, typed: &Typed, name: &Name, named: &[OpId]) -> Option<OpId> {
        if self.resolver.is_broken(&name.text, self.spec) {
            return None;
        }
        let arity = |op: &OpId| self.resolver.theory.ops[*op].arguments.len() == typed.parts.len();
        let same_arity: Vec<_> = named.iter().copied().filter(arity).collect();
        match (named, same_arity.as_slice()) {
            ([], _) => self.report_undeclared_op(name),
            (_, [op]) => return Some(*op),
            (_, []) => self.report_arity(typed, name, named),
            (_, several) => self.report_no_overload(name, several),
        }
        None
    }

    /// Builds an expression only to report its errors.
    fn anything(&mut self, typed: &Typed) {
        match &typed.expr.kind {
            ExprKind::Not(_) | ExprKind::When(_) => drop(self.formula(typed)),
            ExprKind::Binary(operator, ..) if arithmetic(*operator).is_none() => {
                drop(self.formula(typed));
            }
            ExprKind::Call(name, _) if self.built_in(typed, name).is_some() => {
                drop(self.term(typed, None));
            }
            ExprKind::Call(..) if typed.types.len() > 1 => {
                typed.parts.iter().for_each(|part| self.anything(part));
            }
            ExprKind::Call(name, _) => {
                if let Some(op) = self.choose(typed, name, None) {
                    self.arguments(op, typed);
                }
            }
            _ => drop(self.term(typed, None)),
        }
    }

    fn check_sort(&mut self, found: SortId, wanted: Option<Wanted>, span: Span) -> Option<()> {
        match wanted {
            Some(wanted) if wanted.sort != found => {
                self.report_wrong_sort(found, wanted, span);
                None
            }
            _ => Some(()),
        }
    }
}

/// The value of a term without variables and operations. Its parts are in range, so that
/// `i128` holds the value.
fn constant(term: &Term) -> Option<i128> {
    match term {
        Term::Int(value) => Some(i128::from(*value)),
        Term::Arithmetic(operator, left, right) => {
            let (left, right) = (constant(left)?, constant(right)?);
            match operator {
                ArithmeticOperator::Add => Some(left + right),
                ArithmeticOperator::Subtract => Some(left - right),
                ArithmeticOperator::Multiply => Some(left * right),
                ArithmeticOperator::Divide => left.checked_div(right),
                ArithmeticOperator::Remainder => left.checked_rem(right),
                ArithmeticOperator::Minimum => Some(left.min(right)),
                ArithmeticOperator::Maximum => Some(left.max(right)),
            }
        }
        Term::Variable(_) | Term::Apply(..) => None,
    }
}

fn negation(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}
