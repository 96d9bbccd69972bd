//! The straight line from a theory and a mapping to generated code.

use crate::diagnostic::Diagnostic;
use crate::goal::Goal;
use crate::refine::{self, Refinement, RustSuite};
use crate::search::{Outcome, Verdict};
use crate::source::{FileId, Sources};
use crate::syntax::parse_mapping;
use crate::testcase::{AbstractTest, extract};
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

/// The tests of all covered goals.
pub fn tests(theory: &Theory, goals: &[Goal], outcomes: &[Outcome]) -> Vec<AbstractTest> {
    goals
        .iter()
        .zip(outcomes)
        .filter_map(|(goal, outcome)| match &outcome.verdict {
            Verdict::Covered(witness) => Some(extract(theory, goal, witness)),
            _ => None,
        })
        .collect()
}

/// The Rust code of a mapping's tests.
pub fn suite(
    theory: &Theory,
    refinement: &Refinement,
    goals: &[Goal],
    outcomes: &[Outcome],
    sources: &Sources,
) -> RustSuite {
    let tests = tests(theory, goals, outcomes);
    refine::lower(theory, refinement, goals, &tests, sources)
}
