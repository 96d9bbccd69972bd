//! Formulas as conditions of Alloy.

use super::condition::Condition;
use super::translator::Translator;
use super::truth::TruthConditions;
use super::value::{Value, all_known, known};
use crate::theory::{Comparison, Formula, OpId, Term, Theory};

/// Every nesting of `iff` doubles the length of the text.
const IFF_LIMIT: usize = 8;

impl Translator<'_> {
    pub fn truth(&self, formula: &Formula) -> TruthConditions {
        match formula {
            Formula::Predicate(op, arguments) => self.predicate(*op, arguments),
            Formula::Equal(left, right) => self.equal(left, right),
            Formula::Compare(comparison, left, right) => self.compare(*comparison, left, right),
            Formula::Not(inner) => self.truth(inner).not(),
            Formula::And(left, right) => {
                TruthConditions::joined(&self.truth(left), &self.truth(right), Condition::and)
            }
            Formula::Or(left, right) => {
                TruthConditions::joined(&self.truth(left), &self.truth(right), Condition::or)
            }
            Formula::Iff(left, right) => {
                TruthConditions::iff(&self.truth(left), &self.truth(right))
            }
            Formula::If { conclusion, premise } => {
                let premise = self.truth(premise).not();
                TruthConditions::joined(
                    &premise,
                    &self.truth(conclusion),
                    |[not_premise, conclusion]| not_premise.not().implies(conclusion),
                )
            }
        }
    }

    /// False if an argument is undefined.
    fn predicate(&self, op: OpId, arguments: &[Term]) -> TruthConditions {
        let arguments: Vec<Value> = arguments.iter().map(|term| self.value(term)).collect();
        let holds = Condition::equal(&self.application(op, &arguments), "BOOLEAN/True");
        match known(&arguments) {
            Condition::True => TruthConditions::Whole { known: Condition::True, holds },
            known => {
                TruthConditions::Split { certain: holds.clone(), possible: known.implies(holds) }
            }
        }
    }

    /// False if a side is undefined. Alloy itself would treat an empty set as zero.
    fn compare(&self, comparison: Comparison, left: &Term, right: &Term) -> TruthConditions {
        let sides = [self.value(left), self.value(right)];
        let symbol = match comparison {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterEqual => ">=",
        };
        let less = Condition::atom(format!("{} {symbol} {}", sides[0].bare, sides[1].bare));
        let defined = sides.iter().map(Value::is_some);
        let holds = Condition::and(defined.chain([less]));
        TruthConditions::Whole { known: all_known(&sides), holds }
    }

    fn equal(&self, left: &Term, right: &Term) -> TruthConditions {
        let (left_value, right_value) = (self.value(left), self.value(right));
        let holds = Condition::equal(&left_value.text, &right_value.text);
        let known = Condition::and([left_value.known.clone(), right_value.known.clone()]);
        let may_leave = [left, right].into_iter().any(|term| self.yields_constructed(term));
        if known == Condition::True || !may_leave {
            return TruthConditions::Whole { known, holds };
        }
        equal_in_fragment(&left_value, &right_value, holds)
    }

    /// Whether a term may have a value that the fragment does not contain.
    fn yields_constructed(&self, term: &Term) -> bool {
        match term {
            Term::Apply(op, _) => self.context.may_leave(&self.context.theory.ops[*op]),
            Term::Variable(_) | Term::Int(_) | Term::Arithmetic(..) => false,
        }
    }
}

/// Only the left side guards an equation: if both did, a fragment could evade it by leaving the
/// right side out. A left side that is not built differs from every known right side, because a
/// value in the fragment would have been the value of the left side.
fn equal_in_fragment(left: &Value, right: &Value, holds: Condition) -> TruthConditions {
    let both = Condition::and([left.known.clone(), right.known.clone()]);
    let certain = match left.is_definite() || right.is_definite() {
        true => holds.clone(),
        false => Condition::and([both, holds.clone()]),
    };
    let possible = if right.is_definite() {
        left.arguments_known.clone().implies(holds)
    } else {
        let right_known = if left.is_partial { right.known.clone() } else { Condition::True };
        let equal = Condition::and([holds, right_known]);
        let built = Condition::and([left.arguments_known.clone(), right.known.clone()]);
        Condition::and([left.known.clone().implies(equal), built.implies(left.known.clone())])
    };
    TruthConditions::Split { certain, possible }
}

/// Rejects formulas whose translation would be too long.
pub fn check(theory: &Theory) -> Result<(), String> {
    let axioms = theory.axioms.values().map(|axiom| (axiom.title(), &axiom.formula));
    let domains = theory.ops.values().filter_map(|op| {
        let domain = op.domain.as_ref()?;
        Some((format!("the domain of {}", op.name), &domain.condition))
    });
    match axioms.chain(domains).find(|(_, formula)| nested_iffs(formula) > IFF_LIMIT) {
        None => Ok(()),
        Some((title, _)) => Err(format!(
            "`{title}` has more than {IFF_LIMIT} `iff` inside of one another, which is too long \
             in Alloy; split it"
        )),
    }
}

fn nested_iffs(formula: &Formula) -> usize {
    match formula {
        Formula::Predicate(..) | Formula::Equal(..) | Formula::Compare(..) => 0,
        Formula::Not(inner) => nested_iffs(inner),
        Formula::Iff(left, right) => 1 + nested_iffs(left).max(nested_iffs(right)),
        Formula::And(left, right) | Formula::Or(left, right) => {
            nested_iffs(left).max(nested_iffs(right))
        }
        Formula::If { conclusion, premise } => nested_iffs(conclusion).max(nested_iffs(premise)),
    }
}
