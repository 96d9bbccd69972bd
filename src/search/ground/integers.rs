//! Numbers.
//!
//! In a closed model or fragment, the carrier of `int` is a range of numbers,
//! and arithmetic that leaves it is *outside*: it equals no number of the range,
//! and nothing further is known of it, so no witness can depend on it.
//!
//! In a local piece nothing bounds the numbers. There `int` is a sort like any
//! other; its elements are some numbers in some order, and literals are
//! constants. Of `+`, `-`, `*` it is known that they are defined where their
//! operands are, and that adding a positive literal gives a greater number. Every
//! model has such a piece, which is all that a refutation needs.

use std::collections::BTreeMap;

use crate::model::Element;
use crate::search::solver::{FALSE, Lit, TRUE};
use crate::theory::{ArithmeticOperator, Comparison, SortId};

use super::{Choice, Ground, NodeId, Truth};

/// The built-in operations of a local piece.
pub struct Uninterpreted {
    int: SortId,
    /// `less[a][b]`: a strict total order.
    less: Vec<Vec<Lit>>,
    literals: BTreeMap<i64, NodeId>,
}

impl Uninterpreted {
    pub(super) fn new(ground: &mut Ground) -> Option<Self> {
        let int = ground.theory.int()?;
        let size = ground.bounds.size(int) as usize;
        let mut less = vec![vec![FALSE; size]; size];
        for (a, b) in (0..size).flat_map(|a| (0..a).map(move |b| (a, b))) {
            less[a][b] = ground.circuit.literal();
            less[b][a] = !less[a][b];
        }
        for a in 0..size {
            for b in 0..size {
                for c in 0..size {
                    if a != b && b != c && a != c {
                        ground.circuit.imply(&[less[a][b], less[b][c]], less[a][c]);
                    }
                }
            }
        }
        Some(Self { int, less, literals: BTreeMap::new() })
    }
}

impl Ground<'_> {
    /// The value of an integer literal.
    pub fn number(&mut self, number: i64) -> NodeId {
        if self.integers.is_some() {
            return self.local_number(number);
        }
        let int = self.theory.int().expect("a theory with literals has the sort int");
        let bound = self.bounds.of(int);
        match number.checked_sub(bound.low).and_then(|offset| u32::try_from(offset).ok()) {
            Some(element) if element < bound.size => self.constant(int, element),
            _ => self.beyond_range(int),
        }
    }

    /// A number that is not in the range.
    fn beyond_range(&mut self, int: SortId) -> NodeId {
        let values = vec![FALSE; self.bounds.size(int) as usize];
        self.add_node(Choice { sort: int, values, undefined: FALSE, outside: TRUE, unknown: FALSE })
    }

    pub(super) fn calculate(
        &mut self,
        operator: ArithmeticOperator,
        left: NodeId,
        right: NodeId,
    ) -> NodeId {
        let key = (operator, left, right);
        if let Some(node) = self.arithmetic.get(&key) {
            return *node;
        }
        let int = self.theory.int().expect("a theory with arithmetic has the sort int");
        let node = if self.integers.is_some() {
            self.local_calculation(operator, left, right, int)
        } else {
            let bound = self.bounds.of(int);
            self.select(&[left, right], int, None, |_, tuple| {
                let numbers = tuple.iter().map(|element| bound.low + i64::from(*element));
                exact(operator, numbers, int, bound.low, bound.size)
            })
        };
        self.arithmetic.insert(key, node);
        node
    }

    pub(super) fn compare(&mut self, comparison: Comparison, left: NodeId, right: NodeId) -> Truth {
        let less = self.integers.as_ref().map(|integers| integers.less.clone());
        self.select_truth(&[left, right], |_, tuple| {
            compare_elements(comparison, tuple[0], tuple[1], less.as_deref())
        })
    }

    /// Any number, in the piece or not. Only this is known of calculations: the
    /// result is there when the operands are, adding a positive literal gives
    /// more, and subtracting one gives less.
    fn local_calculation(
        &mut self,
        operator: ArithmeticOperator,
        left: NodeId,
        right: NodeId,
        int: SortId,
    ) -> NodeId {
        let result = self.local_result(int);
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

    /// The operand beside a literal other than 0, and whether the result is
    /// greater than it.
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

    /// A result is undefined where an operand is, and it is unknown only where an
    /// operand is not in the piece.
    fn require_result(&mut self, result: NodeId, operands: &[NodeId]) {
        let result = self.node(result).clone();
        let operands: Vec<Choice> = operands.iter().map(|node| self.node(*node).clone()).collect();
        let undefined = self.circuit.any(operands.iter().map(|operand| operand.undefined));
        self.circuit.imply(&[undefined], result.undefined);
        self.circuit.imply(&[result.undefined], undefined);
        let missing = operands.iter().flat_map(|operand| [operand.outside, operand.unknown]);
        let missing = self.circuit.any(missing);
        self.circuit.imply(&[result.unknown], missing);
    }

    /// Where both numbers are in the piece, the first is less.
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

    /// Any number, in the piece or not: what a calculation gives is not known.
    fn local_result(&mut self, int: SortId) -> NodeId {
        let size = self.bounds.size(int);
        let values: Vec<Lit> = (0..size).map(|_| self.circuit.literal()).collect();
        for (element, value) in (0..).zip(&values) {
            let exists = self.exists(int, element);
            self.circuit.imply(&[*value], exists);
        }
        let outside = self.circuit.literal();
        let unknown = self.circuit.literal();
        let undefined = self.circuit.literal();
        let choice = Choice { sort: int, values, undefined, outside, unknown };
        let all: Vec<Lit> = choice.all().collect();
        self.circuit.add(all.iter().copied());
        self.circuit.at_most_one(&all);
        self.add_node(choice)
    }

    /// A literal is a constant; different literals differ and are ordered.
    fn local_number(&mut self, number: i64) -> NodeId {
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

/// The exact result as a constant choice; outside where the range ends.
fn exact(
    operator: ArithmeticOperator,
    mut numbers: impl Iterator<Item = i64>,
    int: SortId,
    low: i64,
    size: u32,
) -> Choice {
    let mut next = || numbers.next().expect("arithmetic takes two numbers");
    let (left, right) = (next(), next());
    let result = match operator {
        ArithmeticOperator::Add => left.checked_add(right),
        ArithmeticOperator::Subtract => left.checked_sub(right),
        ArithmeticOperator::Multiply => left.checked_mul(right),
    };
    let mut values = vec![FALSE; size as usize];
    let place = result
        .and_then(|number| number.checked_sub(low))
        .and_then(|offset| usize::try_from(offset).ok())
        .and_then(|offset| values.get_mut(offset));
    let outside = match place {
        Some(place) => {
            *place = TRUE;
            FALSE
        }
        None => TRUE,
    };
    Choice { sort: int, values, undefined: FALSE, outside, unknown: FALSE }
}

fn compare_elements(
    comparison: Comparison,
    a: Element,
    b: Element,
    less: Option<&[Vec<Lit>]>,
) -> Lit {
    let less = |a: Element, b: Element| match less {
        Some(less) => less[a as usize][b as usize],
        None if a < b => TRUE,
        None => FALSE,
    };
    match comparison {
        Comparison::Less => less(a, b),
        Comparison::Greater => less(b, a),
        Comparison::LessEqual => !less(b, a),
        Comparison::GreaterEqual => !less(a, b),
    }
}
