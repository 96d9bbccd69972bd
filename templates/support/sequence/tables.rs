//! The operations of parameters, as tables.

use super::super::execute::{Node, Tables};
use super::panics;
use super::subject::{Algebra, Subject};
use super::values::Outcome;
use super::world::{Step, Value, World};

/// The tables of an algebra, read from its mocks.
pub fn tables(subject: &Subject, algebra: &Algebra) -> Tables {
    let program = &subject.program;
    let sizes = (0..program.sorts.len()).map(|sort| algebra.size(sort) as u32);
    let mut tables = Tables {
        elements: sizes.collect(),
        ..Tables::default()
    };
    let world = World::new(subject, algebra, false);
    for (op, operation) in program.ops.iter().enumerate() {
        if !operation.is_given {
            continue;
        }
        let sizes = operation.arguments.iter();
        let sizes: Vec<usize> = sizes.map(|sort| algebra.size(*sort)).collect();
        for tuple in tuples(&sizes) {
            let element = |number: &usize| Value::Element(*number as u32);
            let arguments = tuple.iter().map(element).collect();
            let step = Step { op, arguments };
            let result = match panics::caught(|| world.call(&step)) {
                Ok(Outcome::Truth(truth)) => Some(Node::Truth(truth)),
                Ok(Outcome::Int(number)) => Some(Node::Int(number)),
                Ok(Outcome::Element(element)) => operation.result.and_then(|sort| {
                    let number = algebra.position(sort, &*element)?;
                    Some(Node::Element { sort, number })
                }),
                _ => None,
            };
            let node = |(number, sort): (&usize, &usize)| Node::Element {
                sort: *sort,
                number: *number as u32,
            };
            let arguments = tuple.iter().zip(&operation.arguments).map(node).collect();
            if let Some(result) = result {
                tables.add(op, arguments, result);
            }
        }
    }
    tables
}

/// All tuples of numbers below the sizes; none where a size is 0.
pub fn tuples(sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for size in sizes {
        let mut longer = Vec::new();
        for tuple in &all {
            for number in 0..*size {
                let mut tuple: Vec<usize> = tuple.clone();
                tuple.push(number);
                longer.push(tuple);
            }
        }
        all = longer;
    }
    all
}
