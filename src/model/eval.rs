//! The independent evaluator: every model passes it before it leaves the search.
//!
//! It shares no code with the encoder. It looks up the value of every term in the tables of
//! a model, and visits all axioms, domain conditions and constructions.
//!
//! **Values.** A term denotes an element; or it is undefined (a partial operation outside
//! of its domain, or any operation on an undefined argument); or it is *outside*: a
//! definite value that the carrier does not contain. The result of an operation on a value
//! outside can't be looked up: it is *unknown*. Arithmetic is exact, even *beyond* the
//! range of numbers in a model. So formulas have three truth values (Kleene's), and an
//! axiom is violated where it is definitely false.

use super::{Cell, Element, Mode, Model};
use crate::arena::Id;
use crate::theory::{
    ArithmeticOperator, Calculated, Comparison, Formula, OpId, SortKind, Term, Theory, Variable,
};

/// What a term denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Element(Element),
    Undefined,
    /// Defined, but not an element of the carrier.
    Outside,
    /// A number outside of the range.
    Beyond(i64),
    /// Depends on a value that is outside.
    Unknown,
}

/// What a formula denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    True,
    False,
    Unknown,
}

/// Evaluates over one assignment of the variables.
#[derive(Clone, Copy)]
pub struct Evaluator<'m> {
    pub theory: &'m Theory,
    pub model: &'m Model,
    pub variables: &'m [Variable],
    pub assignment: &'m [Element],
}

impl Evaluator<'_> {
    pub fn term(&self, term: &Term) -> Value {
        match term {
            Term::Variable(var) => Value::Element(self.assignment[var.index()]),
            Term::Apply(op, arguments) => self.call(*op, arguments),
            Term::Int(number) => self.number(*number),
            Term::Arithmetic(operator, left, right) => self.arithmetic(*operator, left, right),
        }
    }

    pub fn formula(&self, formula: &Formula) -> Truth {
        match formula {
            Formula::Predicate(op, arguments) => self.predicate(*op, arguments),
            Formula::Equal(left, right) => self.equal(left, right),
            Formula::Compare(comparison, left, right) => self.compare(*comparison, left, right),
            Formula::Not(inner) => !self.formula(inner),
            Formula::And(left, right) => self.formula(left).and(self.formula(right)),
            Formula::Or(left, right) => self.formula(left).or(self.formula(right)),
            Formula::Iff(left, right) => self.formula(left).iff(self.formula(right)),
            Formula::If { conclusion, premise } => {
                self.formula(conclusion).or(!self.formula(premise))
            }
        }
    }

    fn call(&self, op: OpId, arguments: &[Term]) -> Value {
        match self.arguments(arguments) {
            Err(value) => value,
            Ok(elements) => match self.model.table(op).cell(&elements) {
                Cell::Element(element) => Value::Element(element),
                Cell::Undefined => Value::Undefined,
                // A truth value is not the value of a term. The shape of the tables is
                // checked before anything is evaluated.
                Cell::Outside | Cell::Truth(_) => Value::Outside,
                Cell::Open => Value::Unknown,
            },
        }
    }

    /// The elements that the arguments denote. If some argument is not an element, the
    /// value of every operation on these arguments: operations are strict.
    fn arguments(&self, arguments: &[Term]) -> Result<Vec<Element>, Value> {
        let values: Vec<Value> = arguments.iter().map(|argument| self.term(argument)).collect();
        if values.contains(&Value::Undefined) {
            return Err(Value::Undefined);
        }
        let element = |value| match value {
            Value::Element(element) => Ok(element),
            _ => Err(Value::Unknown),
        };
        values.into_iter().map(element).collect()
    }

    fn number(&self, number: i64) -> Value {
        let int = self.theory.int().expect("a theory with numbers has the sort int");
        let element = self.model.element_of_int(int, number);
        element.map_or(Value::Beyond(number), Value::Element)
    }

    /// Exact arithmetic, never wrapped. A result that exceeds 64 bits is unknown.
    fn arithmetic(&self, operator: ArithmeticOperator, left: &Term, right: &Term) -> Value {
        let [left, right] = match self.numbers(left, right) {
            Ok(numbers) => numbers,
            Err(value) => return value,
        };
        match operator.apply(left, right) {
            Calculated::Number(number) => self.number(number),
            Calculated::Undefined => Value::Undefined,
            Calculated::Overflow => Value::Unknown,
        }
    }

    fn numbers(&self, left: &Term, right: &Term) -> Result<[i64; 2], Value> {
        let int = self.theory.int().expect("a theory with numbers has the sort int");
        let number = |term| match self.term(term) {
            Value::Element(element) => Ok(self.model.number(int, element)),
            Value::Beyond(number) => Ok(number),
            value => Err(value),
        };
        match (number(left), number(right)) {
            (Ok(left), Ok(right)) => Ok([left, right]),
            (Err(Value::Undefined), _) | (_, Err(Value::Undefined)) => Err(Value::Undefined),
            _ => Err(Value::Unknown),
        }
    }

    /// A predicate on an undefined argument is false, so its negation is true.
    fn predicate(&self, op: OpId, arguments: &[Term]) -> Truth {
        match self.arguments(arguments) {
            Err(Value::Undefined) => Truth::False,
            Err(_) => Truth::Unknown,
            Ok(elements) => match self.model.table(op).cell(&elements) {
                Cell::Open => Truth::Unknown,
                cell => Truth::from(cell == Cell::Truth(true)),
            },
        }
    }

    fn compare(&self, comparison: Comparison, left: &Term, right: &Term) -> Truth {
        let [left, right] = match self.numbers(left, right) {
            Ok(numbers) => numbers,
            Err(Value::Undefined) => return Truth::False,
            Err(_) => return Truth::Unknown,
        };
        Truth::from(comparison.holds(left, right))
    }

    /// Strong equality: both defined and equal, or both undefined.
    fn equal(&self, left: &Term, right: &Term) -> Truth {
        match (self.term(left), self.term(right)) {
            (Value::Element(left), Value::Element(right)) => Truth::from(left == right),
            (Value::Beyond(left), Value::Beyond(right)) => Truth::from(left == right),
            (Value::Undefined, Value::Undefined) => Truth::True,
            (Value::Element(_), Value::Unknown) if self.is_guarded(left) => Truth::False,
            (Value::Unknown, _) | (_, Value::Unknown) => Truth::Unknown,
            (Value::Outside, Value::Outside | Value::Beyond(_))
            | (Value::Beyond(_), Value::Outside) => Truth::Unknown,
            _ => Truth::False,
        }
    }

    /// Whether the right side of an equation must be built as soon as its left side is.
    /// (Not where the left side is undefined: then nothing had to be built, and
    /// `insert(insert(S, bad), good)` would require `insert(S, good)` without end.) A
    /// fragment guards an equation by the constructor terms on its left only. If both sides
    /// were guarded, a fragment could dodge the equation by leaving the right side out, and
    /// its witnesses would mean little.
    fn is_guarded(&self, left: &Term) -> bool {
        let sort = self.theory.sort_of(left, self.variables);
        self.model.mode == Mode::Fragment && self.theory.sorts[sort].kind == SortKind::Constructed
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Truth::True } else { Truth::False }
    }
}

impl std::ops::Not for Truth {
    type Output = Truth;
    fn not(self) -> Truth {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }
}

impl Truth {
    pub fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::True, Truth::True) => Truth::True,
            _ => Truth::Unknown,
        }
    }

    pub fn or(self, other: Truth) -> Truth {
        !(!self).and(!other)
    }

    pub fn iff(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::Unknown, _) | (_, Truth::Unknown) => Truth::Unknown,
            _ => Truth::from(self == other),
        }
    }
}
