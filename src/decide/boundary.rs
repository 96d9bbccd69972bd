//! Numbers at which an operation's domain ends.
//!
//! `withdraw(A, N) if N <= balance(A)` ends at `balance(A)`, and so does
//! `withdraw(A, N) if mayWithdraw(A, N)` where the predicate is defined by that comparison.

use std::collections::BTreeSet;

use super::world::World;
use crate::execute::{
    Answer, ArithmeticOperator, Comparison, Conclusion, Expr, Formula, Node, Pattern, Program,
    SortKind, Step, TermId,
};
use crate::model::GroundTerm;

/// How deep definitions of predicates are followed.
const DEPTH: usize = 3;

/// The most lists of numbers that are all at the end of a domain.
const MOST_BOUNDS: usize = 16;

impl World<'_> {
    /// The numbers at which the domain of an operation ends for these arguments, each with the
    /// position of the argument that they bound.
    fn bounds(&mut self, op: usize, arguments: &[TermId]) -> Vec<(usize, i64)> {
        let mut found = Vec::new();
        for (place, term) in boundaries(self.engine.program(), op) {
            if let Answer::Value(value) = self.engine.evaluate(&term, arguments)
                && let Node::Int(number) = *self.engine.terms().node(value)
                && !found.contains(&(place, number))
            {
                found.push((place, number));
            }
        }
        found
    }

    /// The same arguments with numbers at the end of the domain: one of them, or all that have
    /// a bound.
    pub fn at_bounds(&mut self, op: usize, arguments: &[TermId]) -> Vec<Vec<TermId>> {
        let bounds = self.bounds(op, arguments);
        let at = |list: &[TermId], (place, number): (usize, TermId)| {
            let mut list = list.to_vec();
            list[place] = number;
            list
        };
        let bounds: Vec<(usize, TermId)> =
            bounds.into_iter().map(|(place, number)| (place, self.engine.int(number))).collect();
        let mut found: Vec<Vec<TermId>> = bounds.iter().map(|it| at(arguments, *it)).collect();
        let mut all = vec![arguments.to_vec()];
        let places: BTreeSet<usize> = bounds.iter().map(|(place, _)| *place).collect();
        for place in places.iter().filter(|_| places.len() > 1) {
            let own = bounds.iter().filter(|(bound, _)| bound == place);
            let longer = own.flat_map(|bound| all.iter().map(move |list| at(list, *bound)));
            all = longer.take(MOST_BOUNDS).collect();
            found.extend(all.iter().cloned());
        }
        let mut seen = BTreeSet::new();
        found.retain(|list| seen.insert(list.clone()));
        found
    }

    /// Where the usual numbers are all outside of the domain, those at its end may be inside.
    pub fn add_bounds(&mut self, op: usize, lists: &mut Vec<(Vec<TermId>, Vec<GroundTerm>)>) {
        let Some((first, terms)) = lists.first().cloned() else { return };
        if self.engine.program().ops[op].domain.is_none()
            || lists.iter().any(|(list, _)| matches!(self.engine.apply(op, list), Answer::Value(_)))
        {
            return;
        }
        for list in self.at_bounds(op, &first) {
            let mut terms = terms.clone();
            for (term, value) in terms.iter_mut().zip(&list) {
                if let Node::Int(number) = self.engine.terms().node(*value) {
                    *term = GroundTerm::Int(*number);
                }
            }
            lists.push((list, terms));
        }
    }
}

/// Pairs of an argument's position and a term over the arguments that it is compared with.
fn boundaries(program: &Program, op: usize) -> Vec<(usize, Expr)> {
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
        Formula::Equal(left, right) => {
            add(left, right, 0, is_number, found);
            add(right, left, 0, is_number, found);
        }
        Formula::Compare(comparison, left, right) => {
            let inside = match comparison {
                Comparison::Less => -1,
                Comparison::Greater => 1,
                Comparison::LessEqual | Comparison::GreaterEqual => 0,
            };
            add(left, right, inside, is_number, found);
            add(right, left, -inside, is_number, found);
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

/// Adds where a comparison ends: at the other side, and where it is strict at the number next to
/// that.
fn add(
    own: &Expr,
    other: &Expr,
    inside: i64,
    is_number: &dyn Fn(usize) -> bool,
    found: &mut Vec<(usize, Expr)>,
) {
    let Some((place, term)) = solved(own, other) else { return };
    if !is_number(place) || variables(&term).contains(&place) {
        return;
    }
    let mut terms = vec![term.clone()];
    if inside != 0 {
        let next = Box::new(Expr::Int(inside));
        terms.push(Expr::Arithmetic(ArithmeticOperator::Add, Box::new(term), next));
    }
    for term in terms {
        if !found.contains(&(place, term.clone())) {
            found.push((place, term));
        }
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
