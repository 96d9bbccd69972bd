//! Conditions: predicates of small terms, equations and comparisons between them.

use std::collections::HashSet;

use super::law::formula_size;
use super::mask::Mask;
use super::samples::{Sample, Scene, truths};
use super::sides::Side;
use crate::arena::Id;
use crate::complete::comparisons;
use crate::theory::{Formula, OpId, OperationClass, Term, Theory, VarId};

/// The most symbols of the terms in an atom, the most atoms of one predicate, and of all.
const SYMBOLS: usize = 6;
const OF_PREDICATE: usize = 60;
const ATOMS: usize = 400;

/// A literal, and the samples where it holds.
#[derive(Clone, Debug)]
pub struct Condition {
    pub formula: Formula,
    pub mask: Mask,
}

impl Condition {
    pub fn is_negated(&self) -> bool {
        matches!(self.formula, Formula::Not(_))
    }
}

/// Literals that hold for some samples and not for others, simple ones first. One for each set of
/// samples that it holds for.
pub fn conditions(scenes: &mut [Scene<'_>], samples: &[Sample], sides: &[Side]) -> Vec<Condition> {
    let Some(first) = scenes.first() else { return Vec::new() };
    let theory = first.sight.theory;
    let mut atoms = atoms(theory, sides);
    atoms.sort_by_key(formula_size);
    atoms.truncate(ATOMS);
    let mut seen: HashSet<Mask> = HashSet::new();
    let mut found = Vec::new();
    for atom in atoms {
        let Some(truths) = truths(scenes, samples, &atom) else { continue };
        let holds = Mask::of(samples.len(), |sample| truths[sample]);
        let fails = Mask::of(samples.len(), |sample| !truths[sample]);
        if holds.is_empty() || fails.is_empty() || !seen.insert(holds.clone()) {
            continue;
        }
        found.push(Condition { formula: atom.clone(), mask: holds });
        if seen.insert(fails.clone()) {
            let formula = Formula::Not(Box::new(atom));
            found.push(Condition { formula, mask: fails });
        }
    }
    found
}

fn atoms(theory: &Theory, sides: &[Side]) -> Vec<Formula> {
    let small: Vec<&Side> = sides.iter().filter(|side| side.size < SYMBOLS).collect();
    let mut atoms = Vec::new();
    let predicates_of =
        theory.ops.iter().filter(|(op, it)| it.is_predicate() && !is_domain(theory, *op));
    for (op, _) in predicates_of {
        atoms.extend(predicates(theory, &small, op));
    }
    for (place, right) in small.iter().enumerate() {
        for left in &small[..place] {
            if left.sort == right.sort && left.size + right.size <= SYMBOLS {
                atoms.extend(comparisons(theory, left.sort, [&left.term, &right.term]));
            }
        }
    }
    atoms
}

/// Whether a predicate says where an operation is defined, and nothing else: no function of the type
/// answers it.
pub fn is_domain(theory: &Theory, predicate: OpId) -> bool {
    let is_it = |condition: &Formula| match condition {
        Formula::Predicate(op, arguments) => {
            let mut places = arguments.iter().enumerate();
            *op == predicate && places.all(|(at, it)| *it == Term::Variable(VarId::from_index(at)))
        }
        _ => false,
    };
    let mut domains = theory.ops.values().filter_map(|op| op.domain.as_ref());
    theory.ops[predicate].class == OperationClass::Auxiliary
        && domains.any(|domain| is_it(&domain.condition))
}

/// A predicate of small terms.
fn predicates(theory: &Theory, sides: &[&Side], op: OpId) -> Vec<Formula> {
    let mut tuples: Vec<(usize, Vec<usize>)> = vec![(0, Vec::new())];
    for argument in &theory.ops[op].arguments {
        let mut longer = Vec::new();
        for (used, chosen) in &tuples {
            let fits = |(_, side): &(usize, &&Side)| {
                side.sort == *argument && used + side.size <= SYMBOLS && !side.builds()
            };
            for (at, side) in sides.iter().enumerate().filter(fits) {
                longer.push((used + side.size, [chosen.as_slice(), &[at]].concat()));
            }
        }
        longer.sort_by_key(|(used, _)| *used);
        longer.truncate(OF_PREDICATE);
        tuples = longer;
    }
    let call = |(_, chosen): (usize, Vec<usize>)| {
        let arguments = chosen.iter().map(|at| sides[*at].term.clone()).collect();
        Formula::Predicate(op, arguments)
    };
    tuples.into_iter().map(call).collect()
}
