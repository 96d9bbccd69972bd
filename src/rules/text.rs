//! Programs as text, so that generated tests can carry them. [`Program::parse`] reads it back.

use crate::execute::{
    Conclusion, Expr, Formula, Operation, Pattern, Program, Rule, Sort, SortKind, Step,
};

/// What separates the parts of an axiom's line.
const BAR: &str = " | ";

/// The program, in one line for each sort, operation, axiom and rule.
pub fn text(program: &Program) -> String {
    let mut lines: Vec<String> = Vec::new();
    for sort in &program.sorts {
        lines.push(format!("sort {} {}", kind_word(sort), sort.name));
    }
    lines.extend(program.ops.iter().map(op_line));
    for axiom in &program.axioms {
        let parts = [&axiom.label, &axiom.place, &axiom.text];
        let parts: Vec<String> = parts.iter().map(|part| one_line(part)).collect();
        lines.push(format!("axiom {}", parts.join(BAR)));
    }
    lines.extend(program.rules.iter().map(rule_line));
    let laws = program.laws.iter();
    lines.extend(
        laws.map(|law| format!("law {} {}", listed(&law.sorts), formula_text(&law.formula))),
    );
    lines.join("\n")
}

fn kind_word(sort: &Sort) -> &'static str {
    match sort.kind {
        SortKind::Constructed if sort.is_free => "free",
        SortKind::Given => "given",
        SortKind::Constructed => "constructed",
        SortKind::Int => "int",
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn listed<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("({})", numbers.join(" "))
}

fn op_line(op: &Operation) -> String {
    let kind = match (op.is_constructor, op.is_given) {
        (true, _) => "constructor",
        (_, true) => "given",
        _ => "other",
    };
    let result = op.result.map_or("truth".to_owned(), |sort| sort.to_string());
    let domain = op.domain.as_ref().map_or("total".to_owned(), formula_text);
    let (arguments, rules) = (listed(&op.arguments), listed(&op.rules));
    format!("op {} {kind} {arguments} {result} {domain} {rules}", op.name)
}

fn rule_line(rule: &Rule) -> String {
    let kind = match (rule.is_ordered, rule.is_last_resort) {
        (true, true) => "ordered-last",
        (true, false) => "ordered",
        (false, true) => "last",
        (false, false) => "plain",
    };
    let head: Vec<String> = rule.head.iter().map(pattern_text).collect();
    let steps: Vec<String> = rule.steps.iter().map(step_text).collect();
    let conclusion = match &rule.conclusion {
        Conclusion::Term(expr) => format!("(is {})", expr_text(expr)),
        Conclusion::Truth(truth) => truth.to_string(),
        Conclusion::Formula(formula) => format!("(iff {})", formula_text(formula)),
    };
    format!(
        "rule {} {} {} {kind} {} {} {conclusion}",
        rule.axiom,
        rule.op,
        rule.variables,
        listed(&head),
        listed(&steps)
    )
}

fn pattern_text(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Variable(variable) => format!("${variable}"),
        Pattern::Int(number) => number.to_string(),
        Pattern::Apply(op, inner) => applied(op, inner.iter().map(pattern_text)),
    }
}

fn step_text(step: &Step) -> String {
    match step {
        Step::Bind(pattern, expr) => {
            format!("(let {} {})", pattern_text(pattern), expr_text(expr))
        }
        Step::Each { variable, sort } => format!("(each ${variable} {sort})"),
        Step::Guard(formula) => format!("(if {})", formula_text(formula)),
    }
}

fn expr_text(expr: &Expr) -> String {
    match expr {
        Expr::Variable(variable) => format!("${variable}"),
        Expr::Int(number) => number.to_string(),
        Expr::Apply(op, inner) => applied(op, inner.iter().map(expr_text)),
        Expr::Arithmetic(operator, left, right) => {
            applied(operator.word(), [left, right].iter().map(|it| expr_text(it)))
        }
    }
}

/// The formula in prefix form.
pub fn formula_text(formula: &Formula) -> String {
    let connected = |word: &str, parts: &[&Formula]| {
        applied(word, parts.iter().map(|formula| formula_text(formula)))
    };
    match formula {
        Formula::Constant(truth) => truth.to_string(),
        Formula::Predicate(op, arguments) => applied(op, arguments.iter().map(expr_text)),
        Formula::Equal(left, right) => applied("=", [left, right].iter().map(|it| expr_text(it))),
        Formula::Compare(comparison, left, right) => {
            applied(comparison.word(), [left, right].iter().map(|it| expr_text(it)))
        }
        Formula::Not(inner) => connected("not", &[inner]),
        Formula::And(left, right) => connected("and", &[left, right]),
        Formula::Or(left, right) => connected("or", &[left, right]),
        Formula::Iff(left, right) => connected("iff", &[left, right]),
    }
}

fn applied(word: impl ToString, inner: impl Iterator<Item = String>) -> String {
    let mut words = vec![word.to_string()];
    words.extend(inner);
    format!("({})", words.join(" "))
}
