//! Terms and formulas that stand in no file. Their free names are elements of parameters.
//!
//! A name gets the sort that its place requires: an argument of an operation, a side of an
//! equation, an operand of arithmetic. Then the expression is resolved as if the name were a
//! variable of that sort.

use super::Resolver;
use super::builder::Builder;
use super::infer::{Type, operands};
use super::variables::Variables;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Expr, ExprKind};
use crate::theory::{OpId, Question, SortId, SortKind, SpecId, Variable};

impl Resolver<'_> {
    /// The questions with the names that they share; `None` after a report.
    pub(super) fn questions(
        &mut self,
        spec: SpecId,
        names: &[Variable],
        exprs: &[Expr],
    ) -> Option<(Vec<Question>, Vec<Variable>)> {
        let mut variables = Variables::default();
        let anywhere = exprs.first()?.span;
        names.iter().for_each(|name| variables.declare(&name.name, Some(name.sort), anywhere));
        let given: Vec<&str> = names.iter().map(|name| name.name.as_str()).collect();
        while exprs.iter().any(|expr| self.find_sort(expr, &mut variables, spec)) {}
        let names: Vec<_> = exprs.iter().flat_map(names_in).collect();
        for (name, span) in &names {
            if !variables.declares(name) && self.constants(name, spec).is_empty() {
                self.report_operation(name, *span, spec);
                variables.declare(name, None, *span);
            }
        }
        let questions: Vec<_> =
            exprs.iter().map(|expr| self.question(expr, &mut variables, spec)).collect();
        if self.diagnostics.is_empty() {
            for (name, span) in &names {
                if variables.declares(name) && !given.contains(&name.as_str()) {
                    self.check_name(name, *span, &mut variables);
                }
            }
        }
        Some((questions.into_iter().collect::<Option<_>>()?, variables.all()))
    }

    fn question(
        &mut self,
        expr: &Expr,
        variables: &mut Variables,
        spec: SpecId,
    ) -> Option<Question> {
        let typed = self.infer(expr, variables, spec);
        let mut builder = Builder { resolver: self, variables, spec };
        if typed.types == [Type::Truth] {
            builder.formula(&typed).map(Question::Formula)
        } else {
            builder.term(&typed, None).map(Question::Term)
        }
    }

    /// Declares one more name whose place determines its sort. Returns whether there was one.
    fn find_sort(&self, expr: &Expr, variables: &mut Variables, spec: SpecId) -> bool {
        let found = self.sorted_names(expr, variables, spec);
        let new = found.into_iter().find(|(name, ..)| {
            !variables.declares(name) && self.visible_ops(name, spec).is_empty()
        });
        match new {
            Some((name, sort, span)) => {
                variables.declare(name, Some(sort), span);
                true
            }
            None => false,
        }
    }

    /// Names in places that take one sort only.
    fn sorted_names<'e>(
        &self,
        expr: &'e Expr,
        variables: &Variables,
        spec: SpecId,
    ) -> Vec<(&'e str, SortId, Span)> {
        let parts = self.infer(expr, variables, spec).parts;
        let sorts: Vec<Option<SortId>> = match &expr.kind {
            ExprKind::Call(name, _) => {
                let ops = self.fitting(&self.visible_ops(&name.text, spec), &parts);
                (0..parts.len()).map(|place| self.common_sort(&ops, place)).collect()
            }
            ExprKind::Binary(BinaryOperator::Equal | BinaryOperator::NotEqual, ..)
            | ExprKind::When(_) => {
                let known = parts.iter().find_map(|part| match part.types.as_slice() {
                    [Type::Sort(sort)] => Some(*sort),
                    _ => None,
                });
                // The condition of a choice is not a name.
                vec![known; parts.len()]
            }
            ExprKind::Binary(operator, ..) if takes_numbers(*operator) => {
                vec![Some(self.int); parts.len()]
            }
            _ => vec![None; parts.len()],
        };
        let mut found = Vec::new();
        for (part, sort) in parts.iter().zip(sorts) {
            match (&part.expr.kind, sort) {
                (ExprKind::Name(name), Some(sort)) => {
                    found.push((name.as_str(), sort, part.expr.span));
                }
                _ => found.extend(self.sorted_names(part.expr, variables, spec)),
            }
        }
        found
    }

    /// The sort that all of the operations take in one place.
    fn common_sort(&self, ops: &[OpId], place: usize) -> Option<SortId> {
        let mut sorts = ops.iter().map(|op| self.theory.ops[*op].arguments[place]);
        let first = sorts.next()?;
        sorts.all(|sort| sort == first).then_some(first)
    }

    /// Reports an operation that is written without parentheses.
    fn report_operation(&mut self, name: &str, span: Span, spec: SpecId) {
        let Some(op) = self.visible_ops(name, spec).first().copied() else { return };
        let help = if self.theory.ops[op].arguments.is_empty() {
            format!("the operation is called with parentheses: `{name}()`")
        } else {
            format!("pass its arguments: `{}`", self.theory.profile(op))
        };
        let message = format!("`{name}` is an operation, not an element");
        let report = Diagnostic::error(Code::UndeclaredVariable, message);
        self.report(report.label(span, "not a name of an element").help(help));
    }

    /// A free name must be an element of a parameter's sort.
    fn check_name(&mut self, name: &str, span: Span, variables: &mut Variables) {
        let sort = variables.sort_of(name);
        let is_given = |sort: SortId| self.theory.sorts[sort].kind == SortKind::Parameter;
        if sort.is_some_and(is_given) || !variables.is_first_miss(name) {
            return;
        }
        let (message, label, help) = match sort {
            Some(sort) => (
                format!("`{name}` is not an element of a parameter"),
                format!("a value of sort `{}` belongs here", self.theory.sort_text(sort)),
                "write a number, or a term of constructors",
            ),
            None => (
                format!("the sort of `{name}` is not known"),
                "could be of any sort".to_owned(),
                "a free name is an element of a parameter where an operation takes one",
            ),
        };
        let report = Diagnostic::error(Code::UndeclaredVariable, message);
        self.report(report.label(span, label).help(help));
    }
}

fn takes_numbers(operator: BinaryOperator) -> bool {
    use BinaryOperator as Op;
    let arithmetic = [Op::Add, Op::Subtract, Op::Multiply, Op::Divide, Op::Remainder];
    let comparisons = [Op::Less, Op::LessEqual, Op::Greater, Op::GreaterEqual];
    arithmetic.contains(&operator) || comparisons.contains(&operator)
}

/// All names without parentheses, from left to right.
fn names_in(expr: &Expr) -> Vec<(String, Span)> {
    match &expr.kind {
        ExprKind::Name(name) => vec![(name.clone(), expr.span)],
        _ => operands(expr).into_iter().flat_map(names_in).collect(),
    }
}
