//! Carriers and tables: the literals that a model is read off.

use crate::arena::Id;
use crate::model::{Cell, Element, tuples};
use crate::search::numbering::Numbering;
use crate::search::solver::{FALSE, Lit, TRUE};
use crate::theory::{OpId, SortKind};

use super::{Choice, Given, Ground, NodeId, Totality, integers};

impl Ground<'_> {
    pub(super) fn make_carriers(&mut self, given: &Given) {
        let sorts: Vec<_> = self.theory.sorts.ids().collect();
        for sort in sorts {
            let bound = self.bounds.of(sort);
            // The first element exists in any case: no carrier is empty.
            let certain = given.elements.get(&sort).map_or(1, |known| (*known).max(1));
            let exists: Vec<Lit> = (0..bound.size)
                .map(|element| match bound.exact || element < certain {
                    true => TRUE,
                    false => self.circuit.literal(),
                })
                .collect();
            for pair in exists.windows(2) {
                self.circuit.imply(&[pair[1]], pair[0]);
            }
            self.exists.push(exists);
            let constants = (0..bound.size)
                .map(|element| {
                    let mut values = vec![FALSE; bound.size as usize];
                    values[element as usize] = TRUE;
                    let (beyond, undefined, outside, unknown) = (Vec::new(), FALSE, FALSE, FALSE);
                    self.add_node(Choice { sort, values, beyond, undefined, outside, unknown })
                })
                .collect();
            self.constants.push(constants);
        }
    }

    pub(super) fn make_tables(&mut self, numbering: &Numbering, given: &Given) {
        let ops: Vec<OpId> = self.theory.ops.ids().collect();
        for op in ops {
            let dimensions = self.dimensions(op);
            let tuples: Vec<_> = tuples(&dimensions).collect();
            let known = |tuple: &[Element]| given.answers.get(&(op, tuple.to_vec())).copied();
            if self.theory.ops[op].is_predicate() {
                let cells = tuples.iter().map(|tuple| match known(tuple) {
                    Some(Cell::Truth(true)) => TRUE,
                    Some(Cell::Truth(false)) => FALSE,
                    _ => self.circuit.literal(),
                });
                let cells = cells.collect();
                self.predicate_cells.push(cells);
                self.function_cells.push(Vec::new());
            } else {
                let result =
                    self.theory.ops[op].result.expect("an operation is a predicate or a function");
                let cells = tuples.iter().enumerate().map(|(position, tuple)| match known(tuple) {
                    Some(Cell::Element(element)) => self.constant(result, element),
                    _ => self.function_cell_at(op, tuple, numbering.limit(op, position)),
                });
                let cells = cells.collect();
                self.function_cells.push(cells);
                self.predicate_cells.push(Vec::new());
            }
        }
        if self.totality == Totality::Local {
            self.integers = integers::Uninterpreted::new(self);
        }
    }

    /// One cell; only values up to `limit` are possible.
    fn function_cell_at(&mut self, op: OpId, tuple: &[Element], limit: Element) -> NodeId {
        let operation = &self.theory.ops[op];
        let sort = operation.result.expect("predicates have cells of their own");
        let partial = operation.domain.is_some();
        let leaves = self.may_leave(sort);
        let arguments: Vec<_> =
            operation.arguments.iter().copied().zip(tuple.iter().copied()).collect();
        let missing = self.missing(arguments.into_iter());
        let size = self.bounds.size(sort);
        let candidates = size.min(limit.saturating_add(1)) as usize;
        let certain = candidates == 1 && !partial && !leaves && missing.is_empty();

        let literal = |ground: &mut Self, possible: bool| match (possible, certain) {
            (false, _) => FALSE,
            (true, true) => TRUE,
            (true, false) => ground.circuit.literal(),
        };
        let values: Vec<Lit> =
            (0..size as usize).map(|value| literal(self, value < candidates)).collect();
        let undefined = literal(self, partial);
        let outside = literal(self, leaves);
        let (beyond, unknown) = (Vec::new(), FALSE);
        let choice = Choice { sort, values, beyond, undefined, outside, unknown };
        if !certain {
            self.require_one_answer(&choice, &missing);
        }
        self.add_node(choice)
    }

    /// Exactly one answer where the arguments exist, none where they do not; and
    /// the answer exists.
    fn require_one_answer(&mut self, choice: &Choice, missing: &[Lit]) {
        let literals: Vec<Lit> = choice.all().collect();
        self.circuit.add(literals.iter().chain(missing).copied());
        self.circuit.at_most_one(&literals);
        for literal in literals.iter().filter(|lit| **lit != FALSE) {
            for absent in missing {
                self.circuit.add([!*literal, !*absent]);
            }
        }
        for (value, literal) in choice.support() {
            let exists = self.exists(choice.sort, value);
            self.circuit.imply(&[literal], exists);
        }
    }

    /// Operations whose arguments and result are all given with the parameters.
    /// Their tables are what a mock is made of.
    pub fn parameter_operations(&self) -> Vec<OpId> {
        let given = |kind: SortKind| kind != SortKind::Constructed;
        let ops = self.theory.ops.iter();
        ops.filter(|(_, op)| {
            op.arguments.iter().chain(&op.result).all(|sort| given(self.theory.sorts[*sort].kind))
        })
        .map(|(id, _)| id)
        .collect()
    }

    /// The position of a tuple of arguments in an operation's table.
    pub fn position(&self, op: OpId, tuple: &[Element]) -> usize {
        let arguments = &self.theory.ops[op].arguments;
        arguments.iter().zip(tuple).fold(0, |position, (sort, element)| {
            position * self.bounds.size(*sort) as usize + *element as usize
        })
    }

    pub(super) fn function_node(&self, op: OpId, tuple: &[Element]) -> NodeId {
        self.function_cells[op.index()][self.position(op, tuple)]
    }
}
