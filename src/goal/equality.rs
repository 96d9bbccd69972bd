//! Equality goals: values that an observer distinguishes are not equal, and no observer
//! distinguishes equal values, however they were built.
//!
//! Each observer has up to four kinds of goals for values that it distinguishes:
//!
//! 1. two values, whatever the other observers return;
//! 2. two values on which the other observers agree, to find an `==` that compares too
//!    little;
//! 3. two values that differ only in the order of their construction;
//! 4. two values that differ only in the last argument of a constructor. They have the same
//!    size, so an `==` that compares sizes takes them for equal.
//!
//! That equal values agree under all observers is left to the tests of equations, which compare
//! by `==` and by every observer, and to sequences of operations.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::name::snake_case;
use super::{Goal, GoalKind, Literal, Minterms, Property};
use crate::arena::Id;
use crate::theory::{
    Axiom, Formula, OpId, Operation, SortId, SortKind, Term, Theory, VarId, Variable,
};

/// The goals of a congruence, an axiom that says when two values differ.
pub fn goals(theory: &Theory, title: &str, axiom: &Arc<Axiom>) -> Vec<Goal> {
    let minterms = Minterms::of(&axiom.formula);
    let goal = |content: &str, variables: Vec<Variable>, literals: Vec<Literal>| Goal {
        title: title.to_owned(),
        case: content.to_owned(),
        kind: GoalKind::Equality,
        property: Property::Congruence(Arc::clone(axiom)),
        variables,
        literals,
        pattern: None,
    };
    let mut goals = Vec::new();
    let told_apart = minterms.literals(&told_apart(axiom));
    goals.push(goal("differ", axiom.variables.clone(), told_apart.clone()));
    let agreements = other_agreements(theory, axiom);
    if !agreements.is_empty() {
        let literals = [told_apart.clone(), agreements].concat();
        goals.push(goal("differ_in_nothing_else", axiom.variables.clone(), literals));
    }
    for (constructor, operation) in in_order(theory, axiom) {
        let (variables, built) = both_orders(axiom, constructor, operation);
        let content = format!("differ_in_order_of_{}", snake_case(&operation.name));
        goals.push(goal(&content, variables, [built, told_apart.clone()].concat()));
    }
    for (constructor, operation) in by_arguments(theory, axiom) {
        let (variables, built) = both_arguments(axiom, constructor, operation);
        let content = format!("differ_in_arguments_of_{}", snake_case(&operation.name));
        goals.push(goal(&content, variables, [built, told_apart.clone()].concat()));
    }
    goals
}

/// The truth values of the axiom's atoms where its premise holds: the values differ, and a
/// predicate holds for the first only, or a function has different results.
fn told_apart(axiom: &Axiom) -> Vec<bool> {
    match axiom.formula.atoms().len() {
        2 => vec![false, false],
        _ => vec![false, true, false],
    }
}

/// Literals which say that the other observers without further arguments agree on both values.
fn other_agreements(theory: &Theory, axiom: &Axiom) -> Vec<Literal> {
    let sort = axiom.variables[0].sort;
    let own = axiom.formula.ops();
    let others = theory.ops.iter().filter(|(op, operation)| {
        !operation.is_constructor() && operation.arguments == [sort] && !own.contains(op)
    });
    others.flat_map(|(op, operation)| agreement(op, operation.result)).collect()
}

fn agreement(op: OpId, result: Option<SortId>) -> Vec<Literal> {
    let [x, y] = [0, 1].map(variable);
    match result {
        Some(_) => {
            let same = Formula::Equal(Term::Apply(op, vec![x]), Term::Apply(op, vec![y]));
            vec![Literal { atom: same, holds: true }]
        }
        None => [x, y]
            .map(|value| Literal { atom: Formula::Predicate(op, vec![value]), holds: false })
            .to_vec(),
    }
}

fn variable(index: usize) -> Term {
    Term::Variable(VarId::from_index(index))
}

/// The constructors that add something to a value, if the observer may depend on the order
/// in which they do. That is likely for a function of the value alone. A number is mostly a
/// size, and a truth value carries little information.
fn in_order<'t>(theory: &'t Theory, axiom: &Axiom) -> Vec<(OpId, &'t Operation)> {
    let sort = axiom.variables[0].sort;
    let is_telling = axiom.formula.ops().into_iter().any(|op| {
        let operation = &theory.ops[op];
        let result = operation.result.map(|result| theory.sorts[result].kind);
        operation.arguments == [sort] && result.is_some_and(|kind| kind != SortKind::Int)
    });
    growing(theory, sort).filter(|_| is_telling).collect()
}

/// The constructors that add something to one value of a sort.
fn growing(theory: &Theory, sort: SortId) -> impl Iterator<Item = (OpId, &Operation)> {
    theory.constructors(sort).filter(move |(_, op)| {
        let own = op.arguments.iter().filter(|argument| **argument == sort).count();
        own == 1 && op.arguments.len() > 1
    })
}

/// The constructors that add something which the observer may depend on: one of its arguments
/// or its result has the same sort.
fn by_arguments<'t>(theory: &'t Theory, axiom: &Axiom) -> Vec<(OpId, &'t Operation)> {
    let sort = axiom.variables[0].sort;
    let observers = axiom.formula.ops().into_iter().map(|op| &theory.ops[op]);
    let seen =
        BTreeSet::from_iter(observers.flat_map(|op| op.arguments.iter().copied().chain(op.result)));
    let is_seen = |argument: &SortId| *argument != sort && seen.contains(argument);
    growing(theory, sort).filter(|(_, op)| op.arguments.iter().any(is_seen)).collect()
}

/// `X = c(T, E)` and `Y = c(T, F)`
fn both_arguments(
    axiom: &Axiom,
    constructor: OpId,
    operation: &Operation,
) -> (Vec<Variable>, Vec<Literal>) {
    let mut variables = axiom.variables.clone();
    let sort = variables[0].sort;
    let start = fresh(&mut variables, sort);
    let mut built = || {
        let arguments = operation.arguments.iter().map(|argument| match *argument == sort {
            true => start.clone(),
            false => fresh(&mut variables, *argument),
        });
        Term::Apply(constructor, arguments.collect())
    };
    let [x, y] = [built(), built()];
    (variables, vec![equal(variable(0), x), equal(variable(1), y)])
}

/// Adds a variable.
fn fresh(variables: &mut Vec<Variable>, sort: SortId) -> Term {
    let name = format!("V{}", variables.len());
    variables.push(Variable { name, sort });
    variable(variables.len() - 1)
}

/// `X = c(c(T, E), F)` and `Y = c(c(T, F), E)`
fn both_orders(
    axiom: &Axiom,
    constructor: OpId,
    operation: &Operation,
) -> (Vec<Variable>, Vec<Literal>) {
    let mut variables = axiom.variables.clone();
    let sort = variables[0].sort;
    let start = fresh(&mut variables, sort);
    let others = operation.arguments.iter().filter(|argument| **argument != sort);
    let mut pair = |argument: &SortId| [(); 2].map(|()| fresh(&mut variables, *argument));
    let others: Vec<[Term; 2]> = others.map(&mut pair).collect();
    let apply = |inner: Term, second: bool| {
        let mut others = others.iter().map(|pair| pair[usize::from(second)].clone());
        let mut inner = Some(inner);
        let arguments = operation.arguments.iter().map(|argument| {
            let value = if *argument == sort { inner.take() } else { others.next() };
            value.expect("there is a value for each argument")
        });
        Term::Apply(constructor, arguments.collect())
    };
    let [x, y] = [false, true].map(|second| apply(apply(start.clone(), second), !second));
    (variables, vec![equal(variable(0), x), equal(variable(1), y)])
}

fn equal(left: Term, right: Term) -> Literal {
    Literal { atom: Formula::Equal(left, right), holds: true }
}
