//! The model behind a covered goal, for people: as tables and as a picture.
//!
//! Everything here is a function from a [`View`] to text.

use crate::arena::Arena;
use crate::goal::Goal;
use crate::model::{Cell, Element, Mode};
use crate::search::Witness;
use crate::testcase::{GroundTerm, canonical_terms};
use crate::theory::{OpId, SortId, SortKind, Theory};

mod dot;
mod picture;
mod svg;
mod tables;

pub use dot::dot;
pub use svg::svg;
pub use tables::tables;

/// A witness with everything that is needed to name its parts.
pub struct View<'a> {
    theory: &'a Theory,
    goal: &'a Goal,
    witness: &'a Witness,
    terms: Arena<SortId, Vec<Option<GroundTerm>>>,
}

impl<'a> View<'a> {
    pub fn new(theory: &'a Theory, goal: &'a Goal, witness: &'a Witness) -> Self {
        Self { theory, goal, witness, terms: canonical_terms(theory, &witness.model) }
    }

    /// `Orderable1`, `SortedSet3`, `-2`
    fn element(&self, sort: SortId, element: Element) -> String {
        match self.theory.sorts[sort].kind {
            SortKind::Int => {
                (self.witness.model.carriers[sort].low + i64::from(element)).to_string()
            }
            _ => self.theory.element_text(sort, element),
        }
    }

    /// The canonical term of an element that is built.
    fn term(&self, sort: SortId, element: Element) -> Option<String> {
        let term = self.terms[sort][element as usize].as_ref()?;
        matches!(term, GroundTerm::Apply(..)).then(|| term.text(self.theory))
    }

    fn cell(&self, op: OpId, cell: Cell) -> String {
        match (cell, self.theory.ops[op].result) {
            (Cell::Element(element), Some(sort)) => self.element(sort, element),
            (Cell::Truth(holds), _) => holds.to_string(),
            (Cell::Undefined, _) => "undefined".to_owned(),
            _ => "outside".to_owned(),
        }
    }

    /// The carriers that have elements of their own, in order of declaration.
    fn carriers(&self) -> impl Iterator<Item = (SortId, u32)> + '_ {
        let sorts = self.theory.sorts.iter().filter(|(_, sort)| sort.kind != SortKind::Int);
        sorts.map(|(id, _)| (id, self.witness.model.size(id)))
    }

    /// The names of the variables that have this value.
    fn variables_at(&self, sort: SortId, element: Element) -> Vec<&str> {
        let values = self.goal.variables.iter().zip(&self.witness.assignment);
        values
            .filter(|(variable, value)| variable.sort == sort && **value == element)
            .map(|(variable, _)| variable.name.as_str())
            .collect()
    }

    /// `isEmpty(S), E != F`
    fn literals(&self) -> String {
        let text = |literal: &crate::goal::Literal| literal.text(self.theory, &self.goal.variables);
        self.goal.literals.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    /// `E = Orderable0, S = insert(empty(), Orderable1)`
    fn witness_text(&self) -> String {
        let values = self.goal.variables.iter().zip(&self.witness.terms);
        let text = |(variable, term): (&crate::theory::Variable, &GroundTerm)| {
            format!("{} = {}", variable.name, term.text(self.theory))
        };
        values.map(text).collect::<Vec<_>>().join(", ")
    }

    /// `closed model with 4 SortedSet, 2 Orderable`
    fn summary(&self) -> String {
        let mode = match self.witness.model.mode {
            Mode::Closed => "closed model",
            Mode::Fragment => "fragment of a model",
        };
        let size = |(sort, size): (SortId, u32)| format!("{size} {}", self.theory.sorts[sort].name);
        let sizes: Vec<_> = self.carriers().map(size).collect();
        format!("{mode} with {}", sizes.join(", "))
    }
}
