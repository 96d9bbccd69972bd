//! The shape of a test: what is left of it when its elements lose their names.
//!
//! Two tests that differ in their shape differ in more than names. Shapes are compared
//! step by step: values that are constructed in another way differ most, then come
//! elements that coincide in another way, then other tables of the parameters; last come
//! tests that differ only in which elements are where, and are still no renamings of
//! each other. Elements that a test does not use count for nothing.

use super::used::used_part;
use super::{Cell, GroundTerm, ParameterTables, Renaming, listing, renamings};
use crate::theory::{SortId, SortKind, Theory};

/// Where elements can be renamed in more ways, tests that differ in nothing but names
/// are not told from others.
const MOST_RENAMINGS: u32 = 5040;

/// What a test is up to the names of its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The values without their elements and numbers.
    skeletons: Vec<GroundTerm>,
    /// For each place that was left empty, the first one with the same in it.
    coincidences: Vec<usize>,
    /// How many elements of each parameter are used.
    sizes: Vec<u32>,
    /// Tables and values in their least form.
    form: Option<(Vec<Cell>, Vec<GroundTerm>)>,
}

/// In what a test differs from all of some others, the least first.
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

    /// How many different elements and numbers the values have.
    pub fn distinct(&self) -> usize {
        let places = self.coincidences.iter().enumerate();
        places.filter(|(place, first)| place == *first).count()
    }

    /// In what it differs from each of the others most; nothing where one of them is
    /// the same.
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

/// The term without its elements and numbers, which become places.
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
