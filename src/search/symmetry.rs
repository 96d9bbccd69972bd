//! Breaks the permutations of parameter elements.
//!
//! Renaming the elements of a parameter sort turns a model into an isomorphic one. Only
//! models with the least predicate tables over parameters are kept (in the order of their
//! cells, false before true): for each swap of two neighbours, the tables must be no
//! greater than the swapped tables. The least tables of all satisfy that for every swap. So
//! at least one model of each class remains, and it is the canonical one.

use crate::model::tuples;
use crate::theory::{OpId, SortId, SortKind};

use super::ground::Ground;
use super::solver::{FALSE, Lit, TRUE};

pub fn break_parameter_symmetry(ground: &mut Ground) {
    let sorts: Vec<SortId> = ground
        .theory
        .sorts
        .iter()
        .filter(|(_, sort)| sort.kind == SortKind::Parameter)
        .map(|(id, _)| id)
        .collect();
    for sort in sorts {
        for lower in 1..ground.carriers.size(sort) {
            let (cells, swapped) = swap(ground, sort, lower - 1);
            require_least(ground, &cells, &swapped);
        }
    }
}

/// The cells of all parameter predicates, and the cells that replace them when the elements
/// `lower` and `lower + 1` of the sort are swapped.
fn swap(ground: &Ground, sort: SortId, lower: u32) -> (Vec<Lit>, Vec<Lit>) {
    let mut cells = Vec::new();
    let mut swapped = Vec::new();
    for op in parameter_predicates(ground) {
        let sizes = ground.dimensions(op);
        let sorts = &ground.theory.ops[op].arguments;
        for (position, tuple) in tuples(&sizes).enumerate() {
            let other = tuple.iter().zip(sorts).map(|(element, of)| match *element {
                element if *of == sort && element == lower => lower + 1,
                element if *of == sort && element == lower + 1 => lower,
                element => element,
            });
            let other = ground.position(op, &other.collect::<Vec<_>>());
            cells.push(ground.predicate_cell(op, position));
            swapped.push(ground.predicate_cell(op, other));
        }
    }
    (cells, swapped)
}

fn parameter_predicates(ground: &Ground) -> Vec<OpId> {
    let ops = ground.parameter_operations().into_iter();
    ops.filter(|op| ground.theory.ops[*op].is_predicate()).collect()
}

/// `a ≤ b` in lexicographic order: while equal so far, `a[i] → b[i]`.
fn require_least(ground: &mut Ground, a: &[Lit], b: &[Lit]) {
    let mut equal = TRUE;
    for (a, b) in a.iter().zip(b) {
        if a == b {
            continue;
        }
        ground.circuit.add([!equal, !*a, *b]);
        let both = ground.circuit.and(*a, *b);
        let neither = ground.circuit.and(!*a, !*b);
        let same = ground.circuit.or(both, neither);
        equal = ground.circuit.and(equal, same);
        if equal == FALSE {
            return;
        }
    }
}
