//! Tables of the parameters from what a user states about them.

use super::order::Order;
use crate::arena::Id;
use crate::execute::{Node, Tables};
use crate::model::tuples;
use crate::theory::{Asked, Formula, OpId, Question, SortKind, Term, Variable};

/// Why a statement is not a fact about parameters.
pub(super) struct TableError {
    /// The position of the statement.
    pub statement: usize,
    pub message: String,
}

/// The free names as elements, the order of as many of the first, and the facts that are
/// stated.
pub(super) fn tables(
    asked: &Asked,
    order: Option<(&Order, usize)>,
    facts: &[Question],
) -> Result<Tables, TableError> {
    let mut tables = Tables { elements: vec![0; asked.theory.sorts.len()], facts: Vec::new() };
    for variable in &asked.variables {
        tables.elements[variable.sort.index()] += 1;
    }
    if let Some((order, count)) = order {
        add_order(&mut tables, asked, order, count);
    }
    for (statement, fact) in facts.iter().enumerate() {
        let (op, arguments, result) = read(fact, asked)
            .map_err(|message| TableError { statement, message: message.to_owned() })?;
        tables.add(op.index(), arguments, result);
    }
    Ok(tables)
}

/// The element that a free name stands for: the first of its sort is number 0.
pub(super) fn element(variables: &[Variable], index: usize) -> Node {
    let sort = variables[index].sort;
    let before = variables[..index].iter().filter(|other| other.sort == sort).count();
    Node::Element { sort: sort.index(), number: before as u32 }
}

/// The name of an element; one that has no name is there because sorts are never empty.
pub(super) fn name(variables: &[Variable], sort: usize, number: u32) -> String {
    let of_sort = variables.iter().filter(|variable| variable.sort.index() == sort);
    of_sort.map(|variable| variable.name.clone()).nth(number as usize).unwrap_or_else(|| "_".into())
}

fn add_order(tables: &mut Tables, asked: &Asked, order: &Order, count: usize) {
    // The theory of the question has ids of its own; names are the same.
    let is_order = |op: &OpId| {
        let found = &asked.theory.ops[*op];
        found.name == order.name && found.arguments.len() == order.arity
    };
    let Some(op) = asked.theory.ops.ids().find(is_order) else { return };
    let arguments = &asked.theory.ops[op].arguments;
    let before = &arguments[..arguments.len() - 2];
    let sizes: Vec<u32> = before.iter().map(|it| tables.elements[it.index()].max(1)).collect();
    let element = |index| element(&asked.variables, index);
    for others in tuples(&sizes) {
        let others = before.iter().zip(&others);
        let others: Vec<Node> = others
            .map(|(sort, number)| Node::Element { sort: sort.index(), number: *number })
            .collect();
        for first in 0..count {
            for second in 0..count {
                let mut nodes = others.clone();
                nodes.extend([element(first), element(second)]);
                tables.add(op.index(), nodes, Node::Truth(order.holds(first, second)));
            }
        }
    }
}

/// `p(a, b)`, `not p(a, b)`, `f(a) = b`.
fn read(fact: &Question, asked: &Asked) -> Result<(OpId, Vec<Node>, Node), &'static str> {
    let Question::Formula(formula) = fact else {
        return Err("a fact is a formula, such as `geq(a, b)` or `hash(a) = 1`");
    };
    let (op, arguments, result) = match formula {
        Formula::Predicate(op, arguments) => (*op, arguments, Node::Truth(true)),
        Formula::Not(inner) => match &**inner {
            Formula::Predicate(op, arguments) => (*op, arguments, Node::Truth(false)),
            _ => return Err("only a predicate can be negated here"),
        },
        Formula::Equal(Term::Apply(op, arguments), value)
        | Formula::Equal(value, Term::Apply(op, arguments)) => {
            (*op, arguments, leaf(value, asked)?)
        }
        _ => return Err("a fact is a predicate, its negation or an equation"),
    };
    if !asked.theory.is_parameter(asked.theory.ops[op].spec) {
        return Err("facts are about operations of parameters; axioms say the rest");
    }
    let arguments = arguments.iter().map(|argument| leaf(argument, asked));
    Ok((op, arguments.collect::<Result<_, _>>()?, result))
}

fn leaf(term: &Term, asked: &Asked) -> Result<Node, &'static str> {
    match term {
        Term::Variable(variable) => {
            let kind = asked.theory.sorts[asked.variables[variable.index()].sort].kind;
            debug_assert_eq!(kind, SortKind::Parameter);
            Ok(element(&asked.variables, variable.index()))
        }
        Term::Int(number) => Ok(Node::Int(*number)),
        Term::Arithmetic(_, zero, number) => match (&**zero, &**number) {
            (Term::Int(0), Term::Int(number)) => Ok(Node::Int(-number)),
            _ => Err("facts are about names and numbers, without arithmetic"),
        },
        Term::Apply(..) => Err("facts are about names and numbers, not about other operations"),
    }
}
