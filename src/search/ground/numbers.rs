//! Numbers of a range.
//!
//! In a closed model or fragment the carrier of `int` is a range of numbers, and the
//! results of operations lie in it. Arithmetic is exact: a result *beyond* the range keeps
//! its value, and is compared by it. Only operations on such a result can't be looked up.
//!
//! A local piece has [numbers of any size](super::integers).

use std::collections::BTreeMap;

use crate::model::Element;
use crate::search::solver::{FALSE, Lit, TRUE};
use crate::theory::{ArithmeticOperator, Comparison, SortId};

use super::rows::Rows;
use super::terms::Strictness;
use super::{Choice, Ground, NodeId, TruthLits};

impl Ground<'_> {
    /// The value of an integer literal.
    pub fn number(&mut self, number: i64) -> NodeId {
        if self.integers.is_some() {
            return self.local_number(number);
        }
        let int = self.theory.int().expect("a theory with literals has the sort int");
        match self.element_of(number, int) {
            Some(element) => self.constant(int, element),
            None => {
                let values = vec![FALSE; self.carriers.size(int) as usize];
                let beyond = vec![(number, TRUE)];
                let (undefined, outside, unknown) = (FALSE, FALSE, FALSE);
                self.add_node(Choice { sort: int, values, beyond, undefined, outside, unknown })
            }
        }
    }

    /// The element that stands for a number of the range.
    fn element_of(&self, number: i64, int: SortId) -> Option<Element> {
        let bound = self.carriers.of(int);
        let offset = u32::try_from(number.checked_sub(bound.low)?).ok()?;
        (offset < bound.size).then_some(offset)
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
            self.exact_calculation(operator, left, right, int)
        };
        self.arithmetic.insert(key, node);
        node
    }

    /// `left = a ∧ right = b → result = a ∘ b` for all numbers that the operands may be. A
    /// result that exceeds 64 bits is unknown.
    fn exact_calculation(
        &mut self,
        operator: ArithmeticOperator,
        left: NodeId,
        right: NodeId,
        int: SortId,
    ) -> NodeId {
        let mut results: BTreeMap<i64, Vec<Vec<Lit>>> = BTreeMap::new();
        let mut strict = self.strictness_of_numbers(left, right);
        for (a, b, premises) in self.pairs(left, right) {
            let divides =
                matches!(operator, ArithmeticOperator::Divide | ArithmeticOperator::Remainder);
            if divides && b == 0 {
                strict.undefined.push(self.circuit.all(&premises));
                continue;
            }
            let result = match operator {
                ArithmeticOperator::Add => a.checked_add(b),
                ArithmeticOperator::Subtract => a.checked_sub(b),
                ArithmeticOperator::Multiply => a.checked_mul(b),
                ArithmeticOperator::Divide => a.checked_div(b),
                ArithmeticOperator::Remainder => a.checked_rem(b),
                ArithmeticOperator::Minimum => Some(if a < b { a } else { b }),
                ArithmeticOperator::Maximum => Some(if a < b { b } else { a }),
            };
            match result {
                Some(number) => results.entry(number).or_default().push(premises),
                None => strict.unknown.push(self.circuit.all(&premises)),
            }
        }
        match results.first_key_value() {
            Some((number, _)) if results.len() == 1 && strict.is_empty() => self.number(*number),
            _ => self.result_among(results, &strict, int),
        }
    }

    /// A choice among numbers, each with the premises that select it.
    fn result_among(
        &mut self,
        results: BTreeMap<i64, Vec<Vec<Lit>>>,
        strict: &Strictness,
        int: SortId,
    ) -> NodeId {
        let mut values = vec![FALSE; self.carriers.size(int) as usize];
        let mut beyond = Vec::new();
        for (number, ways) in results {
            let literal = self.circuit.literal();
            match self.element_of(number, int) {
                Some(element) => values[element as usize] = literal,
                None => beyond.push((number, literal)),
            }
            for premises in ways {
                self.circuit.imply(&premises, literal);
            }
        }
        let undefined = if strict.undefined.is_empty() { FALSE } else { self.circuit.literal() };
        let unknown = if strict.unknown.is_empty() { FALSE } else { self.circuit.literal() };
        let choice = Choice { sort: int, values, beyond, undefined, outside: FALSE, unknown };
        let all: Vec<Lit> = choice.all().chain(choice.beyond()).collect();
        self.circuit.at_most_one(&all);
        self.apply_strictness(strict, undefined, unknown);
        self.add_node(choice)
    }

    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        left: NodeId,
        right: NodeId,
    ) -> TruthLits {
        if let Some(integers) = &self.integers {
            let less = integers.less.clone();
            return self.select_truth(&[left, right], |_, tuple| {
                let less = |a: Element, b: Element| less[a as usize][b as usize];
                compared(comparison, tuple[0], tuple[1], less)
            });
        }
        let less = |a, b| if a < b { TRUE } else { FALSE };
        let mut rows = Rows::new();
        for (a, b, premises) in self.pairs(left, right) {
            rows.push(&premises, compared(comparison, a, b, less));
        }
        let strict = self.strictness_of_numbers(left, right);
        self.decide(&rows, &strict)
    }

    /// The pairs of numbers that two terms may be, with the literals that say so.
    fn pairs(&self, left: NodeId, right: NodeId) -> Vec<(i64, i64, Vec<Lit>)> {
        let right = self.numbers(right);
        let mut pairs = Vec::new();
        for (a, is_a) in self.numbers(left) {
            for (b, is_b) in &right {
                let premises = [is_a, *is_b].into_iter().filter(|lit| *lit != TRUE);
                pairs.push((a, *b, premises.collect()));
            }
        }
        pairs
    }

    fn numbers(&self, node: NodeId) -> Vec<(i64, Lit)> {
        let choice = self.node(node);
        let low = self.carriers.of(choice.sort).low;
        let inside = choice.support().map(|(element, lit)| (low + i64::from(element), lit));
        inside.chain(choice.beyond.iter().copied()).collect()
    }

    /// A number beyond the range is still a number. The result is unknown only if an
    /// operand is not known as a number.
    fn strictness_of_numbers(&self, left: NodeId, right: NodeId) -> Strictness {
        let nodes = [self.node(left), self.node(right)];
        let possible = |lit: &Lit| *lit != FALSE;
        let unknown = nodes.iter().flat_map(|node| [node.outside, node.unknown]);
        Strictness {
            undefined: nodes.iter().map(|node| node.undefined).filter(possible).collect(),
            unknown: unknown.filter(possible).collect(),
        }
    }
}

fn compared<T: Copy>(comparison: Comparison, a: T, b: T, less: impl Fn(T, T) -> Lit) -> Lit {
    match comparison {
        Comparison::Less => less(a, b),
        Comparison::Greater => less(b, a),
        Comparison::LessEqual => !less(b, a),
        Comparison::GreaterEqual => !less(a, b),
    }
}
