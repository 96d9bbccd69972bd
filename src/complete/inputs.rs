//! The terms to observe over one algebra of the parameters.
//!
//! Terms are built by constructors alone and are not brought into normal form, so that two
//! versions of a specification can be asked about the same terms. A term that equals an
//! earlier one is observed, but nothing is built from it.

use std::collections::BTreeSet;

use super::observe::{Call, Run};
use crate::arena::Id;
use crate::execute::{Answer, Engine, Tables, TermId};
use crate::model::GroundTerm;
use crate::theory::{OpId, Operation, SortId, Theory};
use crate::trial::{Random, Trial, assignments, share};

/// The most operations in a term, and the most terms of a sort.
const OPERATIONS: usize = 5;
const TERMS: usize = 80;
/// The most observations by one operation, and about as many by all of them.
const OBSERVATIONS: usize = 400;
const OBSERVATIONS_IN_ALL: usize = 4_000;
/// The most values of one operation that no axiom builds.
const STATES: usize = 30;
/// How often large terms are built from a small one, and in how many steps.
const WALKS: usize = 12;
const WALKED: usize = 10;
/// Each operation has at least this many.
const LEAST_OBSERVATIONS: usize = 8;
/// The most combinations of arguments for one constructor and one size.
const COMBINATIONS: usize = 20_000;
/// The most steps of the engine for all terms that inputs are built from.
const STEPS: u64 = 100_000;

/// Terms, and what is observed of them.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    pub terms: Vec<GroundTerm>,
    pub calls: Vec<Call>,
    /// Terms that the axioms join, each with the first one that it equals.
    pub joined: Vec<[GroundTerm; 2]>,
    /// The operations in the largest term.
    pub operations: usize,
}

/// A term, and whether it is the first one for its value.
struct Built {
    operations: usize,
    term: GroundTerm,
    value: TermId,
    is_first: bool,
}

/// Builds the terms by the axioms of a specification, and lists what to observe of them.
pub fn inputs(trial: &Trial<'_>, tables: &Tables) -> Inputs {
    let theory = trial.theory;
    let mut engine = trial.engine(tables);
    let built = terms(trial, &mut engine);
    let by_sort = by_sort(&built);
    let mut found = Inputs::default();
    for sort in theory.sorts.ids().filter(|sort| theory.is_constructed(*sort)) {
        for one in &built[sort.index()] {
            found.operations = found.operations.max(one.operations);
            found.terms.push(one.term.clone());
            let first = built[sort.index()].iter().find(|other| other.value == one.value);
            if let Some(first) = first.filter(|_| !one.is_first) {
                found.joined.push([first.term.clone(), one.term.clone()]);
            }
        }
    }
    let observers: Vec<(OpId, &Operation)> = theory.observers().collect();
    let most = OBSERVATIONS_IN_ALL / observers.len().max(1);
    let most = most.clamp(LEAST_OBSERVATIONS, OBSERVATIONS);
    let states = states(theory, &mut engine, &built);
    for (op, operation) in observers {
        let lists: Vec<&Vec<GroundTerm>> =
            operation.arguments.iter().map(|sort| &by_sort[sort.index()]).collect();
        let tuples = assignments(&lists, most).into_iter();
        found.calls.extend(tuples.map(|arguments| Call { op, arguments }));
    }
    found.calls.extend(calls_on(theory, &by_sort, &states, most));
    found.terms.extend(states.into_iter().flatten());
    found
}

fn by_sort(built: &[Vec<Built>]) -> Vec<Vec<GroundTerm>> {
    built.iter().map(|terms| terms.iter().map(|it| it.term.clone()).collect()).collect()
}

/// Observers with a plain result on some values, over all other arguments.
fn calls_on(
    theory: &Theory,
    by_sort: &[Vec<GroundTerm>],
    values: &[Vec<GroundTerm>],
    most: usize,
) -> Vec<Call> {
    let mut found = Vec::new();
    for (op, operation) in theory.observers() {
        let is_plain = operation.result.is_none_or(|sort| !theory.is_constructed(sort));
        let place = operation.arguments.iter().position(|sort| !values[sort.index()].is_empty());
        let Some(place) = place.filter(|_| is_plain) else { continue };
        let list = |(at, sort): (usize, &SortId)| match at == place {
            true => &values[sort.index()],
            false => &by_sort[sort.index()],
        };
        let lists: Vec<_> = operation.arguments.iter().enumerate().map(list).collect();
        let tuples = assignments(&lists, most).into_iter();
        found.extend(tuples.map(|arguments| Call { op, arguments }));
    }
    found
}

/// By sort, values that operations make and no axiom builds by constructors: axioms may say what
/// observers answer after such an operation.
fn states(theory: &Theory, engine: &mut Engine<'_>, built: &[Vec<Built>]) -> Vec<Vec<GroundTerm>> {
    let mut found: Vec<Vec<GroundTerm>> = vec![Vec::new(); theory.sorts.len()];
    let lists: Vec<Vec<&Built>> =
        built.iter().map(|terms| terms.iter().filter(|it| it.is_first).collect()).collect();
    for (op, operation) in theory.observers() {
        let Some(sort) = operation.result.filter(|sort| theory.is_constructed(*sort)) else {
            continue;
        };
        let lists: Vec<_> = operation.arguments.iter().map(|sort| &lists[sort.index()]).collect();
        let mut own = Vec::new();
        for arguments in assignments(&lists, OBSERVATIONS) {
            let values: Vec<TermId> = arguments.iter().map(|built| built.value).collect();
            let call = engine.call(op.index(), &values);
            if own.len() < STATES && engine.ask(call) == Answer::Value(call) {
                let arguments = arguments.iter().map(|built| built.term.clone()).collect();
                own.push(GroundTerm::Apply(op, arguments));
            }
        }
        found[sort.index()].extend(own);
    }
    found
}

/// By sort: elements, numbers and constructor terms, those with few operations first.
fn terms(trial: &Trial<'_>, engine: &mut Engine<'_>) -> Vec<Vec<Built>> {
    let theory = trial.theory;
    let mut terms: Vec<Vec<Built>> = theory.sorts.ids().map(|_| Vec::new()).collect();
    for sort in theory.sorts.ids() {
        let given = engine.given(sort.index(), &trial.extent.numbers).into_iter();
        let leaf = |value| {
            let term = GroundTerm::of_value(engine, value);
            Built { operations: 0, term, value, is_first: true }
        };
        terms[sort.index()] = given.map(leaf).collect();
    }
    let end = engine.total_steps().saturating_add(STEPS);
    let mut known: Vec<BTreeSet<TermId>> = vec![BTreeSet::new(); theory.sorts.len()];
    for operations in 1..=OPERATIONS {
        for (op, operation) in theory.ops.iter().filter(|(_, op)| op.is_constructor()) {
            let Some(sort) = operation.result else { continue };
            let most = room(theory, op, sort, operations);
            for places in tuples(&terms, &operation.arguments, operations - 1) {
                if terms[sort.index()].len() >= most || engine.total_steps() > end {
                    break;
                }
                let chosen = operation.arguments.iter().zip(&places);
                let chosen: Vec<&Built> =
                    chosen.map(|(sort, place)| &terms[sort.index()][*place]).collect();
                let values: Vec<TermId> = chosen.iter().map(|built| built.value).collect();
                let arguments = chosen.iter().map(|built| built.term.clone()).collect();
                if let Answer::Value(value) = engine.apply(op.index(), &values) {
                    let term = GroundTerm::Apply(op, arguments);
                    let is_first = known[sort.index()].insert(value);
                    terms[sort.index()].push(Built { operations, term, value, is_first });
                }
            }
        }
    }
    terms
}

/// How many terms of a sort there may be after one constructor was applied.
fn room(theory: &Theory, op: OpId, sort: SortId, operations: usize) -> usize {
    let all = theory.constructors(sort).count();
    let place = theory.constructors(sort).filter(|(other, _)| *other <= op).count();
    share((TERMS, OPERATIONS), operations, (place, all)).max(1)
}

/// The places of arguments whose operations add up to a number, early terms first. Terms that
/// equal an earlier one are left out.
fn tuples(terms: &[Vec<Built>], sorts: &[SortId], operations: usize) -> Vec<Vec<usize>> {
    // The operations, the sum of the places, and the places.
    let mut found: Vec<(usize, usize, Vec<usize>)> = vec![(0, 0, Vec::new())];
    for sort in sorts {
        let mut longer = Vec::new();
        for (used, rank, places) in &found {
            for (place, built) in terms[sort.index()].iter().enumerate() {
                if built.is_first && used + built.operations <= operations {
                    let places = [places.as_slice(), &[place]].concat();
                    longer.push((used + built.operations, rank + place, places));
                }
            }
        }
        longer.sort_by_key(|(_, rank, _)| *rank);
        longer.truncate(COMBINATIONS);
        found = longer;
    }
    let fitting = found.into_iter().filter(|(used, _, _)| *used == operations);
    fitting.map(|(_, _, places)| places).collect()
}

/// Large terms at random, and what to observe of them. They come to where no small term does: a
/// limit of three, or the second of two that are one already.
pub fn deep(trial: &Trial<'_>, tables: &Tables) -> Inputs {
    let theory = trial.theory;
    let mut run = Run::new(trial, tables);
    let small = by_sort(&terms(trial, &mut run.engine));
    let mut random = Random::new(1);
    let mut large: Vec<Vec<GroundTerm>> = vec![Vec::new(); theory.sorts.len()];
    let mut found = Inputs::default();
    for sort in theory.sorts.ids().filter(|sort| theory.is_constructed(*sort)) {
        let is_step = |op: &Operation| op.result == Some(sort) && op.arguments.contains(&sort);
        let steps: Vec<OpId> =
            theory.ops.iter().filter(|(_, op)| is_step(op)).map(|(op, _)| op).collect();
        for _ in 0..WALKS {
            let Some(mut term) = random.choose(&small[sort.index()]) else { break };
            for step in 1..=WALKED {
                let Some(op) = random.choose(&steps) else { break };
                let longer = around(theory, op, &term, &small, &mut random);
                let Some(longer) = longer else { break };
                if matches!(run.value(&longer), Answer::Value(_)) {
                    term = longer;
                    found.operations = found.operations.max(step + OPERATIONS);
                    large[sort.index()].push(term.clone());
                }
            }
        }
    }
    found.calls = calls_on(theory, &small, &large, OBSERVATIONS);
    found.terms = large.into_iter().flatten().collect();
    found
}

/// An operation around a term, with small terms as its other arguments.
fn around(
    theory: &Theory,
    op: OpId,
    term: &GroundTerm,
    small: &[Vec<GroundTerm>],
    random: &mut Random,
) -> Option<GroundTerm> {
    let operation = &theory.ops[op];
    let own = operation.arguments.iter().position(|sort| Some(*sort) == operation.result);
    let arguments = operation.arguments.iter().enumerate().map(|(at, sort)| match own {
        Some(own) if own == at => Some(term.clone()),
        _ => random.choose(&small[sort.index()]),
    });
    Some(GroundTerm::Apply(op, arguments.collect::<Option<_>>()?))
}
