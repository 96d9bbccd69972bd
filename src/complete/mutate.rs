//! Which small changes to a specification its tests would not notice.
//!
//! Each changed specification is run on the same small terms. A change is noticed if
//!
//! - an observation of these terms has another result, or is open after the change, or
//! - the changed statement is false for small values, or contradicts the others there, or
//! - some model of the changed specification violates the original statement.
//!
//! A change that provably means the same is not counted. The remaining changes say no less than the
//! original, within the bound: a type could behave so, and every test would pass.

use super::axioms::{has_violation, proof};
use super::compare::{Difference, compare};
use super::observe::{Run, Seen};
use super::variants::{Change, variants};
use super::world::{Bound, World, deep_worlds};
use crate::arena::Id;
use crate::execute::{Answer, Node, TermId};
use crate::model::GroundTerm;
use crate::parallel;
use crate::rules;
use crate::search::{Options, Progress};
use crate::source::Sources;
use crate::theory::{Axiom, AxiomId, Domain, Formula, SortId, Statement, Theory};
use crate::trial::{Random, Trial, assignments};

/// The most changes that are tried, spread over the axioms.
const MOST: usize = 600;
/// The most values that a changed statement is tried with.
const ASSIGNMENTS: usize = 400;
/// The most that are drawn at random besides, since the first ones are small.
const DRAWN: usize = 300;
/// The most changes of one statement.
const MOST_OF_ONE: usize = 40;

/// The changes that were tried.
#[derive(Clone, Debug)]
pub struct Mutation {
    pub bound: Bound,
    /// Changes that some observation shows.
    pub noticed: usize,
    /// Of these, changes after which the axioms contradict each other.
    pub contradictory: usize,
    /// Changes that provably mean the same.
    pub equivalent: usize,
    /// Changes that were not tried: there are too many, or the time was over.
    pub skipped: usize,
    pub survivors: Vec<Survivor>,
}

/// A change that nothing within the bound shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survivor {
    pub statement: Statement,
    pub change: Change,
    /// The changed formula.
    pub text: String,
    /// An observation that the change determines and the original leaves open.
    pub determines: Option<[String; 2]>,
}

impl Mutation {
    /// The share of changes that are noticed, in percent, rounded down.
    pub fn score(&self) -> Option<usize> {
        (100 * self.noticed).checked_div(self.noticed + self.survivors.len())
    }
}

struct Mutant {
    statement: Statement,
    change: Change,
    formula: Formula,
}

enum MutantOutcome {
    Noticed,
    Contradictory,
    Equivalent,
    /// The time is over.
    Skipped,
    Survives(Option<[String; 2]>),
}

/// Tries small changes to all axioms and domain conditions of the body.
pub fn mutate(
    theory: &Theory,
    sources: &Sources,
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Mutation {
    let trial = Trial::new(theory, sources);
    let worlds = deep_worlds(&trial);
    let (mutants, skipped) = mutants(theory);
    let doing = "changing one axiom after the other".to_owned();
    observer(Progress { decided: 0, goals: mutants.len(), doing, found: Vec::new() });
    let fates = parallel::map(&mutants, |mutant| {
        if options.budget.ended().is_some() {
            return MutantOutcome::Skipped;
        }
        let changed = changed(theory, mutant);
        let other = Trial::new(&changed, sources);
        let determines = match compare(&trial, &other, &worlds) {
            Difference::Contradicts { .. } => return MutantOutcome::Contradictory,
            Difference::Determines { call, changed } => Some([call, changed]),
            Difference::Same => None,
            _ => return MutantOutcome::Noticed,
        };
        if is_falsified(&trial, &worlds, mutant) {
            MutantOutcome::Contradictory
        } else if is_equivalent(theory, &changed, mutant, options) {
            MutantOutcome::Equivalent
        } else if violates(theory, &changed, mutant, options) {
            MutantOutcome::Noticed
        } else {
            MutantOutcome::Survives(determines)
        }
    });
    let mut found = Mutation {
        bound: Bound::of(&worlds),
        noticed: 0,
        contradictory: 0,
        equivalent: 0,
        skipped,
        survivors: Vec::new(),
    };
    for (mutant, fate) in mutants.iter().zip(fates) {
        match fate {
            MutantOutcome::Noticed => found.noticed += 1,
            MutantOutcome::Contradictory => {
                found.noticed += 1;
                found.contradictory += 1;
            }
            MutantOutcome::Equivalent => found.equivalent += 1,
            MutantOutcome::Skipped => found.skipped += 1,
            MutantOutcome::Survives(determines) => {
                let (variables, _) = mutant.statement.formula(theory);
                let text = mutant.formula.text(theory, variables);
                let (statement, change) = (mutant.statement, mutant.change);
                found.survivors.push(Survivor { statement, change, text, determines });
            }
        }
    }
    found
}

/// The changes to try, and how many are left out.
fn mutants(theory: &Theory) -> (Vec<Mutant>, usize) {
    let axioms = theory.body_axioms().map(|(id, _)| Statement::Axiom(id));
    let domains = theory.body_domains().map(|(op, _)| Statement::Domain(op));
    let statements: Vec<Statement> = axioms.chain(domains).collect();
    let most = (MOST / statements.len().max(1)).clamp(1, MOST_OF_ONE);
    let (mut found, mut skipped) = (Vec::new(), 0);
    for statement in statements {
        let (variables, formula) = statement.formula(theory);
        let all = variants(formula, variables);
        skipped += all.len().saturating_sub(most);
        let mutant = |(change, formula)| Mutant { statement, change, formula };
        found.extend(all.into_iter().take(most).map(mutant));
    }
    (found, skipped)
}

/// The theory with a changed statement.
fn changed(theory: &Theory, mutant: &Mutant) -> Theory {
    let mut theory = theory.clone();
    match mutant.statement {
        Statement::Axiom(id) => theory.axioms[id].formula = mutant.formula.clone(),
        Statement::Domain(op) => {
            if let Some(Domain { condition, .. }) = &mut theory.ops[op].domain {
                *condition = mutant.formula.clone();
            }
        }
    }
    theory
}

/// Whether the original axioms make the changed axiom false for small values. A changed domain
/// condition must have another truth value than the original one.
fn is_falsified(trial: &Trial<'_>, worlds: &[World], mutant: &Mutant) -> bool {
    let (variables, original) = mutant.statement.formula(trial.theory);
    let formula = match mutant.statement {
        Statement::Axiom(_) => mutant.formula.clone(),
        Statement::Domain(_) => {
            Formula::Iff(Box::new(original.clone()), Box::new(mutant.formula.clone()))
        }
    };
    let formula = rules::formula(&formula);
    worlds.iter().any(|world| {
        let mut run = Run::new(trial, &world.tables);
        let lists: Vec<Vec<TermId>> = variables
            .iter()
            .map(|variable| values_of(trial, world, &mut run, variable.sort))
            .collect();
        let mut all = assignments(&lists, ASSIGNMENTS);
        let mut random = Random::new(1);
        let mut drawn = || lists.iter().map(|list| random.choose(list)).collect();
        all.extend((0..DRAWN).filter_map(|_| drawn()));
        all.iter().any(|values| {
            let answer = run.engine.decide(&formula, values);
            run.seen(answer) == Seen::Leaf(Node::Truth(false))
        })
    })
}

/// The small values of a sort.
fn values_of(trial: &Trial<'_>, world: &World, run: &mut Run<'_>, sort: SortId) -> Vec<TermId> {
    let mut values = run.engine.given(sort.index(), &trial.extent.numbers);
    for term in &world.inputs.terms {
        let GroundTerm::Apply(op, _) = term else { continue };
        if trial.theory.ops[*op].result != Some(sort) {
            continue;
        }
        if let Answer::Value(value) = run.value(term)
            && !values.contains(&value)
        {
            values.push(value);
        }
    }
    values
}

/// Whether some model of the changed specification violates the original axiom.
fn violates(theory: &Theory, changed: &Theory, mutant: &Mutant, options: &Options) -> bool {
    match mutant.statement {
        Statement::Axiom(id) => has_violation(changed, &theory.axioms[id], options),
        Statement::Domain(_) => false,
    }
}

/// Whether each version of an axiom provably follows from the other one and the other axioms.
fn is_equivalent(theory: &Theory, changed: &Theory, mutant: &Mutant, options: &Options) -> bool {
    let Statement::Axiom(id) = mutant.statement else { return false };
    let version = |theory: &Theory| -> Axiom { theory.axioms[id].clone() };
    proof(changed, &version(theory), options).is_some()
        && proof(theory, &version(changed), options).is_some()
}

/// The title of a changed statement.
pub fn title(theory: &Theory, statement: Statement) -> String {
    match statement {
        Statement::Axiom(id) => axiom_title(theory, id),
        Statement::Domain(op) => format!("the domain of `{}`", theory.ops[op].name),
    }
}

fn axiom_title(theory: &Theory, id: AxiomId) -> String {
    format!("axiom `{}`", theory.axioms[id].title())
}
