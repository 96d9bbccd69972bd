//! Bounds that a domain condition sets for a number.

use crate::arena::Id;
use crate::theory::{Comparison, Formula, Term};

/// Whether a condition keeps an argument above and below something, as `T >= now(L)` does.
pub fn bounds(condition: &Formula, argument: usize) -> (bool, bool) {
    let is_it =
        |term: &Term| matches!(term, Term::Variable(variable) if variable.index() == argument);
    match condition {
        Formula::And(left, right) => {
            let (left, right) = (bounds(left, argument), bounds(right, argument));
            (left.0 || right.0, left.1 || right.1)
        }
        Formula::Not(inner) if matches!(**inner, Formula::Compare(..)) => {
            let (below, above) = bounds(inner, argument);
            (above, below)
        }
        Formula::Compare(comparison, left, right) => {
            let keeps_below = matches!(comparison, Comparison::Less | Comparison::LessEqual);
            (
                is_it(left) && !keeps_below || is_it(right) && keeps_below,
                is_it(left) && keeps_below || is_it(right) && !keeps_below,
            )
        }
        _ => (false, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::VarId;

    #[test]
    fn comparisons_bound_an_argument_from_one_side() {
        let variable = |place| Term::Variable(VarId::from_index(place));
        let below = Formula::Compare(Comparison::Less, variable(0), variable(1));
        assert_eq!(bounds(&below, 0), (false, true));
        assert_eq!(bounds(&below, 1), (true, false));
        assert_eq!(bounds(&below, 2), (false, false));
        let not_below = Formula::Not(Box::new(below.clone()));
        assert_eq!(bounds(&not_below, 0), (true, false));
        let positive = Formula::Compare(Comparison::Greater, variable(0), Term::Int(0));
        let both = Formula::And(Box::new(below), Box::new(positive));
        assert_eq!(bounds(&both, 0), (true, true));
    }
}
