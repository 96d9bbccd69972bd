//! Domain conditions that every number of a Rust type fulfils.

use super::Parameter;
use crate::arena::Id;
use crate::theory::{Formula, Term, VarId};

/// Whether a condition on the arguments holds for all numbers that the parameters can have, as
/// `N >= 0` does for a `usize`. Only conjunctions of comparisons with a literal are looked at.
pub fn hold_for_all(condition: &Formula, parameters: &[Parameter]) -> bool {
    match condition {
        Formula::And(left, right) => {
            hold_for_all(left, parameters) && hold_for_all(right, parameters)
        }
        Formula::Compare(comparison, Term::Variable(variable), Term::Int(number)) => {
            at_both_ends(*variable, parameters, |end| comparison.holds(end, *number))
        }
        Formula::Compare(comparison, Term::Int(number), Term::Variable(variable)) => {
            at_both_ends(*variable, parameters, |end| comparison.holds(*number, end))
        }
        _ => false,
    }
}

/// A comparison with a literal that holds for the least and the greatest number holds for all.
fn at_both_ends(variable: VarId, parameters: &[Parameter], holds: impl Fn(i64) -> bool) -> bool {
    let parameter = parameters.iter().find(|known| known.argument == variable.index());
    parameter.and_then(|parameter| parameter.integer).is_some_and(|integer| {
        let (least, greatest) = integer.range();
        holds(least) && holds(greatest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refine::Passing;
    use crate::rust::{Ident, Integer};
    use crate::theory::Comparison;

    /// A function of one number of the type.
    fn holds_for(integer: &str, comparison: Comparison, number: i64) -> bool {
        let parameter = Parameter {
            name: Ident::new("n"),
            argument: 1,
            passing: Passing::Value,
            integer: Integer::named(integer),
        };
        let variable = Term::Variable(VarId::from_index(1));
        let condition = Formula::Compare(comparison, variable, Term::Int(number));
        hold_for_all(&condition, &[parameter])
    }

    #[test]
    fn a_condition_holds_for_all_numbers_of_a_type_or_not() {
        assert!(holds_for("usize", Comparison::GreaterEqual, 0));
        assert!(holds_for("u8", Comparison::Less, 256));
        assert!(!holds_for("u8", Comparison::Less, 255));
        assert!(!holds_for("u64", Comparison::Greater, 0));
        assert!(!holds_for("i32", Comparison::GreaterEqual, 0));
        assert!(!holds_for("String", Comparison::GreaterEqual, 0));
    }

    #[test]
    fn a_number_without_a_parameter_is_open() {
        let variable = Term::Variable(VarId::from_index(0));
        let condition = Formula::Compare(Comparison::GreaterEqual, variable, Term::Int(0));
        assert!(!hold_for_all(&condition, &[]));
    }
}
