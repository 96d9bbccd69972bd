//! Checks whether a candidate is a model: every condition on models, decided on its tables
//! by the [evaluator](super::eval).

use std::fmt;

use super::eval::{Evaluator, Truth};
use super::{Cell, Element, Mode, Model, Table, tuples};
use crate::arena::Arena;
use crate::goal::{Goal, Pattern};
use crate::theory::{Axiom, Domain, OpId, Operation, SortId, SortKind, Theory, Variable};

/// Why a candidate is not a model, or does not satisfy its goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    pub rule: Rule,
    pub message: String,
}

/// The condition that a candidate violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Carriers and tables fit the signature; parameter sorts have elements.
    Shape,
    /// Operations leave the carriers only where the mode allows it.
    Mode,
    /// Operations are defined exactly where their domain conditions hold.
    Domain,
    /// Every element of a constructed sort is built by constructors.
    Junk,
    /// Every axiom holds everywhere.
    Axiom,
    /// The assignment makes every literal of the goal true.
    Goal,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Violation {}

/// Checks that the candidate is a model of the theory and that the assignment satisfies the
/// goal.
pub fn check(
    theory: &Theory,
    model: &Model,
    goal: &Goal,
    assignment: &[Element],
) -> Result<(), Violation> {
    check_model(theory, model)?;
    check_goal(theory, model, goal, assignment)
}

/// Checks that the candidate is a model of the theory.
pub fn check_model(theory: &Theory, model: &Model) -> Result<(), Violation> {
    check_carriers(theory, model)?;
    for (id, op) in theory.ops.iter() {
        check_shape(theory, model, id, op)?;
    }
    for (id, op) in theory.ops.iter() {
        check_cells(theory, model, id, op)?;
        check_domain(theory, model, id, op)?;
    }
    check_construction(theory, model)?;
    theory.axioms.values().try_for_each(|axiom| check_axiom(theory, model, axiom))
}

fn violation(rule: Rule, message: String) -> Result<(), Violation> {
    Err(Violation { rule, message })
}

fn check_carriers(theory: &Theory, model: &Model) -> Result<(), Violation> {
    if model.carriers.len() != theory.sorts.len() || model.tables.len() != theory.ops.len() {
        return violation(Rule::Shape, "the model has another signature".to_owned());
    }
    for (id, sort) in theory.sorts.iter() {
        if sort.kind == SortKind::Parameter && model.size(id) == 0 {
            return violation(Rule::Shape, format!("`{}` has no element", theory.sort_text(id)));
        }
        if sort.kind != SortKind::Int && model.carriers[id].low != 0 {
            let message = format!("`{}` does not start at 0", theory.sort_text(id));
            return violation(Rule::Shape, message);
        }
    }
    Ok(())
}

/// The table has one cell for each tuple of arguments, and each cell is of the right kind.
fn check_shape(theory: &Theory, model: &Model, id: OpId, op: &Operation) -> Result<(), Violation> {
    let table = model.table(id);
    let dimensions: Vec<u32> = op.arguments.iter().map(|sort| model.size(*sort)).collect();
    let count: usize = dimensions.iter().map(|size| *size as usize).product();
    if table.dimensions != dimensions || table.cells.len() != count {
        return violation(Rule::Shape, format!("the table of `{}` has the wrong shape", op.name));
    }
    let fits = |cell: Cell| match (cell, op.result) {
        (Cell::Truth(_), result) => result.is_none(),
        (_, None) => false,
        (Cell::Element(element), Some(sort)) => element < model.size(sort),
        (Cell::Undefined | Cell::Outside, Some(_)) => true,
        (Cell::Open, Some(_)) => false,
    };
    match cells(table).find(|(_, cell)| !fits(*cell)) {
        None => Ok(()),
        Some((arguments, _)) => {
            let call = call_text(theory, model, op, &arguments);
            violation(Rule::Shape, format!("{call} has a result of the wrong sort"))
        }
    }
}

/// Total operations are defined everywhere, and only operations that may leave the carriers
/// do so.
fn check_cells(theory: &Theory, model: &Model, id: OpId, op: &Operation) -> Result<(), Violation> {
    for (arguments, cell) in cells(model.table(id)) {
        let call = || call_text(theory, model, op, &arguments);
        if cell == Cell::Undefined && op.domain.is_none() {
            return violation(Rule::Domain, format!("{} is undefined, though total", call()));
        }
        if cell == Cell::Outside && !may_leave(theory, model.mode, op) {
            return violation(Rule::Mode, format!("{} leaves its carrier", call()));
        }
    }
    Ok(())
}

/// Numbers stay in the range. The consequences of a number beyond it are unknown, and
/// nothing in a model may depend on them.
fn may_leave(theory: &Theory, mode: Mode, op: &Operation) -> bool {
    let kind = op.result.map(|sort| theory.sorts[sort].kind);
    mode == Mode::Fragment && kind == Some(SortKind::Constructed)
}

/// Defined if and only if the domain condition holds.
fn check_domain(theory: &Theory, model: &Model, id: OpId, op: &Operation) -> Result<(), Violation> {
    let Some(Domain { variables, condition, .. }) = &op.domain else { return Ok(()) };
    for (assignment, cell) in cells(model.table(id)) {
        let evaluator = Evaluator { theory, model, variables, assignment: &assignment };
        let wrong = match evaluator.formula(condition) {
            Truth::True => cell == Cell::Undefined,
            Truth::False => cell != Cell::Undefined,
            Truth::Unknown => false,
        };
        if wrong {
            let defined = if cell == Cell::Undefined { "undefined" } else { "defined" };
            let call = call_text(theory, model, op, &assignment);
            let condition = condition.text(theory, variables);
            let message = format!("{call} is {defined}, against its domain condition {condition}");
            return violation(Rule::Domain, message);
        }
    }
    Ok(())
}

/// No junk: the least set that is closed under constructors contains every element of the
/// constructed sorts. Building elements only from elements that are already built is
/// well-founded.
fn check_construction(theory: &Theory, model: &Model) -> Result<(), Violation> {
    let mut built: Arena<SortId, Vec<bool>> = theory
        .sorts
        .iter()
        .map(|(id, sort)| vec![sort.kind != SortKind::Constructed; model.size(id) as usize])
        .collect();
    while build_more(theory, model, &mut built) {}
    for (id, elements) in built.iter() {
        if let Some(element) = elements.iter().position(|built| !built) {
            let sort = theory.sort_text(id);
            let message = format!("element {element} of `{sort}` is built by no constructors");
            return violation(Rule::Junk, message);
        }
    }
    Ok(())
}

fn build_more(theory: &Theory, model: &Model, built: &mut Arena<SortId, Vec<bool>>) -> bool {
    let mut more = false;
    for (id, op) in theory.ops.iter().filter(|(_, op)| op.is_constructor()) {
        let Some(sort) = op.result else { continue };
        for (arguments, cell) in cells(model.table(id)) {
            let Cell::Element(element) = cell else { continue };
            let mut sorted = op.arguments.iter().zip(&arguments);
            let ready = sorted.all(|(sort, argument)| built[*sort][*argument as usize]);
            if ready && !built[sort][element as usize] {
                built[sort][element as usize] = true;
                more = true;
            }
        }
    }
    more
}

fn check_axiom(theory: &Theory, model: &Model, axiom: &Axiom) -> Result<(), Violation> {
    let sizes: Vec<u32> =
        axiom.variables.iter().map(|variable| model.size(variable.sort)).collect();
    for assignment in tuples(&sizes) {
        let variables = &axiom.variables;
        let evaluator = Evaluator { theory, model, variables, assignment: &assignment };
        if evaluator.formula(&axiom.formula) == Truth::False {
            let title = axiom.title();
            let values = assignment_text(theory, model, variables, &assignment);
            let message = format!("axiom `{title}` ({}) is false for {values}", axiom.text);
            return violation(Rule::Axiom, message);
        }
    }
    Ok(())
}

/// Checks that an assignment satisfies a goal in a model.
pub fn check_goal(
    theory: &Theory,
    model: &Model,
    goal: &Goal,
    assignment: &[Element],
) -> Result<(), Violation> {
    let variables = &goal.variables;
    let fits = |(variable, element): (&Variable, &Element)| *element < model.size(variable.sort);
    if assignment.len() != variables.len() || !variables.iter().zip(assignment).all(fits) {
        return violation(
            Rule::Goal,
            format!("no assignment for the variables of `{}`", goal.id()),
        );
    }
    let values = || assignment_text(theory, model, variables, assignment);
    let evaluator = Evaluator { theory, model, variables, assignment };
    for literal in &goal.literals {
        if evaluator.formula(&literal.atom) != Truth::from(literal.holds) {
            let literal = literal.text(theory, variables);
            return violation(Rule::Goal, format!("{literal} does not hold for {}", values()));
        }
    }
    match &goal.pattern {
        Some(pattern) if !has_pattern(pattern, variables, assignment) => {
            let message = format!("{} is not the equality pattern of `{}`", values(), goal.id());
            violation(Rule::Goal, message)
        }
        _ => Ok(()),
    }
}

/// Variables of one sort are equal exactly if they share a block.
fn has_pattern(pattern: &Pattern, variables: &[Variable], assignment: &[Element]) -> bool {
    (0..variables.len()).all(|first| {
        (0..first).all(|second| {
            variables[first].sort != variables[second].sort
                || (assignment[first] == assignment[second])
                    == (pattern.blocks[first] == pattern.blocks[second])
        })
    })
}

fn cells(table: &Table) -> impl Iterator<Item = (Vec<Element>, Cell)> + '_ {
    table.tuples().zip(table.cells.iter().copied())
}

/// `insert(SortedSet0, Orderable1)`
fn call_text(theory: &Theory, model: &Model, op: &Operation, arguments: &[Element]) -> String {
    let values = op.arguments.iter().zip(arguments);
    let values: Vec<_> =
        values.map(|(sort, element)| value_text(theory, model, *sort, *element)).collect();
    format!("{}({})", op.name, values.join(", "))
}

/// `S = SortedSet0, E = Orderable1`
fn assignment_text(
    theory: &Theory,
    model: &Model,
    variables: &[Variable],
    assignment: &[Element],
) -> String {
    let value = |(variable, element): (&Variable, &Element)| {
        format!("{} = {}", variable.name, value_text(theory, model, variable.sort, *element))
    };
    let values: Vec<_> = variables.iter().zip(assignment).map(value).collect();
    if values.is_empty() { "no variables".to_owned() } else { values.join(", ") }
}

fn value_text(theory: &Theory, model: &Model, sort: SortId, element: Element) -> String {
    match theory.sorts[sort].kind {
        SortKind::Int => model.number(sort, element).to_string(),
        _ => theory.element_text(sort, element),
    }
}
