//! The candidate formulas, the most revealing first.

use super::{Condition, Number, Relation, Rule};
use crate::theory::{Operation, SortId, SortKind, Theory};

/// Formulas for an operation. Empty for a partial operation, or one with numbers among its
/// arguments.
pub fn candidates(theory: &Theory, op: &Operation, axes: &dyn Fn(SortId) -> u32) -> Vec<Rule> {
    let is_given = |sort: &SortId| theory.sorts[*sort].kind == SortKind::Parameter;
    if op.domain.is_some() || !op.arguments.iter().all(is_given) || op.arguments.len() > 8 {
        return Vec::new();
    }
    let arguments: Vec<u32> = op.arguments.iter().map(|sort| axes(*sort)).collect();
    match op.result {
        None => conditions(op, &arguments).into_iter().map(Rule::Truth).collect(),
        Some(sort) if is_given(&sort) => elements(op, &arguments, sort, axes(sort)),
        Some(_) if op.arguments.len() == 1 => vec![Rule::Half],
        Some(_) => Vec::new(),
    }
}

const RELATIONS: [Relation; 5] =
    [Relation::AtLeast, Relation::AtMost, Relation::Greater, Relation::Less, Relation::Equal];

/// Formulas about the last two arguments if they have one sort, otherwise about the last
/// one.
fn conditions(op: &Operation, axes: &[u32]) -> Vec<Condition> {
    let mut conditions = Vec::new();
    if let [.., one, other] = op.arguments.as_slice()
        && one == other
    {
        let pair = [axes.len() - 2, axes.len() - 1];
        let plain: Vec<Condition> = relations(pair, axes[pair[0]]);
        if let Some(first) = pair[0].checked_sub(1) {
            let turned = RELATIONS.map(|relation| turned(first, pair, relation));
            conditions.extend(turned);
        }
        conditions.extend(plain);
    } else if let Some(last) = axes.len().checked_sub(1) {
        let [one, other] = [0, axes[last] - 1].map(|axis| coordinate(last, axis));
        let other = if axes[last] == 1 { Number::Least } else { other };
        conditions.push(Condition::Compare(one, Relation::AtMost, other));
    }
    conditions.extend([true, false].map(Condition::Always));
    conditions
}

/// Component by component, then by the first coordinate alone. With two coordinates, the
/// former are orders with incomparable elements, and the latter give several elements the
/// same rank.
fn relations(pair: [usize; 2], axes: u32) -> Vec<Condition> {
    let all = RELATIONS.map(|relation| {
        let one = compare(pair, 0, relation);
        if axes == 1 { one } else { both(one, compare(pair, 1, relation)) }
    });
    let first = RELATIONS.map(|relation| compare(pair, 0, relation));
    let [orders @ .., equal] = all;
    let mut conditions = orders.to_vec();
    if axes > 1 {
        conditions.extend(first);
    }
    conditions.push(equal);
    conditions
}

/// A relation or its converse, depending on the first argument.
fn turned(first: usize, pair: [usize; 2], relation: Relation) -> Condition {
    let [one, other] = pair;
    Condition::Turned(
        coordinate(first, 0),
        Box::new(compare([one, other], 0, relation)),
        Box::new(compare([other, one], 0, relation)),
    )
}

fn compare([one, other]: [usize; 2], axis: u32, relation: Relation) -> Condition {
    Condition::Compare(coordinate(one, axis), relation, coordinate(other, axis))
}

fn both(one: Condition, other: Condition) -> Condition {
    Condition::Both(Box::new(one), Box::new(other))
}

fn coordinate(argument: usize, axis: u32) -> Number {
    Number::Coordinate { argument, axis }
}

/// The same formula for each coordinate of the result.
fn elements(op: &Operation, axes: &[u32], sort: SortId, result: u32) -> Vec<Rule> {
    let each = |number: &dyn Fn(u32) -> Number| Rule::Element((0..result).map(number).collect());
    let mut rules = Vec::new();
    match (op.arguments.as_slice(), axes) {
        ([one, other], [..]) if *one == sort && *other == sort => {
            let pair = |axis| Box::new([coordinate(0, axis), coordinate(1, axis)]);
            rules.push(each(&|axis| Number::Sum(pair(axis))));
            rules.push(each(&|axis| Number::Maximum(pair(axis))));
            rules.push(each(&|axis| Number::Minimum(pair(axis))));
            rules.push(each(&|axis| coordinate(0, axis)));
            rules.push(each(&|axis| coordinate(1, axis)));
        }
        ([_], [2]) if result == 1 => {
            let pair = || Box::new([coordinate(0, 0), coordinate(0, 1)]);
            rules.push(each(&|_| Number::Minimum(pair())));
            rules.push(each(&|_| Number::Maximum(pair())));
            rules.push(each(&|_| coordinate(0, 0)));
            rules.push(each(&|_| coordinate(0, 1)));
        }
        ([_], [own]) => {
            let axis = |axis: u32| axis.min(own - 1);
            rules.push(each(&|at| Number::Opposite { argument: 0, axis: axis(at) }));
            rules.push(each(&|at| coordinate(0, axis(at))));
        }
        _ => {}
    }
    rules.push(each(&|_| Number::Least));
    rules.push(each(&|_| Number::Greatest));
    rules
}
