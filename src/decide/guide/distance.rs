//! How far values are from making a formula true.
//!
//! The measure is the branch distance of search-based testing (Korel 1990): a comparison of
//! numbers is as far from true as the numbers are apart, a conjunction as the sum of its
//! parts, a disjunction as the nearest of its parts. A predicate is as far as the formula
//! that defines it: with `isFull(B) iff length(B) >= 80`, three letters are 77 away.

use crate::execute::{
    Answer, Comparison, Conclusion, Engine, Expr, Formula, Node, Pattern, Step, TermId,
};

/// An atom that is false, with nothing to say how far.
pub const UNKNOWN: u64 = 64 << FRACTION;

/// Bits behind the logarithm of a distance between numbers: those below a million stay exact.
const FRACTION: u32 = 20;

/// How deep definitions are followed.
const DEPTH: usize = 6;

/// 0 if and only if running the axioms determines the formula as required.
pub fn distance(engine: &mut Engine<'_>, goal: (&Formula, bool), values: &[TermId]) -> u64 {
    measure(engine, goal.0, goal.1, values, DEPTH)
}

fn measure(
    engine: &mut Engine<'_>,
    formula: &Formula,
    holds: bool,
    values: &[TermId],
    depth: usize,
) -> u64 {
    let mut of = |formula, holds| measure(engine, formula, holds, values, depth);
    match (formula, holds) {
        (Formula::Not(inner), _) => of(inner, !holds),
        (Formula::And(left, right), true) | (Formula::Or(left, right), false) => {
            of(left, holds).saturating_add(of(right, holds))
        }
        (Formula::And(left, right), false) | (Formula::Or(left, right), true) => {
            of(left, holds).min(of(right, holds))
        }
        (Formula::Iff(left, right), _) => {
            let mut both = |truth| of(left, truth).saturating_add(of(right, truth == holds));
            both(true).min(both(false))
        }
        (Formula::Constant(truth), _) => if *truth == holds { 0 } else { UNKNOWN },
        (atom, _) => atom_distance(engine, atom, holds, values, depth),
    }
}

fn atom_distance(
    engine: &mut Engine<'_>,
    atom: &Formula,
    holds: bool,
    values: &[TermId],
    depth: usize,
) -> u64 {
    if let Answer::Value(truth) = engine.decide(atom, values)
        && *engine.terms().node(truth) == Node::Truth(holds)
    {
        return 0;
    }
    if depth == 0 {
        return UNKNOWN;
    }
    match atom {
        Formula::Predicate(op, arguments) => {
            let Some(arguments) = evaluated(engine, arguments, values) else {
                return undefined(engine, arguments, values, depth);
            };
            defined_distance(engine, *op, &arguments, depth, &|conclusion| match conclusion {
                Conclusion::Formula(formula) => Some((formula.clone(), holds)),
                Conclusion::Truth(truth) => Some((Formula::Constant(*truth), holds)),
                Conclusion::Term(_) => None,
            })
        }
        Formula::Equal(left, right) => {
            related(engine, (left, right), values, depth, &|left, right| match holds {
                true => left.abs_diff(right),
                false => u64::from(left == right),
            })
        }
        Formula::Compare(comparison, left, right) => {
            let comparison = *comparison;
            related(engine, (left, right), values, depth, &|left, right| {
                comparison_distance(comparison, holds, left, right)
            })
        }
        _ => UNKNOWN,
    }
}

fn comparison_distance(comparison: Comparison, holds: bool, left: i64, right: i64) -> u64 {
    if comparison.holds(left, right) == holds {
        return 0;
    }
    let is_strict = matches!(comparison, Comparison::Less | Comparison::Greater) == holds;
    left.abs_diff(right).saturating_add(u64::from(is_strict))
}

/// The distance of a relation between two terms.
fn related(
    engine: &mut Engine<'_>,
    (left, right): (&Expr, &Expr),
    values: &[TermId],
    depth: usize,
    apart: &dyn Fn(i64, i64) -> u64,
) -> u64 {
    let (one, other) = (number(engine, left, values), number(engine, right, values));
    let (Some(one), Some(other)) = (one, other) else {
        let sides = [left.clone(), right.clone()];
        return undefined(engine, &sides, values, depth);
    };
    let own = scaled(apart(one, other));
    // A result that a condition chooses may be reached by that condition.
    let by_left = chosen(engine, left, values, depth, &|number| apart(number, other));
    let by_right = chosen(engine, right, values, depth, &|number| apart(one, number));
    own.min(by_left).min(by_right)
}

/// The distance to a rule that gives another result, one that is a number.
fn chosen(
    engine: &mut Engine<'_>,
    side: &Expr,
    values: &[TermId],
    depth: usize,
    apart: &dyn Fn(i64) -> u64,
) -> u64 {
    let Expr::Apply(op, arguments) = side else { return UNKNOWN };
    let Some(arguments) = evaluated(engine, arguments, values) else { return UNKNOWN };
    defined_distance(engine, *op, &arguments, depth, &|conclusion| match conclusion {
        Conclusion::Term(Expr::Int(number)) if apart(*number) == 0 => {
            Some((Formula::Constant(true), true))
        }
        _ => None,
    })
}

/// The distance to the domains of the operations in some terms.
fn undefined(engine: &mut Engine<'_>, terms: &[Expr], values: &[TermId], depth: usize) -> u64 {
    let further = terms.iter().map(|term| outside(engine, term, values, depth));
    further.fold(UNKNOWN, u64::saturating_add)
}

fn outside(engine: &mut Engine<'_>, term: &Expr, values: &[TermId], depth: usize) -> u64 {
    match term {
        Expr::Variable(_) | Expr::Int(_) => 0,
        Expr::Arithmetic(_, left, right) => {
            let own = outside(engine, left, values, depth);
            own.saturating_add(outside(engine, right, values, depth))
        }
        Expr::Apply(op, parts) => {
            let inner = parts.iter().map(|part| outside(engine, part, values, depth));
            let inner = inner.fold(0, u64::saturating_add);
            let domain = &engine.program().ops[*op].domain;
            match (domain, evaluated(engine, parts, values)) {
                (Some(domain), Some(arguments)) => {
                    let own = measure(engine, domain, true, &arguments, depth - 1);
                    inner.saturating_add(own)
                }
                _ => inner,
            }
        }
    }
}

/// The least distance of the rules of an operation whose conclusion is wanted.
fn defined_distance<'e>(
    engine: &mut Engine<'e>,
    op: usize,
    arguments: &[TermId],
    depth: usize,
    wanted: &dyn Fn(&'e Conclusion) -> Option<(Formula, bool)>,
) -> u64 {
    let program = engine.program();
    let mut least = UNKNOWN;
    for rule in program.ops[op].rules.iter().map(|rule| &program.rules[*rule]) {
        let Some((formula, holds)) = wanted(&rule.conclusion) else { continue };
        let mut bound: Vec<Option<TermId>> = vec![None; rule.variables];
        let mut pairs = rule.head.iter().zip(arguments);
        if !pairs.all(|(pattern, argument)| matches(engine, pattern, *argument, &mut bound)) {
            continue;
        }
        let mut sum: u64 = 0;
        let mut is_usable = true;
        for step in &rule.steps {
            let values = filled(&bound, arguments);
            match step {
                Step::Guard(guard) => {
                    sum = sum.saturating_add(measure(engine, guard, true, &values, depth - 1));
                }
                Step::Bind(pattern, expr) => {
                    is_usable &= match engine.evaluate(expr, &values) {
                        Answer::Value(value) => matches(engine, pattern, value, &mut bound),
                        _ => false,
                    };
                }
                Step::Each { .. } => is_usable = false,
            }
            if !is_usable {
                break;
            }
        }
        if is_usable {
            let values = filled(&bound, arguments);
            let own = measure(engine, &formula, holds, &values, depth - 1);
            least = least.min(sum.saturating_add(own));
        }
    }
    // The rules give another result, so something must change.
    least.max(1)
}

/// Values for all variables of a rule. Those without one are not used.
fn filled(bound: &[Option<TermId>], arguments: &[TermId]) -> Vec<TermId> {
    let any = arguments.first().copied();
    bound.iter().filter_map(|value| value.or(any)).collect()
}

fn matches(
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
                && (patterns.iter().zip(arguments))
                    .all(|(pattern, argument)| matches(engine, pattern, *argument, bound))
        }
        _ => false,
    }
}

fn evaluated(engine: &mut Engine<'_>, terms: &[Expr], values: &[TermId]) -> Option<Vec<TermId>> {
    let value = |term: &Expr| match engine.evaluate(term, values) {
        Answer::Value(value) => Some(value),
        _ => None,
    };
    terms.iter().map(value).collect()
}

fn number(engine: &mut Engine<'_>, term: &Expr, values: &[TermId]) -> Option<i64> {
    match engine.evaluate(term, values) {
        Answer::Value(value) => match engine.terms().node(value) {
            Node::Int(number) => Some(*number),
            _ => None,
        },
        _ => None,
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
