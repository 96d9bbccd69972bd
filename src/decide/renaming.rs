//! Elements that no operation of a parameter tells apart: their names do not matter.

use crate::model::GroundTerm;
use crate::theory::{SortId, SortKind, Theory};

/// Parameters' sorts that no operation of a parameter mentions: their elements have no order.
pub fn plain_sorts(theory: &Theory) -> Vec<SortId> {
    let is_mentioned = |wanted: SortId| {
        theory
            .ops
            .values()
            .filter(|op| theory.is_parameter(op.spec))
            .any(|op| op.arguments.iter().chain(&op.result).any(|sort| *sort == wanted))
    };
    let sorts = theory.sorts.iter().filter(|(_, sort)| sort.kind == SortKind::Parameter);
    sorts.map(|(id, _)| id).filter(|id| !is_mentioned(*id)).collect()
}

pub fn note_elements(term: &GroundTerm, wanted: SortId, order: &mut Vec<u32>) {
    match term {
        GroundTerm::Int(_) => {}
        GroundTerm::Element(sort, number) => {
            if *sort == wanted && !order.contains(number) {
                order.push(*number);
            }
        }
        GroundTerm::Apply(_, arguments) => {
            arguments.iter().for_each(|argument| note_elements(argument, wanted, order));
        }
    }
}

pub fn renumbered(term: &GroundTerm, wanted: SortId, order: &[u32]) -> GroundTerm {
    match term {
        GroundTerm::Int(number) => GroundTerm::Int(*number),
        GroundTerm::Element(sort, number) if *sort == wanted => {
            let place = order.iter().position(|known| known == number).unwrap_or(0);
            GroundTerm::Element(*sort, place as u32)
        }
        GroundTerm::Element(sort, number) => GroundTerm::Element(*sort, *number),
        GroundTerm::Apply(op, arguments) => {
            let arguments = arguments.iter().map(|it| renumbered(it, wanted, order)).collect();
            GroundTerm::Apply(*op, arguments)
        }
    }
}

/// Whether the elements of some sorts occur in a term in their order, the first one first. Every
/// other term has the same elements under other names.
pub fn is_in_order(term: &GroundTerm, sorts: &[SortId]) -> bool {
    sorts.iter().all(|sort| {
        let mut order = Vec::new();
        note_elements(term, *sort, &mut order);
        order.is_sorted() && order.last().is_none_or(|last| *last as usize + 1 == order.len())
    })
}
