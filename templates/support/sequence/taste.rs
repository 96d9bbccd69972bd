//! Which operations a sequence prefers.
//!
//! Faults hide in large values, and in values that were large. Where every operation is as
//! likely as any other, values stay small: so some sequences first take the operations that
//! make a number of observers rise, and then those that make it fall.

use std::collections::BTreeMap;

use super::super::execute::{Node, Program};
use super::draw::Draw;

/// How often an operation is left out of a whole sequence, in percent.
const LEFT_OUT: usize = 30;
/// The number of different weights that an operation can have in a sequence.
const HEAVIEST: usize = 4;
/// How often a sequence goes through phases with weights of their own, in percent. So values
/// grow first and shrink later, also where most operations make them smaller.
const PHASED: usize = 50;
/// The most steps of a phase.
const PHASE: usize = 16;
/// How often a sequence first makes its value large, in percent.
const GROWING: usize = 25;
/// The most steps of that.
const GROWTH: usize = 28;
/// How often an operation that does nothing for growth has a place there, in percent.
const BESIDE: usize = 15;

/// By operation: how often a sequence prefers it to others; 0 if it does without it.
type Weights = Vec<u32>;

/// What steps have changed: how often the answer of an observer rose or fell, by the place of
/// the observer and the operation.
#[derive(Default)]
pub struct Effects {
    seen: BTreeMap<(usize, usize), i64>,
}

impl Effects {
    /// Compares the answers of observers before and after a step.
    pub fn see(&mut self, op: usize, before: &[Option<Node>], after: &[Option<Node>]) {
        for (place, answers) in before.iter().zip(after).enumerate() {
            if let (Some(Node::Int(before)), Some(Node::Int(after))) = answers {
                let change = i64::from(after > before) - i64::from(after < before);
                *self.seen.entry((place, op)).or_insert(0) += change;
            }
        }
    }

    /// An observer whose answers rise.
    fn rising(&self, draw: &mut Draw) -> Option<usize> {
        let rises = self.seen.iter().filter(|(_, change)| **change > 0);
        let mut places: Vec<usize> = rises.map(|((place, _), _)| *place).collect();
        places.dedup();
        draw.of(&places).copied()
    }

    /// Weights with which the answers of an observer rise, or fall.
    fn towards(&self, place: usize, rises: bool, count: usize, draw: &mut Draw) -> Weights {
        let wanted = if rises { 1 } else { -1 };
        let mut weights = Vec::new();
        for op in 0..count {
            let change = self.seen.get(&(place, op)).map_or(0, |all| all.signum());
            weights.push(match change * wanted {
                1 => 1 << draw.below(HEAVIEST),
                0 => u32::from(draw.percent(BESIDE)),
                _ => 0,
            });
        }
        weights
    }
}

/// The operations that a sequence prefers at the moment.
pub struct Taste {
    pub weights: Weights,
    /// Steps until the weights are drawn anew; `None` if they stay.
    left: Option<usize>,
    /// Whether it makes its value large first.
    pub grows: bool,
    /// The observer whose answers have risen so far.
    risen: Option<usize>,
}

impl Taste {
    pub fn new(program: &Program, sort: usize, effects: &Effects, draw: &mut Draw) -> Self {
        let grows = draw.percent(GROWING);
        let risen = if grows { effects.rising(draw) } else { None };
        let weights = match risen {
            Some(place) => effects.towards(place, true, program.ops.len(), draw),
            None if grows => constructing(program, draw),
            None => weights(program, sort, draw),
        };
        let left = match grows {
            true => Some(4 + draw.below(GROWTH)),
            false => draw.percent(PHASED).then(|| 1 + draw.below(PHASE)),
        };
        Taste {
            weights,
            left,
            grows,
            risen,
        }
    }

    /// Counts a step, and starts the next phase when it is time.
    pub fn go_on(&mut self, program: &Program, sort: usize, effects: &Effects, draw: &mut Draw) {
        self.left = match self.left {
            Some(0) => {
                let risen = self.risen.take().filter(|_| draw.percent(50));
                self.weights = match risen {
                    Some(place) => effects.towards(place, false, program.ops.len(), draw),
                    None => weights(program, sort, draw),
                };
                Some(draw.below(PHASE))
            }
            left => left.map(|left| left - 1),
        };
    }
}

/// Any weights.
fn weights(program: &Program, sort: usize, draw: &mut Draw) -> Weights {
    let changes: Vec<bool> = program
        .ops
        .iter()
        .map(|op| op.arguments.iter().any(|of| Some(*of) == op.result))
        .collect();
    let mut weights = Vec::new();
    for changes in &changes {
        let is_left_out = *changes && draw.percent(LEFT_OUT);
        let weight = 1 << draw.below(HEAVIEST);
        weights.push(if is_left_out { 0 } else { weight });
    }
    // A sequence that can only start goes nowhere.
    let own = (0..changes.len()).filter(|op| changes[*op] && program.ops[*op].result == Some(sort));
    let own: Vec<usize> = own.collect();
    if own.iter().all(|op| weights[*op] == 0) {
        draw.of(&own).into_iter().for_each(|op| weights[*op] = 1);
    }
    weights
}

/// Weights of constructors, and now and then of something beside them: where no observer
/// counts, constructors make values large.
fn constructing(program: &Program, draw: &mut Draw) -> Weights {
    let ops = program.ops.iter();
    ops.map(|op| match op.is_constructor {
        true => 1 << draw.below(HEAVIEST),
        false => u32::from(draw.percent(BESIDE)),
    })
    .collect()
}
