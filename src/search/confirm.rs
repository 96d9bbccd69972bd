//! Confirms that a witness from a fragment is likely to reach its goal.
//!
//! A fragment need not be a piece of a real model. So its witness is tried again in a
//! larger fragment: with the same parameter tables and the same terms for the variables,
//! and with every constructor applied once more to all subterms. A fragment that can't be
//! continued by a single step is not a piece of a model, and its witness is rejected.

use std::collections::VecDeque;

use crate::arena::Id;
use crate::goal::Goal;
use crate::model::{Element, GroundTerm, Witness, tuples};
use crate::theory::{SortId, SortKind, Theory};

use super::budget::{Allowance, Stopped};
use super::carriers::{CarrierSize, CarrierSizes};
use super::estimate;
use super::finder::Finder;
use super::ground::{NodeId, Totality};
use super::solver::Lit;

/// The confirmation is not worth a fragment beyond this size, or with more clauses.
const LARGEST: u32 = 16;
const COSTLY: u64 = 500_000;

/// The number of larger fragments that are kept for the next witness.
const KEPT: usize = 3;

/// Tries witnesses again in larger fragments. Fragments of one size share the clauses,
/// which take far longer to write than to solve.
pub struct Confirmer<'t> {
    theory: &'t Theory,
    /// The most recently used one comes first.
    finders: VecDeque<(CarrierSizes, Finder<'t>)>,
}

impl<'t> Confirmer<'t> {
    pub fn new(theory: &'t Theory) -> Self {
        Self { theory, finders: VecDeque::new() }
    }

    /// Whether the witness survives in a larger fragment.
    pub fn confirm(
        &mut self,
        goal: &Goal,
        witness: &Witness,
        allowance: impl FnOnce() -> Allowance,
    ) -> Result<bool, Stopped> {
        let theory = self.theory;
        let subterms = subterms(theory, &witness.terms);
        let carriers = affordable_carriers(theory, goal, witness, &subterms);
        let finder = self.finder(carriers, allowance);
        let mut assumptions = parameter_tables(finder, witness);
        let env: Vec<NodeId> = witness.terms.iter().map(|term| ground_node(finder, term)).collect();
        assumptions.extend(finder.literals_over(goal, &env));
        let mut known: Vec<Vec<NodeId>> = vec![Vec::new(); theory.sorts.len()];
        for term in &subterms {
            let node = ground_node(finder, term);
            known[sort_of(theory, term).index()].push(node);
        }
        assumptions.extend(built_once_more(finder, &known));
        finder.solve(&assumptions)
    }

    fn finder(
        &mut self,
        carriers: CarrierSizes,
        allowance: impl FnOnce() -> Allowance,
    ) -> &mut Finder<'t> {
        let kept = self.finders.iter().position(|(kept, _)| *kept == carriers);
        let used = kept.and_then(|kept| self.finders.remove(kept)).unwrap_or_else(|| {
            let totality = Totality::Continued;
            let finder = Finder::new(self.theory, carriers.clone(), totality, allowance());
            (carriers, finder)
        });
        self.finders.truncate(KEPT - 1);
        self.finders.push_front(used);
        &mut self.finders[0].1
    }
}

/// The constructed subterms and the constants, without duplicates.
fn subterms(theory: &Theory, terms: &[GroundTerm]) -> Vec<GroundTerm> {
    let constants = theory
        .ops
        .iter()
        .filter(|(_, op)| op.is_constructor() && op.arguments.is_empty() && op.domain.is_none());
    let mut found: Vec<GroundTerm> =
        constants.map(|(op, _)| GroundTerm::Apply(op, Vec::new())).collect();
    let mut open: Vec<&GroundTerm> = terms.iter().rev().collect();
    while let Some(term) = open.pop() {
        let GroundTerm::Apply(_, arguments) = term else { continue };
        open.extend(arguments.iter().rev());
        if !found.contains(term) {
            found.push(term.clone());
        }
    }
    found
}

fn sort_of(theory: &Theory, term: &GroundTerm) -> SortId {
    match term {
        GroundTerm::Element(sort, _) => *sort,
        GroundTerm::Int(_) => theory.int().expect("a theory with numbers has the sort int"),
        GroundTerm::Apply(op, _) => theory.ops[*op].result.expect("a constructor has a result"),
    }
}

/// As much room as the clause limit allows, and at least as much as the witness has.
fn affordable_carriers(
    theory: &Theory,
    goal: &Goal,
    witness: &Witness,
    subterms: &[GroundTerm],
) -> CarrierSizes {
    let mut largest = LARGEST;
    loop {
        let carriers = larger_carriers(theory, witness, subterms, largest);
        if largest == 0
            || estimate::clauses(theory, &carriers, Totality::Continued, &[goal]) <= COSTLY
        {
            return carriers;
        }
        largest /= 2;
    }
}

/// Room for the subterms and for one more application of each constructor.
fn larger_carriers(
    theory: &Theory,
    witness: &Witness,
    subterms: &[GroundTerm],
    largest: u32,
) -> CarrierSizes {
    let bound = |sort: SortId| {
        let carrier = witness.model.carriers[sort];
        if theory.sorts[sort].kind != SortKind::Constructed {
            return CarrierSize { size: carrier.size, exact: true, low: carrier.low };
        }
        let own = subterms.iter().filter(|term| sort_of(theory, term) == sort).count() as u32;
        let more: u32 = theory
            .constructors(sort)
            .map(|(_, op)| {
                let choices =
                    op.arguments.iter().map(|argument| match theory.sorts[*argument].kind {
                        SortKind::Constructed => own.max(1),
                        SortKind::Parameter | SortKind::Int => witness.model.size(*argument),
                    });
                choices.fold(1, u32::saturating_mul)
            })
            .fold(0, u32::saturating_add);
        let size = own.saturating_add(more).min(largest).max(carrier.size);
        CarrierSize { size, exact: false, low: 0 }
    };
    CarrierSizes { sorts: theory.sorts.ids().map(bound).collect() }
}

/// Literals by which the parameter operations have the same results as in the witness.
fn parameter_tables(finder: &mut Finder, witness: &Witness) -> Vec<Lit> {
    let ground = &finder.ground;
    let mut literals = Vec::new();
    for op in ground.parameter_operations() {
        for (position, cell) in witness.model.table(op).cells.iter().enumerate() {
            literals.push(ground.literal_of(op, position, *cell));
        }
    }
    literals
}

fn ground_node(finder: &mut Finder, term: &GroundTerm) -> NodeId {
    match term {
        GroundTerm::Element(sort, element) => finder.ground.constant(*sort, *element),
        GroundTerm::Int(number) => finder.ground.number(*number),
        GroundTerm::Apply(op, arguments) => {
            let arguments: Vec<NodeId> =
                arguments.iter().map(|argument| ground_node(finder, argument)).collect();
            finder.ground.apply(*op, &arguments, None)
        }
    }
}

/// Literals by which every constructor, applied to the known elements, has an element as
/// its result or is undefined, as far as there is room.
fn built_once_more(finder: &mut Finder, known: &[Vec<NodeId>]) -> Vec<Lit> {
    let theory = finder.ground.theory;
    let mut built = Vec::new();
    for (op, operation) in theory.ops.iter().filter(|(_, op)| op.is_constructor()) {
        let result = operation.result.expect("a constructor has a result");
        let choices: Vec<Vec<NodeId>> = operation
            .arguments
            .iter()
            .map(|sort| match theory.sorts[*sort].kind {
                SortKind::Constructed => known[sort.index()].clone(),
                SortKind::Parameter | SortKind::Int => (0..finder.ground.carriers.size(*sort))
                    .map(|element: Element| finder.ground.constant(*sort, element))
                    .collect(),
            })
            .collect();
        let sizes: Vec<u32> = choices.iter().map(|choice| choice.len() as u32).collect();
        let room = finder.ground.carriers.size(result) as usize;
        for tuple in tuples(&sizes).take(room.saturating_sub(known[result.index()].len())) {
            let arguments: Vec<NodeId> =
                tuple.iter().zip(&choices).map(|(index, choice)| choice[*index as usize]).collect();
            let node = finder.ground.apply(op, &arguments, None);
            let (outside, unknown) =
                (finder.ground.node(node).outside, finder.ground.node(node).unknown);
            built.extend([!outside, !unknown]);
        }
    }
    built
}
