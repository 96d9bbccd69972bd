//! What an axiom says, as calls of the user's own API.

use super::super::execute::{Answer, ArithmeticOperator, Comparison, Expr, Formula, SortKind};
use super::check::{Cause, Run};
use super::paste::Writer;
use super::paste_text::{read, refused, statement, unwrapped};
use super::source::Call;
use super::world::Value;

/// The call of an axiom that is outside of its domain on these values: what is wrong is that it
/// succeeds. `None` if the specification leaves open whether a call is defined.
pub fn outside(run: &mut Run<'_>, cause: &Cause) -> Option<Option<Expr>> {
    let (axiom, values) = match cause {
        Cause::Axiom { axiom, values } => (*axiom, values),
        _ => return Some(None),
    };
    let entry = &run.subject.axioms[axiom];
    let formula = run.subject.source.axiom(entry.name)?;
    let terms = run.terms_of(values, &entry.sorts)?;
    for call in calls(formula) {
        match run.engine.evaluate(call, &terms) {
            Answer::Undefined => return Some(Some(call.clone())),
            Answer::Value(_) => {}
            _ if is_total(run, call) => {}
            _ => return None,
        }
    }
    Some(None)
}

fn is_total(run: &Run<'_>, call: &Expr) -> bool {
    match call {
        Expr::Apply(op, _) => run.subject.program.ops[*op].domain.is_none(),
        _ => true,
    }
}

/// The calls of a formula, innermost first.
pub fn calls(formula: &Formula) -> Vec<&Expr> {
    let mut calls = Vec::new();
    formula.each(&mut |expr| {
        if let Expr::Apply(..) = expr {
            calls.push(expr);
        }
    });
    calls
}

impl Writer<'_, '_> {
    /// What an axiom says. Its premise held, or it would not be violated.
    pub fn axiom(&mut self, axiom: usize, values: &[Value]) -> Option<()> {
        let entry = &self.run.subject.axioms[axiom];
        let formula = self.source.axiom(entry.name)?;
        if let Some(Expr::Apply(op, arguments)) = self.outside.clone() {
            let (call, text, _) = self.written(op, &arguments, values, &entry.sorts)?;
            self.push(refused(&call, &text));
            return Some(());
        }
        let text = self.formula(formula, values, &entry.sorts)?;
        self.push(format!("assert!({text});"));
        Some(())
    }

    fn formula(&mut self, formula: &Formula, values: &[Value], sorts: &[usize]) -> Option<String> {
        let mut both = |word: &str, left: &Formula, right: &Formula| {
            let left = self.formula(left, values, sorts)?;
            let right = self.formula(right, values, sorts)?;
            Some(format!("({left}) {word} ({right})"))
        };
        match formula {
            Formula::Constant(truth) => Some(truth.to_string()),
            Formula::Not(inner) => Some(format!("!({})", self.formula(inner, values, sorts)?)),
            Formula::And(left, right) => both("&&", left, right),
            Formula::Or(left, right) => both("||", left, right),
            Formula::Iff(left, right) => both("==", left, right),
            Formula::Predicate(op, arguments) => self.applied(*op, arguments, values, sorts),
            Formula::Compare(how, left, right) => {
                let word = match how {
                    Comparison::Less => "<",
                    Comparison::LessEqual => "<=",
                    Comparison::Greater => ">",
                    Comparison::GreaterEqual => ">=",
                };
                let left = self.expr(left, values, sorts)?;
                let right = self.expr(right, values, sorts)?;
                Some(format!("{left} {word} {right}"))
            }
            Formula::Equal(left, right) => {
                let sort = self.sort(left, sorts)?;
                let left = self.expr(left, values, sorts)?;
                let right = self.expr(right, values, sorts)?;
                match self.run.subject.program.sorts[sort].kind {
                    SortKind::Constructed => self.source.equal(sort, &left, &right),
                    _ => Some(format!("{left} == {right}")),
                }
            }
        }
    }

    fn sort(&self, expr: &Expr, sorts: &[usize]) -> Option<usize> {
        let program = &self.run.subject.program;
        match expr {
            Expr::Variable(variable) => sorts.get(*variable).copied(),
            Expr::Apply(op, _) => program.ops[*op].result,
            Expr::Int(_) | Expr::Arithmetic(..) => {
                let is_int = |kind: SortKind| kind == SortKind::Int;
                program.sorts.iter().position(|sort| is_int(sort.kind))
            }
        }
    }

    fn expr(&mut self, expr: &Expr, values: &[Value], sorts: &[usize]) -> Option<String> {
        match expr {
            Expr::Int(number) => Some(number.to_string()),
            Expr::Variable(variable) => match values.get(*variable)? {
                Value::Element(number) => self.element(*sorts.get(*variable)?, *number),
                Value::Int(number) => Some(number.to_string()),
                Value::Step(step) => self.value(*step, Some('s'), None),
            },
            Expr::Apply(op, arguments) => self.applied(*op, arguments, values, sorts),
            Expr::Arithmetic(operator, left, right) => {
                let left = self.expr(left, values, sorts)?;
                let right = self.expr(right, values, sorts)?;
                let word = match operator {
                    ArithmeticOperator::Add => "+",
                    ArithmeticOperator::Subtract => "-",
                    ArithmeticOperator::Multiply => "*",
                    ArithmeticOperator::Divide => "/",
                    ArithmeticOperator::Remainder => "%",
                    ArithmeticOperator::Minimum => return Some(format!("({left}).min({right})")),
                    ArithmeticOperator::Maximum => return Some(format!("({left}).max({right})")),
                };
                Some(format!("({left} {word} {right})"))
            }
        }
    }

    /// A call inside of an axiom: how it looks, with which arguments. What it changes or uses
    /// up is built anew for it.
    fn written(
        &mut self,
        op: usize,
        arguments: &[Expr],
        values: &[Value],
        sorts: &[usize],
    ) -> Option<(Call, String, Vec<String>)> {
        let call = self.source.call(op)?.clone();
        let mut texts = Vec::new();
        for (place, argument) in arguments.iter().enumerate() {
            let passing = call.passing.get(place).copied();
            let text = match (argument, passing) {
                (Expr::Variable(variable), Some(passing)) => match values.get(*variable)? {
                    Value::Step(step) => self.value(*step, Some(passing), None)?,
                    _ => self.expr(argument, values, sorts)?,
                },
                _ => self.expr(argument, values, sorts)?,
            };
            if passing == Some('m') {
                self.mutable.push(text.clone());
            }
            texts.push(text);
        }
        let text = call.with(&texts);
        Some((call, text, texts))
    }

    fn applied(
        &mut self,
        op: usize,
        arguments: &[Expr],
        values: &[Value],
        sorts: &[usize],
    ) -> Option<String> {
        let operation = &self.run.subject.program.ops[op];
        let (call, text, texts) = self.written(op, arguments, values, sorts)?;
        if let Some(place) = call.changed {
            self.push(statement(&call, &text, true));
            return texts.get(place).cloned();
        }
        let kind = operation
            .result
            .map(|sort| self.run.subject.program.sorts[sort].kind);
        Some(match (kind, operation.result) {
            (Some(SortKind::Constructed), Some(sort)) => self.bind(sort, unwrapped(&call, text)),
            (Some(SortKind::Int), _) => format!("({} as i64)", read(&call, text)),
            _ => read(&call, text),
        })
    }
}
