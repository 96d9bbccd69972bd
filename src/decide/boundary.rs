//! Numbers at which an operation's domain ends.
//!
//! `withdraw(A, N) if N <= balance(A)` ends at `balance(A)`, and so does
//! `withdraw(A, N) if mayWithdraw(A, N)` where the predicate is defined by that comparison.

use crate::execute::{
    ArithmeticOperator, Conclusion, Expr, Formula, Pattern, Program, SortKind, Step,
};

/// How deep definitions of predicates are followed.
const DEPTH: usize = 3;

/// Pairs of an argument's position and a term over the arguments that it is compared with.
pub fn boundaries(program: &Program, op: usize) -> Vec<(usize, Expr)> {
    let mut found = Vec::new();
    if let Some(domain) = &program.ops[op].domain {
        let sorts = &program.ops[op].arguments;
        let is_number = |place: usize| program.sorts[sorts[place]].kind == SortKind::Int;
        walk(program, domain, DEPTH, &is_number, &mut found);
    }
    found
}

fn walk(
    program: &Program,
    formula: &Formula,
    depth: usize,
    is_number: &dyn Fn(usize) -> bool,
    found: &mut Vec<(usize, Expr)>,
) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Not(inner) => walk(program, inner, depth, is_number, found),
        Formula::And(left, right) | Formula::Or(left, right) | Formula::Iff(left, right) => {
            walk(program, left, depth, is_number, found);
            walk(program, right, depth, is_number, found);
        }
        Formula::Equal(left, right) | Formula::Compare(_, left, right) => {
            for (own, other) in [(left, right), (right, left)] {
                if let Some((place, term)) = solved(own, other)
                    && is_number(place)
                    && !variables(&term).contains(&place)
                    && !found.contains(&(place, term.clone()))
                {
                    found.push((place, term));
                }
            }
        }
        Formula::Predicate(op, arguments) if depth > 0 => {
            let rules = program.ops[*op].rules.iter().map(|rule| &program.rules[*rule]);
            for rule in rules {
                let is_plain = rule.head.iter().all(|it| matches!(it, Pattern::Variable(_)))
                    && rule.steps.iter().all(|step| matches!(step, Step::Guard(_)));
                let Conclusion::Formula(formula) = &rule.conclusion else { continue };
                if is_plain {
                    let mut values: Vec<Option<Expr>> = vec![None; rule.variables];
                    for (pattern, argument) in rule.head.iter().zip(arguments) {
                        if let Pattern::Variable(variable) = pattern {
                            values[*variable] = Some(argument.clone());
                        }
                    }
                    if let Some(formula) = substituted(formula, &values) {
                        walk(program, &formula, depth - 1, is_number, found);
                    }
                }
            }
        }
        Formula::Predicate(..) => {}
    }
}

/// The argument that stands alone on one side, and the term that it is compared with.
fn solved(own: &Expr, other: &Expr) -> Option<(usize, Expr)> {
    use ArithmeticOperator::{Add, Subtract};
    let less =
        |term: &Expr| Expr::Arithmetic(Subtract, Box::new(other.clone()), Box::new(term.clone()));
    match own {
        Expr::Variable(place) => Some((*place, other.clone())),
        Expr::Arithmetic(Add, left, right) => match (&**left, &**right) {
            (Expr::Variable(place), term) | (term, Expr::Variable(place)) => {
                Some((*place, less(term)))
            }
            _ => None,
        },
        _ => None,
    }
}

fn variables(term: &Expr) -> Vec<usize> {
    match term {
        Expr::Variable(variable) => vec![*variable],
        Expr::Int(_) => Vec::new(),
        Expr::Apply(_, arguments) => arguments.iter().flat_map(variables).collect(),
        Expr::Arithmetic(_, left, right) => [variables(left), variables(right)].concat(),
    }
}

/// `None` if a variable has no value.
fn substituted(formula: &Formula, values: &[Option<Expr>]) -> Option<Formula> {
    let inner = |formula: &Formula| substituted(formula, values).map(Box::new);
    Some(match formula {
        Formula::Constant(truth) => Formula::Constant(*truth),
        Formula::Predicate(op, arguments) => Formula::Predicate(*op, all(arguments, values)?),
        Formula::Equal(left, right) => Formula::Equal(term(left, values)?, term(right, values)?),
        Formula::Compare(comparison, left, right) => {
            Formula::Compare(*comparison, term(left, values)?, term(right, values)?)
        }
        Formula::Not(one) => Formula::Not(inner(one)?),
        Formula::And(left, right) => Formula::And(inner(left)?, inner(right)?),
        Formula::Or(left, right) => Formula::Or(inner(left)?, inner(right)?),
        Formula::Iff(left, right) => Formula::Iff(inner(left)?, inner(right)?),
    })
}

fn all(terms: &[Expr], values: &[Option<Expr>]) -> Option<Vec<Expr>> {
    terms.iter().map(|one| term(one, values)).collect()
}

fn term(one: &Expr, values: &[Option<Expr>]) -> Option<Expr> {
    Some(match one {
        Expr::Variable(variable) => values.get(*variable)?.clone()?,
        Expr::Int(number) => Expr::Int(*number),
        Expr::Apply(op, arguments) => Expr::Apply(*op, all(arguments, values)?),
        Expr::Arithmetic(operator, left, right) => {
            let [left, right] = [term(left, values)?, term(right, values)?];
            Expr::Arithmetic(*operator, Box::new(left), Box::new(right))
        }
    })
}
