//! When a formula of a fragment is true, and when it is false.
//!
//! A formula is true, false, or unknown because it depends on a value that the fragment
//! does not contain; connectives are Kleene's. An axiom must be *possible* everywhere,
//! which means not false; a goal must be *certain*. In a closed model nothing is unknown,
//! and the two conditions are equal.

use super::condition::Condition;

/// When a formula is true and when it is false.
#[derive(Clone, Debug)]
pub enum TruthConditions {
    /// It has a truth value exactly if `known` holds; then `holds` is that value.
    Whole { known: Condition, holds: Condition },
    /// The reasons why it is known differ between true and false.
    Split { certain: Condition, possible: Condition },
}

impl TruthConditions {
    pub fn certain(&self) -> Condition {
        match self {
            TruthConditions::Whole { known, holds } => {
                Condition::and([known.clone(), holds.clone()])
            }
            TruthConditions::Split { certain, .. } => certain.clone(),
        }
    }

    pub fn possible(&self) -> Condition {
        match self {
            TruthConditions::Whole { known, holds } => known.clone().implies(holds.clone()),
            TruthConditions::Split { possible, .. } => possible.clone(),
        }
    }

    /// The condition that the formula is certainly false.
    pub fn refuted(&self) -> Condition {
        match self {
            TruthConditions::Whole { known, holds } => {
                Condition::and([known.clone(), holds.clone().not()])
            }
            TruthConditions::Split { possible, .. } => possible.clone().not(),
        }
    }

    /// A monotone connective. If both operands are always known, so is the result; otherwise
    /// the certain and the possible parts are joined separately.
    pub fn joined(
        left: &TruthConditions,
        right: &TruthConditions,
        join: impl Fn([Condition; 2]) -> Condition,
    ) -> TruthConditions {
        if let (
            TruthConditions::Whole { known: Condition::True, holds: left },
            TruthConditions::Whole { known: Condition::True, holds: right },
        ) = (left, right)
        {
            return TruthConditions::Whole {
                known: Condition::True,
                holds: join([left.clone(), right.clone()]),
            };
        }
        TruthConditions::Split {
            certain: join([left.certain(), right.certain()]),
            possible: join([left.possible(), right.possible()]),
        }
    }

    pub fn not(self) -> TruthConditions {
        match self {
            TruthConditions::Whole { known, holds } => {
                TruthConditions::Whole { known, holds: holds.not() }
            }
            TruthConditions::Split { certain, possible } => {
                TruthConditions::Split { certain: possible.not(), possible: certain.not() }
            }
        }
    }

    pub fn iff(left: &TruthConditions, right: &TruthConditions) -> TruthConditions {
        if let (
            TruthConditions::Whole { known: left_known, holds: left },
            TruthConditions::Whole { known: right_known, holds: right },
        ) = (left, right)
        {
            let known = Condition::and([left_known.clone(), right_known.clone()]);
            return TruthConditions::Whole { known, holds: left.clone().iff(right.clone()) };
        }
        let both = Condition::and([left.certain(), right.certain()]);
        let neither = Condition::and([left.refuted(), right.refuted()]);
        let forth = left.certain().implies(right.possible());
        let back = right.certain().implies(left.possible());
        TruthConditions::Split {
            certain: Condition::or([both, neither]),
            possible: Condition::and([forth, back]),
        }
    }
}
