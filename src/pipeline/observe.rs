//! Programs that observe types instead of testing them: one answers questions about a type, one
//! compares two types, one compares a type with what it answered before.

use std::collections::BTreeSet;

use super::input::Refined;
use crate::emit::{self, ALONE, Artifact, Layout, PAIR};
use crate::error::{Error, Failure};
use crate::goal::GoalFamilies;
use crate::lower::{self, Material, Purpose, RustSuite};
use crate::model::ParameterTables;
use crate::probe::{self, Compiler};
use crate::search::sampled_parameters;

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
    let roots = checked(refined, compiler)?;
    let suite = lowered(refined, algebras, Purpose::Answers)?;
    let order = &refined.order;
    let mut artifacts =
        emit::render(&suite, HARNESS, Layout::Folder, &order.provenance, &order.templates)
            .map_err(unrendered)?;
    artifacts.extend(emit::observing_files());
    Ok(Harness { artifacts, roots })
}

/// Generates a program that compares two mapped types of one specification. The compiler checks
/// the mappings first.
pub fn pair(types: [&Refined; 2], compiler: &dyn Compiler) -> Result<Harness, Failure> {
    comparison(PAIR, &[(types[0], "first"), (types[1], "second")], compiler)
}

/// Generates a program that compares what a mapped type answers with what it answered before.
pub fn alone(refined: &Refined, compiler: &dyn Compiler) -> Result<Harness, Failure> {
    comparison(ALONE, &[(refined, "first")], compiler)
}

/// A program that has each type as a module.
fn comparison(
    main: &str,
    types: &[(&Refined, &str)],
    compiler: &dyn Compiler,
) -> Result<Harness, Failure> {
    let mut artifacts =
        vec![Artifact { path: format!("{HARNESS}/main.rs"), text: main.to_owned() }];
    let mut roots = Vec::new();
    // The types run on the same elements.
    let algebras = types.first().map(|(refined, _)| sampled_parameters(&refined.theory));
    let algebras = algebras.unwrap_or_default();
    for (refined, module) in types {
        roots.extend(checked(refined, compiler)?);
        let suite = lowered(refined, &algebras, Purpose::Comparison)?;
        let name = format!("{HARNESS}/{module}");
        let provenance = &refined.order.provenance;
        artifacts.extend(emit::render_module(&suite, &name, provenance).map_err(unrendered)?);
    }
    artifacts.extend(emit::comparing_files());
    roots.sort();
    roots.dedup();
    Ok(Harness { artifacts, roots })
}

/// Lets the compiler check a mapping. Returns the first words of the paths that it uses.
fn checked(refined: &Refined, compiler: &dyn Compiler) -> Result<Vec<String>, Failure> {
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
    Ok(probe.roots)
}

/// A type as Rust values, without tests.
fn lowered(
    refined: &Refined,
    algebras: &[ParameterTables],
    purpose: Purpose,
) -> Result<RustSuite, Failure> {
    let material = Material {
        goals: &[],
        untested: &[],
        tests: &[],
        samples: &[],
        families: GoalFamilies::default(),
        algebras,
        open: &BTreeSet::new(),
        exhaustive: None,
        purpose,
    };
    let suite = lower::lower(&refined.theory, &refined.refinement, &material, &refined.sources);
    if suite.sequences.is_none() {
        let why = "no operation leads from one value of the type to another, so there is nothing \
                   to observe";
        return Err(Error(why.to_owned()).into());
    }
    Ok(suite)
}

fn unrendered(error: String) -> Failure {
    Error(format!("a template cannot be rendered: {error}")).into()
}
