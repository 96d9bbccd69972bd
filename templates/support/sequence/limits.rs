//! Numbers at which the specification changes its answer.
//!
//! `status(advance(Q, T), J)` depends on `T < until(Q, J)`. So the numbers to call `advance` with
//! are those around `until(Q, J)`, for the value at hand and some element. Comparisons of rules
//! and domain conditions are solved for each argument that is a number, once for each program.

use super::super::execute::{
    ArithmeticOperator, Conclusion, Expr, Formula, Pattern, Program, Rule, SortKind,
    Step as RuleStep,
};

/// What an argument is compared with.
#[derive(Clone, Debug)]
pub struct Limit {
    pub op: usize,
    pub place: usize,
    pub expr: Expr,
    /// Where the values of its variables come from.
    pub variables: Vec<Option<Source>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// An argument of the operation.
    Argument(usize),
    /// Any element of the sort.
    Element(usize),
}

/// The limits of all numbers that operations take.
pub fn limits(program: &Program) -> Vec<Limit> {
    let mut found = Vec::new();
    for (op, operation) in program.ops.iter().enumerate() {
        let places = 0..operation.arguments.len();
        let sources: Vec<_> = places.map(|place| Some(Source::Argument(place))).collect();
        if let Some(domain) = &operation.domain {
            in_formula(program, op, domain, &sources, &mut found);
        }
    }
    for rule in &program.rules {
        in_rule(program, rule, &mut found);
    }
    found
}

/// The operation that the head of a rule looks at, and where its variables come from.
fn in_rule(program: &Program, rule: &Rule, found: &mut Vec<Limit>) {
    let inner = rule.head.iter().find_map(|pattern| match pattern {
        Pattern::Apply(op, arguments) => Some((*op, arguments)),
        _ => None,
    });
    let Some((op, arguments)) = inner else {
        return;
    };
    let mut sources = vec![None; rule.variables];
    let is_given = |sort: usize| program.sorts[sort].kind == SortKind::Given;
    for (pattern, sort) in rule.head.iter().zip(&program.ops[rule.op].arguments) {
        if let (Pattern::Variable(variable), true) = (pattern, is_given(*sort)) {
            sources[*variable] = Some(Source::Element(*sort));
        }
    }
    for (place, pattern) in arguments.iter().enumerate() {
        if let Pattern::Variable(variable) = pattern {
            sources[*variable] = Some(Source::Argument(place));
        }
    }
    for step in &rule.steps {
        match step {
            RuleStep::Each { variable, sort } => sources[*variable] = Some(Source::Element(*sort)),
            RuleStep::Guard(formula) => in_formula(program, op, formula, &sources, found),
            RuleStep::Bind(..) => {}
        }
    }
    if let Conclusion::Formula(formula) = &rule.conclusion {
        in_formula(program, op, formula, &sources, found);
    }
}

fn in_formula(
    program: &Program,
    op: usize,
    formula: &Formula,
    sources: &[Option<Source>],
    found: &mut Vec<Limit>,
) {
    formula.atoms(&mut |atom| {
        let (Formula::Equal(left, right) | Formula::Compare(_, left, right)) = atom else {
            return;
        };
        for (place, sort) in program.ops[op].arguments.iter().enumerate() {
            let source = Some(Source::Argument(place));
            let variable = sources.iter().position(|known| *known == source);
            if let (Some(variable), SortKind::Int) = (variable, program.sorts[*sort].kind) {
                let expr = solved(variable, left, right.clone());
                let expr = expr.or_else(|| solved(variable, right, left.clone()));
                let expr = expr.filter(|expr| is_known(expr, sources, place));
                found.extend(expr.map(|expr| Limit {
                    op,
                    place,
                    expr,
                    variables: sources.to_vec(),
                }));
            }
        }
    });
}

/// The number that makes a side, which mentions it once, equal to another.
fn solved(variable: usize, side: &Expr, other: Expr) -> Option<Expr> {
    use ArithmeticOperator::{Add, Subtract};
    let combined = |operator, left: Expr, right: Expr| {
        Expr::Arithmetic(operator, Box::new(left), Box::new(right))
    };
    match side {
        Expr::Variable(known) if *known == variable => {
            let is_solved = !mentions(&other, variable);
            is_solved.then_some(other)
        }
        Expr::Arithmetic(operator, left, right) => {
            let (in_left, in_right) = (mentions(left, variable), mentions(right, variable));
            match (operator, in_left, in_right) {
                (Add, true, false) => {
                    solved(variable, left, combined(Subtract, other, (**right).clone()))
                }
                (Add, false, true) => {
                    solved(variable, right, combined(Subtract, other, (**left).clone()))
                }
                (Subtract, true, false) => {
                    solved(variable, left, combined(Add, other, (**right).clone()))
                }
                (Subtract, false, true) => {
                    solved(variable, right, combined(Subtract, (**left).clone(), other))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn mentions(expr: &Expr, variable: usize) -> bool {
    let mut found = false;
    expr.each(&mut |inner| found |= *inner == Expr::Variable(variable));
    found
}

/// Whether the values of all variables can be had before an argument is chosen.
fn is_known(expr: &Expr, sources: &[Option<Source>], place: usize) -> bool {
    let is_there = |source: &Option<Source>| match source {
        Some(Source::Argument(argument)) => *argument < place,
        Some(Source::Element(_)) => true,
        None => false,
    };
    let mut variables = sources.iter().enumerate();
    variables.all(|(variable, source)| is_there(source) || !mentions(expr, variable))
}
