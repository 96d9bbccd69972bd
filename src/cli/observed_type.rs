//! A type under observation, as commands start it and speak of it.

use crate::disk::{CargoCompiler, CompiledType, Disk, Incident};
use crate::error::Failure;
use crate::laws::{Algebra, Observation};
use crate::pipeline::{self, Refined};

/// Compiles the type with the program that observes it.
pub fn compiled(refined: &Refined, algebras: &[Algebra]) -> Result<CompiledType, Failure> {
    let disk = Disk::default();
    let parameters: Vec<_> = algebras.iter().map(|algebra| algebra.parameters.clone()).collect();
    let compiler = CargoCompiler::new(disk.clone());
    let harness = pipeline::harness(refined, &parameters, &compiler)?;
    Ok(CompiledType::compile(&disk, &harness.artifacts, &harness.roots)?)
}

/// How the type was observed.
pub fn observation(
    name: &str,
    refined: &Refined,
    algebras: &[Algebra],
    compiled: &CompiledType,
) -> Observation {
    let sizes = algebras.iter().flat_map(|algebra| algebra.parameters.carriers.values());
    let called = |op| refined.theory.ops[op].name.clone();
    let incident = |it: &Incident| format!("{}: {}", it.term.text(&refined.theory), it.what);
    Observation {
        name: name.to_owned(),
        answers: compiled.answers,
        algebras: algebras.len(),
        elements: sizes.copied().max().unwrap_or(0),
        incidents: compiled.incidents.iter().map(incident).collect(),
        silent: compiled.silent().into_iter().map(called).collect(),
        is_given_up: compiled.is_given_up(),
    }
}
