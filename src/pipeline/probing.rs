//! Mappings in the eyes of the compiler.

use super::input::Posed;
use crate::error::Failure;
use crate::probe::{self, Compiler, Probe};

/// Compiles a probe of every mapping, all in one run of the compiler.
pub(super) fn probe(
    posed: Vec<Posed>,
    compiler: &dyn Compiler,
) -> Result<Vec<Posed>, Vec<Failure>> {
    let probe = |posed: &Posed| {
        let refined = &posed.refined;
        if refined.order.options.no_probe {
            return None;
        }
        probe::probe(&refined.theory, &refined.mapping, &refined.refinement)
    };
    let probes: Vec<Option<Probe>> = posed.iter().map(probe).collect();
    let asked: Vec<&Probe> = probes.iter().flatten().collect();
    if asked.is_empty() {
        return Ok(posed);
    }
    let errors = compiler.check(&asked).map_err(|error| vec![Failure::from(error)])?;
    let mut errors = errors.into_iter();
    let mut failures = Vec::new();
    for (posed, probe) in posed.iter().zip(&probes) {
        let Some(probe) = probe else { continue };
        let diagnostics = probe::report(probe, &errors.next().unwrap_or_default());
        if !diagnostics.is_empty() {
            let sources = posed.refined.sources.clone();
            failures.push(Failure::Input { diagnostics, sources });
        }
    }
    if failures.is_empty() { Ok(posed) } else { Err(failures) }
}
