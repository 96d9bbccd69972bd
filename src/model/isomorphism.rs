//! Models up to renaming of their elements.

use crate::arena::Arena;
use crate::theory::{SortId, SortKind, Theory};

use super::{Cell, Element, Model};

/// The same for two models exactly when one is the other with its elements
/// renamed: the least listing of sizes and cells over all renamings.
///
/// It tries every permutation of every carrier, so it is for small models.
pub fn canonical_form(theory: &Theory, model: &Model) -> (Vec<u32>, Vec<Cell>) {
    let cells = renamings(theory, model).map(|renaming| listing(theory, model, &renaming));
    (model.sizes(), cells.min().unwrap_or_default())
}

/// By sort: the new number of each element.
type Renaming = Arena<SortId, Vec<Element>>;

fn renamings(theory: &Theory, model: &Model) -> impl Iterator<Item = Renaming> {
    let mut renamings: Vec<Vec<Vec<Element>>> = vec![Vec::new()];
    for (sort, declared) in theory.sorts.iter() {
        let own = match declared.kind {
            // Numbers are what they are.
            SortKind::Int => vec![(0..model.size(sort)).collect()],
            SortKind::Parameter | SortKind::Constructed => permutations(model.size(sort)),
        };
        renamings = renamings
            .iter()
            .flat_map(|renaming| {
                own.iter().map(|own| renaming.iter().chain([own]).cloned().collect())
            })
            .collect();
    }
    renamings.into_iter().map(|renaming| renaming.into_iter().collect())
}

fn permutations(size: u32) -> Vec<Vec<Element>> {
    let mut permutations = vec![Vec::new()];
    for element in 0..size {
        permutations = permutations
            .iter()
            .flat_map(|shorter: &Vec<Element>| {
                (0..=shorter.len()).map(|place| {
                    let mut longer = shorter.clone();
                    longer.insert(place, element);
                    longer
                })
            })
            .collect();
    }
    permutations
}

/// All cells of the renamed model, in order.
fn listing(theory: &Theory, model: &Model, renaming: &Renaming) -> Vec<Cell> {
    let mut listing = Vec::new();
    for (op, operation) in theory.ops.iter() {
        let table = model.table(op);
        let mut cells = vec![Cell::Outside; table.cells.len()];
        for (tuple, cell) in table.tuples().zip(&table.cells) {
            let tuple: Vec<Element> = operation
                .arguments
                .iter()
                .zip(&tuple)
                .map(|(sort, element)| renaming[*sort][*element as usize])
                .collect();
            cells[table.position(&tuple)] = match (cell, operation.result) {
                (Cell::Element(element), Some(sort)) => {
                    Cell::Element(renaming[sort][*element as usize])
                }
                (cell, _) => *cell,
            };
        }
        listing.extend(cells);
    }
    listing
}
