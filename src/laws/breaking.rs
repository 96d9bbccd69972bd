//! Tries to break a law: small values in all combinations, long ones at random, and values near
//! those for which its premise holds.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::samples::{Choice, Sample, Scene, samples};
use super::sight::{Seen, Sight};
use crate::goal::Minterms;
use crate::theory::{Formula, SortId, Variable};
use crate::trial::assignments;

/// Small combinations and random ones for each algebra.
pub const TRIES: (usize, usize) = (250, 150);

/// Samples whose neighbours are tried first, and the most neighbours.
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
    /// Truth values of the law's atoms that occurred together.
    pub cases: usize,
}

/// A premise that holds less often says too little.
const LEAST: usize = 10;

impl Held {
    /// Whether a law with such a premise can be proposed.
    pub fn is_enough(&self) -> bool {
        self.applied == self.times || self.applied >= LEAST
    }
}

/// A law with what was seen of it so far.
struct Tally<'l> {
    formula: &'l Formula,
    minterms: Minterms<'l>,
    held: Held,
    values: BTreeSet<(usize, Seen)>,
    cases: BTreeSet<Vec<Option<bool>>>,
    /// The last sample of each case.
    last: BTreeMap<Vec<bool>, Sample>,
}

/// What a law says about one sample.
enum Said {
    Broken,
    /// Its premise fails, or something is unknown.
    Nothing,
    Applied {
        is_new_case: bool,
    },
}

impl Tally<'_> {
    fn evaluate(&mut self, sight: &mut Sight<'_>, sample: &Sample) -> Said {
        match sight.decide(self.formula, &sample.values) {
            Some(false) => return Said::Broken,
            None => return Said::Nothing,
            Some(true) => self.held.times += 1,
        }
        let case: Vec<Option<bool>> =
            self.minterms.atoms().iter().map(|atom| sight.decide(atom, &sample.values)).collect();
        if let Some(truth) = case.iter().copied().collect() {
            self.last.insert(truth, sample.clone());
        }
        if let Formula::If { premise, .. } = self.formula
            && sight.decide(premise, &sample.values) != Some(true)
        {
            return Said::Nothing;
        }
        self.held.applied += 1;
        let constructed = sample.values.iter().filter(|it| matches!(it, Seen::Value(..)));
        self.values.extend(constructed.map(|value| (sample.scene, *value)));
        Said::Applied { is_new_case: self.cases.insert(case) }
    }

    fn held(self) -> (Attempt, Vec<Sample>) {
        let held = Held { values: self.values.len(), cases: self.cases.len(), ..self.held };
        let near = self.last.into_iter().filter(|(truth, _)| self.minterms.nearly_fails(truth));
        (Attempt::Held(held), near.map(|(_, sample)| sample).collect())
    }
}

/// Evaluates a law on many values, then near those for which its premise holds.
pub fn attempt(
    scenes: &mut [Scene<'_>],
    variables: &[Variable],
    formula: &Formula,
    tries: (usize, usize),
) -> Attempt {
    attempt_nearly(scenes, variables, formula, tries).0
}

/// The same, and of a law that held, samples that come near to breaking it: it would be false
/// there if one of its atoms were otherwise. There is one for each such case, a late one, since
/// those are long.
pub fn attempt_nearly(
    scenes: &mut [Scene<'_>],
    variables: &[Variable],
    formula: &Formula,
    tries: (usize, usize),
) -> (Attempt, Vec<Sample>) {
    let broken = |sample| (Attempt::Broken(sample), Vec::new());
    let mut tally = Tally {
        formula,
        minterms: Minterms::of(formula),
        held: Held::default(),
        values: BTreeSet::new(),
        cases: BTreeSet::new(),
        last: BTreeMap::new(),
    };
    let mut applied = Vec::new();
    for sample in samples(scenes, variables, tries, Choice::Break) {
        match tally.evaluate(&mut scenes[sample.scene].sight, &sample) {
            Said::Broken => return broken(sample),
            Said::Nothing => {}
            Said::Applied { .. } => applied.push(sample),
        }
    }
    // The last ones are long.
    let mut starts: VecDeque<Sample> = applied.into_iter().rev().take(STARTS).collect();
    let mut left = NEAR;
    while let Some(start) = starts.pop_front() {
        for sample in near(&mut scenes[start.scene].sight, variables, &start) {
            if left == 0 {
                return tally.held();
            }
            left -= 1;
            match tally.evaluate(&mut scenes[sample.scene].sight, &sample) {
                Said::Broken => return broken(sample),
                // The first value that reaches a case is a good start for others.
                Said::Applied { is_new_case: true } => starts.push_back(sample),
                Said::Applied { is_new_case: false } | Said::Nothing => {}
            }
        }
    }
    tally.held()
}

/// Samples with one value a step away: a number one less or more, or a value after one operation,
/// which takes the sample's own elements. They come near to violating a law.
fn near(sight: &mut Sight<'_>, variables: &[Variable], start: &Sample) -> Vec<Sample> {
    let mut found = Vec::new();
    for (place, variable) in variables.iter().enumerate() {
        let values = match start.values[place] {
            Seen::Int(number) => {
                [number.saturating_sub(1), number.saturating_add(1)].map(Seen::Int).to_vec()
            }
            _ => neighbours(sight, variables, start, place, variable.sort),
        };
        for value in values {
            let mut values = start.values.clone();
            values[place] = value;
            found.push(Sample { scene: start.scene, values });
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
        for arguments in assignments(&lists, 4) {
            let seen = sight.apply(op, &arguments);
            if matches!(seen, Seen::Value(..)) {
                found.push(seen);
            }
        }
    }
    found
}
