//! From verdicts to abstract tests.

use std::sync::Arc;

use super::input::{Posed, Refined};
use super::search::{Decided, DecidedGroup, Member};
use crate::algebra;
use crate::error::Failure;
use crate::goal::{Goal, GoalFamilies, GoalFamily};
use crate::lower::Pumping;
use crate::model::{Mode, Model};
use crate::parallel;
use crate::search::{Outcome, Question, Verdict, entailed};
use crate::testcase::{self, AbstractTest, Sample, growths, relabelled, samples};
use crate::theory::Theory;

/// What the tests of a type are made of, independent of the mapping.
pub struct Cases {
    pub families: GoalFamilies,
    pub tests: Vec<AbstractTest>,
    pub samples: Vec<Sample>,
    pub pumping: Option<Pumping>,
}

/// Cases before their literals are checked. Each test comes with the mode of its model.
pub struct Extracted {
    families: GoalFamilies,
    tests: Vec<(AbstractTest, Mode)>,
    samples: Vec<Sample>,
    pumping: Option<Pumping>,
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
pub(super) fn extract(group: DecidedGroup) -> Result<GroupCases<Extracted>, Failure> {
    let mut cases: Vec<Extracted> = Vec::new();
    for Member { posed, .. } in &group.members {
        let families = posed.refined.order.options.goals;
        if !cases.iter().any(|known| known.families == families) {
            cases.push(extract_families(&posed.refined.theory, &group.decided, families));
        }
    }
    Ok(GroupCases { group, cases })
}

fn extract_families(theory: &Theory, decided: &Decided, families: GoalFamilies) -> Extracted {
    let has_laws = families.has(GoalFamily::Laws) || families.has(GoalFamily::Equality);
    let has_samples = has_laws || families.has(GoalFamily::Pump);
    let models = if has_samples { models(&decided.outcomes) } else { Vec::new() };
    let samples = samples(theory, &models);
    let pumping = families.has(GoalFamily::Pump).then(|| pumping(theory, &samples));
    let samples = if has_laws { samples } else { Vec::new() };
    let decided = decided.goals.iter().zip(&decided.outcomes);
    let chosen = decided.filter(|(goal, _)| families.has(goal.kind.family()));
    Extracted { families, tests: distinct_tests(theory, chosen), samples, pumping }
}

/// One test for each covered goal. Where several goals lead to the same values, only the
/// first has a test.
fn distinct_tests<'g>(
    theory: &Theory,
    decided: impl Iterator<Item = (&'g Goal, &'g Outcome)>,
) -> Vec<(AbstractTest, Mode)> {
    let mut tests: Vec<(AbstractTest, Mode)> = Vec::new();
    for (goal, outcome) in decided {
        let Verdict::Covered(witness) = &outcome.verdict else { continue };
        let test = testcase::extract(theory, goal, witness);
        if !tests.iter().any(|(known, _)| known.does_the_same(&test)) {
            tests.push((test, outcome.mode));
        }
    }
    tests
}

fn models(outcomes: &[Outcome]) -> Vec<&Model> {
    let covered = outcomes.iter().filter_map(|outcome| match &outcome.verdict {
        Verdict::Covered(witness) => Some(&witness.model),
        _ => None,
    });
    covered.collect()
}

/// How values grow, and of which elements.
fn pumping(theory: &Theory, samples: &[Sample]) -> Pumping {
    let small = samples.first().map(|sample| sample.parameters.clone());
    Pumping { growths: growths(theory), large: algebra::guess(theory), small }
}

/// Keeps those literals of each test that the specification forces. Some tests are then
/// repeated under orders that do not follow the numbers of the elements, where the same
/// literals are forced.
pub(super) fn entail(group: GroupCases<Extracted>) -> Result<GroupCases<Arc<Cases>>, Failure> {
    let GroupCases { group, cases } = group;
    let theory = &group.members[0].posed.refined.theory;
    let entail = |Extracted { families, tests, samples, pumping }: Extracted| {
        let tests = entailed_tests(theory, tests);
        Arc::new(Cases { families, tests, samples, pumping })
    };
    let cases = cases.into_iter().map(entail).collect();
    Ok(GroupCases { group, cases })
}

fn entailed_tests(theory: &Theory, tests: Vec<(AbstractTest, Mode)>) -> Vec<AbstractTest> {
    let mut tests = parallel::map(tests, |(test, mode)| {
        let literals = test.literals(theory);
        let question = Question {
            parameters: &test.parameters,
            bindings: &test.bindings,
            literals: &literals,
            disequalities: test.disequalities.iter().map(|differ| &differ.values).collect(),
            mode,
        };
        let forced = entailed(theory, &question);
        test.keep_forced(&forced.literals, &forced.disequalities)
    });
    tests.extend(relabelled(theory, &tests));
    tests
}

/// The abstract tests of some goals and their outcomes.
pub fn tests(theory: &Theory, goals: &[Goal], outcomes: &[Outcome]) -> Vec<AbstractTest> {
    entailed_tests(theory, distinct_tests(theory, goals.iter().zip(outcomes)))
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
