//! What holds for all values: candidates that no small value refutes, proved by induction.

use super::world::World;
use crate::arena::Id;
use crate::execute::{Answer, Node, SortKind, TermId};
use crate::goal::Goal;
use crate::parallel;
use crate::prove::induction::{CANDIDATES, implied, paired_candidates, proved, single_candidates};
use crate::prove::{Lemma, Prover};
use crate::rules;
use crate::theory::Theory;

/// The most values for which a candidate is tried.
const TRIED: usize = 300;

/// The numbers for which a candidate is tried.
const NUMBERS: usize = 8;

/// Lemmas that may refute goals.
pub fn lemmas(theory: &Theory, goals: &[&Goal], mut world: World<'_>) -> Vec<Lemma> {
    if theory.int().is_none() || goals.is_empty() {
        return Vec::new();
    }
    let mut kept = |mut found: Vec<Lemma>| {
        found.retain(|lemma| is_kept(&mut world, lemma));
        found.truncate(CANDIDATES);
        found
    };
    let candidates = kept(single_candidates(theory, goals));
    let mut single = proved(theory, &[], candidates.clone());
    let open = candidates.into_iter().filter(|lemma| !single.contains(lemma));
    let implied = implied(theory, &single, open.collect());
    single.extend(implied);
    let prover = Prover::new(theory, &single);
    let is_refuted = parallel::map(goals, |goal| prover.refutes(goal));
    let open = goals.iter().zip(is_refuted).filter(|(_, is_refuted)| !is_refuted);
    let open: Vec<&Goal> = open.map(|(goal, _)| *goal).collect();
    proved(theory, &single, kept(paired_candidates(theory, &open)))
}

/// Whether running determines that a candidate holds for some small values.
fn is_kept(world: &mut World<'_>, lemma: &Lemma) -> bool {
    let formula = rules::formula(&lemma.formula);
    let sort = lemma.variables[0].sort.index();
    let values: Vec<TermId> = world.values[sort].iter().map(|value| value.term).collect();
    let others: Vec<Vec<TermId>> =
        lemma.variables[1..].iter().map(|it| given(world, it.sort.index())).collect();
    let lists = others.iter().fold(vec![Vec::new()], |lists: Vec<Vec<TermId>>, choices| {
        let longer = lists.iter().flat_map(|list| {
            choices.iter().map(move |choice| [list.as_slice(), &[*choice]].concat())
        });
        longer.collect()
    });
    let share = (TRIED / lists.len().max(1)).max(8);
    let step = values.len().div_ceil(share).max(1);
    for value in values.into_iter().step_by(step) {
        for others in &lists {
            let all = [&[value], others.as_slice()].concat();
            let Answer::Value(truth) = world.engine.decide(&formula, &all) else { return false };
            if *world.engine.terms().node(truth) != Node::Truth(true) {
                return false;
            }
        }
    }
    true
}

/// Some values of a sort that is not constructed.
fn given(world: &mut World<'_>, sort: usize) -> Vec<TermId> {
    match world.engine.program().sorts[sort].kind {
        SortKind::Constructed => Vec::new(),
        SortKind::Given => {
            (0..world.few(sort)).map(|number| world.engine.element(sort, number)).collect()
        }
        SortKind::Int => {
            let numbers: Vec<i64> = world.numbers.iter().take(NUMBERS).copied().collect();
            numbers.into_iter().map(|number| world.engine.int(number)).collect()
        }
    }
}
