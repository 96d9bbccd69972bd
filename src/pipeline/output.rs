//! From abstract tests to files.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::cases::{Cases, Share};
use super::enumerate::small_algebras;
use super::input::Refined;
use super::search::Decided;
use crate::emit::{self, Artifact};
use crate::error::{Error, Failure};
use crate::goal::{Goal, GoalFamilies, GoalFamily};
use crate::lower::{self, Exhaustive, Material, Purpose, RustSuite, UntestedGoal};
use crate::refine::SortType;
use crate::search::{Outcome, Verdict};
use crate::testcase::Sample;
use crate::theory::OpId;
use crate::trial;

/// A mapping with its tests as Rust values.
pub struct Lowered {
    refined: Refined,
    decided: Arc<Decided>,
    suite: RustSuite,
}

/// A mapping with its generated files, before any of them is written.
pub struct Built {
    pub refined: Refined,
    pub decided: Arc<Decided>,
    pub suite: RustSuite,
    pub artifacts: Vec<Artifact>,
}

/// Translates the tests to Rust, through the mapping.
pub(super) fn lower(share: Share) -> Result<Lowered, Failure> {
    let Share { refined, decided, cases } = share;
    let Cases { families, tests, samples, algebras } = &*cases;
    let evaluate_all = families.evaluate_all();
    let is_named = |goal: &&Goal| evaluate_all || families.has(goal.kind.family());
    let named: Vec<Goal> = decided.goals.iter().filter(is_named).cloned().collect();
    let chosen = decided.goals.iter().zip(&decided.outcomes);
    let chosen = chosen.filter(|(goal, _)| families.has(goal.kind.family()));
    let untested: Vec<UntestedGoal> = chosen.filter_map(untested).collect();
    let small = match refined.order.options.exhaustive {
        Some(_) => small_algebras(&refined.theory),
        None => Vec::new(),
    };
    let exhaustive = refined.order.options.exhaustive;
    let exhaustive = exhaustive.map(|steps| Exhaustive { steps, algebras: &small });
    let material = Material {
        goals: &named,
        untested: &untested,
        tests,
        samples,
        families: *families,
        algebras,
        open: &open_operations(&refined, *families, samples),
        exhaustive,
        purpose: Purpose::Tests,
    };
    let suite = lower::lower(&refined.theory, &refined.refinement, &material, &refined.sources);
    Ok(Lowered { refined, decided, suite })
}

/// The operations that the axioms leave open over the parameters of laws.
fn open_operations(
    refined: &Refined,
    families: GoalFamilies,
    samples: &[Sample],
) -> BTreeSet<OpId> {
    let mut sorts = refined.refinement.sorts.values();
    let is_built = sorts.any(|sort| match sort {
        SortType::Subject(subject) => {
            let operations = &subject.trait_operations;
            operations.default.or(operations.extend).is_some() || operations.from_iterator.is_some()
        }
        SortType::Mock(_) => false,
    });
    let samples = if families.has(GoalFamily::Laws) && is_built { samples } else { &[] };
    let open = samples.iter().flat_map(|sample| {
        trial::open_operations(&refined.theory, &refined.sources, &sample.parameters)
    });
    open.collect()
}

fn untested<'g>((goal, outcome): (&'g Goal, &Outcome)) -> Option<UntestedGoal<'g>> {
    let verdict = match outcome.verdict {
        Verdict::NotFound => "not found",
        Verdict::GaveUp(_) => "gave up",
        Verdict::Covered(_) | Verdict::Impossible(_) => return None,
    };
    Some(UntestedGoal { goal, verdict })
}

/// Renders the files of a mapping.
pub(super) fn render(lowered: Lowered) -> Result<Built, Failure> {
    let Lowered { refined, decided, suite } = lowered;
    let order = &refined.order;
    let artifacts = emit::render(
        &suite,
        &order.name,
        order.options.layout,
        &order.provenance,
        &order.templates,
    )
    .map_err(|error| Error(format!("a template cannot be rendered: {error}")))
    .map_err(|error| Failure::from(error).at(order.origin.as_ref()))?;
    Ok(Built { refined, decided, suite, artifacts })
}
