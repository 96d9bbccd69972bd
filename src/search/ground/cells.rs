//! Carriers and tables: the literals that a model is decoded from.

use crate::arena::Id;
use crate::model::{Cell, Element, tuples};
use crate::search::numbering::Numbering;
use crate::search::solver::{FALSE, Lit, TRUE};
use crate::theory::{OpId, SortKind};

use super::{Choice, Ground, KnownFacts, NodeId};

impl Ground<'_> {
    pub(super) fn make_carriers(&mut self, given: &KnownFacts) {
        let sorts: Vec<_> = self.theory.sorts.ids().collect();
        for sort in sorts {
            let bound = self.carriers.of(sort);
            // The first element always exists: no carrier is empty.
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

    /// Makes the tables of operations that have none yet.
    pub fn make_tables(
        &mut self,
        ops: impl IntoIterator<Item = OpId>,
        numbering: &Numbering,
        given: &KnownFacts,
    ) {
        for op in ops {
            let tuples: Vec<_> = tuples(&self.dimensions(op)).collect();
            let known = |tuple: &[Element]| given.answers.get(&(op, tuple.to_vec())).copied();
            if let Some(result) = self.theory.ops[op].result {
                let cells = tuples.iter().enumerate().map(|(position, tuple)| match known(tuple) {
                    Some(Cell::Element(element)) => self.constant(result, element),
                    _ => self.function_cell_at(op, tuple, numbering.limit(op, position)),
                });
                self.function_cells[op.index()] = cells.collect();
            } else {
                let cells = tuples.iter().map(|tuple| match known(tuple) {
                    Some(Cell::Truth(true)) => TRUE,
                    Some(Cell::Truth(false)) => FALSE,
                    _ => self.circuit.literal(),
                });
                self.predicate_cells[op.index()] = cells.collect();
            }
        }
    }

    /// Placeholder tables, for clauses that have no model.
    pub fn make_blank_tables(&mut self, ops: impl IntoIterator<Item = OpId>) {
        for op in ops {
            let cells = self.cell_count(op);
            match self.theory.ops[op].result {
                Some(sort) => {
                    self.function_cells[op.index()] = vec![self.constant(sort, 0); cells];
                }
                None => self.predicate_cells[op.index()] = vec![FALSE; cells],
            }
        }
    }

    /// Replaces literals by constants where the clauses so far leave no choice, so that
    /// later statements take fewer clauses.
    pub fn fold(&mut self) {
        if !self.circuit.propagate() {
            return;
        }
        for exists in self.exists.iter_mut().flatten() {
            *exists = self.circuit.known(*exists);
        }
        for holds in self.predicate_cells.iter_mut().flatten() {
            *holds = self.circuit.known(*holds);
        }
        for op in self.theory.ops.ids() {
            for position in 0..self.function_cells[op.index()].len() {
                let cell = self.folded(self.function_cells[op.index()][position]);
                self.function_cells[op.index()][position] = cell;
            }
        }
    }

    /// The same choice, with constants.
    fn folded(&mut self, id: NodeId) -> NodeId {
        let node = self.shared(id);
        let known = |lit: Lit| self.circuit.known(lit);
        if self.elements[id.index()].is_some() || node.all().all(|lit| known(lit) == lit) {
            return id;
        }
        let values: Vec<Lit> = node.values.iter().map(|lit| known(*lit)).collect();
        if let Some(element) = values.iter().position(|value| *value == TRUE) {
            return self.constant(node.sort, element as Element);
        }
        let [undefined, outside, unknown] = [node.undefined, node.outside, node.unknown].map(known);
        let (sort, beyond) = (node.sort, node.beyond.clone());
        self.add_node(Choice { sort, values, beyond, undefined, outside, unknown })
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
        let possible = |value: Element| value <= limit && self.exists(sort, value) != FALSE;
        let possible: Vec<bool> = (0..self.carriers.size(sort)).map(possible).collect();
        let candidates = possible.iter().filter(|possible| **possible).count();
        let certain = candidates == 1 && !partial && !leaves && missing.is_empty();

        let is_missing = missing.contains(&TRUE);
        let literal = |ground: &mut Self, possible: bool| match (possible, certain) {
            (true, true) => TRUE,
            (true, false) if !is_missing => ground.circuit.literal(),
            _ => FALSE,
        };
        let values: Vec<Lit> =
            possible.into_iter().map(|possible| literal(self, possible)).collect();
        let undefined = literal(self, partial);
        let outside = literal(self, leaves);
        let (beyond, unknown) = (Vec::new(), FALSE);
        let choice = Choice { sort, values, beyond, undefined, outside, unknown };
        if !certain {
            self.require_one_answer(&choice, &missing);
        }
        self.add_node(choice)
    }

    /// Exactly one result if the arguments exist, no result otherwise; and the result
    /// exists.
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

    /// Operations over parameter sorts and numbers alone. Their tables become mocks.
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
    #[inline]
    pub fn position(&self, op: OpId, tuple: &[Element]) -> usize {
        let arguments = &self.theory.ops[op].arguments;
        arguments.iter().zip(tuple).fold(0, |position, (sort, element)| {
            position * self.carriers.size(*sort) as usize + *element as usize
        })
    }

    pub(super) fn function_node(&self, op: OpId, tuple: &[Element]) -> NodeId {
        self.function_cells[op.index()][self.position(op, tuple)]
    }
}
