//! Models up to renaming of their elements.

use crate::arena::Arena;
use crate::theory::{OpId, SortId, SortKind, Theory};

use super::{Cell, Element, Model, Table};

/// The least listing of sizes and cells over all renamings. Two models have the same form
/// exactly if renaming the elements turns one into the other.
///
/// Tries every permutation of the elements of parameter sorts, so use it for few elements
/// only. The numbers of the constructed elements follow from these: there is no junk, so a
/// walk through the constructors meets each of them, and the choice of the walk does not
/// matter.
pub fn canonical_form(theory: &Theory, model: &Model) -> (Vec<u32>, Vec<Cell>) {
    let renamings = renamings(theory, &|sort| model.size(sort)).into_iter();
    let renamings = renamings.map(|renaming| walk(theory, model, renaming));
    let cells = renamings.map(|renaming| listing(theory, model.tables.iter(), &renaming));
    (model.sizes(), cells.min().unwrap_or_default())
}

/// By sort: the new number of each element.
pub type Renaming = Arena<SortId, Vec<Element>>;

/// Every renaming of the elements of parameter sorts. Constructed elements have no names
/// yet.
pub fn renamings(theory: &Theory, size: &dyn Fn(SortId) -> u32) -> Vec<Renaming> {
    let mut renamings: Vec<Vec<Vec<Element>>> = vec![Vec::new()];
    for (sort, declared) in theory.sorts.iter() {
        let own = match declared.kind {
            // Numbers keep their meaning.
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

/// Stands for the number of a constructed element until the walk meets it.
const UNSEEN: Element = Element::MAX;

/// Numbers the constructed elements in the order in which the walk meets them: round by
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
