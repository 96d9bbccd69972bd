//! What the engine answers.

use super::term::TermId;

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A value: an element, a number, a truth value or a term that stands for itself.
    Value(TermId),
    /// The term is outside of a domain.
    Undefined,
    Undetermined(Gap),
    Contradiction(Box<Contradiction>),
}

/// Why something is undetermined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The question that has no answer.
    pub call: TermId,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No rule applies to the operation.
    NoRule,
    /// The operation belongs to a parameter, and neither tables nor axioms answer it.
    NoTable,
    /// The answer depends on itself.
    Cycle,
    /// Neither do equations join the two values, nor does an observer tell them apart.
    Equality,
    /// A number does not fit 64 bits.
    Overflow,
    /// The limit of steps was reached; the calls that were under way, innermost first.
    Steps(Vec<TermId>),
}

/// Two ways to evaluate a call that give different results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    pub call: TermId,
    /// The results, `None` for undefined, each with what gave it.
    pub results: [(Option<TermId>, Source); 2],
}

/// What gave a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Rule(usize),
    /// The operation's domain condition is false.
    Domain,
    /// The tables of the parameters.
    Table,
    /// A rule rewrote an argument, and the call on its normal form gave the result.
    Rewritten(TermId),
    /// Two values were compared.
    Comparison,
    /// Nothing: the call stands for itself, or is undetermined.
    Itself,
}

/// The same inside of the engine, where contradictions end the evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Value(TermId),
    Undefined,
    Open(Gap),
}

impl Outcome {
    pub fn is_open(&self) -> bool {
        matches!(self, Outcome::Open(_))
    }

    pub fn value(&self) -> Option<TermId> {
        match self {
            Outcome::Value(term) => Some(*term),
            _ => None,
        }
    }
}

/// The truth of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    True,
    False,
    Open(Gap),
}

impl From<bool> for Truth {
    fn from(truth: bool) -> Self {
        if truth { Truth::True } else { Truth::False }
    }
}

/// Why an evaluation ends before it has a result.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    /// The calls are nested too deeply for the stack: this one is evaluated first, on its own.
    Deferred(TermId),
    /// The limit of steps was reached, while these calls were under way.
    Steps(Vec<TermId>),
    Contradiction(Box<Contradiction>),
}
