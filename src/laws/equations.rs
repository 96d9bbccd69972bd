//! Equations between constructors: which terms build the same value.
//!
//! Candidates are pairs of small constructor terms with the same values, perhaps under a
//! condition. Of those that hold, the one that joins most terms comes first.

use std::collections::HashSet;

use super::breaking::{Attempt, attempt};
use super::conditions::conditions;
use super::fit::{Observed, premises};
use super::law::{Claim, Law, both};
use super::learner::{Gap, Learner, PROPOSALS, Place, Proposal};
use super::mask::Mask;
use super::open::Known;
use super::rewrite::{Rewriting, variables as variables_of};
use super::samples::{Choice, Scene, column, samples};
use super::sides::sides;
use super::sight::Seen;
use crate::arena::Id;
use crate::complete::{free_label, variable_name};
use crate::goal::snake_case;
use crate::model::GroundTerm;
use crate::theory::{ArithmeticOperator, Formula, SortId, Term, Theory, VarId, Variable};
use crate::trial::{adding_up, assignments};

/// The most constructor terms, and the most constructors in one.
const TERMS: usize = 160;
const CONSTRUCTORS: usize = 3;
/// The most candidates that are scored by how many terms they join, without a premise and with one.
const SCORED: usize = 20;
/// The most applications of one operation of a parameter.
const GIVEN: usize = 4;
/// Samples for each algebra.
const SAMPLES: (usize, usize) = (80, 60);
const TRIES: (usize, usize) = (150, 100);

/// Equations for each sort that has different terms for the same value.
pub fn equations_between_constructors(learner: &mut Learner<'_>) -> Vec<Gap> {
    let sorts: Vec<SortId> = learner.theory.sorts.ids().collect();
    sorts.into_iter().filter_map(|sort| equations(learner, sort)).collect()
}

fn equations(learner: &mut Learner<'_>, sort: SortId) -> Option<Gap> {
    let before = unjoined(learner, &learner.theory, sort);
    if before == 0 {
        return None;
    }
    let (mut left, mut proposals) = (before, Vec::new());
    let mut candidates = candidates(learner, sort);
    let mut open = learner.open_observations(&learner.theory.clone());
    while left > 0 && proposals.len() < PROPOSALS {
        let mut best: Option<(usize, Law, Theory)> = None;
        for law in &candidates {
            let label = free_label(&learner.theory, &law.label);
            let law = Law { label, ..law.clone() };
            let mut longer = learner.theory.clone();
            longer.axioms.push(law.axiom(&learner.theory));
            let rest = unjoined(learner, &longer, sort);
            if rest < best.as_ref().map_or(left, |(rest, ..)| *rest) {
                best = Some((rest, law, longer));
            }
        }
        let Some((rest, law, longer)) = best else { break };
        candidates.retain(|known| known.claim != law.claim || known.premise != law.premise);
        let tried = attempt(&mut learner.scenes, &law.variables, &law.formula(), TRIES);
        let Attempt::Held(held) = tried else { continue };
        if !held.is_enough() {
            continue;
        }
        // Values in another form may be such that no rule of an observer applies.
        let open_then = learner.open_observations(&longer);
        if open_then + rest < open + left {
            proposals.push(Proposal { law, held });
            learner.theory = longer;
            (left, open) = (rest, open_then);
        }
    }
    Some(Gap { place: Place::Equality(sort), proposals, open: before, left, obstacle: None })
}

/// The number of pairs of terms for the same value that the axioms do not join.
fn unjoined(learner: &Learner<'_>, theory: &Theory, sort: SortId) -> usize {
    let known = Known::new(theory);
    let in_scene = |scene: &Scene<'_>| {
        let own = scene.joined.iter().filter(|(of, pair)| *of == sort && is_built(theory, pair));
        let pairs: Vec<[GroundTerm; 2]> = own.map(|(_, pair)| pair.clone()).collect();
        known.unjoined(scene.algebra, &pairs)
    };
    learner.scenes.iter().filter(|scene| scene.algebra.is_learnt).map(in_scene).sum()
}

/// Whether constructors alone make two terms.
fn is_built(theory: &Theory, pair: &[GroundTerm; 2]) -> bool {
    let is_constructor = |term: &&GroundTerm| match term {
        GroundTerm::Apply(op, _) => theory.ops[*op].is_constructor(),
        _ => true,
    };
    pair.iter().all(|term| term.subterms().iter().all(is_constructor))
}

/// Equations that hold for the samples and could not be broken, simple ones first.
fn candidates(learner: &mut Learner<'_>, sort: SortId) -> Vec<Law> {
    let theory = learner.theory.clone();
    let variables = variables(&theory, sort);
    let terms = terms(&theory, &variables, sort);
    let samples = samples(&learner.scenes, &variables, SAMPLES, Choice::Learn);
    let columns: Vec<Vec<Seen>> =
        terms.iter().map(|term| column(&mut learner.scenes, &samples, term)).collect();
    let inputs = sides(&mut learner.scenes, &samples, &variables, (None, Vec::new()));
    let inputs: Vec<_> = inputs.into_iter().filter(|side| side.size <= 3).collect();
    let conditions = conditions(&mut learner.scenes, &samples, &inputs);
    let mut found: Vec<Law> = Vec::new();
    for (at, left) in terms.iter().enumerate().filter(|(_, it)| matches!(it, Term::Apply(..))) {
        let domain = domain(&theory, left);
        let is_number = |it: &VarId| theory.int() == Some(variables[it.index()].sort);
        let has_numbers = variables_of(left).iter().any(is_number);
        let defined = Mask::of(samples.len(), |it| columns[at][it] != Seen::Undefined);
        for (other, right) in terms.iter().enumerate() {
            if at == other || !is_rule(left, right) {
                continue;
            }
            let premise = premise(&defined, [&columns[at], &columns[other]], |agrees, all| {
                let open = defined.and(&all);
                if let Some(domain) = &domain
                    && open.is_subset(&agrees)
                {
                    return Some(domain.clone());
                }
                let seen = Observed { open, all, conditions: &conditions };
                let mut fitting = premises(&agrees, &seen).into_iter().map(|(premise, _)| premise);
                fitting.find(|premise| is_premise(premise, left))
            });
            let Some(premise) = premise else { continue };
            // The type may lack numbers for which the specification says something.
            let premise = match (premise, &domain) {
                (None, Some(domain)) if has_numbers => Some(domain.clone()),
                (Some(premise), Some(domain)) if has_numbers && premise != *domain => {
                    Some(both(domain.clone(), premise))
                }
                (premise, _) => premise,
            };
            found.push(law(&theory, sort, &variables, [left, right], premise));
        }
    }
    found.sort_by_key(|law| (law.premise.is_some(), law.claim.size()));
    let mut kept: Vec<Law> = Vec::new();
    let mut formulas = HashSet::new();
    let mut rewriting = Rewriting::of(&theory);
    for law in found {
        // Equations without a premise leave room for others.
        let alike = kept.iter().filter(|known| known.premise.is_some() == law.premise.is_some());
        if alike.count() >= SCORED {
            continue;
        }
        let formula = law.formula();
        // Equations that follow from smaller ones are skipped.
        if let Formula::Equal(left, right) = &formula
            && rewriting.joins(left, right)
        {
            continue;
        }
        let tried = attempt(&mut learner.scenes, &law.variables, &formula, (60, 40));
        if matches!(tried, Attempt::Held(_)) && formulas.insert(formula.clone()) {
            if let Formula::Equal(left, right) = &formula {
                rewriting.add(left, right);
            }
            kept.push(law);
        }
    }
    kept
}

/// Where all operations of a term are defined. `None` if that is everywhere.
fn domain(theory: &Theory, term: &Term) -> Option<Formula> {
    let mut conditions: Vec<Formula> = Vec::new();
    for inner in term.subterms().into_iter().rev() {
        let Term::Apply(op, arguments) = inner else { continue };
        let Some(domain) = &theory.ops[*op].domain else { continue };
        let condition = domain.condition.replaced(&|var| arguments[var.index()].clone());
        if !conditions.contains(&condition) {
            conditions.push(condition);
        }
    }
    conditions.into_iter().reduce(both)
}

/// Whether a formula can be the premise of an equation: it mentions the left side. `E = F` can't,
/// because the equation with one variable for both says the same.
fn is_premise(premise: &Formula, left: &Term) -> bool {
    !matches!(premise, Formula::Equal(Term::Variable(_), Term::Variable(_)))
        && premise.variables().iter().all(|it| occurs(left, *it))
}

/// The premise under which two columns agree, which may be empty. `None` if no premise fits, or if
/// they never agree where the left one is defined.
#[allow(clippy::option_option)]
fn premise(
    defined: &Mask,
    [left, right]: [&[Seen]; 2],
    condition: impl Fn(Mask, Mask) -> Option<Formula>,
) -> Option<Option<Formula>> {
    let is_known = |it: usize| left[it] != Seen::Unknown && right[it] != Seen::Unknown;
    let all = Mask::of(left.len(), is_known);
    let agrees = Mask::of(left.len(), |it| is_known(it) && left[it] == right[it]);
    if agrees.and(defined).is_empty() {
        None
    } else if agrees == all {
        Some(None)
    } else {
        condition(agrees, all).map(Some)
    }
}

fn law(
    theory: &Theory,
    sort: SortId,
    variables: &[Variable],
    [left, right]: [&Term; 2],
    premise: Option<Formula>,
) -> Law {
    let used: Vec<usize> =
        (0..variables.len()).filter(|it| occurs(left, VarId::from_index(*it))).collect();
    let place = |var: VarId| {
        let found = used.iter().position(|it| *it == var.index());
        VarId::from_index(found.unwrap_or_default())
    };
    let label = format!("equal_{}", snake_case(&theory.sorts[sort].name));
    let claim = Claim::Equation {
        left: left.renamed(&place),
        cases: Vec::new(),
        last: right.renamed(&place),
    };
    Law {
        spec: theory.sorts[sort].spec,
        label: free_label(theory, &label),
        variables: used.iter().map(|it| variables[*it].clone()).collect(),
        claim,
        premise: premise.map(|premise| premise.renamed(&place)),
    }
}

fn occurs(term: &Term, variable: VarId) -> bool {
    term.subterms().contains(&&Term::Variable(variable))
}

/// Whether an equation can be read from left to right: nothing on the right is new, and the
/// left side is not smaller and has no sums.
fn is_rule(left: &Term, right: &Term) -> bool {
    let (longer, shorter) = (left.subterms(), right.subterms());
    let is_new = |term: &&Term| matches!(term, Term::Variable(it) if !occurs(left, *it));
    let is_sum = |term: &&Term| matches!(term, Term::Arithmetic(..));
    longer.len() >= shorter.len() && !shorter.iter().any(is_new) && !longer.iter().any(is_sum)
}

/// Two variables of each sort that constructors take, and as many of their own as they join.
fn variables(theory: &Theory, sort: SortId) -> Vec<Variable> {
    let mut found: Vec<Variable> = Vec::new();
    let joined = theory
        .constructors(sort)
        .map(|(_, op)| op.arguments.iter().filter(|argument| **argument == sort).count());
    let own = if joined.max().unwrap_or(0) > 1 { 3 } else { 1 };
    let mut add = |sort: SortId, count: usize| {
        for _ in 0..count {
            let name = variable_name(theory, sort, &found);
            found.push(Variable { name, sort });
        }
    };
    add(sort, own);
    let mut known = vec![sort];
    for (_, op) in theory.constructors(sort) {
        for argument in &op.arguments {
            if !known.contains(argument) {
                known.push(*argument);
                // A constructor with two elements needs four of them to commute.
                let most = theory
                    .constructors(sort)
                    .map(|(_, op)| op.arguments.iter().filter(|it| *it == argument).count());
                let is_leaf = !theory.is_constructed(*argument);
                add(*argument, if is_leaf { 2 * most.max().unwrap_or(1) } else { 1 });
            }
        }
    }
    found
}

/// Terms of constructors over the variables, few constructors first.
fn terms(theory: &Theory, variables: &[Variable], sort: SortId) -> Vec<Term> {
    let leaf = |place: usize| (0, Term::Variable(VarId::from_index(place)));
    let mut found: Vec<(usize, Term)> = (0..variables.len()).map(leaf).collect();
    found.extend(given(theory, variables).into_iter().map(|term| (0, term)));
    for size in 1..=CONSTRUCTORS {
        for (op, operation) in theory.constructors(sort) {
            let list = |sort: &SortId| -> Vec<(usize, &Term)> {
                let is_own = |term: &Term| theory.sort_of(term, variables) == *sort;
                let own = found.iter().filter(|(_, term)| is_own(term));
                own.map(|(size, term)| (*size, term)).collect()
            };
            let lists: Vec<_> = operation.arguments.iter().map(list).collect();
            let tuples = adding_up(&lists, size - 1).into_iter();
            let applied = |it: Vec<&Term>| Term::Apply(op, it.into_iter().cloned().collect());
            let room = (TERMS * size).saturating_sub(found.len());
            let own: Vec<_> = tuples.map(|it| (size, applied(it))).take(room).collect();
            found.extend(own);
        }
    }
    let own = found.into_iter().filter(|(_, term)| theory.sort_of(term, variables) == sort);
    own.map(|(_, term)| term).take(TERMS * 2).collect()
}

/// What the operations of parameters make of variables, and sums of numbers.
fn given(theory: &Theory, variables: &[Variable]) -> Vec<Term> {
    let is_number = |place: &usize| theory.int() == Some(variables[*place].sort);
    let numbers: Vec<usize> = (0..variables.len()).filter(is_number).collect();
    let number = |place: usize| Box::new(Term::Variable(VarId::from_index(place)));
    let sum =
        |two: &[usize]| Term::Arithmetic(ArithmeticOperator::Add, number(two[0]), number(two[1]));
    let mut found: Vec<Term> = numbers.windows(2).map(sum).collect();
    for (op, operation) in theory.ops.iter().filter(|(_, op)| theory.is_parameter(op.spec)) {
        if operation.result.is_none_or(|sort| variables.iter().all(|it| it.sort != sort)) {
            continue;
        }
        let fitting = |sort: &SortId| -> Vec<Term> {
            let places = (0..variables.len()).filter(|place| variables[*place].sort == *sort);
            places.map(|place| Term::Variable(VarId::from_index(place))).collect()
        };
        let lists: Vec<Vec<Term>> = operation.arguments.iter().map(fitting).collect();
        let tuples = assignments(&lists, GIVEN).into_iter();
        found.extend(tuples.map(|arguments| Term::Apply(op, arguments)));
    }
    found
}
