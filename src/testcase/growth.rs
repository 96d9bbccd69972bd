//! How the values of a sort grow step by step, and which operations change them afterwards.

use crate::theory::{OpId, Operation, SortId, SortKind, Theory};

/// Values that take many steps to build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    pub sort: SortId,
    /// Builds the first value, from no value of the sort.
    pub start: OpId,
    /// Constructors that take turns. Each one takes the value that grows as its first
    /// argument of the sort.
    pub steps: Vec<OpId>,
    /// Builds the values for further arguments of the sort.
    pub small: OpId,
    /// Operations that compute another value from one, and are not constructors.
    pub changes: Vec<OpId>,
}

/// All ways to grow: by each constructor of a sort, and by all of them in turn.
pub fn growths(theory: &Theory) -> Vec<Growth> {
    let constructed = theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Constructed);
    constructed.flat_map(|(sort, _)| growths_of(theory, sort)).collect()
}

fn growths_of(theory: &Theory, sort: SortId) -> Vec<Growth> {
    let own = |op: &Operation| op.arguments.iter().filter(|argument| **argument == sort).count();
    let given = |argument: &SortId| theory.sorts[*argument].kind != SortKind::Constructed;
    let simple = |op: &Operation| op.arguments.iter().all(|it| *it == sort || given(it));
    let mut creators: Vec<(OpId, &Operation)> =
        theory.constructors(sort).filter(|(_, op)| simple(op) && own(op) == 0).collect();
    creators.sort_by_key(|(_, op)| op.arguments.len());
    let (Some((start, _)), Some((small, _))) = (creators.first(), creators.last()) else {
        return Vec::new();
    };
    let steps: Vec<OpId> = theory
        .constructors(sort)
        .filter(|(_, op)| simple(op) && own(op) > 0)
        .map(|(id, _)| id)
        .collect();
    let changes: Vec<OpId> = theory
        .ops
        .iter()
        .filter(|(_, op)| !op.is_constructor() && op.result == Some(sort))
        .filter(|(_, op)| simple(op) && own(op) == 1)
        .map(|(id, _)| id)
        .collect();
    let growth = |steps: &[OpId]| Growth {
        sort,
        start: *start,
        steps: steps.to_vec(),
        small: *small,
        changes: changes.clone(),
    };
    let mut growths: Vec<Growth> = steps.iter().map(|step| growth(&[*step])).collect();
    if steps.len() > 1 {
        growths.push(growth(&steps));
    }
    growths
}
