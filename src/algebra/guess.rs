//! Finds the first candidate algebra in which all axioms of the parameters hold.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::candidates;
use super::{Algebra, Rule};
use crate::theory::{Axiom, OpId, SortId, SortKind, Theory};

/// Lengths of chains, the longest first. A prime shares no pattern with the steps in which
/// elements are taken.
const LENGTHS: [u32; 8] = [199, 97, 47, 31, 23, 13, 7, 5];

/// Limits for the elements of a sort and the cells of a table.
const MOST_ELEMENTS: u32 = 600;
const MOST_CELLS: u64 = 40_000;

/// The most guesses that are checked.
const MOST_GUESSES: usize = 4_000;

/// A large algebra of the parameters, if some candidate is one.
pub fn guess(theory: &Theory) -> Option<Algebra> {
    let sorts: Vec<SortId> = theory
        .sorts
        .iter()
        .filter(|(_, sort)| sort.kind == SortKind::Parameter)
        .map(|(id, _)| id)
        .collect();
    let ops: Vec<OpId> = theory
        .ops
        .iter()
        .filter(|(_, op)| theory.is_parameter(op.spec))
        .map(|(id, _)| id)
        .collect();
    let mut guesses = MOST_GUESSES;
    for axes in shapes(theory, &sorts, &ops) {
        for length in LENGTHS {
            let algebra = Algebra { length, axes: axes.clone(), rules: BTreeMap::new() };
            if !fits(theory, &algebra, &ops) {
                continue;
            }
            let mut search = Search { theory, ops: &ops, algebra, guesses, undecided: false };
            if search.complete(0) {
                return Some(search.algebra);
            }
            guesses = search.guesses;
            // A shorter chain helps only if a check took too long.
            if !search.undecided {
                break;
            }
        }
    }
    None
}

/// The number of coordinates of each sort. Two reveal more, if some operation can use them.
fn shapes(theory: &Theory, sorts: &[SortId], ops: &[OpId]) -> Vec<BTreeMap<SortId, u32>> {
    let asked = |sort: &SortId| {
        let counts = |op: &OpId| theory.ops[*op].result == theory.int() && theory.int().is_some();
        ops.iter().any(|op| theory.ops[*op].arguments.contains(sort) && !counts(op))
    };
    let mut shapes = vec![BTreeMap::new()];
    for sort in sorts {
        let choices: &[u32] = if asked(sort) && sorts.len() <= 4 { &[2, 1] } else { &[1] };
        let with = |shape: &BTreeMap<SortId, u32>, axes: u32| {
            let mut shape = shape.clone();
            shape.insert(*sort, axes);
            shape
        };
        shapes =
            shapes.iter().flat_map(|shape| choices.iter().map(|axes| with(shape, *axes))).collect();
    }
    shapes
}

/// Whether carriers and tables are small enough.
fn fits(theory: &Theory, algebra: &Algebra, ops: &[OpId]) -> bool {
    let carriers = algebra.axes.keys().all(|sort| algebra.size(*sort) <= MOST_ELEMENTS);
    carriers
        && ops.iter().all(|op| {
            let sizes = theory.ops[*op].arguments.iter().map(|sort| algebra.size(*sort));
            sizes.map(u64::from).fold(1, u64::saturating_mul) <= MOST_CELLS
        })
}

struct Search<'t> {
    theory: &'t Theory,
    ops: &'t [OpId],
    algebra: Algebra,
    /// The number of guesses that may still be checked.
    guesses: usize,
    /// Whether some axiom was too costly to check.
    undecided: bool,
}

impl Search<'_> {
    /// Finds rules for the operations from this one on.
    fn complete(&mut self, place: usize) -> bool {
        let Some(op) = self.ops.get(place).copied() else { return self.holds_without_operations() };
        let axes = self.algebra.axes.clone();
        let axes = |sort: SortId| axes.get(&sort).copied().unwrap_or(1);
        let mut rules = candidates(self.theory, &self.theory.ops[op], &axes);
        rules.sort_by_key(|rule| self.is_taken(op, rule));
        for rule in rules {
            if self.guesses == 0 {
                return false;
            }
            self.guesses -= 1;
            self.algebra.rules.insert(op, rule);
            if self.holds_so_far(op) && self.complete(place + 1) {
                return true;
            }
            self.algebra.rules.remove(&op);
        }
        false
    }

    /// Whether an operation of the same profile has the rule already. Two operations that
    /// never differ would reveal little.
    fn is_taken(&self, op: OpId, rule: &Rule) -> bool {
        let profile = |op: OpId| (&self.theory.ops[op].arguments, self.theory.ops[op].result);
        let mut known = self.algebra.rules.iter();
        known.any(|(other, known)| known == rule && profile(*other) == profile(op))
    }

    /// Whether the axioms hold whose last operation is this one.
    fn holds_so_far(&mut self, op: OpId) -> bool {
        let rules: &BTreeMap<OpId, Rule> = &self.algebra.rules;
        let complete = |axiom: &&Axiom| {
            let ops: BTreeSet<OpId> = axiom.formula.ops();
            ops.contains(&op) && ops.iter().all(|op| rules.contains_key(op))
        };
        let axioms: Vec<&Axiom> = self.axioms().into_iter().filter(complete).collect();
        axioms.into_iter().all(|axiom| self.holds(axiom))
    }

    fn holds_without_operations(&mut self) -> bool {
        let axioms: Vec<&Axiom> =
            self.axioms().into_iter().filter(|axiom| axiom.formula.ops().is_empty()).collect();
        axioms.into_iter().all(|axiom| self.holds(axiom))
    }

    fn holds(&mut self, axiom: &Axiom) -> bool {
        let verdict = self.algebra.satisfies(self.theory, axiom);
        self.undecided |= verdict.is_none();
        verdict == Some(true)
    }
}

impl<'t> Search<'t> {
    /// Those of the parameters.
    fn axioms(&self) -> Vec<&'t Axiom> {
        let theory = self.theory;
        theory.axioms.values().filter(|axiom| theory.is_parameter(axiom.spec)).collect()
    }
}
