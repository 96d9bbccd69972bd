//! Ground formulas: their truth as literals, and required formulas as clauses.

use crate::arena::Id;
use crate::model::Element;
use crate::search::solver::{FALSE, Lit, TRUE};
use crate::theory::{Formula, OpId};

use super::{Choice, Ground, NodeId, TruthLits};

impl Ground<'_> {
    /// The truth of a formula, in Kleene's three values.
    pub fn truth(&mut self, formula: &Formula, env: &[NodeId]) -> TruthLits {
        match formula {
            Formula::Predicate(op, arguments) => {
                let arguments: Vec<_> =
                    arguments.iter().map(|argument| self.term(argument, env)).collect();
                self.predicate(*op, &arguments)
            }
            Formula::Equal(left, right) => {
                let left = self.term(left, env);
                let right = self.term(right, env);
                self.equal(left, right)
            }
            Formula::Compare(comparison, left, right) => {
                let left = self.term(left, env);
                let right = self.term(right, env);
                self.compare(*comparison, left, right)
            }
            Formula::Not(inner) => {
                let inner = self.truth(inner, env);
                TruthLits { yes: inner.no, no: inner.yes }
            }
            Formula::And(a, b) => {
                let (a, b) = (self.truth(a, env), self.truth(b, env));
                self.both(a, b)
            }
            Formula::Or(a, b) => {
                let (a, b) = (self.truth(a, env), self.truth(b, env));
                self.either(a, b)
            }
            Formula::If { conclusion, premise } => {
                let (a, b) = (self.truth(conclusion, env), self.truth(premise, env));
                self.either(a, TruthLits { yes: b.no, no: b.yes })
            }
            Formula::Iff(a, b) => {
                let (a, b) = (self.truth(a, env), self.truth(b, env));
                let both = self.both(a, b);
                let neither = self.both(negate(a), negate(b));
                self.either(both, neither)
            }
        }
    }

    fn both(&mut self, a: TruthLits, b: TruthLits) -> TruthLits {
        TruthLits { yes: self.circuit.and(a.yes, b.yes), no: self.circuit.or(a.no, b.no) }
    }

    fn either(&mut self, a: TruthLits, b: TruthLits) -> TruthLits {
        TruthLits { yes: self.circuit.or(a.yes, b.yes), no: self.circuit.and(a.no, b.no) }
    }

    fn predicate(&mut self, op: OpId, arguments: &[NodeId]) -> TruthLits {
        if let Some(truth) = self.predicates[op.index()].get(arguments) {
            return *truth;
        }
        let truth = self.select_truth(arguments, |ground, tuple: &[Element]| {
            ground.predicate_cell(op, ground.position(op, tuple))
        });
        self.predicates[op.index()].insert(arguments.into(), truth);
        truth
    }

    /// Strong equality.
    pub fn equal(&mut self, left: NodeId, right: NodeId) -> TruthLits {
        if let Some(truth) = self.equalities.get(&(left, right)) {
            return *truth;
        }
        let (a, b) = (self.shared(left), self.shared(right));
        let yes = match (self.elements[left.index()], self.elements[right.index()]) {
            (_, Some(element)) => a.values[element as usize],
            (Some(element), _) => b.values[element as usize],
            (None, None) => self.same_value(&a, &b),
        };
        let unknown = self.equality_unknown(&a, &b);
        let no = self.circuit.and(!yes, !unknown);
        let truth = TruthLits { yes, no };
        self.equalities.insert((left, right), truth);
        truth
    }

    /// `a = v → (same ↔ b = v)` for all values, and likewise for *undefined*.
    fn same_value(&mut self, a: &Choice, b: &Choice) -> Lit {
        let same = self.circuit.literal();
        let values = a.values.iter().copied().zip(b.values.iter().copied());
        for (a, b) in values.chain([(a.undefined, b.undefined)]).chain(same_numbers(a, b)) {
            self.circuit.add([!a, !b, same]);
            self.circuit.add([!a, b, !same]);
        }
        for lit in [a.outside, a.unknown] {
            self.circuit.add([!lit, !same]);
        }
        same
    }

    /// True if the carriers do not determine whether two terms are equal.
    fn equality_unknown(&mut self, a: &Choice, b: &Choice) -> Lit {
        if self.right_must_be_built(a.sort) {
            let right = self.circuit.or(b.outside, b.unknown);
            let both = self.circuit.and(a.outside, right);
            let undefined = self.circuit.and(a.undefined, b.unknown);
            return self.circuit.any([a.unknown, both, undefined]);
        }
        let a_leaves = self.circuit.any(a.beyond().chain([a.outside]));
        let b_leaves = self.circuit.any(b.beyond().chain([b.outside]));
        let left = self.circuit.and(a.outside, b_leaves);
        let right = self.circuit.and(a_leaves, b.outside);
        self.circuit.any([left, right, a.unknown, b.unknown])
    }

    /// Adds clauses by which one of `others` is true, or the formula (or its
    /// negation) is not definitely false.
    pub(super) fn require(
        &mut self,
        formula: &Formula,
        positive: bool,
        env: &[NodeId],
        others: &[Lit],
    ) {
        match (formula, positive) {
            (Formula::Not(inner), _) => self.require(inner, !positive, env, others),
            (Formula::And(a, b), true) | (Formula::Or(a, b), false) => {
                self.require(a, positive, env, others);
                self.require(b, positive, env, others);
            }
            (Formula::If { conclusion, premise }, false) => {
                self.require(conclusion, false, env, others);
                self.require(premise, true, env, others);
            }
            (Formula::And(..) | Formula::Or(..) | Formula::If { .. }, _) => {
                self.require_any(formula, positive, env, others);
            }
            (Formula::Iff(a, b), _) => {
                let a = self.truth(a, env);
                let b = self.truth(b, env);
                let b = if positive { b } else { negate(b) };
                self.circuit.add(others.iter().copied().chain([!a.yes, !b.no]));
                self.circuit.add(others.iter().copied().chain([!a.no, !b.yes]));
            }
            (Formula::Equal(left, right), true) => {
                if !self.require_equal_digits(left, right, env, others) {
                    let left = self.term(left, env);
                    let right = self.term(right, env);
                    self.require_equal(left, right, others);
                }
            }
            (Formula::Equal(..) | Formula::Predicate(..) | Formula::Compare(..), _) => {
                let literal = self.possible(formula, positive, env);
                self.circuit.add(others.iter().copied().chain([literal]));
            }
        }
    }

    /// A disjunction: all disjuncts but one become literals. The remaining one, an equation
    /// if possible, is written out as clauses.
    fn require_any(&mut self, formula: &Formula, positive: bool, env: &[NodeId], others: &[Lit]) {
        let mut disjuncts = Vec::new();
        collect_disjuncts(formula, positive, &mut disjuncts);
        let kept = disjuncts
            .iter()
            .position(|(disjunct, positive)| matches!(disjunct, Formula::Equal(..)) && *positive)
            .or_else(|| disjuncts.iter().position(|(disjunct, _)| !disjunct.is_atom()))
            .unwrap_or(0);
        let mut clause = others.to_vec();
        for (index, (disjunct, positive)) in disjuncts.iter().enumerate() {
            if index != kept {
                let literal = self.possible(disjunct, *positive, env);
                if literal == TRUE {
                    return;
                }
                clause.push(literal);
            }
        }
        let (disjunct, positive) = disjuncts[kept];
        self.require(disjunct, positive, env, &clause);
    }

    /// A literal that is true unless the formula (or its negation) is
    /// definitely false.
    fn possible(&mut self, formula: &Formula, positive: bool, env: &[NodeId]) -> Lit {
        let truth = self.truth(formula, env);
        if positive { !truth.no } else { !truth.yes }
    }

    /// One of `others`, or the terms are not definitely different. The left side
    /// has exactly one value, so implications from left to right are enough.
    pub(super) fn require_equal(&mut self, left: NodeId, right: NodeId, others: &[Lit]) {
        if left == right {
            return;
        }
        let (a, b) = (self.shared(left), self.shared(right));
        let excuse = if self.right_must_be_built(a.sort) { FALSE } else { b.unknown };
        let values = a.values.iter().copied().zip(b.values.iter().copied());
        for (a, b) in values.filter(|(a, _)| *a != FALSE) {
            self.circuit.add(others.iter().copied().chain([!a, b, excuse]));
        }
        if a.undefined != FALSE {
            let same = [!a.undefined, b.undefined, b.unknown];
            self.circuit.add(others.iter().copied().chain(same));
        }
        for (a, same) in same_numbers(&a, &b) {
            self.circuit.add(others.iter().copied().chain([!a, same, b.outside, b.unknown]));
        }
        if a.outside != FALSE {
            let leaves = b.beyond().chain([b.outside, b.unknown, !a.outside]);
            self.circuit.add(others.iter().copied().chain(leaves));
        }
    }
}

/// For each number beyond the range that the first term may be: the literals by which the
/// first and the second term are that number.
fn same_numbers<'c>(a: &'c Choice, b: &'c Choice) -> impl Iterator<Item = (Lit, Lit)> + 'c {
    a.beyond.iter().map(|(number, literal)| (*literal, b.is_beyond_at(*number)))
}

fn negate(truth: TruthLits) -> TruthLits {
    TruthLits { yes: truth.no, no: truth.yes }
}

/// The leaves of a disjunction, with their signs.
fn collect_disjuncts<'f>(
    formula: &'f Formula,
    positive: bool,
    disjuncts: &mut Vec<(&'f Formula, bool)>,
) {
    match (formula, positive) {
        (Formula::Not(inner), _) => collect_disjuncts(inner, !positive, disjuncts),
        (Formula::Or(a, b), true) | (Formula::And(a, b), false) => {
            collect_disjuncts(a, positive, disjuncts);
            collect_disjuncts(b, positive, disjuncts);
        }
        (Formula::If { conclusion, premise }, true) => {
            collect_disjuncts(conclusion, true, disjuncts);
            collect_disjuncts(premise, false, disjuncts);
        }
        _ => disjuncts.push((formula, positive)),
    }
}
