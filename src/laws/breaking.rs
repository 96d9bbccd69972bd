//! Tries to break a law: small values in all combinations, then long ones at random.

use std::collections::BTreeSet;

use super::samples::{Choice, Sample, Scene, samples};
use super::sight::{Seen, Sight};
use crate::theory::{Formula, SortId, Variable};
use crate::trial::assignments;

/// Small combinations and random ones for each algebra.
pub const TRIES: (usize, usize) = (250, 150);

/// Samples whose neighbours are tried, and the most neighbours.
const STARTS: usize = 12;
const NEAR: usize = 150;

/// What came of trying to break a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    Held(Held),
    Broken(Sample),
}

/// How often a law held, and for how many distinct values of its first constructed variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Combinations of values for which it was evaluated.
    pub times: usize,
    /// Combinations for which its premise held.
    pub applied: usize,
    /// Distinct values of constructed sorts among them.
    pub values: usize,
}

/// Evaluates a law on many values.
pub fn attempt(
    scenes: &mut [Scene<'_>],
    variables: &[Variable],
    formula: &Formula,
    tries: (usize, usize),
) -> Attempt {
    let mut held = Held::default();
    let mut values = BTreeSet::new();
    let drawn = samples(scenes, variables, tries, Choice::Break);
    let near = near(scenes, variables, formula, &drawn);
    for sample in drawn.into_iter().chain(near) {
        let sight = &mut scenes[sample.scene].sight;
        match sight.decide(formula, &sample.values) {
            Some(false) => return Attempt::Broken(sample),
            None => continue,
            Some(true) => held.times += 1,
        }
        let applies = match formula {
            Formula::If { premise, .. } => sight.decide(premise, &sample.values) == Some(true),
            _ => true,
        };
        if applies {
            held.applied += 1;
            for value in sample.values.iter().filter(|it| matches!(it, Seen::Value(..))) {
                values.insert((sample.scene, *value));
            }
        }
    }
    held.values = values.len();
    Attempt::Held(held)
}

/// Values one operation away from those for which the premise of a law holds. The operation
/// takes the law's own elements, so that the values come near to violating it.
fn near(
    scenes: &mut [Scene<'_>],
    variables: &[Variable],
    formula: &Formula,
    drawn: &[Sample],
) -> Vec<Sample> {
    let mut found = Vec::new();
    let mut starts = 0;
    // The last ones are long.
    for sample in drawn.iter().rev() {
        let sight = &mut scenes[sample.scene].sight;
        let applies = match formula {
            Formula::If { premise, .. } => sight.decide(premise, &sample.values) == Some(true),
            _ => true,
        };
        if !applies {
            continue;
        }
        starts += 1;
        if starts > STARTS || found.len() >= NEAR {
            break;
        }
        for (place, variable) in variables.iter().enumerate() {
            for value in neighbours(sight, variables, sample, place, variable.sort) {
                let mut values = sample.values.clone();
                values[place] = value;
                found.push(Sample { scene: sample.scene, values });
            }
        }
    }
    found
}

/// What operations make of one value of a sample, with its other values as arguments.
fn neighbours(
    sight: &mut Sight<'_>,
    variables: &[Variable],
    sample: &Sample,
    place: usize,
    sort: SortId,
) -> Vec<Seen> {
    let theory = sight.theory;
    let mut found = Vec::new();
    for (op, operation) in theory.ops.iter().filter(|(_, op)| op.result == Some(sort)) {
        let Some(own) = operation.arguments.iter().position(|it| *it == sort) else { continue };
        let fitting = |(at, of): (usize, &SortId)| -> Vec<Seen> {
            let others = variables.iter().zip(&sample.values).filter(|(it, _)| it.sort == *of);
            match at == own {
                true => vec![sample.values[place]],
                false => others.map(|(_, seen)| *seen).collect(),
            }
        };
        let lists: Vec<Vec<Seen>> = operation.arguments.iter().enumerate().map(fitting).collect();
        for arguments in assignments(&lists.iter().collect::<Vec<_>>(), 4) {
            let seen = sight.apply(op, &arguments);
            if matches!(seen, Seen::Value(..)) {
                found.push(seen);
            }
        }
    }
    found
}
