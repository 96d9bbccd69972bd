//! All models of the encoding within given carriers.
//!
//! The tool lists algebras and values by `src/enumerate/`. Tests list models here, to hold the
//! encoding and its symmetry breaking against known counts.

use std::collections::BTreeSet;

use crate::model::{Cell, Mode, Model, canonical_form, tuples};
use crate::theory::{OpId, Theory};

use super::budget::Allowance;
use super::carriers::CarrierSizes;
use super::finder::Finder;
use super::ground::{Ground, Totality};
use super::solver::Lit;

/// Whether the encoding excludes isomorphic models as far as it can, or all of them are
/// found and compared afterwards.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    Broken,
    Kept,
}

/// One model of each isomorphism class, at most `limit` of them.
#[doc(hidden)]
pub fn listed_models(
    theory: &Theory,
    carriers: &CarrierSizes,
    mode: Mode,
    symmetry: Symmetry,
    limit: usize,
) -> Vec<Model> {
    let totality = match mode {
        Mode::Closed => Totality::Closed,
        Mode::Fragment | Mode::Executed => Totality::Fragment,
    };
    let never = Allowance::unlimited();
    let mut finder = match symmetry {
        Symmetry::Broken => Finder::new(theory, carriers.clone(), totality, never),
        Symmetry::Kept => {
            Finder::without_symmetry_breaking(theory, carriers.clone(), totality, never)
        }
    };
    let mut forms = BTreeSet::new();
    let mut found = Vec::new();
    while found.len() < limit && finder.solve(&[]) == Ok(true) {
        let model = finder.ground.decode();
        if forms.insert(canonical_form(theory, &model)) {
            found.push(model.clone());
        }
        finder.ground.exclude(&model);
    }
    found
}

impl Ground<'_> {
    /// Excludes a model that was decoded from the solver's answer.
    fn exclude(&mut self, model: &Model) {
        let mut differs: Vec<Lit> = Vec::new();
        for sort in self.theory.sorts.ids() {
            let size = model.size(sort);
            differs.push(!self.exists(sort, size - 1));
            if size < self.carriers.size(sort) {
                differs.push(self.exists(sort, size));
            }
        }
        for op in self.theory.ops.ids() {
            let table = model.table(op);
            for (tuple, cell) in tuples(&table.dimensions).zip(&table.cells) {
                differs.push(!self.literal_of(op, self.position(op, &tuple), *cell));
            }
        }
        self.circuit.add(differs);
    }

    /// The literal that is true if the cell has this content.
    pub fn literal_of(&self, op: OpId, position: usize, cell: Cell) -> Lit {
        match cell {
            Cell::Truth(true) => self.predicate_cell(op, position),
            Cell::Truth(false) => !self.predicate_cell(op, position),
            Cell::Element(element) => self.function_cell(op, position).values[element as usize],
            Cell::Undefined => self.function_cell(op, position).undefined,
            // No model of a search has open cells.
            Cell::Outside | Cell::Open => self.function_cell(op, position).outside,
        }
    }
}
