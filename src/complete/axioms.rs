//! The purpose of each axiom: what changes without it.

use super::compare::{Difference, compare};
use super::world::World;
use crate::goal::{self, Goal};
use crate::parallel;
use crate::prove::Prover;
use crate::search::{Core, Options, Outcome, Progress, Verdict, refute, search};
use crate::source::Sources;
use crate::theory::{Axiom, AxiomId, Theory};
use crate::trial::Trial;

/// The most ways in which an axiom can be false, for a proof.
const VIOLATIONS: usize = 128;

/// Axioms that are not there to determine an observation.
#[derive(Clone, Debug, Default)]
pub struct Axioms {
    /// Axioms that follow from the others, with those that prove them.
    pub implied: Vec<(AxiomId, Core)>,
    /// Axioms without which values are no longer joined, with such values.
    pub joining: Vec<(AxiomId, [String; 2])>,
    /// Axioms without which every observation within the bound is the same.
    pub silent: Vec<AxiomId>,
}

/// The purpose of an axiom.
enum Purpose {
    /// It determines an observation, or restricts one.
    Determines,
    Joins([String; 2]),
    Implied(Core),
    Silent,
}

pub fn axioms(
    trial: &Trial<'_>,
    sources: &Sources,
    worlds: &[World],
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Axioms {
    let theory = trial.theory;
    let body: Vec<AxiomId> = theory.body_axioms().map(|(id, _)| id).collect();
    let doing = "leaving out one axiom after the other".to_owned();
    observer(Progress { decided: 0, goals: body.len(), doing, found: Vec::new() });
    let purposes = parallel::map(&body, |id| purpose(trial, sources, worlds, options, *id));
    let mut found = Axioms::default();
    for (id, purpose) in body.into_iter().zip(purposes) {
        match purpose {
            Purpose::Determines => {}
            Purpose::Joins(values) => found.joining.push((id, values)),
            Purpose::Implied(core) => found.implied.push((id, core)),
            Purpose::Silent => found.silent.push(id),
        }
    }
    found
}

fn purpose(
    trial: &Trial<'_>,
    sources: &Sources,
    worlds: &[World],
    options: &Options,
    id: AxiomId,
) -> Purpose {
    // An axiom that was not looked at is not reported.
    if options.budget.ended().is_some() {
        return Purpose::Determines;
    }
    let (others, kept) = trial.theory.without(id);
    if let Some(core) = proof(&others, &trial.theory.axioms[id], options) {
        return Purpose::Implied(core.renamed(&kept));
    }
    match compare(trial, &Trial::new(&others, sources), worlds) {
        Difference::Unjoins(values) => Purpose::Joins(values),
        // Where observations are open, an axiom may restrict them without determining any.
        Difference::Same | Difference::Determines { .. }
            if !has_violation(&others, &trial.theory.axioms[id], options) =>
        {
            Purpose::Silent
        }
        _ => Purpose::Determines,
    }
}

/// The statements of a theory by which an axiom holds, if they prove it.
pub fn proof(theory: &Theory, axiom: &Axiom, options: &Options) -> Option<Core> {
    let violations = violations(axiom)?;
    let by_clauses = |goals: &[Goal]| refute(theory, goals, options, &mut |_| {});
    let by_terms = |goals: &[Goal]| {
        let prover = Prover::new(theory, &[]);
        goals.iter().map(|goal| prover.refute(goal)).collect()
    };
    // Clauses for all pairs of numbers are many, and reasoning about terms needs none.
    let (first, second): (Refute<'_>, Refute<'_>) = match theory.int() {
        Some(_) => (&by_terms, &by_clauses),
        None => (&by_clauses, &by_terms),
    };
    let found = first(&violations);
    let left = violations.into_iter().zip(&found).filter(|(_, core)| core.is_none());
    let mut rest = second(&left.map(|(goal, _)| goal).collect::<Vec<_>>()).into_iter();
    let cores: Vec<_> =
        found.into_iter().map(|core| core.or_else(|| rest.next().flatten())).collect();
    Core::joint(cores.iter().map(Option::as_ref))
}

/// Refutes goals one way.
type Refute<'r> = &'r dyn Fn(&[Goal]) -> Vec<Option<Core>>;

/// Whether the search finds a model of a theory that violates an axiom.
pub fn has_violation(theory: &Theory, axiom: &Axiom, options: &Options) -> bool {
    let is_covered = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Covered(_));
    let Some(violations) = violations(axiom) else { return false };
    let found = search(theory, &violations, options, &mut |_| {});
    found.is_ok_and(|outcomes| outcomes.iter().any(is_covered))
}

/// One goal for each way in which an axiom can be false. `None` if there are too many.
fn violations(axiom: &Axiom) -> Option<Vec<Goal>> {
    let goals = goal::violations(axiom, VIOLATIONS + 1);
    (goals.len() <= VIOLATIONS).then_some(goals)
}
