//! The shape of a test: what remains when its elements lose their names.
//!
//! Tests of different shape differ in more than names. Shapes are compared step by step.
//! Values that are constructed differently differ most; then come elements that coincide
//! differently, then different tables of the parameters. Last come tests that differ only
//! in the positions of elements, and still are not renamings of each other. Elements that a
//! test does not use are ignored.

use super::used::used_part;
use super::{Cell, GroundTerm, ParameterTables, Renaming, listing, renamings};
use crate::theory::{SortId, SortKind, Theory};

/// With more renamings than this, tests that differ in names only count as the same.
const MOST_RENAMINGS: u32 = 5040;

/// A test up to the names of its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The values without their elements and numbers, which leave placeholders.
    skeletons: Vec<GroundTerm>,
    /// For each placeholder, the first one that stood for the same.
    coincidences: Vec<usize>,
    /// The number of elements used of each parameter.
    sizes: Vec<u32>,
    /// Tables and values in their least form.
    form: Option<(Vec<Cell>, Vec<GroundTerm>)>,
}

/// How a test differs from all of some other tests, the smallest difference first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Novelty {
    Labels,
    Tables,
    Coincidences,
    Skeletons,
}

impl Shape {
    pub fn of(theory: &Theory, parameters: &ParameterTables, bindings: &[GroundTerm]) -> Self {
        let mut places = Vec::new();
        let skeletons = bindings.iter().map(|term| emptied(term, &mut places)).collect();
        let first = |place: &GroundTerm| places.iter().position(|other| other == place);
        let coincidences = places.iter().filter_map(first).collect();
        let (parameters, bindings) = used_part(theory, parameters, bindings);
        let sizes: Vec<u32> = parameters.carriers.values().copied().collect();
        let form = has_few_renamings(&sizes).then(|| least_form(theory, &parameters, &bindings));
        Self { skeletons, coincidences, sizes, form }
    }

    /// The number of different elements and numbers in the values.
    pub fn distinct(&self) -> usize {
        let places = self.coincidences.iter().enumerate();
        places.filter(|(place, first)| place == *first).count()
    }

    /// The smallest of its differences to the other shapes. `None` if one of them is the
    /// same.
    pub fn novelty<'s>(&self, others: impl IntoIterator<Item = &'s Shape>) -> Option<Novelty> {
        let differences = others.into_iter().map(|other| self.difference(other));
        differences.min().unwrap_or(Some(Novelty::Skeletons))
    }

    fn difference(&self, other: &Shape) -> Option<Novelty> {
        let tables = |shape: &Shape| shape.form.as_ref().map(|(cells, _)| cells.clone());
        if self.skeletons != other.skeletons {
            Some(Novelty::Skeletons)
        } else if self.coincidences != other.coincidences {
            Some(Novelty::Coincidences)
        } else if self.sizes != other.sizes || tables(self) != tables(other) {
            Some(Novelty::Tables)
        } else {
            (self.form != other.form).then_some(Novelty::Labels)
        }
    }
}

/// Replaces the elements and numbers of a term by placeholders, and collects them in
/// `places`.
fn emptied(term: &GroundTerm, places: &mut Vec<GroundTerm>) -> GroundTerm {
    match term {
        GroundTerm::Element(sort, _) => {
            places.push(term.clone());
            GroundTerm::Element(*sort, 0)
        }
        GroundTerm::Int(_) => {
            places.push(term.clone());
            GroundTerm::Int(0)
        }
        GroundTerm::Apply(op, arguments) => {
            let arguments = arguments.iter().map(|argument| emptied(argument, places));
            GroundTerm::Apply(*op, arguments.collect())
        }
    }
}

fn has_few_renamings(sizes: &[u32]) -> bool {
    let factors = sizes.iter().flat_map(|size| 1..=*size);
    factors.fold(1u32, u32::saturating_mul) <= MOST_RENAMINGS
}

/// The least of all renamings, by the tables and then by the values.
fn least_form(
    theory: &Theory,
    ParameterTables { carriers, tables, int }: &ParameterTables,
    bindings: &[GroundTerm],
) -> (Vec<Cell>, Vec<GroundTerm>) {
    let size = |sort: SortId| match theory.sorts[sort].kind {
        SortKind::Int => int.size,
        _ => carriers.get(&sort).copied().unwrap_or(0),
    };
    let forms = renamings(theory, &size).into_iter().map(|renaming| {
        let cells = listing(theory, tables.iter().map(|(op, table)| (*op, table)), &renaming);
        (cells, bindings.iter().map(|term| renamed(term, &renaming)).collect())
    });
    forms.min().unwrap_or_default()
}

fn renamed(term: &GroundTerm, renaming: &Renaming) -> GroundTerm {
    term.renamed(&|sort, element| renaming[sort][element as usize])
}
