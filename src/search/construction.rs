//! The clauses by which every element is built by constructors.
//!
//! See [`super::numbering`] for the argument.

use crate::model::Element;
use crate::theory::SortId;

use super::ground::Ground;
use super::numbering::{Numbering, Order, Place, places};
use super::solver::{FALSE, Lit, TRUE};

/// Requires that there is no junk, and that elements are numbered. Returns where each
/// element of each numbered sort is first seen.
pub fn require_construction(ground: &mut Ground, numbering: &Numbering) -> Vec<Discovery> {
    for tangle in &numbering.tangles {
        require_construction_order(ground, tangle);
    }
    numbering.orders.iter().map(|order| require_order(ground, order)).collect()
}

/// Where the walk finds the elements of a numbered sort.
pub struct Discovery {
    pub sort: SortId,
    /// By element: the cells that may be the first to contain it, in order, each with a
    /// literal for *this cell or an earlier one contains it*.
    pub found_by: Vec<Vec<(Place, Lit)>>,
}

fn require_order(ground: &mut Ground, order: &Order) -> Discovery {
    let size = ground.carriers.size(order.sort) as usize;
    let mut seen = vec![FALSE; size];
    let mut found_by = vec![Vec::new(); size];
    for place in &order.cells {
        let values = ground.function_cell(place.op, place.position).values.clone();
        let above = place.above as usize;
        for (value, literal) in values.iter().enumerate().skip(above + 1) {
            if *literal != FALSE {
                ground.circuit.imply(&[*literal], seen[value - 1]);
            }
        }
        for (value, literal) in values.iter().enumerate().skip(above) {
            if *literal != FALSE && seen[value] != TRUE {
                seen[value] = ground.circuit.or(seen[value], *literal);
                found_by[value].push((place.clone(), seen[value]));
            }
        }
    }
    for (element, seen) in (0..).zip(seen) {
        let exists = ground.exists(order.sort, element);
        ground.circuit.imply(&[exists], seen);
    }
    Discovery { sort: order.sort, found_by }
}

/// Every element of the sorts is the result of a constructor whose arguments in these sorts
/// precede it in some strict partial order.
fn require_construction_order(ground: &mut Ground, sorts: &[SortId]) {
    let elements: Vec<(SortId, Element)> = sorts
        .iter()
        .flat_map(|sort| (0..ground.carriers.size(*sort)).map(|element| (*sort, element)))
        .collect();
    let index = |sort: SortId, element: Element| {
        elements.iter().position(|known| *known == (sort, element)).expect("listed above")
    };
    let before = strict_partial_order(ground, elements.len());
    for (target, (sort, element)) in elements.iter().enumerate() {
        let mut ways = vec![!ground.exists(*sort, *element)];
        for place in places(ground.theory, &ground.carriers, *sort, sorts) {
            let value = ground.function_cell(place.op, place.position).values[*element as usize];
            let arguments = &ground.theory.ops[place.op].arguments;
            let mut way = value;
            for (argument, element) in arguments.iter().zip(&place.arguments) {
                if sorts.contains(argument) {
                    way = ground.circuit.and(way, before[index(*argument, *element)][target]);
                }
            }
            ways.push(way);
        }
        ground.circuit.add(ways);
    }
}

/// `order[a][b]`, irreflexive and transitive.
fn strict_partial_order(ground: &mut Ground, size: usize) -> Vec<Vec<Lit>> {
    let order: Vec<Vec<Lit>> = (0..size)
        .map(|a| (0..size).map(|b| if a == b { FALSE } else { ground.circuit.literal() }).collect())
        .collect();
    for a in 0..size {
        for b in 0..size {
            for c in 0..size {
                ground.circuit.imply(&[order[a][b], order[b][c]], order[a][c]);
            }
        }
    }
    order
}
