//! States that differ in what the specification asks of them.
//!
//! Small values mostly look alike to the axioms: their counters differ, and no condition tells them
//! apart. So values are built further, breadth first, and one is kept if it is the first for which
//! two conditions have the truth values that they have. That finds states of several conditions in
//! few steps (Lipovetzky and Geffner 2012 call it the search of width two).

use std::collections::{BTreeSet, VecDeque};

use super::world::{Value, World};
use crate::arena::Id;
use crate::execute::{Answer, Formula, Node, SortKind as Kind, TermId};
use crate::rules;
use crate::theory::{self, SortId, SortKind, Term, Theory, VarId};

/// The steps of the engine for one sort.
const STEPS: u64 = 800_000;

/// The most conditions of one sort, and the most values that are built further.
const CONDITIONS: usize = 64;
const EXPANDED: usize = 250;

/// The most calls of one operation with mentioned numbers.
const CALLS: usize = 400;

/// False, true, or neither.
const TRUTHS: usize = 3;

/// Conditions of one sort, each with the elements for its other variables.
type Conditions = Vec<(Formula, Vec<TermId>)>;

/// The pairs of conditions and truth values that some value has.
struct Met {
    conditions: usize,
    pairs: Vec<bool>,
}

/// Values in which two conditions have truth values that they have in no known value. Sequences and
/// data sorts have no states.
pub(super) fn novel_values(theory: &Theory, world: &World<'_>) -> Vec<Value> {
    let built = theory
        .sorts
        .iter()
        .filter(|(_, it)| it.kind == SortKind::Constructed && theory.has_goals(it.spec));
    built.flat_map(|(sort, _)| world.clone().novel(theory, sort)).collect()
}

impl World<'_> {
    fn novel(&mut self, theory: &Theory, sort: SortId) -> Vec<Value> {
        let conditions = self.conditions(theory, sort);
        if conditions.len() < 2 {
            return Vec::new();
        }
        let end = self.engine.total_steps().saturating_add(STEPS);
        let mut met = Met::new(conditions.len());
        let mut found = Vec::new();
        let mut open: VecDeque<Value> = VecDeque::new();
        for value in self.values[sort.index()].clone() {
            if self.engine.total_steps() > end {
                return found;
            }
            if met.is_new(&self.truths(&conditions, value.term)) {
                open.push_back(value);
            }
        }
        for _ in 0..EXPANDED {
            let Some(value) = open.pop_front() else { break };
            for next in self.successors(sort.index(), &value, true) {
                if self.engine.total_steps() > end {
                    return found;
                }
                if met.is_new(&self.truths(&conditions, next.term)) {
                    found.push(next.clone());
                    open.push_back(next);
                }
            }
        }
        found
    }

    /// Calls with a mentioned number in one place.
    pub(super) fn with_mentioned(
        &mut self,
        sorts: &[usize],
        calls: &[Vec<TermId>],
    ) -> Vec<Vec<TermId>> {
        let mut found: Vec<Vec<TermId>> = Vec::new();
        for (at, sort) in sorts.iter().enumerate() {
            if self.engine.program().sorts[*sort].kind == Kind::Int {
                for number in self.mentioned.clone() {
                    let number = self.engine.int(number);
                    found.extend(calls.iter().map(|call| {
                        let mut call = call.clone();
                        call[at] = number;
                        call
                    }));
                }
            }
        }
        let mut seen = BTreeSet::new();
        found.retain(|call| !calls.contains(call) && seen.insert(call.clone()));
        found.truncate(CALLS);
        found
    }

    fn truths(&mut self, conditions: &Conditions, value: TermId) -> Vec<usize> {
        let truth = |(formula, others): &(Formula, Vec<TermId>)| {
            let values = [&[value], others.as_slice()].concat();
            match self.engine.decide(formula, &values) {
                Answer::Value(truth) => match self.engine.terms().node(truth) {
                    Node::Truth(truth) => usize::from(*truth),
                    _ => 2,
                },
                _ => 2,
            }
        };
        conditions.iter().map(truth).collect()
    }

    /// The atoms of all formulas about one value of a sort and elements of parameters.
    fn conditions(&mut self, theory: &Theory, sort: SortId) -> Conditions {
        let mut atoms: Vec<(theory::Formula, Vec<SortId>)> = Vec::new();
        let axioms = theory.axioms.values().map(|axiom| (&axiom.formula, &axiom.variables));
        let domains = theory.ops.iter().filter_map(|(_, op)| op.domain.as_ref());
        let domains = domains.map(|domain| (&domain.condition, &domain.variables));
        for (formula, variables) in domains.chain(axioms) {
            for atom in formula.atom_occurrences() {
                let used: Vec<VarId> = atom.variables().into_iter().collect();
                let (own, others): (Vec<VarId>, Vec<VarId>) =
                    used.into_iter().partition(|it| variables[it.index()].sort == sort);
                let [own] = own.as_slice() else { continue };
                let others_given = others
                    .iter()
                    .all(|it| theory.sorts[variables[it.index()].sort].kind == SortKind::Parameter);
                if !others_given || !is_state(theory, atom) {
                    continue;
                }
                let order: Vec<VarId> = [*own].into_iter().chain(others.iter().copied()).collect();
                let place = |wanted: VarId| {
                    let at = order.iter().position(|it| *it == wanted);
                    VarId::from_index(at.expect("all variables are listed"))
                };
                let sorts = others.iter().map(|it| variables[it.index()].sort).collect();
                let atom = (atom.renamed(&place), sorts);
                if !atoms.contains(&atom) {
                    atoms.push(atom);
                }
            }
        }
        let mut found = Vec::new();
        for (atom, sorts) in atoms {
            for number in 0..sorts.first().map_or(1, |sort| self.few(sort.index())) {
                let others = sorts.iter().enumerate().map(|(at, sort)| {
                    self.engine.element(
                        sort.index(),
                        (number + at as u32) % self.size(sort.index()).max(1),
                    )
                });
                found.push((rules::formula(&atom), others.collect()));
            }
        }
        found.truncate(CONDITIONS);
        found
    }
}

/// Whether an atom says something about a value and not about what operations make of it.
fn is_state(theory: &Theory, atom: &theory::Formula) -> bool {
    let applies = |term: &Term| match term {
        Term::Apply(op, arguments) => theory.ops[*op].is_constructor() && !arguments.is_empty(),
        _ => false,
    };
    !atom.subterms().into_iter().any(applies)
}

impl Met {
    fn new(conditions: usize) -> Self {
        let all = conditions * TRUTHS;
        Self { conditions, pairs: vec![false; all * all] }
    }

    /// Notes the pairs of some truth values. Returns whether one of them is new.
    fn is_new(&mut self, truths: &[usize]) -> bool {
        let all = self.conditions * TRUTHS;
        let mut is_new = false;
        for (at, one) in truths.iter().enumerate() {
            for (place, other) in truths.iter().enumerate().skip(at) {
                let pair = (at * TRUTHS + one) * all + place * TRUTHS + other;
                is_new |= !std::mem::replace(&mut self.pairs[pair], true);
            }
        }
        is_new
    }
}
