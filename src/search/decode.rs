//! From the solver's answer back to a model. There is no other way back.

use crate::model::{Carrier, Cell, Element, Mode, Model, Table, tuples};
use crate::theory::{OpId, SortId};

use super::ground::{Choice, Ground, Totality};

impl Ground<'_> {
    /// The model that the solver found.
    pub fn decode(&self) -> Model {
        let mode = match self.totality {
            Totality::Closed => Mode::Closed,
            Totality::Fragment | Totality::Continued | Totality::Local => Mode::Fragment,
        };
        let carriers = self
            .theory
            .sorts
            .ids()
            .map(|sort| Carrier { size: self.decode_size(sort), low: self.carriers.of(sort).low })
            .collect();
        let tables = self.theory.ops.ids().map(|op| self.decode_table(op)).collect();
        Model { mode, carriers, tables, span: None }
    }

    pub fn decode_size(&self, sort: SortId) -> u32 {
        let exists = |element| self.circuit.value(self.exists(sort, element));
        (0..self.carriers.size(sort)).take_while(|element| exists(*element)).count() as u32
    }

    fn decode_table(&self, op: OpId) -> Table {
        let arguments = &self.theory.ops[op].arguments;
        let dimensions: Vec<u32> = arguments.iter().map(|sort| self.decode_size(*sort)).collect();
        let cells = tuples(&dimensions)
            .map(|tuple| self.decode_cell(op, self.position(op, &tuple)))
            .collect();
        Table { dimensions, cells }
    }

    pub fn decode_cell(&self, op: OpId, position: usize) -> Cell {
        if self.theory.ops[op].is_predicate() {
            return Cell::Truth(self.circuit.value(self.predicate_cell(op, position)));
        }
        let choice = self.function_cell(op, position);
        match self.decode_value(choice) {
            Some(element) => Cell::Element(element),
            None if self.circuit.value(choice.undefined) => Cell::Undefined,
            None => Cell::Outside,
        }
    }

    fn decode_value(&self, choice: &Choice) -> Option<Element> {
        let index = choice.values.iter().position(|value| self.circuit.value(*value))?;
        Some(index as Element)
    }
}
