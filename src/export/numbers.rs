//! The numbers of a model. Alloy computes in two's complement and wraps around, so the model
//! has enough bits to prevent every overflow.

use crate::goal::Goal;
use crate::search::{CarrierSizes, Range};
use crate::theory::{ArithmeticOperator, Formula, Term, Theory};

/// The largest bit width that Alloy accepts.
const MOST_BITS: u32 = 30;

/// The range of variables and results.
pub struct Numbers {
    /// `None` in a theory without numbers.
    pub range: Option<Range>,
    /// The number of bits that hold every intermediate result.
    pub bits: u32,
}

impl Numbers {
    pub fn of(theory: &Theory, goals: &[Goal], carriers: &CarrierSizes) -> Result<Self, String> {
        let Some(int) = theory.int() else { return Ok(Self { range: None, bits: 0 }) };
        let bound = carriers.of(int);
        let range = Range { low: bound.low, high: bound.low + i64::from(bound.size) - 1 };
        let [low, high] = formulas(theory, goals)
            .flat_map(Formula::subterms)
            .map(|term| extent(term, range))
            .fold([range.low.into(), range.high.into()], widened);
        let bits = (1..=128_u32).find(|bits| fits(low, *bits) && fits(high, *bits)).unwrap_or(128);
        if bits > MOST_BITS {
            return Err(format!(
                "the axioms count to {}, and Alloy has {MOST_BITS} bits at most; \
                 give a smaller range, `--scope int=-1..3`, or smaller literals",
                low.unsigned_abs().max(high.unsigned_abs())
            ));
        }
        Ok(Self { range: Some(range), bits })
    }

    pub fn contains(&self, number: i64) -> bool {
        self.range.is_some_and(|range| (range.low..=range.high).contains(&number))
    }
}

fn formulas<'t>(theory: &'t Theory, goals: &'t [Goal]) -> impl Iterator<Item = &'t Formula> {
    let literals = goals.iter().flat_map(|goal| &goal.literals).map(|literal| &literal.atom);
    theory.formulas().chain(literals)
}

/// The least and the greatest possible value of a term. Variables and applications may have any
/// value in the range.
fn extent(term: &Term, range: Range) -> [i128; 2] {
    let Term::Arithmetic(operator, left, right) = term else {
        return match term {
            Term::Int(number) => [i128::from(*number); 2],
            _ => [range.low.into(), range.high.into()],
        };
    };
    let ([a, b], [c, d]) = (extent(left, range), extent(right, range));
    match operator {
        ArithmeticOperator::Add => [a.saturating_add(c), b.saturating_add(d)],
        ArithmeticOperator::Subtract => [a.saturating_sub(d), b.saturating_sub(c)],
        ArithmeticOperator::Multiply => [(a, d), (b, c), (b, d)]
            .into_iter()
            .map(|(left, right)| [left.saturating_mul(right); 2])
            .fold([a.saturating_mul(c); 2], widened),
        ArithmeticOperator::Divide | ArithmeticOperator::Remainder => {
            let most = a.saturating_abs().max(b.saturating_abs());
            [-most, most]
        }
        ArithmeticOperator::Minimum => [a.min(c), b.min(d)],
        ArithmeticOperator::Maximum => [a.max(c), b.max(d)],
    }
}

fn widened([low, high]: [i128; 2], [other_low, other_high]: [i128; 2]) -> [i128; 2] {
    [low.min(other_low), high.max(other_high)]
}

fn fits(number: i128, bits: u32) -> bool {
    let half = 1_i128 << (bits - 1).min(126);
    (-half..half).contains(&number)
}
