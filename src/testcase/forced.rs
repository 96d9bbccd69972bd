//! Which assertions of a test the specification forces.
//!
//! A witness is one model. A test may only assert what holds in every model with the same
//! parameters and the same ground terms. So the caller has each assertion proved, and keeps
//! those with a proof.

use super::AbstractTest;
use crate::goal::{Literal, Minterms};
use crate::theory::Theory;

impl AbstractTest {
    /// The atoms with a definite truth in the witness, over the variables that
    /// `bindings` gives terms for.
    pub fn literals(&self, theory: &Theory) -> Vec<Literal> {
        let (_, formula) = self.property().formula(theory);
        let minterms = Minterms::of(formula);
        let atoms = minterms.atoms().iter().zip(&self.forced);
        let definite = atoms
            .filter_map(|(atom, truth)| Some(Literal { atom: (*atom).clone(), holds: (*truth)? }));
        definite.collect()
    }

    /// Drops every assertion that is not forced. `literals` says which of
    /// [`AbstractTest::literals`] are, `disequalities` which of the disequalities.
    pub fn keep_forced(mut self, literals: &[bool], disequalities: &[bool]) -> Self {
        let definite = self.forced.iter_mut().filter(|truth| truth.is_some());
        for (truth, is_forced) in definite.zip(literals) {
            *truth = truth.filter(|_| *is_forced);
        }
        let kept = self.disequalities.into_iter().zip(disequalities);
        self.disequalities =
            kept.filter(|(_, is_forced)| **is_forced).map(|(one, _)| one).collect();
        self
    }
}
