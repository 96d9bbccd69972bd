//! How far values are from making a formula true.
//!
//! The measure is the branch distance of search-based testing (Korel 1990): a comparison of
//! numbers is as far from true as the numbers are apart, a conjunction as the sum of its
//! parts, a disjunction as the nearest of its parts. A predicate is as far as the formula
//! that defines it: with `isFull(B) iff length(B) >= 80`, three letters are 77 away.

use std::collections::BTreeSet;

use crate::execute::{
    Answer, Comparison, Conclusion, Engine, Expr, Formula, Node, Pattern, Rule, Step, TermId,
};

/// The distance of a false atom that has no measure.
pub const UNKNOWN: u64 = 64 << FRACTION;

/// Bits behind the logarithm of a distance between numbers: those below a million stay exact.
const FRACTION: u32 = 20;

/// How deep definitions are followed.
const DEPTH: usize = 5;

/// How far values are from operations that help.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The distance from the nearest premise, for each result that should change.
    pub results: Vec<u64>,
    /// How far each part of a premise is from true.
    pub premises: Vec<u64>,
}

/// Measures distances of formulas for the same values.
pub struct Measure<'m, 'p> {
    pub engine: &'m mut Engine<'p>,
    /// By how much numbers are apart that should not be.
    pub gaps: BTreeSet<u64>,
    /// Whether running does not determine some literal.
    pub is_open: bool,
    /// Whether running determines some literal to be other than it should be.
    pub is_wrong: bool,
    /// Whether numbers count as they are, not by the conditions that choose them.
    pub is_direct: bool,
    /// What operations need that change a result, if that is asked for.
    pub needs: Option<Needs>,
    /// The conclusion of the rule whose premise is measured.
    pub concluded: Option<&'p Expr>,
    /// The atoms that were looked at. The engine answers most of them from memory, which takes
    /// no steps.
    pub atoms: u64,
}

impl<'p> Measure<'_, 'p> {
    /// 0 if and only if running the axioms determines the formula as required.
    pub fn distance(&mut self, formula: &Formula, holds: bool, values: &[TermId]) -> u64 {
        match self.engine.decide(formula, values) {
            Answer::Undetermined(_) => self.is_open = true,
            Answer::Value(truth) => {
                self.is_wrong |= *self.engine.terms().node(truth) != Node::Truth(holds);
            }
            Answer::Undefined | Answer::Contradiction(_) => {}
        }
        self.measure(formula, holds, values, DEPTH)
    }

    pub(super) fn measure(
        &mut self,
        formula: &Formula,
        holds: bool,
        values: &[TermId],
        depth: usize,
    ) -> u64 {
        if let (Formula::Or(left, right), true) = (formula, holds) {
            // `f(c(S)) = t when C else u` applies where `C` holds, or `t = u`. That the results
            // agree is no aim, and they seem nearly equal in `f(S) + 1 = f(S)`.
            return match (self.is_agreement(left), self.is_agreement(right)) {
                (true, false) => self.measure(right, true, values, depth),
                (false, true) => self.measure(left, true, values, depth),
                _ => {
                    let own = self.measure(left, true, values, depth);
                    own.min(self.measure(right, true, values, depth))
                }
            };
        }
        let mut of = |formula, holds| self.measure(formula, holds, values, depth);
        match (formula, holds) {
            (Formula::Not(inner), _) => of(inner, !holds),
            (Formula::And(left, right), true) | (Formula::Or(left, right), false) => {
                of(left, holds).saturating_add(of(right, holds))
            }
            (Formula::And(left, right), false) => of(left, false).min(of(right, false)),
            (Formula::Iff(left, right), _) => {
                let mut both = |truth| of(left, truth).saturating_add(of(right, truth == holds));
                both(true).min(both(false))
            }
            (Formula::Constant(truth), _) => {
                if *truth == holds {
                    0
                } else {
                    UNKNOWN
                }
            }
            (atom, _) => self.atom(atom, holds, values, depth),
        }
    }

    /// Whether a formula says that the conclusion of the rule equals another term.
    fn is_agreement(&self, formula: &Formula) -> bool {
        match (formula, self.concluded) {
            (Formula::Equal(left, right), Some(concluded)) => {
                left == concluded || right == concluded
            }
            _ => false,
        }
    }

    /// Measures the premise of a rule.
    pub(super) fn guard(
        &mut self,
        guard: &Formula,
        rule: &'p Rule,
        values: &[TermId],
        depth: usize,
    ) -> u64 {
        let concluded = match &rule.conclusion {
            Conclusion::Term(term) => Some(term),
            Conclusion::Truth(_) | Conclusion::Formula(_) => None,
        };
        let outer = std::mem::replace(&mut self.concluded, concluded);
        let own = self.measure(guard, true, values, depth);
        self.concluded = outer;
        own
    }

    fn atom(&mut self, atom: &Formula, holds: bool, values: &[TermId], depth: usize) -> u64 {
        self.atoms += 1;
        if let Answer::Value(truth) = self.engine.decide(atom, values)
            && *self.engine.terms().node(truth) == Node::Truth(holds)
        {
            return 0;
        }
        if depth == 0 {
            return UNKNOWN;
        }
        match atom {
            Formula::Predicate(op, arguments) => {
                let Some(arguments) = self.evaluated(arguments, values) else {
                    return self.undefined(arguments, values, depth);
                };
                self.add_needs(*op, &arguments);
                self.defined(*op, &arguments, depth, &|conclusion| match conclusion {
                    Conclusion::Formula(formula) => Some((formula.clone(), holds)),
                    Conclusion::Truth(truth) => Some((Formula::Constant(*truth), holds)),
                    Conclusion::Term(_) => None,
                })
            }
            Formula::Equal(left, right) if holds => {
                self.related((left, right), values, depth, &|left, right| left.abs_diff(right))
            }
            Formula::Compare(comparison, left, right) => {
                self.related((left, right), values, depth, &|left, right| {
                    comparison_distance(*comparison, holds, left, right)
                })
            }
            // Two undefined terms count as equal: one of them must be defined.
            Formula::Equal(left, right) => {
                self.add_needs_of([left, right], values);
                let sides = [left, right].map(|side| self.outside(side, values, depth));
                let least = sides.into_iter().filter(|further| *further > 0).min();
                least.unwrap_or(UNKNOWN)
            }
            _ => UNKNOWN,
        }
    }

    /// The distance of a relation between two terms.
    fn related(
        &mut self,
        (left, right): (&Expr, &Expr),
        values: &[TermId],
        depth: usize,
        apart: &dyn Fn(i64, i64) -> u64,
    ) -> u64 {
        let (one, other) = (self.number(left, values), self.number(right, values));
        let (Some(one), Some(other)) = (one, other) else {
            let sides = [left.clone(), right.clone()];
            return self.undefined(&sides, values, depth);
        };
        let gap = apart(one, other);
        self.gaps.insert(gap);
        self.add_needs_of([left, right], values);
        if self.is_direct {
            return scaled(gap);
        }
        // A result that a condition chooses may be reached by that condition.
        let by_left = self.chosen(left, values, depth, &|number| apart(number, other));
        let by_right = self.chosen(right, values, depth, &|number| apart(one, number));
        scaled(gap).min(by_left).min(by_right)
    }

    /// The distance to a rule that gives another result, one that is a number.
    fn chosen(
        &mut self,
        side: &Expr,
        values: &[TermId],
        depth: usize,
        apart: &dyn Fn(i64) -> u64,
    ) -> u64 {
        let Expr::Apply(op, arguments) = side else { return UNKNOWN };
        let Some(arguments) = self.evaluated(arguments, values) else { return UNKNOWN };
        self.defined(*op, &arguments, depth, &|conclusion| match conclusion {
            Conclusion::Term(Expr::Int(number)) if apart(*number) == 0 => {
                Some((Formula::Constant(true), true))
            }
            _ => None,
        })
    }

    /// The distance to the domains of the operations in some terms.
    fn undefined(&mut self, terms: &[Expr], values: &[TermId], depth: usize) -> u64 {
        let further = terms.iter().map(|term| self.outside(term, values, depth));
        // Where all terms are defined, there is nothing to say how far they are.
        match further.fold(0, u64::saturating_add) {
            0 => UNKNOWN,
            further => further,
        }
    }

    fn outside(&mut self, term: &Expr, values: &[TermId], depth: usize) -> u64 {
        match term {
            Expr::Variable(_) | Expr::Int(_) => 0,
            Expr::Arithmetic(_, left, right) => {
                let own = self.outside(left, values, depth);
                own.saturating_add(self.outside(right, values, depth))
            }
            Expr::Apply(op, parts) => {
                let inner = parts.iter().map(|part| self.outside(part, values, depth));
                let inner = inner.fold(0, u64::saturating_add);
                let domain = &self.engine.program().ops[*op].domain;
                match (domain, self.evaluated(parts, values)) {
                    (Some(domain), Some(arguments)) => {
                        inner.saturating_add(self.measure(domain, true, &arguments, depth - 1))
                    }
                    _ => inner,
                }
            }
        }
    }

    /// The least distance of the rules of an operation whose conclusion is wanted.
    fn defined(
        &mut self,
        op: usize,
        arguments: &[TermId],
        depth: usize,
        wanted: &dyn Fn(&'p Conclusion) -> Option<(Formula, bool)>,
    ) -> u64 {
        let program = self.engine.program();
        let mut least = UNKNOWN;
        let rules = program.ops[op].rules.iter().map(|rule| &program.rules[*rule]);
        // Other readings of axioms lead astray: they hold where the definition gives no result.
        for rule in rules.filter(|rule| !rule.is_last_resort) {
            let Some((formula, holds)) = wanted(&rule.conclusion) else { continue };
            if let Some((sum, values)) = self.premise(rule, arguments, depth) {
                let own = self.measure(&formula, holds, &values, depth - 1);
                least = least.min(sum.saturating_add(own));
            }
        }
        // The rules give another result, so something must change.
        least.max(1)
    }

    /// The distance to the conditions of a rule, and the values of its variables. `None` if
    /// the rule can't apply.
    fn premise(
        &mut self,
        rule: &'p Rule,
        arguments: &[TermId],
        depth: usize,
    ) -> Option<(u64, Vec<TermId>)> {
        let mut bound: Vec<Option<TermId>> = vec![None; rule.variables];
        let mut pairs = rule.head.iter().zip(arguments);
        if !pairs.all(|(pattern, argument)| matches(self.engine, pattern, *argument, &mut bound)) {
            return None;
        }
        let mut sum: u64 = 0;
        for step in &rule.steps {
            let values = filled(&bound, arguments);
            match step {
                Step::Guard(guard) => {
                    sum = sum.saturating_add(self.guard(guard, rule, &values, depth - 1));
                }
                Step::Bind(pattern, expr) => match self.engine.evaluate(expr, &values) {
                    Answer::Value(value) if matches(self.engine, pattern, value, &mut bound) => {}
                    _ => return None,
                },
                Step::Each { .. } => return None,
            }
        }
        Some((sum, filled(&bound, arguments)))
    }

    /// Adds what is needed for other values of some terms.
    fn add_needs_of(&mut self, sides: [&Expr; 2], values: &[TermId]) {
        for side in sides {
            if let Expr::Apply(op, arguments) = side
                && let Some(arguments) = self.evaluated(arguments, values)
            {
                self.add_needs(*op, &arguments);
            }
        }
    }

    pub(super) fn evaluated(&mut self, terms: &[Expr], values: &[TermId]) -> Option<Vec<TermId>> {
        let value = |term: &Expr| match self.engine.evaluate(term, values) {
            Answer::Value(value) => Some(value),
            _ => None,
        };
        terms.iter().map(value).collect()
    }

    fn number(&mut self, term: &Expr, values: &[TermId]) -> Option<i64> {
        match self.engine.evaluate(term, values) {
            Answer::Value(value) => match self.engine.terms().node(value) {
                Node::Int(number) => Some(*number),
                _ => None,
            },
            _ => None,
        }
    }
}

fn comparison_distance(comparison: Comparison, holds: bool, left: i64, right: i64) -> u64 {
    if comparison.holds(left, right) == holds {
        return 0;
    }
    let is_strict = matches!(comparison, Comparison::Less | Comparison::Greater) == holds;
    left.abs_diff(right).saturating_add(u64::from(is_strict))
}

/// Values for all variables of a rule. Those without one are not used.
pub(super) fn filled(bound: &[Option<TermId>], arguments: &[TermId]) -> Vec<TermId> {
    let any = arguments.first().copied();
    bound.iter().filter_map(|value| value.or(any)).collect()
}

pub(super) fn matches(
    engine: &Engine<'_>,
    pattern: &Pattern,
    term: TermId,
    bound: &mut [Option<TermId>],
) -> bool {
    match (pattern, engine.terms().node(term)) {
        (Pattern::Variable(variable), _) => {
            let known = *bound[*variable].get_or_insert(term);
            known == term
        }
        (Pattern::Int(number), Node::Int(other)) => number == other,
        (Pattern::Apply(op, patterns), Node::Apply(other, arguments)) => {
            op == other
                && (patterns.iter().zip(arguments.iter()))
                    .all(|(pattern, argument)| matches(engine, pattern, *argument, bound))
        }
        _ => false,
    }
}

/// A distance between numbers, on a scale where every number is below [`UNKNOWN`]. It grows
/// with the number, and ever more slowly.
fn scaled(apart: u64) -> u64 {
    let more = apart.saturating_add(1);
    let exponent = more.ilog2();
    let mantissa = more ^ (1 << exponent);
    let fraction = match exponent.checked_sub(FRACTION) {
        None => mantissa << (FRACTION - exponent),
        Some(shift) => mantissa >> shift,
    };
    (u64::from(exponent) << FRACTION) + fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_between_numbers_keep_their_order() {
        let numbers = [0, 1, 2, 3, 7, 8, 239, 240, 99_999, 100_000, u64::MAX - 1];
        for pair in numbers.windows(2) {
            assert!(scaled(pair[0]) < scaled(pair[1]), "{pair:?}");
        }
        assert_eq!(scaled(0), 0);
        assert!(scaled(u64::MAX) < UNKNOWN);
    }

    #[test]
    fn comparisons_are_as_far_as_their_numbers() {
        assert_eq!(comparison_distance(Comparison::GreaterEqual, true, 3, 80), 77);
        assert_eq!(comparison_distance(Comparison::Greater, true, 3, 80), 78);
        assert_eq!(comparison_distance(Comparison::GreaterEqual, false, 80, 80), 1);
        assert_eq!(comparison_distance(Comparison::Less, false, 3, 80), 77);
    }
}
