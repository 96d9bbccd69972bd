//! Domain conditions of partial operations, guessed from names.

use super::draft::{Class, Condition, Domain, Operation};
use super::rust::Sort;

/// Gives each partial operation a condition.
pub fn guess(operations: &mut [Operation]) {
    let known: Vec<Operation> = operations.to_vec();
    for operation in operations {
        if let Some(answer) = operation.answer.as_deref_mut().filter(|one| one.partial) {
            answer.domain = Some(domain(answer, &known));
        }
        if operation.partial {
            operation.domain = Some(domain(operation, &known));
        }
    }
}

fn domain(operation: &Operation, known: &[Operation]) -> Domain {
    let found = by_membership(operation, known)
        .or_else(|| by_index(operation, known))
        .or_else(|| by_room(operation, known))
        .or_else(|| by_emptiness(operation, known));
    let unknown = "say when it is defined".to_owned();
    found.unwrap_or(Domain { condition: Condition::Unknown, guess: unknown })
}

fn sorts(operation: &Operation) -> Vec<&Sort> {
    operation.arguments.iter().map(|argument| &argument.sort).collect()
}

fn is_own_first(operation: &Operation) -> bool {
    operation.arguments.first().is_some_and(|first| first.sort == Sort::Own)
}

fn predicate(name: &str, arguments: usize, holds: bool, guess: &str) -> Domain {
    let condition = Condition::Predicate { name: name.to_owned(), arguments, holds };
    Domain { condition, guess: guess.to_owned() }
}

/// `get(M, K)` where there is `containsKey(M, K)`.
fn by_membership(operation: &Operation, known: &[Operation]) -> Option<Domain> {
    let wanted = sorts(operation);
    if operation.class == Class::Constructor || wanted.len() < 2 || !is_own_first(operation) {
        return None;
    }
    let asks = |other: &&Operation| {
        let name = other.name.to_lowercase();
        other.result.is_none()
            && sorts(other).len() > 1
            && wanted.starts_with(&sorts(other))
            && ["contain", "has", "isin", "member"].iter().any(|word| name.contains(word))
    };
    let other = known.iter().find(asks)?;
    Some(predicate(&other.name, sorts(other).len(), true, "defined for what is there"))
}

/// `get(L, I)` where there is `len(L)`.
fn by_index(operation: &Operation, known: &[Operation]) -> Option<Domain> {
    let arguments = sorts(operation);
    let at = arguments.iter().position(|sort| **sort == Sort::Int)?;
    if !is_own_first(operation) || operation.class == Class::Constructor {
        return None;
    }
    let length = measure(known)?;
    let condition = Condition::Index { length, at };
    Some(Domain { condition, guess: "defined for positions that exist".to_owned() })
}

/// `push(S, E)` where there is `isFull(S)`.
fn by_room(operation: &Operation, known: &[Operation]) -> Option<Domain> {
    let grows = operation.result == Some(Sort::Own) && operation.arguments.len() > 1;
    if !grows || !is_own_first(operation) {
        return None;
    }
    let full = plain_predicate(known, &["isFull", "full"])?;
    Some(predicate(&full, 1, false, "defined while there is room"))
}

/// `largest(S)` where there is `isEmpty(S)`, or at least `len(S)`.
fn by_emptiness(operation: &Operation, known: &[Operation]) -> Option<Domain> {
    // What takes something away at a cursor has other limits.
    let words = ["pop", "take", "remove", "dequeue"];
    let is_change = operation.answer.is_some();
    let takes = words.iter().any(|word| operation.name.to_lowercase().contains(word));
    if sorts(operation) != [&Sort::Own] || is_change && !takes {
        return None;
    }
    let guess = "defined unless it is empty";
    if let Some(empty) = plain_predicate(known, &["isEmpty", "empty"]) {
        return Some(predicate(&empty, 1, false, guess));
    }
    let condition = Condition::Longer { length: measure(known)? };
    Some(Domain { condition, guess: guess.to_owned() })
}

/// The operation that returns the size.
fn measure(known: &[Operation]) -> Option<String> {
    let measures = |other: &&Operation| {
        ["len", "size", "length", "count"].contains(&other.name.as_str())
            && other.result == Some(Sort::Int)
            && sorts(other) == [&Sort::Own]
            && !other.partial
    };
    known.iter().find(measures).map(|other| other.name.clone())
}

fn plain_predicate(known: &[Operation], names: &[&str]) -> Option<String> {
    let found = known.iter().find(|other| {
        other.result.is_none()
            && sorts(other) == [&Sort::Own]
            && names.contains(&other.name.as_str())
    });
    found.map(|other| other.name.clone())
}
