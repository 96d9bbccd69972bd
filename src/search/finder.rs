//! One incremental solver for one set of carriers.
//!
//! The axioms are loaded once. A goal adds existential variables and the truth of its
//! literals, which goals share. Assumptions select the goal, so everything that the solver
//! learns serves all goals.

use std::collections::BTreeMap;

use crate::arena::Id;
use crate::goal::{Goal, Pattern};
use crate::model::Mode;
use crate::theory::{SortId, SortKind, Term, Theory, Variable};

use super::budget::{Allowance, Stopped};
use super::carriers::CarrierSizes;
use super::construction::Discovery;
use super::ground::{Ground, KnownFacts, NodeId, Totality};
use super::numbering::Numbering;
use super::solver::Lit;
use super::staged::Staged;

/// A construction goal with at most this many variables should have all of them different.
const FEW_VARIABLES: usize = 5;

pub struct Finder<'t> {
    pub ground: Ground<'t>,
    pub discoveries: Vec<Discovery>,
    /// By sort, and by the number of earlier variables of that sort in the goal.
    variables: BTreeMap<(SortId, usize), NodeId>,
    /// Literals that pin the carrier sizes and parameter tables of the least model of all,
    /// once known.
    pub(super) floor: Option<Vec<Lit>>,
}

/// How the variables of one sort in a goal relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aliasing {
    /// As the goal's own pattern says.
    AsAsked,
    /// All different.
    Distinct,
}

impl<'t> Finder<'t> {
    pub fn new(
        theory: &'t Theory,
        carriers: CarrierSizes,
        totality: Totality,
        allowance: Allowance,
    ) -> Self {
        Self::with_facts(theory, carriers, totality, allowance, true)
    }

    /// Without symmetry breaking, for comparison.
    pub fn without_symmetry_breaking(
        theory: &'t Theory,
        carriers: CarrierSizes,
        totality: Totality,
        allowance: Allowance,
    ) -> Self {
        Self::with_facts(theory, carriers, totality, allowance, false)
    }

    fn with_facts(
        theory: &'t Theory,
        carriers: CarrierSizes,
        totality: Totality,
        allowance: Allowance,
        canonical: bool,
    ) -> Self {
        let numbering = if canonical {
            Numbering::canonical(theory, &carriers)
        } else {
            Numbering::free(theory, &carriers)
        };
        let staged = Staged::of(theory, &carriers, totality);
        let mut ground = Ground::new(theory, carriers, totality, &KnownFacts::default(), allowance);
        let discoveries = staged.require(&mut ground, &numbering, canonical);
        Self { ground, discoveries, variables: BTreeMap::new(), floor: None }
    }

    pub fn clauses(&self) -> usize {
        self.ground.circuit.clauses()
    }

    /// Whether the assumptions have a model.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, Stopped> {
        self.ground.circuit.solve(assumptions)
    }

    /// Limits the conflicts of each later call.
    pub fn limit_conflicts(&mut self, conflicts: u64) {
        self.ground.circuit.limit_conflicts(conflicts);
    }

    /// The goal's variables. All goals share them, and so the terms over them, since a call
    /// is about one goal only.
    pub fn variables(&mut self, goal: &Goal) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        for (index, variable) in goal.variables.iter().enumerate() {
            let before = &goal.variables[..index];
            let alike = before.iter().filter(|earlier| earlier.sort == variable.sort).count();
            let node = self.variables.entry((variable.sort, alike));
            nodes.push(*node.or_insert_with(|| self.ground.existential_of(variable.sort)));
        }
        nodes
    }

    /// The assumptions under which a model satisfies the goal.
    pub fn assumptions(&mut self, goal: &Goal, aliasing: Aliasing) -> Vec<Lit> {
        let env = self.variables(goal);
        let mut assumptions = self.literals_over(goal, &env);
        for (a, b, same) in related_pairs(goal, aliasing) {
            let equal = self.ground.equal(env[a], env[b]);
            assumptions.push(if same { equal.yes } else { equal.no });
        }
        assumptions.extend(self.precedence(goal, &env));
        assumptions
    }

    /// If no operation on parameters mentions a parameter sort, its elements can be
    /// renamed. So the first variable of such a sort may be element 0, the second 0 or 1,
    /// and so on: the least witness has no other values. That holds while no constructed
    /// value was chosen before, since its number may change when elements are renamed.
    fn precedence(&self, goal: &Goal, env: &[NodeId]) -> Vec<Lit> {
        let theory = self.ground.theory;
        let kind = |variable: &Variable| theory.sorts[variable.sort].kind;
        let mut assumptions = Vec::new();
        for (index, variable) in goal.variables.iter().enumerate() {
            match kind(variable) {
                SortKind::Constructed => break,
                SortKind::Parameter if self.is_free(variable.sort) => {
                    let before = &goal.variables[..index];
                    let before = before.iter().filter(|earlier| earlier.sort == variable.sort);
                    let values = &self.ground.node(env[index]).values;
                    let too_high = values.iter().skip(before.count() + 1);
                    assumptions.extend(too_high.map(|value| !*value));
                }
                SortKind::Parameter | SortKind::Int => {}
            }
        }
        assumptions
    }

    fn is_free(&self, parameter: SortId) -> bool {
        let theory = self.ground.theory;
        let mut operations = self.ground.parameter_operations().into_iter();
        operations.all(|op| {
            let mut sorts = theory.ops[op].arguments.iter().chain(&theory.ops[op].result);
            sorts.all(|sort| *sort != parameter)
        })
    }

    /// Whether some model uses all elements that some constructed sort may have.
    pub fn is_filled(&mut self) -> Result<bool, Stopped> {
        let theory = self.ground.theory;
        let constructed =
            theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Constructed);
        for (sort, _) in constructed {
            let last = self.ground.carriers.size(sort) - 1;
            let exists = self.ground.exists(sort, last);
            if self.solve(&[exists])? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A literal that excludes the pinned literals, in addition to what the literals in
    /// `and` exclude.
    pub fn refuse(&mut self, and: &[Lit], pinned: &[Lit]) -> Lit {
        let refused = self.ground.circuit.literal();
        let negated: Vec<Lit> = pinned.iter().map(|lit| !*lit).collect();
        // The goal's own assumptions are pinned too, so nothing else is excluded.
        self.ground.circuit.add(negated.into_iter().chain([!refused]));
        for lit in and {
            self.ground.circuit.imply(&[refused], *lit);
        }
        refused
    }

    /// The goal's literals with the given values for its variables.
    pub fn literals_over(&mut self, goal: &Goal, env: &[NodeId]) -> Vec<Lit> {
        let literals = goal.literals.iter();
        literals
            .map(|literal| {
                let truth = self.ground.truth(&literal.atom, env);
                if literal.holds { truth.yes } else { truth.no }
            })
            .collect()
    }
}

/// Whether each sort has enough elements for the goal's variables to differ.
pub fn has_room_for_distinct(goal: &Goal, carriers: &CarrierSizes) -> bool {
    let counted: Vec<SortId> = goal
        .variables
        .iter()
        .zip(counted(goal))
        .filter(|(_, counts)| *counts)
        .map(|(variable, _)| variable.sort)
        .collect();
    let room = |sort: SortId| carriers.size(sort) as usize;
    counted.iter().all(|sort| counted.iter().filter(|other| *other == sort).count() <= room(*sort))
}

/// The pairs of variables that must be equal or different.
pub fn related_pairs(goal: &Goal, aliasing: Aliasing) -> Vec<(usize, usize, bool)> {
    let pairs = same_sort_pairs(&goal.variables);
    match (aliasing, &goal.pattern) {
        (_, Some(Pattern { blocks })) => {
            pairs.into_iter().map(|(a, b)| (a, b, blocks[a] == blocks[b])).collect()
        }
        (Aliasing::Distinct, None) => {
            let counts = counted(goal);
            let kept = pairs.into_iter().filter(|(a, b)| counts[*a] && counts[*b]);
            kept.map(|(a, b)| (a, b, false)).collect()
        }
        (Aliasing::AsAsked, None) => Vec::new(),
    }
}

/// Which variables should differ from each other. Variables that a construction goal adds
/// need not, unless there are few in total: the size of a model grows fast with the number
/// of different elements.
fn counted(goal: &Goal) -> Vec<bool> {
    let mut counts = vec![true; goal.variables.len()];
    if goal.variables.len() > FEW_VARIABLES {
        for argument in goal.constructions().flat_map(|(_, term)| term.subterms()) {
            if let Term::Variable(var) = argument {
                counts[var.index()] = false;
            }
        }
    }
    counts
}

fn same_sort_pairs(variables: &[Variable]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (b, variable) in variables.iter().enumerate() {
        for (a, earlier) in variables[..b].iter().enumerate() {
            if earlier.sort == variable.sort {
                pairs.push((a, b));
            }
        }
    }
    pairs
}

/// The number of clauses that a theory has over the given carriers, without any goal.
pub fn clause_count(theory: &Theory, carriers: &CarrierSizes, mode: Mode) -> usize {
    let totality = match mode {
        Mode::Closed => Totality::Closed,
        Mode::Fragment | Mode::Executed => Totality::Fragment,
    };
    Finder::new(theory, carriers.clone(), totality, Allowance::unlimited()).clauses()
}
