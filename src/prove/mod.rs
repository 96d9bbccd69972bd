//! Refutes goals by reasoning about terms as they are written.
//!
//! The refutation of [`crate::search`] knows no arithmetic and writes clauses for every pair of
//! numbers. A goal of a domain type has a dozen numbers, and mostly a few steps show that it is
//! impossible: an operation is outside of its domain, or one bound excludes another. So this
//! prover unfolds the axioms for the terms of a goal and splits cases, until every case
//! contradicts itself:
//!
//! - equality is a congruence, with *undefined* as one more value (`state`);
//! - numbers are integers of any size, compared by linear arithmetic (`linear`);
//! - an axiom is used where its left side occurs (`matching`);
//! - whatever else follows is not seen: the prover refutes, or says nothing.
//!
//! [`induction`] proves what holds for all values that constructors build, such as that a
//! length is never negative. Goals are refuted with that too.

mod claim;
pub mod induction;
mod linear;
mod matching;
mod rules;
mod state;
mod tableau;
mod terms;

use std::collections::BTreeSet;

use crate::goal::Goal;
use crate::search::Core;
use crate::theory::{Statement, Theory};

pub use rules::Lemma;
use rules::{Rules, Source, head};
use tableau::Tableau;

/// Refutes goals of one theory.
pub struct Prover<'t> {
    theory: &'t Theory,
    lemmas: &'t [Lemma],
    rules: Rules<'t>,
}

impl<'t> Prover<'t> {
    /// Lemmas are what was proved by induction.
    pub fn new(theory: &'t Theory, lemmas: &'t [Lemma]) -> Self {
        Self { theory, lemmas, rules: Rules::new(theory, lemmas) }
    }

    /// Whether the prover sees that a goal is impossible.
    pub fn refutes(&self, goal: &Goal) -> bool {
        Tableau::new(self.theory, &self.rules, &NOTHING).is_contradictory(goal)
    }

    /// A small set of statements that rule a goal out, if the prover sees that.
    pub fn refute(&self, goal: &Goal) -> Option<Core> {
        let mut tableau = Tableau::new(self.theory, &self.rules, &NOTHING);
        if !tableau.is_contradictory(goal) {
            return None;
        }
        // With fewer statements there are fewer cases, or the refutation fails.
        let limit = 2 * tableau.cases() + LEEWAY;
        let mut used = tableau.used();
        let mut dropped = BTreeSet::new();
        let lemmas = (0..self.lemmas.len()).map(Source::Lemma);
        let stated = Statement::all(self.theory).into_iter().map(Source::Stated);
        let all: Vec<Source> = lemmas.chain(stated).filter(|it| used.contains(it)).collect();
        for block in all.chunks(BLOCK) {
            let is_dropped =
                block.len() > 1 && self.drops(goal, block, limit, (&mut used, &mut dropped));
            for one in block.iter().filter(|_| !is_dropped) {
                self.drops(goal, &[*one], limit, (&mut used, &mut dropped));
            }
        }
        Some(self.core(used.difference(&dropped)))
    }

    /// Whether the refutation succeeds without some statements. If so, they are dropped.
    fn drops(
        &self,
        goal: &Goal,
        sources: &[Source],
        limit: usize,
        (used, dropped): (&mut BTreeSet<Source>, &mut BTreeSet<Source>),
    ) -> bool {
        if !sources.iter().any(|it| used.contains(it)) {
            return true;
        }
        let fewer: BTreeSet<Source> = dropped.iter().chain(sources).copied().collect();
        let mut tableau = Tableau::new(self.theory, &self.rules, &fewer).with_limit(limit);
        let succeeds = tableau.is_contradictory(goal);
        if succeeds {
            *used = tableau.used();
            *dropped = fewer;
        }
        succeeds
    }

    /// The statements of a refutation; for a lemma, the axioms that define what it is about.
    fn core<'s>(&self, sources: impl Iterator<Item = &'s Source>) -> Core {
        let (mut axioms, mut domains) = (BTreeSet::new(), BTreeSet::new());
        let mut by_induction = false;
        for source in sources {
            match source {
                Source::Stated(Statement::Axiom(axiom)) => drop(axioms.insert(*axiom)),
                Source::Stated(Statement::Domain(op)) => drop(domains.insert(*op)),
                Source::Lemma(number) => {
                    by_induction = true;
                    let ops = self.lemmas[*number].formula.ops();
                    let defining = self.theory.axioms.iter().filter(|(_, axiom)| {
                        head(&axiom.formula).is_some_and(|(op, _)| ops.contains(&op))
                    });
                    axioms.extend(defining.map(|(id, _)| id));
                }
            }
        }
        let (axioms, domains) = (axioms.into_iter().collect(), domains.into_iter().collect());
        Core { axioms, domains, by_induction }
    }
}

static NOTHING: BTreeSet<Source> = BTreeSet::new();

/// Statements that are dropped together where none of them is needed.
const BLOCK: usize = 8;

/// Cases beyond twice those of the first refutation.
const LEEWAY: usize = 4;
