//! Decides goals: by execution first, then by refutation, then by a search for models.
//!
//! **Execution** looks for a witness among small terms, over small algebras of the parameters.
//! Running the axioms must determine every literal of the goal, so the literals hold in every
//! model over these parameters. An algebra on which running finds a contradiction belongs to no
//! model and is dropped.
//!
//! **Refutation** and **search** are those of [`crate::search`]. A user who limits the sizes of
//! models asks for models, so then there is no execution.

mod boundary;
mod deep;
mod engines;
mod execution;
mod failed;
mod guide;
mod instance;
mod invariant;
mod novelty;
mod parameters;
mod plan;
mod progress;
pub mod record;
mod renaming;
mod renumbered;
mod run;
mod span;
mod world;

pub use execution::{Execution, overviews};
pub use parameters::Parameters;
pub use run::Run;
pub use world::World;

use std::sync::Arc;

use crate::execute::Program;
use crate::goal::Goal;
use crate::model::{Mode, ParameterTables, Witness};
use crate::parallel;
use crate::prove::{Lemma, Prover};
use crate::search::{self, Options, Outcome, Progress, Reason, Unsound, Verdict};
use crate::testcase::Truths;
use crate::theory::{Searched, Theory};
use crate::trial::{is_consistent, tables};

use failed::Failed;
use progress::progress;
use renumbered::Renumbered;

/// Decides all goals. The outcomes are in their order.
pub fn decide(
    theory: &Theory,
    goals: &[Goal],
    options: &Options,
    observer: &mut dyn FnMut(Progress),
) -> Result<Vec<Outcome>, Unsound> {
    let mut outcomes: Vec<Option<Outcome>> = vec![None; goals.len()];
    let mut failed: Vec<Option<Failed>> = vec![None; goals.len()];
    if options.scope.is_open() {
        failed = execute(theory, goals, options, observer, &mut outcomes);
        rule_out(theory, goals, options, observer, (&mut outcomes, &failed));
    }
    let searched = theory.searched().filter(|_| options.scope.is_open());
    if let Some(searched) = &searched {
        leave_out(searched, theory, goals, options, observer, &mut outcomes);
    }
    let narrow = searched.as_ref().map(|searched| Options {
        scope: options.scope.clone().with_single(&searched.sorts),
        ..options.clone()
    });
    let known = searched.as_ref().map_or(theory, |searched| &searched.theory);
    let limited = narrow.as_ref().unwrap_or(options);
    let left = Left::of(goals, &outcomes, limited);
    let outer = observer;
    let mut observer = left.observer(goals.len(), outer);
    let found = search::search(known, &left.goals, &left.options, &mut observer)?;
    left.fill(&mut outcomes, found.into_iter().map(Some));
    drop(observer);
    let mut outcomes: Vec<Outcome> = outcomes.into_iter().flatten().collect();
    if options.scope.is_open() {
        search_fragments(known, goals, limited, outer, &mut outcomes)?;
    }
    drop_contradicted(theory, goals, &mut outcomes);
    for (outcome, failed) in outcomes.iter_mut().zip(failed) {
        outcome.tried = failed.map(|failed| failed.tried).filter(|_| !outcome.is_decided());
    }
    for (goal, outcome) in outcomes.iter_mut().enumerate() {
        if outcome.verdict == Verdict::NotFound && options.budget.is_spent_on(goal) {
            outcome.verdict = Verdict::GaveUp(Reason::Timeout);
        }
    }
    Ok(outcomes)
}

/// Where running determines every literal of a goal and all small algebras of the parameters
/// were tried, a model would show nothing new. Such a goal is refuted, or not found.
fn rule_out(
    theory: &Theory,
    goals: &[Goal],
    options: &Options,
    observer: &mut dyn FnMut(Progress),
    (outcomes, failed): (&mut [Option<Outcome>], &[Option<Failed>]),
) {
    let left = (0..goals.len()).map(|at| failed[at].is_some_and(|failed| !failed.is_open));
    refute_only(theory, goals, options, observer, outcomes, left.collect());
}

/// Goals about sequences that are only observed are not searched: what running them does not
/// decide is refuted or not found.
fn leave_out(
    searched: &Searched,
    theory: &Theory,
    goals: &[Goal],
    options: &Options,
    observer: &mut dyn FnMut(Progress),
    outcomes: &mut [Option<Outcome>],
) {
    let is_searched = |goal: &Goal| {
        searched.covers_variables(&goal.variables)
            && goal.literals.iter().all(|literal| searched.covers(&literal.atom))
    };
    let left = goals.iter().map(|goal| !is_searched(goal));
    refute_only(theory, goals, options, observer, outcomes, left.collect());
}

/// Refutes the chosen goals that are open, or calls them not found.
fn refute_only(
    theory: &Theory,
    goals: &[Goal],
    options: &Options,
    observer: &mut dyn FnMut(Progress),
    outcomes: &mut [Option<Outcome>],
    chosen: Vec<bool>,
) {
    let skipped: Vec<Option<Outcome>> = (chosen.iter().zip(outcomes.iter()))
        .map(|(chosen, outcome)| {
            let is_left = *chosen && outcome.is_none();
            (!is_left).then(|| Outcome::new(Verdict::NotFound, Vec::new(), Mode::Executed))
        })
        .collect();
    let left = Left::of(goals, &skipped, options);
    let mut inner = left.observer(goals.len(), observer);
    let cores = search::refute(theory, &left.goals, &left.options, &mut inner);
    drop(inner);
    let ended = options.budget.ended();
    let verdicts = cores.into_iter().map(|core| match (core, ended) {
        (Some(core), _) => Outcome::new(Verdict::Impossible(core), Vec::new(), Mode::Closed),
        (None, Some(reason)) => Outcome::new(Verdict::GaveUp(reason), Vec::new(), Mode::Executed),
        (None, None) => Outcome::new(Verdict::NotFound, Vec::new(), Mode::Executed),
    });
    left.fill(outcomes, verdicts.map(Some));
}

/// A piece of a model covers nothing if running the axioms says so: no model has parameters on
/// which they contradict each other, or values on which they make a literal false.
fn drop_contradicted(theory: &Theory, goals: &[Goal], outcomes: &mut [Outcome]) {
    let trial = execution::trial(theory);
    let mut known: Vec<(ParameterTables, bool)> = Vec::new();
    for (goal, outcome) in goals.iter().zip(outcomes) {
        let Verdict::Covered(witness) = &outcome.verdict else { continue };
        if !outcome.is_piece(theory) {
            continue;
        }
        let parameters = ParameterTables::of(theory, &witness.model);
        let found = known.iter().find(|(tables, _)| *tables == parameters);
        let is_contradicted = match found {
            Some((_, is_contradicted)) => *is_contradicted,
            None => {
                let is_contradicted = !is_consistent(&trial, &tables(theory, &parameters));
                known.push((parameters, is_contradicted));
                is_contradicted
            }
        };
        if is_contradicted || !agrees(theory, &trial.program, goal, witness) {
            outcome.verdict = Verdict::NotFound;
        }
    }
}

/// A specification that leaves something open may have closed models that are all unusual: a
/// stack on which `push` changes nothing. So a goal that no closed model has is searched in
/// fragments.
fn search_fragments(
    theory: &Theory,
    goals: &[Goal],
    options: &Options,
    observer: &mut dyn FnMut(Progress),
    outcomes: &mut [Outcome],
) -> Result<(), Unsound> {
    let is_left =
        |outcome: &Outcome| outcome.verdict == Verdict::NotFound && outcome.mode == Mode::Closed;
    let decided: Vec<Option<Outcome>> =
        outcomes.iter().map(|it| (!is_left(it)).then(|| it.clone())).collect();
    let left = Left::of(goals, &decided, options);
    if left.goals.is_empty() {
        return Ok(());
    }
    let mut observer = left.observer(goals.len(), observer);
    let found = search::search_fragments(theory, &left.goals, &left.options, &mut observer)?;
    for (position, outcome) in left.positions.iter().zip(found) {
        if matches!(outcome.verdict, Verdict::Covered(_)) {
            outcomes[*position] = outcome;
        }
    }
    Ok(())
}

/// Whether running the axioms does not make a literal of a goal false for its witness.
fn agrees(theory: &Theory, program: &Program, goal: &Goal, witness: &Witness) -> bool {
    let parameters = ParameterTables::of(theory, &witness.model);
    let mut run = Run::new(theory, program, &parameters, &witness.terms);
    goal.literals.iter().all(|literal| run.truth(&literal.atom) != Some(!literal.holds))
}

/// Decides what execution decides. Refutations that are cheaper than more execution come in
/// between.
fn execute(
    theory: &Theory,
    goals: &[Goal],
    options: &Options,
    observer: &mut dyn FnMut(Progress),
    outcomes: &mut [Option<Outcome>],
) -> Vec<Option<Failed>> {
    let trial = execution::trial(theory);
    let Some(mut execution) = Execution::new(theory, &trial, goals, options) else {
        return vec![None; goals.len()];
    };
    prove(theory, &[], goals, outcomes);
    observer(progress(theory, outcomes, "running the axioms"));
    execution.small(observer, outcomes);
    let left = Left::of(goals, outcomes, options);
    let mut inner = left.observer(goals.len(), observer);
    let cores = search::refute_likely(theory, &left.goals, &left.options, &mut inner);
    drop(inner);
    let refuted = cores.into_iter().map(|core| {
        let verdict = Verdict::Impossible(core?);
        Some(Outcome::new(verdict, Vec::new(), Mode::Closed))
    });
    left.fill(outcomes, refuted);
    if let Some(world) = execution.last_world() {
        let open = (0..goals.len()).filter(|at| outcomes[*at].is_none());
        let open: Vec<&Goal> = open.map(|at| &goals[at]).collect();
        let lemmas = invariant::lemmas(theory, &open, world);
        prove(theory, &lemmas, goals, outcomes);
    }
    execution.large(observer, outcomes);
    execution.deep(observer, outcomes);
    observer(progress(theory, outcomes, "refuting the rest"));
    execution.failed()
}

/// Refutes goals about numbers by reasoning about terms.
fn prove(theory: &Theory, lemmas: &[Lemma], goals: &[Goal], outcomes: &mut [Option<Outcome>]) {
    if theory.int().is_none() {
        return;
    }
    let prover = Prover::new(theory, lemmas);
    let open: Vec<usize> = (0..goals.len()).filter(|at| outcomes[*at].is_none()).collect();
    let cores = parallel::map(&open, |at| prover.refute(&goals[*at]));
    for (at, core) in open.into_iter().zip(cores) {
        let verdict = core.map(Verdict::Impossible);
        outcomes[at] = verdict.map(|it| Outcome::new(it, Vec::new(), Mode::Closed));
    }
}

/// The goals without an outcome.
struct Left {
    goals: Vec<Goal>,
    positions: Arc<[usize]>,
    options: Options,
}

impl Left {
    fn of(goals: &[Goal], outcomes: &[Option<Outcome>], options: &Options) -> Self {
        let open = |position: &usize| outcomes[*position].is_none();
        let positions: Arc<[usize]> = (0..goals.len()).filter(open).collect();
        let budget = Renumbered::new(&options.budget, &positions);
        Self {
            goals: positions.iter().map(|position| goals[*position].clone()).collect(),
            positions,
            options: Options { budget: Arc::new(budget), ..options.clone() },
        }
    }

    /// Counts the goals that are decided already.
    fn observer<'o>(
        &self,
        goals: usize,
        observer: &'o mut dyn FnMut(Progress),
    ) -> impl FnMut(Progress) + use<'o> {
        let before = goals - self.goals.len();
        let positions = Arc::clone(&self.positions);
        move |progress: Progress| {
            let found = progress.found.iter().map(|(goal, covered)| (positions[*goal], *covered));
            let (found, decided) = (found.collect(), before + progress.decided);
            observer(Progress { decided, goals, found, ..progress });
        }
    }

    fn fill(&self, outcomes: &mut [Option<Outcome>], found: impl Iterator<Item = Option<Outcome>>) {
        for (position, outcome) in self.positions.iter().zip(found) {
            outcomes[*position] = outcome;
        }
    }
}
