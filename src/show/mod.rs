//! The model behind a covered goal, for people: as tables and as a picture.
//!
//! Everything here is a function from a [`View`] to text.

use std::collections::BTreeSet;

use crate::arena::Arena;
use crate::goal::{Goal, Literal};
use crate::model::eval::{Evaluator, Value};
use crate::model::{Cell, Element, GroundTerm, Mode, Witness, canonical_terms};
use crate::theory::{OpId, SortId, SortKind, Term, Theory, Variable};

mod dot;
mod facts;
mod layers;
mod layout;
mod picture;
mod svg;
mod tables;

pub use dot::dot;
pub use svg::{Figure, figure, svg, svg_rows};
pub use tables::{Grid, grids, model, tables};

/// Longer terms are shown by their last step.
const TERM: usize = 80;

/// A witness, with the theory and goal that name its parts.
pub struct View<'a> {
    theory: &'a Theory,
    goal: &'a Goal,
    witness: &'a Witness,
    terms: Arena<SortId, Vec<Option<GroundTerm>>>,
    /// The applications that occur while the goal's terms are evaluated.
    way: BTreeSet<(OpId, Vec<Element>)>,
}

impl<'a> View<'a> {
    pub fn new(theory: &'a Theory, goal: &'a Goal, witness: &'a Witness) -> Self {
        let terms = canonical_terms(theory, &witness.model);
        Self { theory, goal, witness, terms, way: way(theory, goal, witness) }
    }

    fn is_on_the_way(&self, op: OpId, arguments: &[Element]) -> bool {
        self.way.contains(&(op, arguments.to_vec()))
    }

    /// Whether the canonical term of the result is this application.
    fn is_construction(&self, op: OpId, arguments: &[Element]) -> bool {
        let operation = &self.theory.ops[op];
        let parts = operation.arguments.iter().zip(arguments);
        let parts: Option<Vec<_>> =
            parts.map(|(sort, argument)| self.terms[*sort][*argument as usize].clone()).collect();
        match (self.witness.model.table(op).cell(arguments), operation.result, parts) {
            (Cell::Element(element), Some(sort), Some(parts)) => {
                self.terms[sort][element as usize] == Some(GroundTerm::Apply(op, parts))
            }
            _ => false,
        }
    }

    /// `Orderable1`, `SortedSet3`, `-2`
    fn element(&self, sort: SortId, element: Element) -> String {
        match self.theory.sorts[sort].kind {
            SortKind::Int => self.witness.model.number(sort, element).to_string(),
            _ => self.theory.element_text(sort, element),
        }
    }

    /// The canonical term of a constructed element. A long one is shown by its last step, from
    /// other elements: `push(Stack7, Element0)`.
    fn term(&self, sort: SortId, element: Element) -> Option<String> {
        let is_built = self.theory.sorts[sort].kind == SortKind::Constructed;
        let Some(term) = &self.terms[sort][element as usize] else {
            let is_deep = is_built && self.witness.model.mode == Mode::Executed;
            return is_deep.then(|| "not all of its steps are shown".to_owned());
        };
        let GroundTerm::Apply(op, arguments) = term else { return None };
        let text = term.text(self.theory);
        if text.chars().count() <= TERM {
            return Some(text);
        }
        let operation = &self.theory.ops[*op];
        let argument = |(sort, argument): (&SortId, &GroundTerm)| {
            let place = self.terms[*sort].iter().position(|it| it.as_ref() == Some(argument));
            place.map_or_else(
                || argument.text(self.theory),
                |place| self.element(*sort, place as Element),
            )
        };
        let arguments: Vec<String> =
            operation.arguments.iter().zip(arguments).map(argument).collect();
        Some(format!("{}({})", operation.name, arguments.join(", ")))
    }

    fn cell(&self, op: OpId, cell: Cell) -> String {
        match (cell, self.theory.ops[op].result) {
            (Cell::Element(element), Some(sort)) => self.element(sort, element),
            (Cell::Truth(holds), _) => holds.to_string(),
            (Cell::Undefined, _) => "undefined".to_owned(),
            (Cell::Open, _) => "not determined".to_owned(),
            _ => "outside".to_owned(),
        }
    }

    /// The carriers that have elements, in order of declaration.
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
        let text = |literal: &Literal| literal.text(self.theory, &self.goal.variables);
        self.goal.literals.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    /// `E = Orderable0, S = insert(empty(), Orderable1)`
    fn witness_text(&self) -> String {
        let values = self.goal.variables.iter().zip(&self.witness.terms);
        let text = |(variable, term): (&Variable, &GroundTerm)| {
            format!("{} = {}", variable.name, term.text(self.theory))
        };
        values.map(text).collect::<Vec<_>>().join(", ")
    }

    /// `A closed model with 4 SortedSet, 2 Orderable`
    fn summary(&self) -> String {
        let mode = match self.witness.model.mode {
            Mode::Closed => "A closed model",
            Mode::Fragment => "A fragment of a model",
            Mode::Executed => "Executed terms",
        };
        let size = |(sort, size): (SortId, u32)| format!("{size} {}", self.theory.sorts[sort].name);
        let sizes: Vec<_> = self.carriers().map(size).collect();
        format!("{mode} with {}", sizes.join(", "))
    }
}

fn way(theory: &Theory, goal: &Goal, witness: &Witness) -> BTreeSet<(OpId, Vec<Element>)> {
    let evaluator = Evaluator {
        theory,
        model: &witness.model,
        variables: &goal.variables,
        assignment: &witness.assignment,
    };
    let element = |term: &Term| match evaluator.term(term) {
        Value::Element(element) => Some(element),
        _ => None,
    };
    let application = |term: &Term| match term {
        Term::Apply(op, arguments) => {
            Some((*op, arguments.iter().map(element).collect::<Option<Vec<_>>>()?))
        }
        _ => None,
    };
    let terms = goal.literals.iter().flat_map(|literal| literal.atom.subterms());
    BTreeSet::from_iter(terms.filter_map(application))
}
