//! The line to write for a gap: the left side, the premise that is missing, and a place for the
//! right side.

use std::collections::BTreeSet;

use super::gap::Pair;
use super::premise::premise;
use super::world::World;
use crate::arena::Id;
use crate::goal::snake_case;
use crate::theory::{OpId, SortId, SpecId, Term, Theory, VarId, Variable};
use crate::trial::Trial;

/// A line of an `axioms` section, and the variables that it needs and the section lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// `E: Element;`
    pub declarations: Vec<String>,
    pub text: String,
    /// Whether the premise holds for every observed open term and for none that is determined.
    pub is_exact: bool,
}

/// An observer applied to a constructor that is applied to variables.
pub struct LeftSide {
    pub variables: Vec<Variable>,
    pub term: Term,
    /// The place of the constructed argument.
    pub place: Option<usize>,
}

pub fn line(trial: &Trial<'_>, worlds: &[World], pair: Pair) -> Line {
    let theory = trial.theory;
    let left = left_side(theory, pair);
    let premise = premise(trial, worlds, pair, &left);
    let sign = if theory.ops[pair.observer].is_predicate() { "iff" } else { "=" };
    let mut text = format!("[{}] {} {sign} …", label(theory, pair), text_of(theory, &left));
    let is_exact = premise.is_some();
    let premise = premise.unwrap_or_default();
    if !premise.is_empty() {
        let texts: Vec<_> = premise.iter().map(|it| it.text(theory, &left.variables)).collect();
        text += &format!(" if {}", texts.join(" and "));
    }
    let declarations = declarations(theory, theory.ops[pair.observer].spec, &left.variables);
    Line { declarations, text: text + ";", is_exact }
}

/// The equation that would join two values, with variables for their elements.
pub fn equation(theory: &Theory, sort: SortId, elements: &[Variable], values: &[Term; 2]) -> Line {
    let mut variables: Vec<Variable> = Vec::new();
    for element in elements {
        let name = variable_name(theory, element.sort, &variables);
        variables.push(Variable { name, sort: element.sort });
    }
    // The longer side goes left, as in a rule.
    let [shorter, longer] = match values {
        [one, other] if one.subterms().len() > other.subterms().len() => [other, one],
        [one, other] => [one, other],
    };
    let [left, right] = [longer, shorter].map(|term| term.text(theory, &variables));
    let used: Vec<Variable> = variables
        .iter()
        .enumerate()
        .filter(|(place, _)| {
            let variable = Term::Variable(VarId::from_index(*place));
            values.iter().any(|term| term.subterms().contains(&&variable))
        })
        .map(|(_, variable)| variable.clone())
        .collect();
    let label = free_label(theory, &format!("equal_{}", snake_case(&theory.sorts[sort].name)));
    let declarations = declarations(theory, theory.sorts[sort].spec, &used);
    Line { declarations, text: format!("[{label}] {left} = {right};"), is_exact: true }
}

fn left_side(theory: &Theory, Pair { observer, constructor }: Pair) -> LeftSide {
    let observed = constructor.and_then(|op| theory.ops[op].result);
    let place = theory.ops[observer].arguments.iter().position(|sort| Some(*sort) == observed);
    let mut variables: Vec<Variable> = Vec::new();
    let mut next = |sort: SortId| {
        let name = variable_name(theory, sort, &variables);
        variables.push(Variable { name, sort });
        Term::Variable(VarId::from_index(variables.len() - 1))
    };
    let mut arguments = Vec::new();
    for (at, sort) in theory.ops[observer].arguments.iter().enumerate() {
        arguments.push(match constructor {
            Some(op) if Some(at) == place => {
                let inner = theory.ops[op].arguments.iter().map(|sort| next(*sort)).collect();
                Term::Apply(op, inner)
            }
            _ => next(*sort),
        });
    }
    LeftSide { term: Term::Apply(observer, arguments), variables, place }
}

fn text_of(theory: &Theory, left: &LeftSide) -> String {
    left.term.text(theory, &left.variables)
}

/// A name that the axioms use for the sort, or else a new one.
fn variable_name(theory: &Theory, sort: SortId, taken: &[Variable]) -> String {
    let is_free = |name: &String| taken.iter().all(|variable| variable.name != *name);
    let used = declared(theory).filter(|it| it.sort == sort).map(|it| it.name.clone());
    let used: Vec<String> = BTreeSet::from_iter(used).into_iter().collect();
    let first = theory.sorts[sort].name.chars().find(char::is_ascii_alphabetic).unwrap_or('X');
    let first = first.to_ascii_uppercase();
    let is_new = |name: &String| declared(theory).all(|variable| variable.name != *name);
    let letters = (first..='Z').chain('A'..first).map(String::from);
    let numbered = (2..).map(|number: usize| format!("{first}{number}"));
    let new = letters.chain(numbered).filter(is_new);
    used.into_iter().chain(new).find(is_free).expect("there are numbers enough")
}

/// The variables of all axioms of the body.
fn declared(theory: &Theory) -> impl Iterator<Item = &Variable> {
    theory.body_axioms().flat_map(|(_, axiom)| &axiom.variables)
}

/// Declarations of the variables that no axiom of a specification has.
fn declarations(theory: &Theory, spec: SpecId, variables: &[Variable]) -> Vec<String> {
    let own = theory.axioms.values().filter(|axiom| axiom.spec == spec);
    let own: Vec<&Variable> = own.flat_map(|axiom| &axiom.variables).collect();
    let missing = variables.iter().filter(|variable| !own.contains(variable));
    missing
        .map(|variable| format!("{}: {};", variable.name, theory.sort_text(variable.sort)))
        .collect()
}

/// `largest_of_insert`
fn label(theory: &Theory, Pair { observer, constructor }: Pair) -> String {
    let name = |op: OpId| snake_case(&theory.ops[op].name);
    let base = match constructor {
        Some(constructor) => format!("{}_of_{}", name(observer), name(constructor)),
        None => name(observer),
    };
    free_label(theory, &base)
}

/// The label, with a number behind it if an axiom is called so.
fn free_label(theory: &Theory, base: &str) -> String {
    let is_free =
        |label: &String| theory.axioms.values().all(|axiom| axiom.label.as_ref() != Some(label));
    let numbered = (2..).map(|number: usize| format!("{base}_{number}"));
    std::iter::once(base.to_owned())
        .chain(numbered)
        .find(is_free)
        .expect("there are numbers enough")
}
