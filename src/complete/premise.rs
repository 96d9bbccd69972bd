//! The condition under which an observer on a constructor is open.
//!
//! It is guessed from observed calls: the shortest conjunction of literals that holds for all
//! calls that are open and for none that is determined.

use super::gap::Pair;
use super::left_side::LeftSide;
use super::observe::{Run, Seen};
use super::world::World;
use crate::arena::Id;
use crate::execute::{Node, TermId};
use crate::goal::Literal;
use crate::model::{GroundTerm, truth_of};
use crate::rules;
use crate::theory::{Comparison, Formula, OpId, SortId, SortKind, Term, Theory, VarId, Variable};
use crate::trial::{Trial, assignments};

/// The most atoms, and the most calls of each kind, that are looked at.
const ATOMS: usize = 150;
const SAMPLES: usize = 60;
/// The most applications of one operation to variables.
const APPLIED: usize = 12;
/// The most literals to combine in threes.
const COMBINED: usize = 60;

/// A call of the observer: which atoms hold, and whether the call is open.
struct Sample {
    truths: Vec<Option<bool>>,
    is_open: bool,
}

/// The number of an atom, and whether it holds.
type Signed = (usize, bool);

/// The literals of the premise. `None` if no short premise fits what was observed.
pub fn premise(
    trial: &Trial<'_>,
    worlds: &[World],
    pair: Pair,
    left: &LeftSide,
) -> Option<Vec<Literal>> {
    let atoms = atoms(trial.theory, &left.variables);
    let samples = samples(trial, worlds, pair, left, &atoms);
    let (open, determined): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().partition(|sample| sample.is_open);
    let mut literals: Vec<Signed> = Vec::new();
    for atom in 0..atoms.len() {
        for holds in [true, false] {
            if open.iter().all(|sample| sample.truths[atom] == Some(holds)) {
                literals.push((atom, holds));
            }
        }
    }
    let excludes = |(atom, holds): Signed, sample: &Sample| {
        sample.truths[atom].is_some_and(|truth| truth != holds)
    };
    let is_enough = |chosen: &[Signed]| {
        determined.iter().all(|sample| chosen.iter().any(|literal| excludes(*literal, sample)))
    };
    let chosen = if open.is_empty() { None } else { shortest(&literals, &is_enough) }?;
    let literal = |(atom, holds): Signed| Literal { atom: atoms[atom].clone(), holds };
    Some(chosen.into_iter().map(literal).collect())
}

/// The first combination of at most three literals that is enough, shorter ones first.
fn shortest(literals: &[Signed], is_enough: &dyn Fn(&[Signed]) -> bool) -> Option<Vec<Signed>> {
    if is_enough(&[]) {
        return Some(Vec::new());
    }
    if let Some(one) = literals.iter().find(|literal| is_enough(&[**literal])) {
        return Some(vec![*one]);
    }
    for (place, second) in literals.iter().enumerate() {
        if let Some(first) = literals[..place].iter().find(|first| is_enough(&[**first, *second])) {
            return Some(vec![*first, *second]);
        }
    }
    let few = &literals[..literals.len().min(COMBINED)];
    for (place, third) in few.iter().enumerate() {
        for (before, second) in few[..place].iter().enumerate() {
            for first in &few[..before] {
                if is_enough(&[*first, *second, *third]) {
                    return Some(vec![*first, *second, *third]);
                }
            }
        }
    }
    None
}

fn samples(
    trial: &Trial<'_>,
    worlds: &[World],
    pair: Pair,
    left: &LeftSide,
    atoms: &[Formula],
) -> Vec<Sample> {
    let atoms: Vec<_> = atoms.iter().map(rules::formula).collect();
    let mut samples: Vec<Sample> = Vec::new();
    let mut seen = Vec::new();
    // Larger algebras tell more conditions apart.
    for world in worlds.iter().rev() {
        let mut run = Run::new(trial, &world.tables);
        seen.clear();
        for call in world.inputs.calls.iter().filter(|call| call.op == pair.observer) {
            let values = GroundTerm::all_executed(&call.arguments, &mut run.engine);
            let Ok(values) = values else { continue };
            let Some(bindings) = bindings(&run, pair, left, &values) else { continue };
            if seen.contains(&bindings) {
                continue;
            }
            let question = run.engine.call(pair.observer.index(), &values);
            let answer = run.engine.ask(question);
            let is_open = match run.seen(answer) {
                Seen::Open(gap) if gap.call == question => true,
                Seen::Open(_) | Seen::GaveUp | Seen::Contradiction(_) => continue,
                _ => false,
            };
            seen.push(bindings.clone());
            if samples.iter().filter(|sample| sample.is_open == is_open).count() >= SAMPLES {
                continue;
            }
            let truths = atoms.iter().map(|atom| {
                let answer = run.engine.decide(atom, &bindings);
                truth_of(&run.engine, &answer)
            });
            samples.push(Sample { truths: truths.collect(), is_open });
        }
    }
    samples
}

/// Values of the variables of the left side. `None` if another constructor built the value.
fn bindings(run: &Run<'_>, pair: Pair, left: &LeftSide, values: &[TermId]) -> Option<Vec<TermId>> {
    let mut bindings = Vec::new();
    for (place, value) in values.iter().enumerate() {
        if Some(place) != left.place {
            bindings.push(*value);
            continue;
        }
        match run.engine.terms().node(*value) {
            Node::Apply(op, arguments) if pair.constructor == Some(OpId::from_index(*op)) => {
                bindings.extend(arguments.iter());
            }
            _ => return None,
        }
    }
    Some(bindings)
}

/// Atoms over the variables, simple ones first.
fn atoms(theory: &Theory, variables: &[Variable]) -> Vec<Formula> {
    let mut terms: Vec<Term> =
        (0..variables.len()).map(|index| Term::Variable(VarId::from_index(index))).collect();
    let simple = atoms_over(theory, variables, &terms);
    let observers: Vec<OpId> = theory
        .ops
        .iter()
        .filter(|(_, op)| !op.is_constructor() && !op.arguments.is_empty())
        .filter(|(_, op)| op.result.is_some_and(|sort| !theory.is_constructed(sort)))
        .map(|(op, _)| op)
        .collect();
    let applied: Vec<Term> = observers
        .into_iter()
        .flat_map(|op| {
            let lists = applications(theory, variables, &terms, op);
            lists.into_iter().map(move |arguments| Term::Apply(op, arguments))
        })
        .collect();
    terms.extend(applied);
    let mut atoms = simple;
    for atom in atoms_over(theory, variables, &terms) {
        if !atoms.contains(&atom) {
            atoms.push(atom);
        }
    }
    atoms.truncate(ATOMS);
    atoms
}

/// Predicates of the terms, equations between them, and comparisons of numbers.
fn atoms_over(theory: &Theory, variables: &[Variable], terms: &[Term]) -> Vec<Formula> {
    let mut atoms = Vec::new();
    for (op, _) in theory.ops.iter().filter(|(_, op)| op.is_predicate()) {
        let lists = applications(theory, variables, terms, op).into_iter();
        atoms.extend(lists.map(|arguments| Formula::Predicate(op, arguments)));
    }
    let sort = |term: &Term| theory.sort_of(term, variables);
    let mut compared = terms.to_vec();
    if terms.iter().any(|term| Some(sort(term)) == theory.int()) {
        compared.push(Term::Int(0));
    }
    for (place, right) in compared.iter().enumerate() {
        for left in compared[..place].iter().filter(|left| sort(left) == sort(right)) {
            atoms.extend(comparisons(theory, sort(right), [left, right]));
        }
    }
    atoms
}

/// The comparisons of two terms of a sort. Observers distinguish constructed values.
pub fn comparisons(theory: &Theory, sort: SortId, [left, right]: [&Term; 2]) -> Vec<Formula> {
    let less = |small: &Term, large: &Term| {
        Formula::Compare(Comparison::Less, small.clone(), large.clone())
    };
    let equal = || Formula::Equal(left.clone(), right.clone());
    match theory.sorts[sort].kind {
        SortKind::Constructed => Vec::new(),
        SortKind::Int => vec![equal(), less(left, right), less(right, left)],
        SortKind::Parameter => vec![equal()],
    }
}

/// Lists of terms that fit the arguments of an operation.
fn applications(
    theory: &Theory,
    variables: &[Variable],
    terms: &[Term],
    op: OpId,
) -> Vec<Vec<Term>> {
    let fitting = |sort: &SortId| -> Vec<Term> {
        terms.iter().filter(|term| theory.sort_of(term, variables) == *sort).cloned().collect()
    };
    let lists: Vec<Vec<Term>> = theory.ops[op].arguments.iter().map(fitting).collect();
    assignments(&lists, APPLIED)
}
