//! Numbers of any size.
//!
//! Nothing bounds the numbers in a local piece. There `int` is a sort like any other: its
//! elements are some numbers in some order, and literals are constants. Arithmetic is
//! defined if its operands are, a division possibly not even then, and adding a positive literal yields a greater
//! number; nothing else is known about them. Every model has such a piece, and a refutation
//! needs no more.

use std::collections::BTreeMap;

use crate::search::solver::{FALSE, Lit};
use crate::theory::{ArithmeticOperator, SortId};

use super::Ground;
use super::choice::{Choice, NodeId, Uninterpreted};

impl Ground<'_> {
    /// Makes the order of the numbers of a local piece. `None` for a theory without
    /// numbers.
    pub(super) fn uninterpreted(&mut self) -> Option<Uninterpreted> {
        let int = self.theory.int()?;
        let size = self.carriers.size(int) as usize;
        let mut less = vec![vec![FALSE; size]; size];
        for (a, b) in (0..size).flat_map(|a| (0..a).map(move |b| (a, b))) {
            less[a][b] = self.circuit.literal();
            less[b][a] = !less[a][b];
        }
        for a in 0..size {
            for b in 0..size {
                for c in 0..size {
                    if a != b && b != c && a != c {
                        self.circuit.imply(&[less[a][b], less[b][c]], less[a][c]);
                    }
                }
            }
        }
        Some(Uninterpreted { int, less, literals: BTreeMap::new() })
    }

    /// For two numbers of a local piece: whether the first is less.
    pub fn order_of_numbers(&self) -> &[Vec<Lit>] {
        self.integers.as_ref().map_or(&[], |integers| &integers.less)
    }

    /// The integer literals of a local piece.
    pub fn known_numbers(&self) -> impl Iterator<Item = (i64, &Choice)> {
        let literals = self.integers.iter().flat_map(|integers| &integers.literals);
        literals.map(|(number, node)| (*number, self.node(*node)))
    }

    /// Any number, in the piece or not. Only this is known about arithmetic: the result
    /// exists if the operands do, but for a division by 0, adding a positive literal yields a
    /// greater number, and subtracting one yields a smaller number.
    pub(super) fn local_calculation(
        &mut self,
        operator: ArithmeticOperator,
        left: NodeId,
        right: NodeId,
        int: SortId,
    ) -> NodeId {
        let result = self.local_result(int);
        if let ArithmeticOperator::Divide | ArithmeticOperator::Remainder = operator {
            // Whether the divisor is 0 is not known, so the result may be undefined.
            self.require_strictness(result, &[left, right]);
            return result;
        }
        match self.shift(operator, left, right) {
            Some((operand, grows)) => {
                self.require_result(result, &[operand]);
                let (low, high) = if grows { (operand, result) } else { (result, operand) };
                self.require_less(low, high);
            }
            None => self.require_result(result, &[left, right]),
        }
        result
    }

    /// The operand next to a non-zero literal, and whether the result is greater than that
    /// operand.
    fn shift(
        &self,
        operator: ArithmeticOperator,
        left: NodeId,
        right: NodeId,
    ) -> Option<(NodeId, bool)> {
        let literals = &self.integers.as_ref()?.literals;
        let literal_of = |node: NodeId| {
            let found = literals.iter().find(|(_, literal)| **literal == node);
            found.map(|(number, _)| *number)
        };
        match (operator, literal_of(left), literal_of(right)) {
            (ArithmeticOperator::Add, _, Some(number)) if number != 0 => Some((left, number > 0)),
            (ArithmeticOperator::Add, Some(number), _) if number != 0 => Some((right, number > 0)),
            (ArithmeticOperator::Subtract, _, Some(number)) if number != 0 => {
                Some((left, number < 0))
            }
            _ => None,
        }
    }

    /// A result is undefined if an operand is, and unknown only if an operand is not in the
    /// piece.
    fn require_result(&mut self, result: NodeId, operands: &[NodeId]) {
        let undefined = self.require_strictness(result, operands);
        let result = self.node(result).undefined;
        self.circuit.imply(&[result], undefined);
    }

    /// The same for a result that may also be undefined. Returns whether an operand is.
    fn require_strictness(&mut self, result: NodeId, operands: &[NodeId]) -> Lit {
        let result = self.node(result).clone();
        let operands: Vec<Choice> = operands.iter().map(|node| self.node(*node).clone()).collect();
        let undefined = self.circuit.any(operands.iter().map(|operand| operand.undefined));
        self.circuit.imply(&[undefined], result.undefined);
        let missing = operands.iter().flat_map(|operand| [operand.outside, operand.unknown]);
        let missing = self.circuit.any(missing);
        self.circuit.imply(&[result.unknown], missing);
        undefined
    }

    /// If both numbers are in the piece, the first is less.
    fn require_less(&mut self, low: NodeId, high: NodeId) {
        let less = &self.integers.as_ref().expect("asked for a local piece").less;
        let less = less.clone();
        let (low, high) = (self.node(low).clone(), self.node(high).clone());
        for (a, low) in low.support() {
            for (b, high) in high.support() {
                self.circuit.imply(&[low, high], less[a as usize][b as usize]);
            }
        }
    }

    /// Any number, in the piece or not, as the result of arithmetic.
    fn local_result(&mut self, int: SortId) -> NodeId {
        let size = self.carriers.size(int);
        let values: Vec<Lit> = (0..size).map(|_| self.circuit.literal()).collect();
        for (element, value) in (0..).zip(&values) {
            let exists = self.exists(int, element);
            self.circuit.imply(&[*value], exists);
        }
        let outside = self.circuit.literal();
        let unknown = self.circuit.literal();
        let undefined = self.circuit.literal();
        let choice = Choice { sort: int, values, beyond: Vec::new(), undefined, outside, unknown };
        let all: Vec<Lit> = choice.all().collect();
        self.circuit.add(all.iter().copied());
        self.circuit.at_most_one(&all);
        self.add_node(choice)
    }

    /// A literal is a constant; different literals differ and are ordered.
    pub(super) fn local_number(&mut self, number: i64) -> NodeId {
        let integers = self.integers.as_ref().expect("asked for a local piece");
        if let Some(node) = integers.literals.get(&number) {
            return *node;
        }
        let int = integers.int;
        let others: Vec<(i64, NodeId)> =
            integers.literals.iter().map(|(number, node)| (*number, *node)).collect();
        let node = self.local_result(int);
        let choice = self.node(node).clone();
        self.circuit.add([!choice.undefined]);
        self.circuit.add([!choice.unknown]);
        for (other, other_node) in others {
            let (low, high) = if other < number { (other_node, node) } else { (node, other_node) };
            self.require_less(low, high);
        }
        let integers = self.integers.as_mut().expect("asked for a local piece");
        integers.literals.insert(number, node);
        node
    }
}
