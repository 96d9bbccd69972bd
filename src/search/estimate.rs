//! The number of clauses and the memory that a grounding would take.
//!
//! Both are upper estimates from the shape of the formulas. A scope that would not fit in
//! memory must be refused before it is tried.

use crate::goal::Goal;
use crate::theory::{ArithmeticOperator, Formula, OpId, SortId, Statement, Term, Theory};

use super::carriers::{CarrierSize, CarrierSizes};
use super::ground::{Totality, is_nested, width};

/// An upper estimate of the clauses of the theory and the goals.
pub fn clauses(
    theory: &Theory,
    carriers: &CarrierSizes,
    totality: Totality,
    goals: &[&Goal],
) -> u64 {
    let estimate = Estimate { theory, carriers, totality };
    let cells = theory.ops.ids().map(|op| estimate.cell_clauses(op));
    let instances = estimate.formulas().map(|(count, formula)| estimate.instances(count, formula));
    let goals = goals.iter().flat_map(|goal| &goal.literals);
    let goals = goals.map(|literal| estimate.formula(&literal.atom, true));
    cells.chain(instances).chain(goals).fold(0, u64::saturating_add)
}

/// The same for one statement, without tables.
pub fn statement(
    theory: &Theory,
    carriers: &CarrierSizes,
    totality: Totality,
    statement: Statement,
) -> u64 {
    let estimate = Estimate { theory, carriers, totality };
    let (variables, formula) = statement.formula(theory);
    estimate.instances(estimate.product(variables.iter().map(|variable| variable.sort)), formula)
}

/// The same for the table of an operation.
pub fn table(theory: &Theory, carriers: &CarrierSizes, totality: Totality, op: OpId) -> u64 {
    Estimate { theory, carriers, totality }.cell_clauses(op)
}

/// The approximate memory of the grounding, in bytes. Besides the clauses, each cell of a
/// table and each instance of a formula has a measured cost.
pub fn bytes(theory: &Theory, carriers: &CarrierSizes, totality: Totality, goals: &[&Goal]) -> u64 {
    let estimate = Estimate { theory, carriers, totality };
    let cells = theory.ops.ids().map(|op| estimate.cell_bytes(op));
    let instances = estimate.formulas().map(|(count, formula)| {
        let terms = formula.subterms().len() as u64;
        count.saturating_mul(INSTANCE_BYTES + TERM_BYTES * terms)
    });
    let clauses = clauses(theory, carriers, totality, goals).saturating_mul(CLAUSE_BYTES);
    cells.chain(instances).fold(clauses, u64::saturating_add)
}

const CLAUSE_BYTES: u64 = 20;
const INSTANCE_BYTES: u64 = 250;
const TERM_BYTES: u64 = 50;
const PREDICATE_CELL_BYTES: u64 = 150;
const FUNCTION_CELL_BYTES: u64 = 700;
const ANSWER_BYTES: u64 = 250;

struct Estimate<'t> {
    theory: &'t Theory,
    carriers: &'t CarrierSizes,
    totality: Totality,
}

impl Estimate<'_> {
    fn size(&self, sort: SortId) -> u64 {
        u64::from(self.carriers.size(sort))
    }

    fn product(&self, sorts: impl Iterator<Item = SortId>) -> u64 {
        sorts.map(|sort| self.size(sort)).fold(1, u64::saturating_mul)
    }

    fn cells(&self, op: OpId) -> u64 {
        self.product(self.theory.ops[op].arguments.iter().copied())
    }

    /// Exactly one result per cell, and the numbering of results.
    fn cell_clauses(&self, op: OpId) -> u64 {
        let answers = self.theory.ops[op].result.map_or(1, |sort| self.size(sort));
        self.cells(op).saturating_mul(answers).saturating_mul(8)
    }

    fn cell_bytes(&self, op: OpId) -> u64 {
        let operation = &self.theory.ops[op];
        let Some(result) = operation.result else {
            return self.cells(op).saturating_mul(PREDICATE_CELL_BYTES);
        };
        let answers = if operation.is_constructor() { self.size(result) } else { 1 };
        self.cells(op).saturating_mul(FUNCTION_CELL_BYTES + ANSWER_BYTES * answers)
    }

    /// The conditions and axioms, each with the number of its instances.
    fn formulas(&self) -> impl Iterator<Item = (u64, &Formula)> {
        let domains = self.theory.ops.values().filter_map(|op| op.domain.as_ref());
        let domains = domains.map(|domain| (&domain.variables, &domain.condition));
        let axioms = self.theory.axioms.values().map(|axiom| (&axiom.variables, &axiom.formula));
        domains.chain(axioms).map(|(variables, formula)| {
            (self.product(variables.iter().map(|variable| variable.sort)), formula)
        })
    }

    fn instances(&self, count: u64, formula: &Formula) -> u64 {
        count.saturating_mul(self.required(formula).saturating_add(1))
    }

    /// Clauses per instance of a formula that must hold. An equation that is the whole
    /// formula, or its conclusion, may be written in digits.
    fn required(&self, formula: &Formula) -> u64 {
        match formula {
            Formula::Equal(left, right) => {
                self.in_digits(left, right).unwrap_or_else(|| self.formula(formula, false))
            }
            Formula::If { conclusion, premise } => {
                self.required(conclusion).saturating_add(self.formula(premise, false))
            }
            _ => self.formula(formula, false),
        }
    }

    /// Clauses of an equation in digits. `None` if it is not written that way.
    fn in_digits(&self, left: &Term, right: &Term) -> Option<u64> {
        let by_digits = self.totality == Totality::Closed && self.theory.int().is_none();
        if !by_digits || !(is_nested(left) || is_nested(right)) {
            return None;
        }
        let side = |term: &Term| match term {
            Term::Apply(op, arguments) => {
                let (cost, choices) = self.arguments(*op, arguments, false);
                let size = self.theory.ops[*op].result.map_or(1, |sort| self.carriers.size(sort));
                let answers = u64::from(size.min(2 * width(size) + 2));
                cost.saturating_add(choices.saturating_mul(answers)).saturating_add(answers)
            }
            Term::Variable(_) | Term::Int(_) | Term::Arithmetic(..) => 1,
        };
        Some(side(left).saturating_add(side(right)))
    }

    /// Clauses per instance. `open` says that the variables have no fixed values.
    fn formula(&self, formula: &Formula, open: bool) -> u64 {
        match formula {
            Formula::Predicate(op, arguments) => {
                let (cost, choices) = self.arguments(*op, arguments, open);
                cost.saturating_add(choices.saturating_mul(2))
            }
            Formula::Equal(left, right) => {
                let (left, right) = (self.term(left, open), self.term(right, open));
                let own = left.values.saturating_add(right.values);
                left.clauses.saturating_add(right.clauses).saturating_add(own)
            }
            Formula::Compare(_, left, right) => {
                let (left, right) = (self.term(left, open), self.term(right, open));
                let own = left.values.saturating_mul(right.values);
                left.clauses.saturating_add(right.clauses).saturating_add(own)
            }
            Formula::Not(inner) => self.formula(inner, open),
            Formula::And(a, b)
            | Formula::Or(a, b)
            | Formula::Iff(a, b)
            | Formula::If { conclusion: a, premise: b } => {
                self.formula(a, open).saturating_add(self.formula(b, open)).saturating_add(3)
            }
        }
    }

    fn term(&self, term: &Term, open: bool) -> Cost {
        match term {
            Term::Variable(_) if !open => self.cost(0, 1),
            // The sort is not known here; the largest carrier is an upper bound.
            Term::Variable(_) => {
                let sizes = self.carriers.sorts.iter().map(|bound| u64::from(bound.size));
                self.cost(0, sizes.max().unwrap_or(1))
            }
            Term::Int(number) => Cost { clauses: 0, values: 1, range: (*number, *number) },
            Term::Apply(op, arguments) => {
                let result = self.theory.ops[*op].result;
                let size = result.map_or(1, |sort| self.size(sort));
                let (cost, choices) = self.arguments(*op, arguments, open);
                let own = if choices == 1 { 0 } else { choices.saturating_mul(size) };
                self.cost(cost.saturating_add(own).saturating_add(2 * size), size)
            }
            Term::Arithmetic(operator, left, right) => {
                self.calculation(*operator, self.term(left, open), self.term(right, open))
            }
        }
    }

    /// A term without arithmetic. If it is a number, it lies in the range.
    fn cost(&self, clauses: u64, values: u64) -> Cost {
        let range = self.theory.int().map(|int| self.carriers.of(int));
        let high = |bound: CarrierSize| bound.low.saturating_add(i64::from(bound.size) - 1);
        let range = range.map_or((0, 0), |bound| (bound.low, high(bound)));
        Cost { clauses, values, range }
    }

    /// Arithmetic is exact: there may be as many results as pairs of operands, as far as
    /// these differ. If the range of numbers is open, results are elements of it.
    fn calculation(&self, operator: ArithmeticOperator, left: Cost, right: Cost) -> Cost {
        let ((a, b), (c, d)) = (left.range, right.range);
        let range = match operator {
            ArithmeticOperator::Add => (a.saturating_add(c), b.saturating_add(d)),
            ArithmeticOperator::Subtract => (a.saturating_sub(d), b.saturating_sub(c)),
            ArithmeticOperator::Multiply => {
                let corners = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| x.saturating_mul(y));
                corners.into_iter().fold((0, 0), |(low, high), x| (low.min(x), high.max(x)))
            }
            ArithmeticOperator::Divide | ArithmeticOperator::Remainder => {
                let most = a.saturating_abs().max(b.saturating_abs());
                (-most, most)
            }
            ArithmeticOperator::Minimum => (a.min(c), b.min(d)),
            ArithmeticOperator::Maximum => (a.max(c), b.max(d)),
        };
        let pairs = left.values.saturating_mul(right.values);
        let bound = self.theory.int().map(|int| self.carriers.of(int));
        let values = match bound {
            Some(bound) if bound.exact => pairs.min(range.1.abs_diff(range.0).saturating_add(1)),
            Some(bound) => u64::from(bound.size),
            None => 1,
        };
        let operands = left.clauses.saturating_add(right.clauses);
        let clauses = operands.saturating_add(pairs).saturating_add(values.saturating_mul(2));
        Cost { clauses, values, range }
    }

    /// The clauses of the arguments, and the number of tuples of their values.
    fn arguments(&self, op: OpId, arguments: &[Term], open: bool) -> (u64, u64) {
        let sorts = &self.theory.ops[op].arguments;
        arguments.iter().zip(sorts).fold((0, 1), |(cost, choices), (argument, sort)| {
            let own = self.term(argument, open).clauses;
            let fixed = matches!(argument, Term::Variable(_) | Term::Int(_)) && !open;
            let values = if fixed { 1 } else { self.size(*sort) };
            (cost.saturating_add(own), choices.saturating_mul(values))
        })
    }
}

/// The cost of a term.
struct Cost {
    clauses: u64,
    /// The number of values that it may have.
    values: u64,
    /// For a number: the least and the greatest that it may be.
    range: (i64, i64),
}
