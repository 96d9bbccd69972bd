//! The line to write for a gap: the left side, the premise that is missing, and a place for the
//! right side.

use super::gap::{Pair, Unjoined};
use super::left_side::{LeftSide, left_side, variable_name};
use super::observe::{Run, Seen};
use super::premise::premise;
use super::question::Question;
use super::world::World;
use crate::arena::Id;
use crate::execute::{Node, TermId};
use crate::goal::{Literal, snake_case};
use crate::rules;
use crate::theory::{Formula, OpId, SpecId, Term, Theory, VarId, Variable};
use crate::trial::{Trial, assignments};

/// The most elements that an equation is tried with.
const ASSIGNMENTS: usize = 100;

/// A line of an `axioms` section, and the variables that it needs and the section lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// `E: Element;`
    pub declarations: Vec<String>,
    pub text: String,
    /// Whether the premise holds for every open term that was observed, and for no determined one.
    pub is_exact: bool,
    /// Whether it is about the numbers that were observed, and not about all.
    pub is_instance: bool,
}

pub fn line(trial: &Trial<'_>, worlds: &[World], pair: Pair) -> Line {
    let theory = trial.theory;
    let left = left_side(theory, pair);
    let premise = premise(trial, worlds, pair, &left);
    let sign = if theory.ops[pair.observer].is_predicate() { "iff" } else { "=" };
    let mut text = format!("[{}] {} {sign} …", pair_label(theory, pair), text_of(theory, &left));
    let is_exact = premise.is_some();
    let premise = premise.unwrap_or_default();
    if !premise.is_empty() {
        let texts: Vec<_> = premise.iter().map(|it| it.text(theory, &left.variables)).collect();
        text += &format!(" if {}", texts.join(" and "));
    }
    let declarations = declarations(theory, theory.ops[pair.observer].spec, &left.variables);
    Line { declarations, text: text + ";", is_exact, is_instance: false }
}

/// The equation that would join two values, with variables for their elements. Where it is
/// false for other elements, the facts about these elements are its premise.
pub fn equation(
    trial: &Trial<'_>,
    worlds: &[World],
    question: &Question,
    found: &Unjoined,
) -> Line {
    let theory = trial.theory;
    let mut variables: Vec<Variable> = Vec::new();
    for element in &question.variables {
        let name = variable_name(theory, element.sort, &variables);
        variables.push(Variable { name, sort: element.sort });
    }
    let values = found.values.each_ref().map(|value| question.term(value));
    let used = |place: &usize| {
        let variable = Term::Variable(VarId::from_index(*place));
        values.iter().any(|term| term.subterms().contains(&&variable))
    };
    let used: Vec<usize> = (0..variables.len()).filter(used).collect();
    // The longer side goes left, as in a rule.
    let [left, right] = &values;
    let is_longer = left.subterms().len() >= right.subterms().len();
    let [left, right] = if is_longer { [left, right] } else { [right, left] };
    let [left_text, right_text] = [left, right].map(|term| term.text(theory, &variables));
    let label =
        free_label(theory, &format!("equal_{}", snake_case(&theory.sorts[found.sort].name)));
    let mut text = format!("[{label}] {left_text} = {right_text}");
    let equation = Formula::Equal(left.clone(), right.clone());
    let mut premises = vec![Vec::new()];
    premises.extend(question.descriptions(&used));
    let fits = |premise: &&Vec<Literal>| {
        may_hold(trial, worlds, &variables, &used, &conditional(&equation, premise))
    };
    let premise = premises.iter().find(fits);
    let is_exact = premise.is_some();
    let premise: Vec<String> =
        premise.into_iter().flatten().map(|it| it.text(theory, &variables)).collect();
    if !premise.is_empty() {
        text += &format!(" if {}", premise.join(" and "));
    }
    let used: Vec<Variable> = used.iter().map(|place| variables[*place].clone()).collect();
    let declarations = declarations(theory, theory.sorts[found.sort].spec, &used);
    let is_number = |term: &&Term| matches!(term, Term::Int(_));
    let is_instance = values.iter().any(|term| term.subterms().iter().any(is_number));
    Line { declarations, text: text + ";", is_exact, is_instance }
}

/// A formula with literals as its premise.
fn conditional(conclusion: &Formula, premise: &[Literal]) -> Formula {
    let literal = |literal: &Literal| match literal.holds {
        true => literal.atom.clone(),
        false => Formula::Not(Box::new(literal.atom.clone())),
    };
    let both = |left, right| Formula::And(Box::new(left), Box::new(right));
    match premise.iter().map(literal).reduce(both) {
        None => conclusion.clone(),
        Some(premise) => {
            Formula::If { conclusion: Box::new(conclusion.clone()), premise: Box::new(premise) }
        }
    }
}

/// Whether a formula is false for no elements of any world.
fn may_hold(
    trial: &Trial<'_>,
    worlds: &[World],
    variables: &[Variable],
    used: &[usize],
    formula: &Formula,
) -> bool {
    let formula = rules::formula(formula);
    worlds.iter().all(|world| {
        let mut run = Run::new(trial, &world.tables);
        let lists: Vec<Vec<TermId>> = variables
            .iter()
            .enumerate()
            .map(|(place, variable)| {
                let sort = variable.sort.index();
                let size = if used.contains(&place) { world.tables.elements[sort] } else { 1 };
                (0..size).map(|number| run.engine.element(sort, number)).collect()
            })
            .collect();
        let all = assignments(&lists, ASSIGNMENTS);
        all.iter().all(|values| {
            let answer = run.engine.decide(&formula, values);
            run.seen(answer) != Seen::Leaf(Node::Truth(false))
        })
    })
}

fn text_of(theory: &Theory, left: &LeftSide) -> String {
    left.term.text(theory, &left.variables)
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
pub fn pair_label(theory: &Theory, Pair { observer, constructor }: Pair) -> String {
    let name = |op: OpId| snake_case(&theory.ops[op].name);
    let base = match constructor {
        Some(constructor) => format!("{}_of_{}", name(observer), name(constructor)),
        None => name(observer),
    };
    free_label(theory, &base)
}

/// The label, with a number behind it if an axiom is called so.
pub fn free_label(theory: &Theory, base: &str) -> String {
    let is_free =
        |label: &String| theory.axioms.values().all(|axiom| axiom.label.as_ref() != Some(label));
    let numbered = (2..).map(|number: usize| format!("{base}_{number}"));
    std::iter::once(base.to_owned())
        .chain(numbered)
        .find(is_free)
        .expect("there are numbers enough")
}
