//! Checks whether axioms hold in an algebra, with the independent evaluator.
//!
//! An axiom has no inner quantifiers, so some assignment makes it false if it is false, and
//! one assignment concerns few elements. Formulas that only compare coordinates, choose one
//! of two by a comparison or name an end of the chain do not change when the chain is
//! stretched. So if an axiom is false for an assignment in a long chain, it is also false
//! in the chain of just the numbers that occur: the coordinates of the variables and the
//! two ends. Every operation yields such numbers again. So it suffices to try all
//! assignments in a chain of that length.
//!
//! If no formula relates coordinates on different axes, the numbers on each axis count
//! separately, and there are as many as variables.
//!
//! Sums and halves do change when the chain is stretched. If they occur, all assignments
//! are tried in the algebra itself.

use std::collections::BTreeSet;

use super::{Algebra, Arguments, Condition, Number, Rule};
use crate::arena::Arena;
use crate::model::eval::{Evaluator, Truth};
use crate::model::{Carrier, Cell, Mode, Model, Table, tuples};
use crate::theory::{Axiom, OpId, SortId, SortKind, Theory};

/// The most assignments that are tried for one axiom.
pub const MOST_ASSIGNMENTS: u64 = 60_000;

/// The numbers in a model for checking.
const INTEGERS: u32 = 1024;

impl Algebra {
    /// Whether the axiom holds. `None` if the check would take too long.
    pub fn satisfies(&self, theory: &Theory, axiom: &Axiom) -> Option<bool> {
        let ops = axiom.formula.ops();
        let checked = Algebra { length: self.checked_length(theory, axiom, &ops), ..self.clone() };
        let sizes: Vec<u32> =
            axiom.variables.iter().map(|variable| checked.size(variable.sort)).collect();
        let is_int = |sort: SortId| theory.sorts[sort].kind == SortKind::Int;
        if axiom.variables.iter().any(|variable| is_int(variable.sort)) {
            return None;
        }
        let count = sizes.iter().map(|size| u64::from(*size)).fold(1, u64::saturating_mul);
        if count > MOST_ASSIGNMENTS {
            return None;
        }
        let model = checked.model(theory, &ops);
        let holds = tuples(&sizes).all(|assignment| {
            let variables = &axiom.variables;
            let evaluator = Evaluator { theory, model: &model, variables, assignment: &assignment };
            evaluator.formula(&axiom.formula) == Truth::True
        });
        Some(holds)
    }

    /// The length of the chain in which an axiom must be checked.
    fn checked_length(&self, theory: &Theory, axiom: &Axiom, ops: &BTreeSet<OpId>) -> u32 {
        let rules: Vec<&Rule> = ops.iter().filter_map(|op| self.rules.get(op)).collect();
        if rules.iter().any(|rule| rule.counts()) {
            return self.length;
        }
        let axes = |sort: SortId| self.axes.get(&sort).copied().unwrap_or(1);
        let variables = axiom.variables.iter().map(|variable| axes(variable.sort));
        let sorts = ops.iter().flat_map(|op| {
            let op = &theory.ops[*op];
            op.arguments.iter().copied().chain(op.result).map(axes)
        });
        let alike = BTreeSet::from_iter(sorts).len() <= 1;
        let apart = alike && !rules.iter().any(|rule| rule.crosses());
        let numbers: u32 = if apart { axiom.variables.len() as u32 } else { variables.sum() };
        let ends = if rules.iter().any(|rule| rule.names_ends()) { 2 } else { 0 };
        (numbers + ends).clamp(1, self.length)
    }

    /// The parameters as a model. All other sorts have no elements.
    fn model(&self, theory: &Theory, ops: &BTreeSet<OpId>) -> Model {
        let carriers: Arena<SortId, Carrier> = theory
            .sorts
            .iter()
            .map(|(id, sort)| match sort.kind {
                SortKind::Parameter => Carrier { size: self.size(id), low: 0 },
                SortKind::Int => Carrier { size: INTEGERS, low: 0 },
                SortKind::Constructed => Carrier { size: 0, low: 0 },
            })
            .collect();
        let table = |id: OpId| match ops.contains(&id) {
            true => self.table(theory, id),
            false => Table { dimensions: Vec::new(), cells: Vec::new() },
        };
        let tables = theory.ops.ids().map(table).collect();
        Model { mode: Mode::Closed, carriers, tables }
    }

    /// The table of an operation.
    pub fn table(&self, theory: &Theory, op: OpId) -> Table {
        let sorts = &theory.ops[op].arguments;
        let dimensions: Vec<u32> = sorts.iter().map(|sort| self.size(*sort)).collect();
        let axes: Vec<u32> =
            sorts.iter().map(|sort| self.axes.get(sort).copied().unwrap_or(1)).collect();
        let rule = &self.rules[&op];
        let cell = |elements: Vec<u32>| {
            let arguments = Arguments { algebra: self, elements: &elements, axes: &axes };
            match rule {
                Rule::Truth(condition) => Cell::Truth(arguments.truth(condition)),
                Rule::Element(numbers) => {
                    let numbers: Vec<u32> =
                        numbers.iter().map(|number| arguments.number(number)).collect();
                    Cell::Element(self.element(&numbers))
                }
                Rule::Half => Cell::Element(elements[0] / 2),
            }
        };
        let cells = tuples(&dimensions).map(cell).collect();
        Table { dimensions, cells }
    }
}

impl Rule {
    /// Whether the rule computes with positions in the chain.
    fn counts(&self) -> bool {
        *self == Rule::Half
            || self
                .numbers()
                .iter()
                .any(|number| matches!(number, Number::Sum(_) | Number::Opposite { .. }))
    }

    fn names_ends(&self) -> bool {
        let turned = matches!(self, Rule::Truth(Condition::Turned(..)));
        let is_end = |number: &Number| matches!(number, Number::Least | Number::Greatest);
        turned || self.numbers().iter().any(is_end)
    }

    /// Whether the rule relates coordinates on different axes.
    fn crosses(&self) -> bool {
        let axis = |number: &Number| match number {
            Number::Coordinate { axis, .. } => Some(*axis),
            _ => None,
        };
        let mixed =
            |pair: &[Number; 2]| BTreeSet::from_iter(pair.iter().filter_map(&axis)).len() > 1;
        let chosen = |number: &Number| match number {
            Number::Minimum(pair) | Number::Maximum(pair) => mixed(pair),
            _ => false,
        };
        let moved = match self {
            Rule::Element(numbers) => numbers
                .iter()
                .enumerate()
                .any(|(place, number)| axis(number).is_some_and(|axis| axis as usize != place)),
            _ => false,
        };
        let compared = match self {
            Rule::Truth(condition) => condition.comparisons().iter().any(mixed),
            _ => false,
        };
        moved || compared || self.numbers().iter().any(chosen)
    }

    /// All outermost numbers of the formula.
    fn numbers(&self) -> Vec<Number> {
        match self {
            Rule::Truth(condition) => condition.comparisons().concat(),
            Rule::Element(numbers) => numbers.clone(),
            Rule::Half => Vec::new(),
        }
    }
}

impl Condition {
    /// The pairs of numbers that the formula compares.
    fn comparisons(&self) -> Vec<[Number; 2]> {
        match self {
            Condition::Always(_) => Vec::new(),
            Condition::Compare(left, _, right) => vec![[left.clone(), right.clone()]],
            Condition::Both(one, other) | Condition::Turned(_, one, other) => {
                [one.comparisons(), other.comparisons()].concat()
            }
        }
    }
}
