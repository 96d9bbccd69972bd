//! The terms to observe over one algebra of the parameters.
//!
//! Terms are built by constructors alone and are not brought into normal form, so that two
//! versions of a specification can be asked about the same terms. A term that equals an
//! earlier one is observed, but nothing is built from it.

use std::collections::BTreeSet;

use crate::arena::Id;
use crate::execute::{Answer, Engine, Node, Tables, TermId};
use crate::model::GroundTerm;
use crate::theory::{OpId, Operation, SortId, Theory};
use crate::trial::{Trial, assignments};

/// The most operations in a term, and the most terms of a sort.
const OPERATIONS: usize = 5;
const TERMS: usize = 80;
/// The most observations by one operation, and about as many by all of them.
const OBSERVATIONS: usize = 400;
const OBSERVATIONS_IN_ALL: usize = 4_000;
/// Each operation has at least this many.
const LEAST_OBSERVATIONS: usize = 8;
/// The most combinations of arguments for one constructor and one size.
const COMBINATIONS: usize = 20_000;
/// The most steps of the engine for all terms that inputs are built from.
const STEPS: u64 = 100_000;

/// An operation applied to terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub op: OpId,
    pub arguments: Vec<GroundTerm>,
}

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
    let by_sort: Vec<Vec<GroundTerm>> =
        built.iter().map(|terms| terms.iter().map(|it| it.term.clone()).collect()).collect();
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
    for (op, operation) in observers {
        let lists: Vec<&Vec<GroundTerm>> =
            operation.arguments.iter().map(|sort| &by_sort[sort.index()]).collect();
        let tuples = assignments(&lists, most).into_iter();
        found.calls.extend(tuples.map(|arguments| Call { op, arguments }));
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
            let term = ground(engine, value);
            Built { operations: 0, term, value, is_first: true }
        };
        terms[sort.index()] = given.map(leaf).collect();
    }
    let end = engine.total_steps().saturating_add(STEPS);
    let mut known: Vec<BTreeSet<TermId>> = vec![BTreeSet::new(); theory.sorts.len()];
    for operations in 1..=OPERATIONS {
        for (op, operation) in theory.ops.iter().filter(|(_, op)| op.is_constructor()) {
            let Some(sort) = operation.result else { continue };
            let most = share(theory, op, sort, operations);
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

/// How many terms of a sort there may be after one constructor was applied. Every size, and
/// every constructor within it, has its share.
fn share(theory: &Theory, op: OpId, sort: SortId, operations: usize) -> usize {
    let all = theory.constructors(sort).count();
    let place = theory.constructors(sort).filter(|(other, _)| *other <= op).count();
    let share = TERMS * place / all;
    ((TERMS * (operations - 1) + share) / OPERATIONS).max(1)
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

/// A term of the engine that has neither truth values nor questions in it.
pub fn ground(engine: &Engine<'_>, term: TermId) -> GroundTerm {
    match engine.terms().node(term) {
        Node::Element { sort, number } => GroundTerm::Element(SortId::from_index(*sort), *number),
        Node::Int(number) => GroundTerm::Int(*number),
        Node::Truth(truth) => GroundTerm::Int(i64::from(*truth)),
        Node::Apply(op, arguments) => {
            let arguments = arguments.iter().map(|argument| ground(engine, *argument));
            GroundTerm::Apply(OpId::from_index(*op), arguments.collect())
        }
        // The engine compares values and never builds with a comparison.
        Node::Equal(left, _) => ground(engine, *left),
    }
}
