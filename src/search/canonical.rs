//! The canonical witness: the output must not depend on the solver.
//!
//! Among all models that satisfy a goal, the search takes the one with the least digits, in
//! this order: the sizes of the constructed carriers; the parameter tables, cell by cell
//! (false before true, lower elements first); the values of the goal's variables (numbers
//! from 0 upwards first); and the construction of the elements that they stand for. Each
//! digit is minimised with all earlier ones fixed. The minimum is a property of the set of
//! models, not of how they were found.
//!
//! Elements are numbered in the order in which constructors reach them, breadth first, so
//! the least numbers have the shortest terms.

use crate::goal::Goal;
use crate::model::{Element, GroundTerm, canonical_terms};
use crate::theory::{OpId, SortId, SortKind};

use super::budget::Stopped;
use super::finder::{Aliasing, Finder};
use super::ground::{Ground, NodeId};
use super::numbering::Place;
use super::solver::{FALSE, Lit};

/// A number that depends on the model, given by literals.
enum Digit {
    /// Literal `i` says that the digit is `i`.
    Exactly(Vec<Lit>),
    /// Literal `i` says that the digit is at most `i`.
    AtMost(Vec<Lit>),
}

/// The least model of a goal. The solver holds it; these literals pin the part that reaches
/// the output.
pub struct Least {
    pub pinned: Vec<Lit>,
    pub assignment: Vec<Element>,
    pub terms: Vec<GroundTerm>,
}

impl Finder<'_> {
    /// Whether the theory has a model at all within the carriers. If so, pins the least
    /// one.
    pub fn settle_floor(&mut self) -> Result<bool, Stopped> {
        if !self.solve(&[])? {
            return Ok(false);
        }
        let mut pinned = Vec::new();
        self.settle_shape(&mut pinned)?;
        self.floor = Some(pinned);
        Ok(true)
    }

    /// The least model that satisfies the goal.
    pub fn least(
        &mut self,
        goal: &Goal,
        aliasing: Aliasing,
        and: &[Lit],
    ) -> Result<Option<Least>, Stopped> {
        let mut pinned = self.assumptions(goal, aliasing);
        pinned.extend(and);
        if pinned.contains(&FALSE) {
            return Ok(None);
        }
        // This call comes first: a goal without a model has none on the floor either, and
        // may be hard to refute there again.
        if !self.solve(&pinned)? {
            return Ok(None);
        }
        if !self.settle_on_floor(&mut pinned)? {
            self.settle_shape(&mut pinned)?;
        }
        let variables = self.variables(goal);
        let mut assignment = Vec::new();
        for node in &variables {
            assignment.push(self.settle_variable(*node, &mut pinned)?);
        }
        let mut terms = Vec::new();
        for (variable, element) in goal.variables.iter().zip(&assignment) {
            terms.push(self.settle_term(variable.sort, *element, &mut pinned)?);
        }
        Ok(Some(Least { pinned, assignment, terms }))
    }

    /// If the least shape of all models fits the goal, it is the least for the goal.
    fn settle_on_floor(&mut self, pinned: &mut Vec<Lit>) -> Result<bool, Stopped> {
        let Some(floor) = self.floor.clone() else { return Ok(false) };
        let mut both = pinned.clone();
        both.extend(floor);
        if !self.solve(&both)? {
            return Ok(false);
        }
        *pinned = both;
        Ok(true)
    }

    /// Carrier sizes, then parameter tables.
    fn settle_shape(&mut self, pinned: &mut Vec<Lit>) -> Result<(), Stopped> {
        for digit in size_digits(&self.ground).into_iter().chain(table_digits(&self.ground)) {
            self.settle(&digit, pinned)?;
        }
        Ok(())
    }

    fn settle_variable(&mut self, node: NodeId, pinned: &mut Vec<Lit>) -> Result<Element, Stopped> {
        let choice = self.ground.node(node);
        let order = order_of_values(&self.ground, choice.sort);
        let digit = Digit::Exactly(order.iter().map(|e| choice.values[*e as usize]).collect());
        Ok(order[self.settle(&digit, pinned)?])
    }

    /// The term by which the walk through the constructors first reaches an element.
    fn settle_term(
        &mut self,
        sort: SortId,
        element: Element,
        pinned: &mut Vec<Lit>,
    ) -> Result<GroundTerm, Stopped> {
        match self.ground.theory.sorts[sort].kind {
            SortKind::Parameter => return Ok(GroundTerm::Element(sort, element)),
            SortKind::Int => {
                let low = self.ground.carriers.of(sort).low;
                return Ok(GroundTerm::Int(low + i64::from(element)));
            }
            SortKind::Constructed => {}
        }
        let Some(place) = self.settle_place(sort, element, pinned)? else {
            let terms = canonical_terms(self.ground.theory, &self.ground.decode());
            let term = terms[sort][element as usize].clone();
            return Ok(term.expect("a model has no junk"));
        };
        let sorts = self.ground.theory.ops[place.op].arguments.clone();
        let mut arguments = Vec::new();
        for (sort, element) in sorts.into_iter().zip(&place.arguments) {
            arguments.push(self.settle_term(sort, *element, pinned)?);
        }
        Ok(GroundTerm::Apply(place.op, arguments))
    }

    /// `None` for sorts that are built from each other: these are not numbered.
    fn settle_place(
        &mut self,
        sort: SortId,
        element: Element,
        pinned: &mut Vec<Lit>,
    ) -> Result<Option<Place>, Stopped> {
        let Some(discovery) = self.discoveries.iter().find(|found| found.sort == sort) else {
            return Ok(None);
        };
        let found_by = discovery.found_by[element as usize].clone();
        let digit = Digit::AtMost(found_by.iter().map(|(_, seen)| *seen).collect());
        let first = self.settle(&digit, pinned)?;
        Ok(Some(found_by[first].0.clone()))
    }

    /// Minimises a digit, pins it and returns it. The current model of the solver satisfies
    /// the pinned literals, before and after.
    fn settle(&mut self, digit: &Digit, pinned: &mut Vec<Lit>) -> Result<usize, Stopped> {
        loop {
            let current = digit.read(&self.ground);
            let smaller = digit.below(current);
            if smaller.contains(&FALSE) {
                return Ok(digit.pin(current, pinned));
            }
            let mut assumptions = pinned.clone();
            assumptions.extend(smaller);
            // A digit whose minimum is too hard to prove keeps its value.
            match self.solve(&assumptions) {
                Ok(true) => {}
                Ok(false) | Err(Stopped::Effort) => return Ok(digit.pin(current, pinned)),
                Err(stopped) => return Err(stopped),
            }
        }
    }
}

impl Digit {
    fn read(&self, ground: &Ground) -> usize {
        let (Digit::Exactly(literals) | Digit::AtMost(literals)) = self;
        let first = literals.iter().position(|lit| ground.circuit.value(*lit));
        first.expect("a digit has a value in every model")
    }

    /// Assumptions that make the digit smaller. They contain the constant false if that is
    /// impossible.
    fn below(&self, current: usize) -> Vec<Lit> {
        match self {
            Digit::AtMost(_) if current == 0 => vec![FALSE],
            Digit::AtMost(at_most) => vec![at_most[current - 1]],
            Digit::Exactly(exactly) if exactly[..current].iter().all(|lit| *lit == FALSE) => {
                vec![FALSE]
            }
            Digit::Exactly(exactly) => exactly[current..].iter().map(|lit| !*lit).collect(),
        }
    }

    fn pin(&self, current: usize, pinned: &mut Vec<Lit>) -> usize {
        match self {
            Digit::Exactly(exactly) => pinned.push(exactly[current]),
            Digit::AtMost(at_most) => {
                pinned.push(at_most[current]);
                pinned.extend(current.checked_sub(1).map(|lower| !at_most[lower]));
            }
        }
        current
    }
}

/// The order in which values of a variable are tried. For numbers: 0, 1, 2, … and then the
/// negative ones, which few types accept.
fn order_of_values(ground: &Ground, sort: SortId) -> Vec<Element> {
    let bound = ground.carriers.of(sort);
    let mut order: Vec<Element> = (0..bound.size).collect();
    if ground.theory.sorts[sort].kind == SortKind::Int {
        order.sort_by_key(|element| {
            let number = bound.low + i64::from(*element);
            (number < 0, number.unsigned_abs())
        });
    }
    order
}

/// For each constructed sort: digit `i` says that there are `i + 1` elements.
fn size_digits(ground: &Ground) -> Vec<Digit> {
    let constructed = ground.theory.sorts.iter();
    constructed
        .filter(|(_, sort)| sort.kind == SortKind::Constructed)
        .map(|(sort, _)| {
            let size = ground.carriers.size(sort);
            let has_no_more = |element: Element| {
                if element + 1 < size { !ground.exists(sort, element + 1) } else { !FALSE }
            };
            Digit::AtMost((0..size).map(has_no_more).collect())
        })
        .collect()
}

/// The cells of operations over parameters alone, which become mocks. Predicates come
/// first, since symmetry breaking makes these least.
fn table_digits(ground: &Ground) -> Vec<Digit> {
    let (predicates, functions): (Vec<OpId>, Vec<OpId>) = ground
        .parameter_operations()
        .into_iter()
        .partition(|op| ground.theory.ops[*op].is_predicate());
    let mut digits = Vec::new();
    for op in predicates {
        for position in 0..ground.cell_count(op) {
            let holds = ground.predicate_cell(op, position);
            digits.push(Digit::Exactly(vec![!holds, holds]));
        }
    }
    for op in functions {
        for position in 0..ground.cell_count(op) {
            let choice = ground.function_cell(op, position);
            let values = choice.values.iter().copied();
            let answers = values.chain([choice.undefined, choice.outside]);
            digits.push(Digit::Exactly(answers.collect()));
        }
    }
    digits
}
