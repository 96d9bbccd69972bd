//! The piece of a model that the solver found last, and the statements that it violates.
//!
//! Terms and formulas have the values that their clauses would give them, see
//! [`super::ground`]. Only results of arithmetic are not looked up: they may be any number,
//! so what depends on them *may* be true and may be false. The evaluator of models has no
//! such values, and stays apart from the search, which it checks.

use crate::arena::Id;
use crate::model::{Cell, Element};
use crate::theory::{Comparison, Formula, OpId, Statement, Term, Theory};

use super::ground::{Choice, Ground};

/// What a term denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Element(Element),
    Undefined,
    /// A definite value that the piece does not contain.
    Outside,
    /// The result of an operation on a value that is outside.
    Unknown,
    /// Any of these.
    Any,
}

/// The possible truth values of a formula; neither is possible if it is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PossibleTruth {
    yes: bool,
    no: bool,
}

/// The tables of a piece, by operation and position as in the [`Ground`].
pub struct Piece<'t> {
    theory: &'t Theory,
    /// By sort: the number of elements that positions allow for, and the number that exist.
    room: Vec<usize>,
    sizes: Vec<Element>,
    tables: Vec<Vec<Cell>>,
    /// The order of the numbers.
    less: Vec<Vec<bool>>,
    numbers: Vec<(i64, Value)>,
}

impl<'t> Piece<'t> {
    pub fn last(ground: &Ground<'t>) -> Self {
        let theory = ground.theory;
        let sorts = || theory.sorts.ids();
        let cells = |op| (0..ground.cell_count(op)).map(move |cell| ground.decode_cell(op, cell));
        let less = ground.order_of_numbers().iter();
        let less = less.map(|row| row.iter().map(|lit| ground.circuit.value(*lit)).collect());
        let numbers = ground.known_numbers();
        let numbers = numbers.map(|(number, choice)| (number, value(ground, choice)));
        Self {
            theory,
            room: sorts().map(|sort| ground.carriers.size(sort) as usize).collect(),
            sizes: sorts().map(|sort| ground.decode_size(sort)).collect(),
            tables: theory.ops.ids().map(|op| cells(op).collect()).collect(),
            less: less.collect(),
            numbers: numbers.collect(),
        }
    }

    /// The number of elements for each variable of a statement.
    pub fn choices(&self, statement: Statement) -> Vec<Element> {
        let (variables, _) = statement.formula(self.theory);
        variables.iter().map(|variable| self.sizes[variable.sort.index()]).collect()
    }

    /// Whether a statement may be false for these elements, which exist. `position` is
    /// where they stand in the table of an operation with such arguments.
    pub fn may_break(&self, statement: Statement, position: usize, tuple: &[Element]) -> bool {
        let (_, formula) = statement.formula(self.theory);
        let truth = self.formula(formula, tuple);
        match statement {
            Statement::Axiom(_) => truth.no,
            Statement::Domain(op) if self.tables[op.index()][position] == Cell::Undefined => {
                truth.yes
            }
            Statement::Domain(_) => truth.no,
        }
    }

    fn formula(&self, formula: &Formula, env: &[Element]) -> PossibleTruth {
        let truth = |formula| self.formula(formula, env);
        match formula {
            Formula::Predicate(op, arguments) => self.predicate(*op, arguments, env),
            Formula::Equal(left, right) => equal(self.term(left, env), self.term(right, env)),
            Formula::Compare(comparison, left, right) => {
                self.compare(*comparison, [self.term(left, env), self.term(right, env)])
            }
            Formula::Not(inner) => truth(inner).not(),
            Formula::And(a, b) => truth(a).and(truth(b)),
            Formula::Or(a, b) => truth(a).or(truth(b)),
            Formula::If { conclusion, premise } => truth(conclusion).or(truth(premise).not()),
            Formula::Iff(a, b) => {
                let (a, b) = (truth(a), truth(b));
                a.and(b).or(a.not().and(b.not()))
            }
        }
    }

    fn term(&self, term: &Term, env: &[Element]) -> Value {
        match term {
            Term::Variable(variable) => Value::Element(env[variable.index()]),
            Term::Apply(op, arguments) => match self.position(*op, arguments, env) {
                Err(value) => value,
                Ok(position) => match self.tables[op.index()][position] {
                    Cell::Element(element) => Value::Element(element),
                    Cell::Undefined => Value::Undefined,
                    Cell::Outside | Cell::Open | Cell::Truth(_) => Value::Outside,
                },
            },
            Term::Int(number) => self.number(*number),
            Term::Arithmetic(..) => Value::Any,
        }
    }

    fn number(&self, number: i64) -> Value {
        let found = self.numbers.iter().find(|(known, _)| *known == number);
        found.map_or(Value::Any, |(_, value)| *value)
    }

    /// The position of these arguments in the table, or the value of the application if
    /// some argument is not an element.
    fn position(&self, op: OpId, arguments: &[Term], env: &[Element]) -> Result<usize, Value> {
        let sorts = &self.theory.ops[op].arguments;
        let mut position = Ok(0);
        for (term, sort) in arguments.iter().zip(sorts) {
            let value = self.term(term, env);
            position = match (position, value) {
                (Err(Value::Undefined), _) | (_, Value::Undefined) => Err(Value::Undefined),
                (Ok(position), Value::Element(element)) => {
                    Ok(position * self.room[sort.index()] + element as usize)
                }
                (Err(earlier), Value::Element(_)) => Err(earlier),
                (Ok(_) | Err(Value::Any), Value::Any) => Err(Value::Any),
                _ => Err(Value::Unknown),
            };
        }
        position
    }

    fn predicate(&self, op: OpId, arguments: &[Term], env: &[Element]) -> PossibleTruth {
        match self.position(op, arguments, env) {
            Ok(position) => {
                PossibleTruth::from(self.tables[op.index()][position] == Cell::Truth(true))
            }
            Err(Value::Undefined) => PossibleTruth::from(false),
            Err(Value::Any) => PossibleTruth::ANY,
            Err(_) => PossibleTruth::UNKNOWN,
        }
    }

    fn compare(&self, comparison: Comparison, values: [Value; 2]) -> PossibleTruth {
        let less = |a: Element, b: Element| self.less[a as usize][b as usize];
        match values {
            [Value::Undefined, _] | [_, Value::Undefined] => PossibleTruth::from(false),
            [Value::Element(a), Value::Element(b)] => PossibleTruth::from(match comparison {
                Comparison::Less => less(a, b),
                Comparison::Greater => less(b, a),
                Comparison::LessEqual => !less(b, a),
                Comparison::GreaterEqual => !less(a, b),
            }),
            [Value::Outside | Value::Unknown, _] | [_, Value::Outside | Value::Unknown] => {
                PossibleTruth::UNKNOWN
            }
            _ => PossibleTruth::ANY,
        }
    }
}

/// The value of a choice in the last answer of the solver.
fn value(ground: &Ground, choice: &Choice) -> Value {
    let holds = |lit| ground.circuit.value(lit);
    match choice.values.iter().position(|lit| holds(*lit)) {
        Some(element) => Value::Element(element as Element),
        None if holds(choice.undefined) => Value::Undefined,
        None => Value::Outside,
    }
}

/// Strong equality.
fn equal(left: Value, right: Value) -> PossibleTruth {
    match (left, right) {
        (Value::Unknown, _) | (_, Value::Unknown) => PossibleTruth::UNKNOWN,
        (Value::Any, _) | (_, Value::Any) => PossibleTruth::ANY,
        (Value::Outside, Value::Outside) => PossibleTruth::UNKNOWN,
        (left, right) => PossibleTruth::from(left == right),
    }
}

impl From<bool> for PossibleTruth {
    fn from(holds: bool) -> Self {
        Self { yes: holds, no: !holds }
    }
}

impl PossibleTruth {
    const UNKNOWN: Self = Self { yes: false, no: false };
    const ANY: Self = Self { yes: true, no: true };

    fn not(self) -> Self {
        Self { yes: self.no, no: self.yes }
    }

    fn and(self, other: Self) -> Self {
        Self { yes: self.yes && other.yes, no: self.no || other.no }
    }

    fn or(self, other: Self) -> Self {
        Self { yes: self.yes || other.yes, no: self.no && other.no }
    }
}
