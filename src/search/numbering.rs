//! No junk, and one numbering per model.
//!
//! Every element of a constructed sort must be built by constructors. For a sort whose
//! constructors take no elements that are built from the sort in turn, a numbering
//! expresses that, and also breaks all permutations of its elements:
//!
//! The constructor cells of the sort have a fixed order: by the greatest number among their
//! arguments of that sort (no such argument comes first), then by constructor, then by
//! arguments. A walk through the cells in this order gives the next number to each value
//! that it has not seen before.
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

/// The order of constructor cells, for each sort that is numbered.
pub struct Numbering {
    pub orders: Vec<Order>,
    /// By operation and position: the greatest value that a cell may have.
    limits: Vec<Vec<Element>>,
    /// Groups of sorts that are built from each other, or whose symmetry is kept.
    pub tangles: Vec<Vec<SortId>>,
}

pub struct Order {
    pub sort: SortId,
    pub cells: Vec<Place>,
}

/// A constructor cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The greatest own argument plus one; 0 if there is none.
    pub above: Element,
    pub op: OpId,
    pub arguments: Vec<Element>,
    pub position: usize,
}

impl Numbering {
    /// No requirements: for local pieces, which may contain junk.
    pub fn none(theory: &Theory) -> Self {
        Self { orders: Vec::new(), limits: vec![Vec::new(); theory.ops.len()], tangles: Vec::new() }
    }

    /// Numbers every sort that can be numbered.
    pub fn canonical(theory: &Theory, carriers: &CarrierSizes) -> Self {
        Self::new(theory, carriers, true)
    }

    /// No junk, but any numbering.
    pub fn free(theory: &Theory, carriers: &CarrierSizes) -> Self {
        Self::new(theory, carriers, false)
    }

    fn new(theory: &Theory, carriers: &CarrierSizes, canonical: bool) -> Self {
        let mut numbering = Self::none(theory);
        for group in groups(theory) {
            match group.as_slice() {
                [sort] if canonical => numbering.add_order(theory, carriers, *sort),
                _ => numbering.tangles.push(group),
            }
        }
        numbering
    }

    fn add_order(&mut self, theory: &Theory, carriers: &CarrierSizes, sort: SortId) {
        let mut cells = places(theory, carriers, sort, &[sort]);
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
}

/// The constructor cells of a sort. Own arguments are those of the sorts in `own`.
pub fn places(
    theory: &Theory,
    carriers: &CarrierSizes,
    sort: SortId,
    own: &[SortId],
) -> Vec<Place> {
    let mut places = Vec::new();
    for (op, operation) in theory.constructors(sort) {
        let sizes: Vec<u32> = operation.arguments.iter().map(|sort| carriers.size(*sort)).collect();
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

/// The constructed sorts, grouped by mutual construction.
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
