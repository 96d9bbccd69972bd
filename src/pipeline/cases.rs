//! From verdicts to abstract tests.

use std::sync::Arc;

use super::forced::forced_tests;
use super::input::{Posed, Refined};
use super::search::{Decided, DecidedGroup, Member, Store, Supervisor};
use crate::decide::{self, Run, record};
use crate::error::Failure;
use crate::execute::Program;
use crate::fingerprint::fingerprint;
use crate::goal::{Goal, GoalFamilies, GoalFamily};
use crate::model::{Mode, Model, ParameterTables, Witness};
use crate::rules;
use crate::search::{Options, Outcome, Verdict, sampled_parameters};
use crate::testcase::{self, AbstractTest, Sample, samples};
use crate::theory::Theory;

/// What the tests of a type are made of, independent of the mapping.
pub struct Cases {
    pub families: GoalFamilies,
    pub tests: Vec<AbstractTest>,
    pub samples: Vec<Sample>,
    /// The parameters of sequences.
    pub algebras: Vec<ParameterTables>,
}

/// Cases before their literals are checked. Each test comes with the mode of its model.
pub struct Extracted {
    families: GoalFamilies,
    tests: Vec<(AbstractTest, Mode)>,
    samples: Vec<Sample>,
    algebras: Vec<ParameterTables>,
}

/// A group with the cases of every choice of families among its members.
pub struct GroupCases<C> {
    group: DecidedGroup,
    cases: Vec<C>,
}

/// A mapping with its share of the results of its group.
pub struct Share {
    pub refined: Refined,
    pub decided: Arc<Decided>,
    pub cases: Arc<Cases>,
}

/// Extracts the tests of all covered goals, once for each choice of families.
pub(super) fn extract(
    group: DecidedGroup,
    supervisor: &dyn Supervisor,
) -> Result<GroupCases<Extracted>, Failure> {
    let store = supervisor.store();
    let mut cases: Vec<Extracted> = Vec::new();
    for Member { posed, .. } in &group.members {
        let families = posed.refined.order.options.goals;
        if !cases.iter().any(|known| known.families == families) {
            cases.push(extract_families(&posed.refined.theory, &group.decided, families, store));
        }
    }
    Ok(GroupCases { group, cases })
}

fn extract_families(
    theory: &Theory,
    decided: &Decided,
    families: GoalFamilies,
    store: Option<&dyn Store>,
) -> Extracted {
    let has_laws = families.has(GoalFamily::Laws) || families.has(GoalFamily::Equality);
    let samples = if has_laws { sampled(theory, decided) } else { Vec::new() };
    let algebras = match families.evaluate_all() {
        true => kept_parameters(theory, store),
        false => Vec::new(),
    };
    let decided = decided.goals.iter().zip(&decided.outcomes);
    let chosen = decided.filter(|(goal, _)| families.has(goal.kind.family()));
    Extracted { families, tests: distinct_tests(theory, chosen), samples, algebras }
}

/// The parameters of sequences. A search for them takes longer than all else of an unchanged build,
/// so they are kept between builds, by the parameters' specifications alone.
fn kept_parameters(theory: &Theory, store: Option<&dyn Store>) -> Vec<ParameterTables> {
    let parameters = theory.parameters();
    let store = store.filter(|_| parameters.theory.ops.ids().next().is_some());
    let Some(store) = store else { return sampled_parameters(theory) };
    let version = env!("CARGO_PKG_VERSION");
    let key = fingerprint(&format!("algebras {version}\n{parameters:?}"));
    let kept = store.load(&key).and_then(|text| record::read_algebras(&text));
    kept.unwrap_or_else(|| {
        let algebras = sampled_parameters(theory);
        store.save(&key, &record::write_algebras(&algebras));
        algebras
    })
}

/// One test for each covered goal. Where several goals lead to the same values, only the
/// first has a test.
fn distinct_tests<'g>(
    theory: &Theory,
    decided: impl Iterator<Item = (&'g Goal, &'g Outcome)>,
) -> Vec<(AbstractTest, Mode)> {
    let program = rules::program(theory);
    let mut tests: Vec<(AbstractTest, Mode)> = Vec::new();
    for (goal, outcome) in decided {
        let Verdict::Covered(witness) = &outcome.verdict else { continue };
        let test = extracted(theory, &program, goal, witness);
        if !tests.iter().any(|(known, _)| known.does_the_same(&test)) {
            tests.push((test, outcome.mode));
        }
    }
    tests
}

fn extracted(theory: &Theory, program: &Program, goal: &Goal, witness: &Witness) -> AbstractTest {
    if witness.model.mode != Mode::Executed {
        return testcase::extract(theory, goal, witness, None);
    }
    let parameters = ParameterTables::of(theory, &witness.model);
    let mut run = Run::new(theory, program, &parameters, &witness.bindings(goal));
    testcase::extract(theory, goal, witness, Some(&mut run))
}

/// Samples of the models that cover goals and of small values that were executed.
fn sampled(theory: &Theory, decided: &Decided) -> Vec<Sample> {
    let covered = decided.outcomes.iter().filter_map(|outcome| match &outcome.verdict {
        Verdict::Covered(witness) => Some(&witness.model),
        _ => None,
    });
    let executed = |model: &&Model| model.mode == Mode::Executed;
    let overviews = match covered.clone().any(|model| executed(&model)) {
        true => decide::overviews(theory, &Options::default()),
        false => Vec::new(),
    };
    // A goal spans too little for a sample.
    let models = covered.filter(|model| !executed(model)).chain(&overviews);
    samples(theory, &models.collect::<Vec<_>>())
}

/// Keeps those literals of each test that the specification forces. Some tests are then
/// repeated under orders that do not follow the numbers of the elements, where the same
/// literals are forced.
pub(super) fn entail(
    group: GroupCases<Extracted>,
    supervisor: &dyn Supervisor,
) -> Result<GroupCases<Arc<Cases>>, Failure> {
    let GroupCases { group, cases } = group;
    let theory = &group.members[0].posed.refined.theory;
    let entail = |Extracted { families, tests, samples, algebras }: Extracted| {
        let tests = forced_tests(theory, tests, supervisor.store());
        Arc::new(Cases { families, tests, samples, algebras })
    };
    let cases = cases.into_iter().map(entail).collect();
    Ok(GroupCases { group, cases })
}

/// The abstract tests of some goals and their outcomes.
pub fn tests(theory: &Theory, goals: &[Goal], outcomes: &[Outcome]) -> Vec<AbstractTest> {
    forced_tests(theory, distinct_tests(theory, goals.iter().zip(outcomes)), None)
}

/// Hands every mapping its share, in the order of the requests.
pub(super) fn unshare(
    groups: Vec<Result<GroupCases<Arc<Cases>>, Failure>>,
) -> Vec<Result<Share, Failure>> {
    let mut shares: Vec<(usize, Result<Share, Failure>)> = Vec::new();
    for group in groups {
        match group {
            Ok(group) => shares.extend(group.shares()),
            Err(failure) => shares.push((usize::MAX, Err(failure))),
        }
    }
    shares.sort_by_key(|(number, _)| *number);
    shares.into_iter().map(|(_, share)| share).collect()
}

impl GroupCases<Arc<Cases>> {
    fn shares(self) -> impl Iterator<Item = (usize, Result<Share, Failure>)> {
        let GroupCases { group: DecidedGroup { decided, members }, cases } = self;
        members.into_iter().map(move |Member { number, posed: Posed { refined, .. } }| {
            let families = refined.order.options.goals;
            let own = cases.iter().find(|cases| cases.families == families);
            let cases = Arc::clone(own.expect("the cases of all members were extracted"));
            (number, Ok(Share { refined, decided: Arc::clone(&decided), cases }))
        })
    }
}
