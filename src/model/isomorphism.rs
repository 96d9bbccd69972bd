//! Models up to renaming of their elements.

use crate::arena::Arena;
use crate::theory::{OpId, SortId, SortKind, Theory};

use super::{Cell, Element, Model, Table};

/// The same for two models exactly when one is the other with its elements
/// renamed: the least listing of sizes and cells over all renamings.
///
/// Every permutation of the given elements is tried, so it is for few of them.
/// The numbers of the constructed elements follow: there is no junk, so each is
/// met in a walk through the constructors, and whether two models are the same up
/// to renaming does not depend on which walk that is.
pub fn canonical_form(theory: &Theory, model: &Model) -> (Vec<u32>, Vec<Cell>) {
    let renamings = renamings(theory, &|sort| model.size(sort)).into_iter();
    let renamings = renamings.map(|renaming| walk(theory, model, renaming));
    let cells = renamings.map(|renaming| listing(theory, model.tables.iter(), &renaming));
    (model.sizes(), cells.min().unwrap_or_default())
}

/// By sort: the new number of each element.
pub type Renaming = Arena<SortId, Vec<Element>>;

/// Every way to rename the given elements. Constructed ones have no names yet.
pub fn renamings(theory: &Theory, size: &dyn Fn(SortId) -> u32) -> Vec<Renaming> {
    let mut renamings: Vec<Vec<Vec<Element>>> = vec![Vec::new()];
    for (sort, declared) in theory.sorts.iter() {
        let own = match declared.kind {
            // Numbers are what they are.
            SortKind::Int => vec![(0..size(sort)).collect()],
            SortKind::Parameter => permutations(size(sort)),
            SortKind::Constructed => vec![vec![UNSEEN; size(sort) as usize]],
        };
        renamings = renamings
            .iter()
            .flat_map(|renaming| {
                own.iter().map(|own| renaming.iter().chain([own]).cloned().collect())
            })
            .collect();
    }
    renamings.into_iter().map(|renaming| renaming.into_iter().collect()).collect()
}

/// What a constructed element has for a number before the walk meets it.
const UNSEEN: Element = Element::MAX;

/// Numbers the constructed elements in the order in which they are met, round by
/// round over the constructors, by the new numbers of their arguments.
fn walk(theory: &Theory, model: &Model, mut renaming: Renaming) -> Renaming {
    loop {
        let mut met = Vec::new();
        for (op, operation) in theory.ops.iter().filter(|(_, op)| op.is_constructor()) {
            let table = model.table(op);
            for (tuple, cell) in table.tuples().zip(&table.cells) {
                let renamed = rename(&renaming, &operation.arguments, &tuple);
                if let (Cell::Element(element), Some(sort)) = (cell, operation.result)
                    && renaming[sort][*element as usize] == UNSEEN
                    && !renamed.contains(&UNSEEN)
                {
                    met.push((op, renamed, sort, *element));
                }
            }
        }
        if met.is_empty() {
            return renaming;
        }
        met.sort();
        for (_, _, sort, element) in met {
            let seen = renaming[sort].iter().filter(|number| **number != UNSEEN).count();
            let number = &mut renaming[sort][element as usize];
            if *number == UNSEEN {
                *number = seen as Element;
            }
        }
    }
}

fn rename(renaming: &Renaming, sorts: &[SortId], tuple: &[Element]) -> Vec<Element> {
    let renamed = sorts.iter().zip(tuple);
    renamed.map(|(sort, element)| renaming[*sort][*element as usize]).collect()
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

/// All cells of the renamed tables, in order.
pub fn listing<'t>(
    theory: &Theory,
    tables: impl Iterator<Item = (OpId, &'t Table)>,
    renaming: &Renaming,
) -> Vec<Cell> {
    let mut listing = Vec::new();
    for (op, table) in tables {
        let operation = &theory.ops[op];
        let mut cells = vec![Cell::Outside; table.cells.len()];
        for (tuple, cell) in table.tuples().zip(&table.cells) {
            let tuple = rename(renaming, &operation.arguments, &tuple);
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
