//! Equations between terms with many values, by binary digits.
//!
//! The value of a term `op(t)` takes one implication for each value of `t` and each value
//! of the result: with `n` elements, `n²` clauses. If the result is only compared with
//! another term, `log n` binary digits can represent its `n` values, and `2n log n` clauses
//! suffice.
//!
//! A term without a value has digits too: those of a cell whose arguments do not exist or
//! are outside of the domain. They may all be 0, which satisfies every clause here, since
//! an equation is required only for elements that exist.

use crate::model::Element;
use crate::search::solver::{FALSE, Lit, is_constant};
use crate::theory::{OpId, SortKind, Term};

use super::Ground;
use super::choice::{Digits, NodeId, Totality};
use super::rows::Rows;

impl Ground<'_> {
    /// Requires an equation by digits, or one of `others`. Returns `false` if digits do not
    /// pay, or if a term may have a value that is not an element.
    pub(super) fn require_equal_digits(
        &mut self,
        left: &Term,
        right: &Term,
        env: &[NodeId],
        others: &[Lit],
    ) -> bool {
        if !self.is_shorter_in_digits(left, right) {
            return false;
        }
        let (Some(a), Some(b)) = (self.term_digits(left, env), self.term_digits(right, env)) else {
            return false;
        };
        self.require_same_digits(others, &a, &b);
        true
    }

    /// Digits must be fewer than half of the elements, since comparing a digit takes two
    /// clauses. And one side must be an application to other applications.
    pub(super) fn is_shorter_in_digits(&self, left: &Term, right: &Term) -> bool {
        let ((Term::Apply(op, _), _) | (_, Term::Apply(op, _))) = (left, right) else {
            return false;
        };
        let sort = self.theory.ops[*op].result.expect("a predicate is never part of a term");
        let size = self.carriers.size(sort);
        self.totality == Totality::Closed
            && self.theory.sorts[sort].kind != SortKind::Int
            && 2 * width(size) < size
            && (is_nested(left) || is_nested(right))
    }

    /// The digits of a term. `None` if its value may not be an element.
    fn term_digits(&mut self, term: &Term, env: &[NodeId]) -> Option<Digits> {
        let Term::Apply(op, arguments) = term else {
            let node = self.term(term, env);
            return self.node_digits(node);
        };
        let arguments: Vec<_> = arguments.iter().map(|argument| self.term(argument, env)).collect();
        if let Some(node) = self.known_application(*op, &arguments) {
            return self.node_digits(node);
        }
        let key = (*op, arguments);
        if let Some(digits) = self.digit_applications.get(&key) {
            return Some(digits.clone());
        }
        let digits = self.select_digits(*op, &key.1)?;
        self.digit_applications.insert(key, digits.clone());
        Some(digits)
    }

    /// `arguments = tuple → result = cell(tuple)`, digit by digit.
    fn select_digits(&mut self, op: OpId, arguments: &[NodeId]) -> Option<Digits> {
        let strict = self.strictness(arguments);
        if !strict.unknown.is_empty() {
            return None;
        }
        let operation = &self.theory.ops[op];
        let sort = operation.result.expect("a predicate is never part of a term");
        let total = operation.domain.is_none() && strict.undefined.is_empty();
        let bits = (0..width(self.carriers.size(sort))).map(|_| self.circuit.literal()).collect();
        let undefined = if total { FALSE } else { self.circuit.literal() };
        let result = Digits { bits, undefined };
        let mut rows = Rows::new();
        self.supports(arguments)
            .each(|tuple, premises| rows.push(premises, self.function_node(op, tuple)));
        for (premises, answer) in rows.iter() {
            let answer = self.node_digits(answer)?;
            let unless: Vec<Lit> = premises.iter().map(|lit| !*lit).collect();
            self.require_same_digits(&unless, &answer, &result);
        }
        self.apply_strictness(&strict, result.undefined, FALSE);
        Some(result)
    }

    /// The digits of a choice: `value = v` implies the digits of `v`.
    fn node_digits(&mut self, node: NodeId) -> Option<Digits> {
        if let Some(digits) = self.node_digits.get(&node) {
            return Some(digits.clone());
        }
        let choice = self.node(node);
        let (undefined, sort) = (choice.undefined, choice.sort);
        if choice.beyond().chain([choice.outside, choice.unknown]).any(|lit| lit != FALSE) {
            return None;
        }
        let support: Vec<(Element, Lit)> = choice.support().collect();
        let bits =
            (0..width(self.carriers.size(sort))).map(|bit| self.bit(bit, &support)).collect();
        let digits = Digits { bits, undefined };
        self.node_digits.insert(node, digits.clone());
        Some(digits)
    }

    /// One digit of the chosen value.
    fn bit(&mut self, bit: u32, support: &[(Element, Lit)]) -> Lit {
        let is_set = |value: Element| value >> bit & 1 == 1;
        if let [(value, certain)] = support
            && is_constant(*certain)
        {
            return if is_set(*value) { !FALSE } else { FALSE };
        }
        if !support.iter().any(|(value, _)| is_set(*value)) {
            return FALSE;
        }
        let literal = self.circuit.literal();
        for (value, chosen) in support {
            self.circuit.imply(&[*chosen], if is_set(*value) { literal } else { !literal });
        }
        literal
    }

    /// One of `others`, or `a = b`.
    fn require_same_digits(&mut self, others: &[Lit], a: &Digits, b: &Digits) {
        let digits = a.bits.iter().zip(&b.bits).chain([(&a.undefined, &b.undefined)]);
        for (a, b) in digits.filter(|(a, b)| a != b) {
            self.circuit.add(others.iter().copied().chain([!*a, *b]));
            self.circuit.add(others.iter().copied().chain([*a, !*b]));
        }
    }
}

/// The number of binary digits for the elements of a carrier.
pub fn width(size: u32) -> u32 {
    (size - 1).checked_ilog2().map_or(0, |highest| highest + 1)
}

/// Whether the term applies an operation to another application.
pub fn is_nested(term: &Term) -> bool {
    let is_made = |term: &Term| match term {
        Term::Variable(_) | Term::Int(_) => false,
        Term::Apply(..) | Term::Arithmetic(..) => true,
    };
    match term {
        Term::Apply(_, arguments) => arguments.iter().any(is_made),
        Term::Variable(_) | Term::Int(_) | Term::Arithmetic(..) => false,
    }
}
