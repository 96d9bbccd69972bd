//! The algebras over which an implementation is observed.

use std::cell::RefCell;

use super::algebra::Algebra;
use super::oracle::Oracle;
use super::samples::Scene;
use super::sight::{Seen, Sight};
use super::values::{Pool, random, small};
use crate::arena::Id;
use crate::theory::{SortKind, Theory};
use crate::trial::{ELEMENTS, Random, Trial, allowed, extent};

/// The most algebras of a size, and how many of them laws are learnt from.
const OF_A_SIZE: usize = 6;
const LEARNT: usize = 2;
/// How often contexts are added that tell more values apart.
const ROUNDS: usize = 4;
/// Algebras with one more element, to break what was learnt.
const LARGER: usize = 1;
/// Long values of each sort and algebra, and their operations.
const LONG: usize = 40;
const OPERATIONS: usize = 9;
/// Numbers that observers take, so that they see all of a long value.
const LONGEST: i64 = 14;
/// The largest small number.
const NUMBERS: i64 = 5;
/// Numbers of long values besides.
const LARGE: [i64; 3] = [10, 100, 1_000];

/// Small algebras that the axioms allow.
pub fn stage(trial: &Trial<'_>) -> Vec<Algebra> {
    let theory = trial.theory;
    let has_parameters = theory.sorts.values().any(|sort| sort.kind == SortKind::Parameter);
    let sizes = if has_parameters { 1..=ELEMENTS + 1 } else { 1..=1 };
    let mut found = Vec::new();
    for elements in sizes {
        let (limit, learnt) = if elements > ELEMENTS { (LARGER, 0) } else { (OF_A_SIZE, LEARNT) };
        let own = allowed(trial, elements, limit);
        let mut own: Vec<Algebra> = own
            .map(|(parameters, tables)| Algebra { parameters, tables, is_learnt: false })
            .collect();
        // The last one has most facts that hold.
        own.reverse();
        own.iter_mut().take(learnt).for_each(|algebra| algebra.is_learnt = true);
        found.extend(own);
    }
    found
}

/// The numbers that operations are tried with.
pub fn numbers(theory: &Theory) -> Vec<i64> {
    let mut numbers: Vec<i64> = (0..=NUMBERS).chain([-1]).collect();
    for number in extent(theory).numbers {
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers
}

/// Observes an implementation over one algebra: small values one after the other, and long
/// random ones.
pub fn scene<'o>(
    theory: &'o Theory,
    oracle: &'o RefCell<dyn Oracle + 'o>,
    (number, algebra): (usize, &'o Algebra),
    numbers: &[i64],
) -> Scene<'o> {
    let mut observed = numbers.to_vec();
    observed.extend((0..LONGEST).filter(|number| !numbers.contains(number)));
    let mut sight = Sight::new(theory, oracle, number, &algebra.tables, &observed);
    let mut values = small(&mut sight, numbers);
    for _ in 0..ROUNDS {
        if !sight.tell_apart(numbers) {
            break;
        }
        values = small(&mut sight, numbers);
    }
    let joined = std::mem::take(&mut sight.joined);
    let long = lengthened(&mut sight, &values, numbers, number as u64 + 1);
    Scene { algebra, sight, small: values, long, joined }
}

fn lengthened(sight: &mut Sight<'_>, small: &Pool, numbers: &[i64], seed: u64) -> Pool {
    let mut generator = Random::new(seed);
    let mut pool = small.clone();
    let theory = sight.theory;
    let large = LARGE.into_iter().filter(|number| !numbers.contains(number));
    let numbers: Vec<i64> = numbers.iter().copied().chain(large).collect();
    if let Some(int) = theory.int() {
        pool[int.index()] = numbers.iter().map(|number| Seen::Int(*number)).collect();
    }
    for sort in theory.sorts.ids().filter(|sort| theory.is_constructed(*sort)) {
        for _ in 0..LONG {
            let operations = 4 + generator.below(OPERATIONS);
            let value = random(sight, &numbers, sort, operations, &mut generator);
            let own = &mut pool[sort.index()];
            own.extend(
                value.filter(|value| matches!(value, Seen::Value(..)) && !own.contains(value)),
            );
        }
    }
    pool
}
