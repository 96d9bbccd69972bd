//! Small algebras of the parameters, for stages that run axioms over them.

use super::algebra::Numbers;
use super::extend::{Limit, ROUND, algebras};
use crate::execute::Program;
use crate::model::ParameterTables;
use crate::rules;
use crate::theory::{SortId, SortKind, Theory};

/// The most decisions for one choice of sizes. A bound on work, not on time: every machine
/// finds the same algebras.
const DECISIONS: usize = 200_000;

/// The parameters of a theory.
pub struct Parameters<'t> {
    theory: &'t Theory,
    /// The parameters alone.
    pub part: Theory,
    program: Program,
}

impl<'t> Parameters<'t> {
    /// `None` if a parameter speaks of constructed sorts.
    pub fn of(theory: &'t Theory) -> Option<Self> {
        let (part, _, _) = theory.parameter_part()?;
        Some(Self { theory, part, program: rules::program(theory) })
    }

    /// The algebras of a size, up to isomorphism: at most `count` of them, and those that
    /// `DECISIONS` decisions reach.
    pub fn algebras(
        &self,
        size: &dyn Fn(SortId) -> u32,
        numbers: Numbers,
        count: usize,
    ) -> Vec<ParameterTables> {
        let sizes = self.theory.sorts.iter().map(|(id, sort)| match sort.kind {
            SortKind::Parameter => size(id),
            _ => 0,
        });
        let sizes: Vec<u32> = sizes.collect();
        let mut rounds = 0;
        let mut proceed = |_| {
            rounds += ROUND;
            rounds < DECISIONS
        };
        let mut limit = Limit { count: Some(count), proceed: &mut proceed };
        let (found, _) = algebras(self.theory, &self.program, &sizes, numbers, &mut limit);
        found.iter().map(|algebra| algebra.parameter_tables(&self.program)).collect()
    }
}
