//! Values to observe: small ones one after the other, and long random ones.

use super::oracle::Reply;
use super::sight::{Seen, Sight};
use crate::arena::Id;
use crate::model::GroundTerm;
use crate::theory::{OpId, SortId, Theory};
use crate::trial::{Random, assignments, share};

/// Operations in a small value, and the most small values of a sort.
const OPERATIONS: usize = 5;
const VALUES: usize = 40;
/// The most combinations of arguments for one constructor and one size.
const COMBINATIONS: usize = 120;

/// By sort, the values that variables take.
pub type Pool = Vec<Vec<Seen>>;

/// Elements, numbers, and small values that constructors build, few operations first.
pub fn small(sight: &mut Sight<'_>, numbers: &[i64]) -> Pool {
    let theory = sight.theory;
    let mut pool: Pool = theory.sorts.ids().map(|sort| sight.given(sort, numbers)).collect();
    for operations in 1..=OPERATIONS {
        let before = pool.clone();
        for (op, operation) in theory.ops.iter().filter(|(_, op)| op.is_constructor()) {
            let Some(sort) = operation.result else { continue };
            let most = room(theory, op, sort, operations);
            let lists: Vec<&Vec<Seen>> =
                operation.arguments.iter().map(|sort| &before[sort.index()]).collect();
            for arguments in assignments(&lists, COMBINATIONS * operations) {
                let own = &mut pool[sort.index()];
                if own.len() >= most {
                    break;
                }
                let seen = sight.apply(op, &arguments);
                if matches!(seen, Seen::Value(..)) && !own.contains(&seen) {
                    own.push(seen);
                }
            }
        }
    }
    pool
}

/// How many values of a sort there may be after one constructor was applied.
fn room(theory: &Theory, op: OpId, sort: SortId, operations: usize) -> usize {
    let all = theory.constructors(sort).count();
    let place = theory.constructors(sort).filter(|(other, _)| *other <= op).count();
    share((VALUES, OPERATIONS), operations, (place, all)).max(place)
}

/// A random value of a sort with up to this many operations, built by constructors and by
/// observers that return the sort. `None` where none was found.
pub fn random(
    sight: &mut Sight<'_>,
    numbers: &[i64],
    sort: SortId,
    operations: usize,
    random: &mut Random,
) -> Option<Seen> {
    let theory = sight.theory;
    if !theory.is_constructed(sort) {
        let given = sight.given(sort, numbers);
        // Early numbers are more frequent: limits that long values come to are small.
        let most = if random.below(2) == 0 { given.len() } else { 1 + random.below(given.len()) };
        return random.choose(&given[..most.min(given.len())]);
    }
    let is_step = |op: &OpId| {
        let op = &theory.ops[*op];
        op.result == Some(sort) && op.arguments.contains(&sort)
    };
    let all: Vec<OpId> =
        theory.ops.ids().filter(|op| theory.ops[*op].result == Some(sort)).collect();
    let (steps, starts): (Vec<OpId>, Vec<OpId>) = all.into_iter().partition(is_step);
    let starts: Vec<OpId> =
        starts.into_iter().filter(|op| theory.ops[*op].is_constructor()).collect();
    let builders: Vec<OpId> =
        steps.iter().copied().filter(|op| theory.ops[*op].is_constructor()).collect();
    let mut term: Option<GroundTerm> = None;
    for _ in 0..operations {
        // Three steps of four build, so that values grow.
        let ops = match &term {
            None => &starts,
            Some(_) if random.below(4) == 0 => &steps,
            Some(_) => &builders,
        };
        let Some(op) = random.choose(ops) else { break };
        let mut own = term.clone();
        let mut arguments = Vec::new();
        for argument in &theory.ops[op].arguments {
            arguments.push(match own.take() {
                Some(term) if *argument == sort => term,
                other => {
                    own = other;
                    let inner = self::random(sight, numbers, *argument, operations / 3, random)?;
                    sight.term(inner)?
                }
            });
        }
        let longer = GroundTerm::Apply(op, arguments);
        if sight.reply(&longer) == Reply::Built {
            term = Some(longer);
        }
    }
    term.map(|term| sight.observe(term))
}
