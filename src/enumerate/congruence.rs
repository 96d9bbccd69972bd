//! Whether values with equal observations stay equal under every operation.
//!
//! That is known where every rule looks at its argument only through one constructor, no rule
//! compares values of a constructed sort, every axiom can be read as a rule, and the axioms
//! determine all observations. Otherwise terms are compared with their values: the engine runs
//! the axioms on each term as it stands, and must observe what the value shows.

use std::collections::HashMap;

use super::breadth::Walk;
use super::code::{ARITY, Code, OPEN, UNDEFINED, is_value, to_int};
use super::machine::Machine;
use crate::execute::{
    Answer, Conclusion, Engine, Expr, Formula, Node, Pattern, Program, Rule, SortKind, Step, TermId,
};
use crate::rules;

/// How far a count can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Equal observations are a congruence.
    Congruence,
    /// Every term of up to this number of steps has the observations of its value.
    Steps(u32),
}

/// The most terms that are compared with their values, over one algebra.
const TERMS: usize = 1_500;
/// The same over all algebras.
const ALL_TERMS: usize = 60_000;

/// Up to how many steps the values of a walk are exact. All walks share one budget.
pub fn trust(walk: &mut Walk<'_>, sort: usize, walks: usize) -> Trust {
    let program = walk.machine.program;
    let terms = TERMS.min(ALL_TERMS / walks.max(1));
    let is_congruence = walk.machine.open == 0
        && walk.dropped.is_empty()
        && program.rules.iter().all(|rule| is_plain(program, rule))
        && (0..program.axioms.len()).all(|axiom| program.rules.iter().any(|it| it.axiom == axiom));
    let trust = if is_congruence {
        Trust::Congruence
    } else {
        Trust::Steps(checked_steps(walk, sort, terms))
    };
    // Values that grow beyond the numbers that observers are asked about look alike.
    let most = u32::try_from(walk.machine.observed.high).unwrap_or(0);
    if walk.levels[sort].len() as u32 <= most + 1 || !asks_for_numbers(walk, sort) {
        return trust;
    }
    match trust {
        Trust::Steps(steps) => Trust::Steps(steps.min(most)),
        Trust::Congruence => Trust::Steps(most),
    }
}

fn asks_for_numbers(walk: &Walk<'_>, sort: usize) -> bool {
    let program = walk.machine.program;
    let cells = walk.machine.layout.cells[sort].iter();
    let mut sorts = cells.flat_map(|(op, _)| &program.ops[*op].arguments);
    sorts.any(|it| program.sorts[*it].kind == SortKind::Int)
}

/// Whether a rule needs no more than one constructor of a value, and compares no values. An
/// equation between constructors is no observation.
fn is_plain(program: &Program, rule: &Rule) -> bool {
    let is_flat = |pattern: &Pattern| match pattern {
        Pattern::Apply(_, inner) => inner.iter().all(|it| matches!(it, Pattern::Variable(_))),
        _ => true,
    };
    let mut sorts = vec![None; rule.variables];
    for (pattern, sort) in rule.head.iter().zip(&program.ops[rule.op].arguments) {
        add_sorts(program, pattern, *sort, &mut sorts);
    }
    let is_value = |expr: &Expr| {
        let sort = match expr {
            Expr::Variable(variable) => sorts[*variable],
            Expr::Apply(op, _) => program.ops[*op].result,
            _ => None,
        };
        sort.is_some_and(|sort| program.sorts[sort].kind == SortKind::Constructed)
    };
    let compares = |formula: &Formula| {
        rules::atoms(formula).iter().any(|atom| match atom {
            Formula::Equal(left, right) => is_value(left) || is_value(right),
            _ => false,
        })
    };
    let steps_compare = rule.steps.iter().any(|step| match step {
        Step::Guard(formula) => compares(formula),
        Step::Bind(_, expr) => is_value(expr),
        Step::Each { .. } => false,
    });
    let result_compares = matches!(&rule.conclusion, Conclusion::Formula(it) if compares(it));
    let is_flat = rule.head.iter().all(is_flat);
    program.ops[rule.op].is_constructor || is_flat && !steps_compare && !result_compares
}

/// Adds the sorts of the variables of a pattern.
fn add_sorts(program: &Program, pattern: &Pattern, sort: usize, sorts: &mut [Option<usize>]) {
    match pattern {
        Pattern::Variable(variable) => sorts[*variable] = Some(sort),
        Pattern::Int(_) => {}
        Pattern::Apply(op, inner) => {
            for (pattern, sort) in inner.iter().zip(&program.ops[*op].arguments) {
                add_sorts(program, pattern, *sort, sorts);
            }
        }
    }
}

/// The steps up to which all terms have the observations of their values.
fn checked_steps(walk: &mut Walk<'_>, sort: usize, most: usize) -> u32 {
    let program = walk.machine.program;
    let tables = walk.machine.algebra.tables(program);
    let mut check = Check { engine: Engine::new(program, &tables), known: HashMap::new() };
    // Terms of one number of steps, each with its value.
    let mut terms: Vec<(TermId, Code)> = Vec::new();
    let mut total = 0;
    for steps in 0..walk.levels[sort].len() as u32 {
        terms = check.next_terms(&mut walk.machine, sort, &terms);
        total += terms.len();
        if total > most {
            return steps.saturating_sub(1);
        }
        for (term, value) in &terms {
            if !check.agrees(&walk.machine, sort, *term, *value) {
                return steps.saturating_sub(1);
            }
        }
    }
    walk.levels[sort].len().saturating_sub(1) as u32
}

struct Check<'p> {
    engine: Engine<'p>,
    /// Values of other constructed sorts as terms.
    known: HashMap<(usize, Code), TermId>,
}

impl Check<'_> {
    /// Terms with one more step, or the creators where there are none yet.
    fn next_terms(
        &mut self,
        machine: &mut Machine<'_>,
        sort: usize,
        terms: &[(TermId, Code)],
    ) -> Vec<(TermId, Code)> {
        let program = machine.program;
        let mut found = Vec::new();
        for (op, operation) in program.ops.iter().enumerate() {
            let own = operation.arguments.iter().filter(|it| **it == sort).count();
            let is_own = operation.is_constructor && operation.result == Some(sort);
            if !is_own || own != usize::from(!terms.is_empty()) {
                continue;
            }
            let mut tuples: Vec<Vec<(TermId, Code)>> = vec![Vec::new()];
            for argument in &operation.arguments {
                let values = if *argument == sort {
                    terms.to_vec()
                } else {
                    self.values(machine, *argument)
                };
                if tuples.len().saturating_mul(values.len()) > 4 * TERMS {
                    return vec![(self.engine.int(0), 0); TERMS + 1];
                }
                let longer = |tuple: &Vec<(TermId, Code)>| {
                    let tuple = tuple.clone();
                    values.iter().map(move |value| [tuple.as_slice(), &[*value]].concat())
                };
                tuples = tuples.iter().flat_map(longer).collect();
            }
            for tuple in tuples {
                let mut arguments = [0; ARITY];
                tuple.iter().enumerate().for_each(|(place, it)| arguments[place] = it.1);
                let built = machine.build(op, &arguments);
                let parts: Vec<TermId> = tuple.iter().map(|it| it.0).collect();
                if let Some(value) = built.ok().filter(|code| is_value(*code)) {
                    found.push((self.engine.call(op, &parts), value));
                }
            }
        }
        found
    }

    fn values(&mut self, machine: &Machine<'_>, sort: usize) -> Vec<(TermId, Code)> {
        let program = machine.program;
        let codes: Vec<Code> = match program.sorts[sort].kind {
            SortKind::Constructed => (0..machine.stores[sort].len() as Code).collect(),
            _ => {
                let digits = 0..machine.algebra.count(program, sort);
                digits.map(|digit| machine.algebra.value(program, sort, digit)).collect()
            }
        };
        codes.into_iter().map(|code| (self.term(machine, sort, code), code)).collect()
    }

    fn term(&mut self, machine: &Machine<'_>, sort: usize, code: Code) -> TermId {
        match machine.program.sorts[sort].kind {
            SortKind::Given => self.engine.element(sort, code),
            SortKind::Int => self.engine.int(to_int(code)),
            SortKind::Constructed => {
                if let Some(known) = self.known.get(&(sort, code)) {
                    return *known;
                }
                let form = machine.stores[sort].form(code);
                let sorts = machine.program.ops[form.op].arguments.iter();
                let parts = sorts.zip(form.arguments);
                let parts: Vec<TermId> =
                    parts.map(|(sort, code)| self.term(machine, *sort, code)).collect();
                let term = self.engine.call(form.op, &parts);
                self.known.insert((sort, code), term);
                term
            }
        }
    }

    /// Whether the engine observes of a term what the row of its value says. Values of
    /// constructed sorts are not compared: their own terms are.
    fn agrees(&mut self, machine: &Machine<'_>, sort: usize, term: TermId, value: Code) -> bool {
        let program = machine.program;
        for (cell, (op, arguments)) in machine.layout.cells[sort].iter().enumerate() {
            let operation = &program.ops[*op];
            let result = operation.result.map(|sort| program.sorts[sort].kind);
            if result == Some(SortKind::Constructed) {
                continue;
            }
            let place = machine.layout.place(*op);
            let parts: Vec<TermId> = operation
                .arguments
                .iter()
                .enumerate()
                .map(|(other, sort)| match other == place {
                    true => term,
                    false => self.term(machine, *sort, arguments[other]),
                })
                .collect();
            let row = machine.stores[sort].cell(value, cell);
            let expected = match self.engine.apply(*op, &parts) {
                Answer::Undefined => UNDEFINED,
                Answer::Value(found) => match self.engine.terms().node(found) {
                    Node::Truth(truth) => Code::from(*truth),
                    Node::Int(number) => super::code::of_int(*number),
                    Node::Element { number, .. } => *number,
                    _ => OPEN,
                },
                _ => OPEN,
            };
            if expected != OPEN && row != OPEN && expected != row {
                return false;
            }
        }
        true
    }
}
