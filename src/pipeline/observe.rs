//! The program that answers questions about a type.

use std::collections::BTreeSet;

use super::input::Refined;
use crate::emit::{self, Artifact, Layout};
use crate::error::{Error, Failure};
use crate::goal::GoalFamilies;
use crate::lower::{self, Material};
use crate::model::ParameterTables;
use crate::probe::{self, Compiler};

/// The files of a program, and the first words of the paths that it uses.
pub struct Harness {
    pub artifacts: Vec<Artifact>,
    pub roots: Vec<String>,
}

/// The name of the program.
pub const HARNESS: &str = "harness";

/// Generates a program that answers questions about a mapped type, over these algebras of its
/// parameters. The compiler checks the mapping first.
pub fn harness(
    refined: &Refined,
    algebras: &[ParameterTables],
    compiler: &dyn Compiler,
) -> Result<Harness, Failure> {
    let probe = probe::probe(&refined.theory, &refined.mapping, &refined.refinement);
    let probe = probe.ok_or_else(|| {
        Error(
            "the mapping uses `crate::` or `super::`, which no other crate can; write the name \
               of the crate instead"
                .to_owned(),
        )
    })?;
    let errors = compiler.check(&[&probe])?.into_iter().next().unwrap_or_default();
    let diagnostics = probe::report(&probe, &errors);
    if !diagnostics.is_empty() {
        return Err(Failure::Input { diagnostics, sources: refined.sources.clone() });
    }
    let material = Material {
        goals: &[],
        untested: &[],
        tests: &[],
        samples: &[],
        families: GoalFamilies::default(),
        algebras,
        open: &BTreeSet::new(),
        exhaustive: None,
        is_observed: true,
    };
    let suite = lower::lower(&refined.theory, &refined.refinement, &material, &refined.sources);
    if suite.sequences.is_none() {
        let why = "no operation leads from one value of the type to another, so there is nothing \
                   to observe";
        return Err(Error(why.to_owned()).into());
    }
    let order = &refined.order;
    let mut artifacts =
        emit::render(&suite, HARNESS, Layout::Folder, &order.provenance, &order.templates)
            .map_err(|error| Error(format!("a template cannot be rendered: {error}")))?;
    artifacts.extend(emit::observing_files());
    Ok(Harness { artifacts, roots: probe.roots })
}
