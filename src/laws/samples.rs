//! Values for the variables of a law, over several algebras of the parameters.

use super::algebra::Algebra;
use super::sight::{Seen, Sight};
use super::values::Pool;
use crate::arena::Id;
use crate::model::GroundTerm;
use crate::theory::{Formula, SortId, Term, Variable};
use crate::trial::{Random, assignments};

/// One algebra with the values that variables take there.
pub struct Scene<'o> {
    pub algebra: &'o Algebra,
    pub sight: Sight<'o>,
    /// Small values, and the same with long ones behind them.
    pub small: Pool,
    pub long: Pool,
    /// Pairs of different terms for the same small value.
    pub joined: Vec<(SortId, [GroundTerm; 2])>,
}

/// Which values variables take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Small values over the algebras that laws are learnt from.
    Learn,
    /// Small and long values over all algebras.
    Break,
}

/// Values of all variables, and the scene that they belong to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sample {
    pub scene: usize,
    pub values: Vec<Seen>,
}

/// Early values in all combinations, then random ones. `early` and `drawn` are limits per scene.
pub fn samples(
    scenes: &[Scene<'_>],
    variables: &[Variable],
    (early, drawn): (usize, usize),
    choice: Choice,
) -> Vec<Sample> {
    let mut found = Vec::new();
    let is_used = |scene: &Scene<'_>| choice == Choice::Break || scene.algebra.is_learnt;
    for (scene, one) in scenes.iter().enumerate().filter(|(_, scene)| is_used(scene)) {
        let pool = if choice == Choice::Break { &one.long } else { &one.small };
        let lists: Vec<&Vec<Seen>> =
            variables.iter().map(|variable| &pool[variable.sort.index()]).collect();
        let start = found.len();
        for values in assignments(&lists, early) {
            found.push(Sample { scene, values });
        }
        let mut random = Random::new(scene as u64 + 1);
        for _ in 0..drawn {
            let mut drawn = |list: &&Vec<Seen>| match list.first() {
                // Long values are behind small ones, which come in all combinations.
                Some(Seen::Value(..)) if random.below(2) == 0 => {
                    random.choose(&list[list.len() / 2..])
                }
                _ => random.choose(list),
            };
            let values = lists.iter().map(&mut drawn).collect::<Option<Vec<_>>>();
            let Some(values) = values else { break };
            let sample = Sample { scene, values };
            if !found[start..].contains(&sample) {
                found.push(sample);
            }
        }
    }
    found
}

/// The values of a term.
pub fn column(scenes: &mut [Scene<'_>], samples: &[Sample], term: &Term) -> Vec<Seen> {
    let value = |sample: &Sample| scenes[sample.scene].sight.evaluate(term, &sample.values);
    samples.iter().map(value).collect()
}

/// Where a formula holds; `None` if it is unknown somewhere.
pub fn truths(
    scenes: &mut [Scene<'_>],
    samples: &[Sample],
    formula: &Formula,
) -> Option<Vec<bool>> {
    let truth = |sample: &Sample| scenes[sample.scene].sight.decide(formula, &sample.values);
    samples.iter().map(truth).collect()
}
