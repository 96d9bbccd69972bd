//! Laws that hold although nothing is open, as QuickSpec finds them.
//!
//! Terms with the same values for all samples are equations. Small ones come first; what follows
//! from axioms and earlier laws by rewriting is left out. Conditional laws come last.

use std::collections::HashMap;

use super::breaking::{Attempt, TRIES, attempt};
use super::conditions::{Condition, conditions};
use super::follow::Follow;
use super::law::{Claim, Law};
use super::learner::{Learner, Proposal};
use super::mask::Mask;
use super::rewrite::variables as variables_of;
use super::samples::{Choice, Sample, column, samples};
use super::sides::sides;
use super::sight::Seen;
use crate::arena::Id;
use crate::complete::{free_label, variable_name};
use crate::theory::{
    Formula, OpId, Operation, SortId, SortKind, SpecOrigin, Term, Theory, VarId, Variable,
};
use crate::trial::adding_up;

/// The most symbols of a term, and the most terms.
const SYMBOLS: usize = 5;
const TERMS: usize = 700;
/// The most laws without a premise, and with one.
const PLAIN: usize = 12;
const CONDITIONAL: usize = 6;
/// Samples for each algebra.
const SAMPLES: (usize, usize) = (80, 80);
/// A premise must hold for at least one in this number of samples.
const SHARE: usize = 8;

/// A term of a sort, or a predicate; with its values.
struct Known {
    term: Term,
    /// `None` for a predicate, which `term` applies.
    sort: Option<SortId>,
    size: usize,
    column: Vec<Seen>,
}

/// The most general laws that were found, few symbols first.
pub fn general(learner: &mut Learner<'_>) -> Vec<Proposal> {
    let theory = learner.theory.clone();
    let variables = pool(&theory);
    let samples = samples(&learner.scenes, &variables, SAMPLES, Choice::Learn);
    let mut stated = theory.clone();
    let mut follow = Follow::new(&stated, &variables);
    let mut found: Vec<Proposal> = Vec::new();
    let mut known: Vec<Known> = Vec::new();
    let mut columns: HashMap<(Option<SortId>, Vec<Seen>), usize> = HashMap::new();
    for (size, sort, term) in terms(&theory, &variables) {
        if found.len() >= PLAIN || known.len() >= TERMS {
            break;
        }
        // A term that is not normal has been seen as another one.
        if follow.rewriting.normal(&term) != term {
            continue;
        }
        let column = column(&mut learner.scenes, &samples, &term);
        if column.iter().all(|seen| matches!(seen, Seen::Undefined | Seen::Unknown)) {
            continue;
        }
        let claim = match columns.get(&(sort, column.clone())) {
            Some(first) => equal(&known[*first].term, &term, sort),
            None => {
                let truth = constant(&column).map(|truth| claim_truth(&term, truth));
                if truth.is_none() {
                    columns.insert((sort, column.clone()), known.len());
                    known.push(Known { term: term.clone(), sort, size, column });
                }
                truth
            }
        };
        let Some(claim) = claim else { continue };
        let Some(law) = law(&theory, &variables, claim, None) else { continue };
        if !is_first_name(&law) || follow.follows(&law) {
            continue;
        }
        if let Some(proposal) = tried(learner, law) {
            stated.axioms.push(proposal.law.axiom(&stated));
            follow = Follow::new(&stated, &variables);
            found.push(proposal);
        }
    }
    let conditional = conditional(learner, &follow, &variables, &samples, &known);
    found.extend(conditional);
    for (number, proposal) in found.iter_mut().enumerate() {
        proposal.law.label = free_label(&theory, &format!("observed_{}", number + 1));
    }
    found
}

/// Equations under one condition that makes a difference.
fn conditional(
    learner: &mut Learner<'_>,
    follow: &Follow,
    variables: &[Variable],
    samples: &[Sample],
    known: &[Known],
) -> Vec<Proposal> {
    let theory = learner.theory.clone();
    let inputs = sides(&mut learner.scenes, samples, variables, (None, Vec::new()));
    let inputs: Vec<_> = inputs.into_iter().filter(|side| side.size <= 2).collect();
    let conditions: Vec<Condition> = conditions(&mut learner.scenes, samples, &inputs);
    let all = Mask::of(samples.len(), |_| true);
    let mut found: Vec<Proposal> = Vec::new();
    for left in known.iter().filter(|it| matches!(it.term, Term::Apply(..)) && it.size > 2) {
        let smaller = known.iter().filter(|it| it.sort == left.sort && it.size < left.size);
        for right in smaller.filter(|it| is_part(&it.term, &left.term)) {
            let agrees = Mask::of(samples.len(), |it| left.column[it] == right.column[it]);
            let defined = Mask::of(samples.len(), |it| left.column[it] != Seen::Undefined);
            let fits = |it: &&Condition| {
                it.mask.is_subset(&agrees)
                    && !it.mask.and(&defined).is_empty()
                    && it.mask.count() * SHARE >= samples.len()
                    && variables_of_formula(&it.formula)
                        .iter()
                        .all(|var| variables_of(&left.term).contains(var))
            };
            if agrees == all || found.len() >= CONDITIONAL {
                break;
            }
            let Some(condition) = conditions.iter().find(fits) else { continue };
            let Some(claim) = equal(&right.term, &left.term, left.sort) else { continue };
            let claim = decided(claim, &condition.formula);
            let premise = Some(condition.formula.clone());
            let Some(law) = law(&theory, variables, claim, premise) else { continue };
            if !is_first_name(&law) || follow.follows(&law) {
                continue;
            }
            if let Some(proposal) = tried(learner, law) {
                found.push(proposal);
                break;
            }
        }
    }
    found
}

/// `left` instead of `left iff right` where the premise decides the right side.
fn decided(claim: Claim, premise: &Formula) -> Claim {
    match (claim, premise) {
        (Claim::Equivalence { left, right }, premise) if right == *premise => Claim::Truth(left),
        (Claim::Equivalence { left, right }, Formula::Not(premise)) if right == **premise => {
            Claim::Truth(Formula::Not(Box::new(left)))
        }
        (claim, _) => claim,
    }
}

/// Whether a small term says less than a larger one: its variables all occur there.
fn is_part(small: &Term, large: &Term) -> bool {
    let of_large = variables_of(large);
    variables_of(small).iter().all(|it| of_large.contains(it))
}

fn variables_of_formula(formula: &Formula) -> Vec<VarId> {
    formula.variables().into_iter().collect()
}

fn law(
    theory: &Theory,
    variables: &[Variable],
    claim: Claim,
    premise: Option<Formula>,
) -> Option<Law> {
    let (spec, label) = (theory.specs.ids().last()?, String::new());
    Some(Law { spec, label, variables: variables.to_vec(), claim, premise })
}

/// A law, if nothing breaks it.
fn tried(learner: &mut Learner<'_>, law: Law) -> Option<Proposal> {
    match attempt(&mut learner.scenes, &law.variables, &law.formula(), TRIES) {
        Attempt::Held(held) if held.applied > 0 => Some(Proposal { law, held }),
        _ => None,
    }
}

/// Whether the variables of each sort occur in their order: of two laws that differ in the
/// names of their variables, one is enough.
fn is_first_name(law: &Law) -> bool {
    let mut order: Vec<VarId> = Vec::new();
    for term in law.formula().subterms() {
        if let Term::Variable(var) = term
            && !order.contains(var)
        {
            order.push(*var);
        }
    }
    (0..law.variables.len()).map(VarId::from_index).all(|var| {
        let Some(place) = order.iter().position(|it| *it == var) else { return true };
        let sort = law.variables[var.index()].sort;
        let earlier = (0..var.index()).map(VarId::from_index);
        let mut earlier = earlier.filter(|it| law.variables[it.index()].sort == sort);
        earlier.all(|it| order[..place].contains(&it))
    })
}

/// `left = right`, or `left iff right` for predicates: the larger one goes left.
fn equal(small: &Term, large: &Term, sort: Option<SortId>) -> Option<Claim> {
    if sort.is_some() {
        let (left, last) = (large.clone(), small.clone());
        return Some(Claim::Equation { left, cases: Vec::new(), last });
    }
    let (left, right) = (predicate(large)?, predicate(small)?);
    Some(Claim::Equivalence { left, right })
}

fn predicate(term: &Term) -> Option<Formula> {
    match term {
        Term::Apply(op, arguments) => Some(Formula::Predicate(*op, arguments.clone())),
        _ => None,
    }
}

/// The truth value that a predicate has for all samples.
fn constant(column: &[Seen]) -> Option<bool> {
    match column.first() {
        Some(Seen::Truth(truth)) if column.iter().all(|it| *it == Seen::Truth(*truth)) => {
            Some(*truth)
        }
        _ => None,
    }
}

fn claim_truth(term: &Term, truth: bool) -> Claim {
    let formula = predicate(term).unwrap_or(Formula::Equal(term.clone(), term.clone()));
    Claim::Truth(if truth { formula } else { Formula::Not(Box::new(formula)) })
}

/// One variable of each constructed sort, two where an operation takes two, and two of others.
fn pool(theory: &Theory) -> Vec<Variable> {
    let mut found: Vec<Variable> = Vec::new();
    for (sort, one) in theory.sorts.iter() {
        let is_written = theory.specs[one.spec].origin == SpecOrigin::Written;
        let taken = theory.ops.values().map(|op| op.arguments.iter().filter(|it| **it == sort));
        let most = taken.map(Iterator::count).max().unwrap_or(0);
        let count = match one.kind {
            SortKind::Constructed if is_written => most.min(2),
            SortKind::Constructed | SortKind::Int => most.min(1),
            SortKind::Parameter => 2,
        };
        for _ in 0..count {
            let name = variable_name(theory, sort, &found);
            found.push(Variable { name, sort });
        }
    }
    found
}

fn is_creator(op: &Operation) -> bool {
    op.is_constructor() && op.result.is_some_and(|sort| !op.arguments.contains(&sort))
}

/// All terms and predicates of the body, few symbols first.
fn terms(theory: &Theory, variables: &[Variable]) -> Vec<(usize, Option<SortId>, Term)> {
    let leaf = |(place, it): (usize, &Variable)| {
        (1, Some(it.sort), Term::Variable(VarId::from_index(place)))
    };
    let mut found: Vec<(usize, Option<SortId>, Term)> =
        variables.iter().enumerate().map(leaf).collect();
    found.extend(theory.int().map(|int| (1, Some(int), Term::Int(0))));
    let ops: Vec<OpId> =
        theory.ops.ids().filter(|op| !theory.is_parameter(theory.ops[*op].spec)).collect();
    for size in 1..=SYMBOLS {
        for op in &ops {
            let operation = &theory.ops[*op];
            // Results of creators on the numbers of another value are of no interest.
            let is_plain = |sort: SortId| is_creator(operation) && theory.int() == Some(sort);
            let list = |sort: &SortId| -> Vec<(usize, &Term)> {
                let fits = |own: usize| !is_plain(*sort) || own == 1;
                let fitting = found.iter().filter(|(own, of, _)| *of == Some(*sort) && fits(*own));
                fitting.map(|(own, _, term)| (*own, term)).collect()
            };
            let lists: Vec<_> = operation.arguments.iter().map(list).collect();
            let tuples = adding_up(&lists, size - 1).into_iter();
            let applied = |it: Vec<&Term>| Term::Apply(*op, it.into_iter().cloned().collect());
            let own: Vec<_> = tuples.map(|it| (size, operation.result, applied(it))).collect();
            found.extend(own);
        }
        found.truncate(TERMS * 8);
    }
    found
}
