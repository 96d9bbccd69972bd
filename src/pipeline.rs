//! The straight line from a theory and a mapping to generated code.

use crate::algebra;
use crate::diagnostic::Diagnostic;
use crate::goal::{Goal, GoalFamilies, GoalFamily};
use crate::model::{Mode, Model};
use crate::parallel;
use crate::refine::{self, Pumping, Refinement, RustSuite};
use crate::search::{Outcome, Question, Verdict, entailed};
use crate::source::{FileId, Sources};
use crate::syntax::parse_mapping;
use crate::testcase::{AbstractTest, Sample, extract, growths, relabelled, samples};
use crate::theory::Theory;

/// Reads a mapping and resolves it, before any search.
pub fn refinement(
    theory: &Theory,
    sources: &Sources,
    mapping: FileId,
) -> Result<Refinement, Vec<Diagnostic>> {
    let tree = parse_mapping(&sources.file(mapping).text, mapping)?;
    refine::resolve(&tree, theory)
}

/// The tests of all covered goals. Where several goals lead to the same values, the
/// first has the test. Some are repeated under orders that do not follow the elements'
/// numbers; what is forced there is what was forced before.
pub fn tests(theory: &Theory, goals: &[Goal], outcomes: &[Outcome]) -> Vec<AbstractTest> {
    let mut tests: Vec<(AbstractTest, Mode)> = Vec::new();
    for (goal, outcome) in goals.iter().zip(outcomes) {
        let Verdict::Covered(witness) = &outcome.verdict else { continue };
        let test = extract(theory, goal, witness);
        if !tests.iter().any(|(known, _)| known.does_the_same(&test)) {
            tests.push((test, outcome.mode));
        }
    }
    let mut tests = parallel::map(tests, |(test, mode)| with_forced(theory, test, mode));
    tests.extend(relabelled(theory, &tests));
    tests
}

/// With what the specification leaves no choice about.
fn with_forced(theory: &Theory, test: AbstractTest, mode: Mode) -> AbstractTest {
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
}

fn models(outcomes: &[Outcome]) -> Vec<&Model> {
    let covered = outcomes.iter().filter_map(|outcome| match &outcome.verdict {
        Verdict::Covered(witness) => Some(&witness.model),
        _ => None,
    });
    covered.collect()
}

/// What tests of a type are made of, whatever the mapping: mappings of one specification
/// share it.
pub struct Cases {
    pub families: GoalFamilies,
    tests: Vec<AbstractTest>,
    samples: Vec<Sample>,
    pumping: Option<Pumping>,
}

/// The cases of the families that are asked for.
pub fn cases(
    theory: &Theory,
    (goals, outcomes): (&[Goal], &[Outcome]),
    families: GoalFamilies,
) -> Cases {
    let has_laws = families.has(GoalFamily::Laws) || families.has(GoalFamily::Equality);
    let sampled = has_laws || families.has(GoalFamily::Pump);
    let models = if sampled { models(outcomes) } else { Vec::new() };
    let samples = samples(theory, &models);
    let pumping = families.has(GoalFamily::Pump).then(|| pumping(theory, &samples));
    let samples = if has_laws { samples } else { Vec::new() };
    let covered = goals.iter().zip(outcomes);
    let asked_for = covered.filter(|(goal, _)| families.has(goal.kind.family()));
    let (asked_for, outcomes): (Vec<Goal>, Vec<Outcome>) =
        asked_for.map(|(goal, outcome)| (goal.clone(), outcome.clone())).unzip();
    let tests = tests(theory, &asked_for, &outcomes);
    Cases { families, tests, samples, pumping }
}

/// The Rust code of a mapping's tests.
pub fn suite(
    theory: &Theory,
    refinement: &Refinement,
    goals: &[Goal],
    Cases { families, tests, samples, pumping }: &Cases,
    sources: &Sources,
) -> RustSuite {
    // All axioms are tried on values that grow, whatever their own goals are.
    let is_named = |goal: &&Goal| pumping.is_some() || families.has(goal.kind.family());
    let named: Vec<Goal> = goals.iter().filter(is_named).cloned().collect();
    let samples = (samples.as_slice(), *families);
    refine::lower(theory, refinement, &named, tests, samples, pumping.as_ref(), sources)
}

/// How values grow, and of which elements.
fn pumping(theory: &Theory, samples: &[Sample]) -> Pumping {
    let small = samples.first().map(|sample| sample.parameters.clone());
    Pumping { growths: growths(theory), large: algebra::guess(theory), small }
}
