//! Which goals are derived.

use std::collections::BTreeSet;

use super::{GoalFamilies, GoalFamily};
use crate::theory::SortId;

/// Which goals to derive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalOptions {
    /// Cover every minterm of the axioms.
    pub axioms: bool,
    /// Split every minterm by which of its variables coincide.
    pub aliasing: bool,
    /// Cover both sides of every domain condition.
    pub domains: bool,
    /// Build every variable by each of its constructors.
    pub constructions: bool,
    /// Let variables coincide, two at a time.
    pub coincidences: bool,
    /// The constructed sorts whose equality is under test: each operation that observes one
    /// of them has equality goals.
    pub equalities: BTreeSet<SortId>,
}

impl Default for GoalOptions {
    fn default() -> Self {
        Self {
            axioms: true,
            aliasing: false,
            domains: true,
            constructions: false,
            coincidences: false,
            equalities: BTreeSet::new(),
        }
    }
}

impl GoalOptions {
    /// The goals behind the tests of the given families. Small witnesses say little about
    /// values that have grown or about repeated elements, so axioms come with construction
    /// and coincidence goals; sequences take their place. Laws are tested on the values of all witnesses. Sequences
    /// and paths evaluate all axioms and domain conditions.
    pub fn for_tests(families: GoalFamilies, equalities: BTreeSet<SortId>) -> Self {
        let has = |wanted: &[GoalFamily]| wanted.iter().any(|family| families.has(*family));
        let all = families.evaluate_all();
        let values = all || has(&[GoalFamily::Axioms, GoalFamily::Laws]);
        Self {
            axioms: values,
            aliasing: false,
            domains: all || families.has(GoalFamily::Domains),
            constructions: values && !families.has(GoalFamily::Sequences),
            coincidences: families.has(GoalFamily::Axioms) && !families.has(GoalFamily::Sequences),
            equalities: match families.has(GoalFamily::Equality) {
                true => equalities,
                false => BTreeSet::new(),
            },
        }
    }
}
