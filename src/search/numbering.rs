//! No junk, and one numbering per model.
//!
//! Every element of a constructed sort must be built by constructors. Where a
//! sort's constructors take elements of no sort that is built from it in turn,
//! that is required through a numbering which also breaks all permutations of
//! its elements:
//!
//! The constructor cells of the sort are put in a fixed order: by the greatest
//! number among their arguments of that sort (none is least), then by
//! constructor, then by arguments. Walking through the cells in this order, a
//! value that was not seen before gets the next number.
//!
//! *Every junk-free model has exactly one such numbering* for a given labelling
//! of the other sorts. It exists: number elements as the walk meets them. When
//! the walk comes to the cells whose greatest argument is `i`, all elements up
//! to `i` have their numbers, so the cells are known; and if no element were
//! number `i`, the elements below `i` would be closed under constructors, hence
//! all of them. It is unique: the number of each new value is forced by those
//! before it. (Law and Lee, "Global constraints for integer and set value
//! precedence", 2004, call the constraint value precedence.)
//!
//! In clauses: a cell has the value `v` only if `v - 1` was seen in an earlier
//! cell, and `v` exists only if some cell with arguments below `v` has it. The
//! second is well-foundedness: by induction every element has a term.
//!
//! Sorts that are built from each other (trees and forests) share no such order.
//! They get a strict partial order of construction instead, and keep their
//! symmetry.

use crate::arena::Id;
use crate::model::{Element, tuples};
use crate::theory::{OpId, SortId, SortKind, Theory};

use super::carriers::CarrierSizes;
use super::ground::Ground;
use super::solver::{FALSE, Lit, TRUE};

/// The order of constructor cells, per sort that is numbered.
pub struct Numbering {
    orders: Vec<Order>,
    /// By operation and position: the greatest value that a cell may have.
    limits: Vec<Vec<Element>>,
    /// Groups of sorts that are built from each other, or whose symmetry is kept.
    tangles: Vec<Vec<SortId>>,
}

struct Order {
    sort: SortId,
    cells: Vec<Place>,
}

/// A constructor cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The greatest own argument plus one; 0 where there is none.
    above: Element,
    pub op: OpId,
    pub arguments: Vec<Element>,
    position: usize,
}

impl Numbering {
    /// Requires nothing: for local pieces, where junk is allowed.
    pub fn none(theory: &Theory) -> Self {
        Self { orders: Vec::new(), limits: vec![Vec::new(); theory.ops.len()], tangles: Vec::new() }
    }

    /// Numbers every sort that can be.
    pub fn canonical(theory: &Theory, bounds: &CarrierSizes) -> Self {
        Self::new(theory, bounds, true)
    }

    /// No junk, but any numbering.
    pub fn free(theory: &Theory, bounds: &CarrierSizes) -> Self {
        Self::new(theory, bounds, false)
    }

    fn new(theory: &Theory, bounds: &CarrierSizes, canonical: bool) -> Self {
        let mut numbering = Self::none(theory);
        for group in groups(theory) {
            match group.as_slice() {
                [sort] if canonical => numbering.add_order(theory, bounds, *sort),
                _ => numbering.tangles.push(group),
            }
        }
        numbering
    }

    fn add_order(&mut self, theory: &Theory, bounds: &CarrierSizes, sort: SortId) {
        let mut cells = places(theory, bounds, sort, &[sort]);
        cells.sort();
        for (index, place) in (0..).zip(&cells) {
            let limits = &mut self.limits[place.op.index()];
            if limits.len() <= place.position {
                limits.resize(place.position + 1, Element::MAX);
            }
            // At most `index` values were seen before.
            limits[place.position] = index;
        }
        self.orders.push(Order { sort, cells });
    }

    /// The greatest value that a cell may have.
    pub fn limit(&self, op: OpId, position: usize) -> Element {
        self.limits[op.index()].get(position).copied().unwrap_or(Element::MAX)
    }

    /// Adds the clauses; for each numbered sort, where each element is first
    /// seen.
    pub fn require(&self, ground: &mut Ground) -> Vec<Discovery> {
        for tangle in &self.tangles {
            require_construction_order(ground, tangle);
        }
        self.orders.iter().map(|order| require_order(ground, order)).collect()
    }
}

/// How the elements of a numbered sort are found in the walk.
pub struct Discovery {
    pub sort: SortId,
    /// By element: the cells that may be the first to have it, in order, each
    /// with a literal for *it, or one before it*.
    pub found_by: Vec<Vec<(Place, Lit)>>,
}

fn require_order(ground: &mut Ground, order: &Order) -> Discovery {
    let size = ground.bounds.size(order.sort) as usize;
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

/// Every element of the sorts has a constructor cell whose arguments in these
/// sorts are before it, in some strict partial order.
fn require_construction_order(ground: &mut Ground, sorts: &[SortId]) {
    let elements: Vec<(SortId, Element)> = sorts
        .iter()
        .flat_map(|sort| (0..ground.bounds.size(*sort)).map(|element| (*sort, element)))
        .collect();
    let index = |sort: SortId, element: Element| {
        elements.iter().position(|known| *known == (sort, element)).expect("listed above")
    };
    let before = strict_partial_order(ground, elements.len());
    for (target, (sort, element)) in elements.iter().enumerate() {
        let mut ways = vec![!ground.exists(*sort, *element)];
        for place in places(ground.theory, &ground.bounds, *sort, sorts) {
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

/// The constructor cells of a sort; own arguments are those of sorts in `own`.
fn places(theory: &Theory, bounds: &CarrierSizes, sort: SortId, own: &[SortId]) -> Vec<Place> {
    let mut places = Vec::new();
    for (op, operation) in theory.constructors(sort) {
        let sizes: Vec<u32> = operation.arguments.iter().map(|sort| bounds.size(*sort)).collect();
        for (position, arguments) in tuples(&sizes).enumerate() {
            let own_arguments = operation.arguments.iter().zip(&arguments);
            let above = own_arguments
                .filter(|(sort, _)| own.contains(sort))
                .map(|(_, element)| element + 1)
                .max()
                .unwrap_or(0);
            places.push(Place { above, op, arguments, position });
        }
    }
    places
}

/// The constructed sorts, those that are built from each other together, and
/// each group after those it is built from.
fn groups(theory: &Theory) -> Vec<Vec<SortId>> {
    let constructed: Vec<SortId> = theory
        .sorts
        .iter()
        .filter(|(_, sort)| sort.kind == SortKind::Constructed)
        .map(|(id, _)| id)
        .collect();
    let mut groups: Vec<Vec<SortId>> = Vec::new();
    for sort in &constructed {
        let partner = groups
            .iter_mut()
            .find(|group| reaches(theory, *sort, group[0]) && reaches(theory, group[0], *sort));
        match partner {
            Some(group) => group.push(*sort),
            None => groups.push(vec![*sort]),
        }
    }
    groups
}

/// Whether elements of `from` are built, directly or not, from elements of `to`.
fn reaches(theory: &Theory, from: SortId, to: SortId) -> bool {
    let mut reached = vec![from];
    let mut next = 0;
    while next < reached.len() {
        for (_, constructor) in theory.constructors(reached[next]) {
            for argument in &constructor.arguments {
                if *argument == to {
                    return true;
                }
                if !reached.contains(argument) {
                    reached.push(*argument);
                }
            }
        }
        next += 1;
    }
    false
}
