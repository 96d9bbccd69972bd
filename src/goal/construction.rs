//! Construction goals: every axiom with values that were built in several steps.
//!
//! The smallest witness of a minterm tends to be the result of a creator, and
//! `pop(push(S, E)) = S` with `S = make()` holds for a stack that keeps only its top. So
//! each axiom also has goals in which its premise holds and each variable of a constructed
//! sort is built by a constructor that takes a value of that sort. There are as many goals
//! as it takes to build each variable by each of its constructors once. Values that took more
//! steps are left to sequences of operations.

use std::collections::BTreeSet;

use super::name::snake_case;
use super::{Goal, GoalKind, Literal, Property};
use crate::arena::Id;
use crate::theory::{
    Axiom, AxiomId, Formula, OpId, SortId, Statement, Term, Theory, VarId, Variable,
};

/// The construction goals of an axiom.
pub fn goals(theory: &Theory, id: AxiomId, axiom: &Axiom, title: &str) -> Vec<Goal> {
    let choices: Vec<(VarId, Vec<OpId>)> = axiom
        .variables
        .iter()
        .enumerate()
        .map(|(var, variable)| (VarId::from_index(var), growing(theory, variable.sort)))
        .filter(|(_, constructors)| !constructors.is_empty())
        .collect();
    let rounds = choices.iter().map(|(_, constructors)| constructors.len()).max().unwrap_or(0);
    let goal_of = |round: usize| {
        let chosen: Vec<(VarId, OpId)> =
            choices.iter().map(|(var, ops)| (*var, ops[round % ops.len()])).collect();
        goal(theory, (id, axiom, title), &chosen)
    };
    (0..rounds).map(goal_of).collect()
}

/// The constructors that make a value of a sort out of another.
fn growing(theory: &Theory, sort: SortId) -> Vec<OpId> {
    let constructors = theory.constructors(sort);
    constructors.filter(|(_, op)| op.arguments.contains(&sort)).map(|(id, _)| id).collect()
}

fn goal(
    theory: &Theory,
    (id, axiom, title): (AxiomId, &Axiom, &str),
    chosen: &[(VarId, OpId)],
) -> Goal {
    let mut variables = axiom.variables.clone();
    let mut literals = Vec::new();
    let mut words: Vec<String> = Vec::new();
    for (var, constructor) in chosen {
        literals.extend(built(theory, *var, *constructor, &mut variables));
        let word = snake_case(&theory.ops[*constructor].name);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    literals.extend(premises(&axiom.formula));
    Goal {
        title: title.to_owned(),
        case: format!("built_by_{}", words.join("_and_")),
        kind: GoalKind::Construction,
        property: Property::Stated(Statement::Axiom(id)),
        variables,
        literals,
        pattern: None,
    }
}

/// Literals which say that the constructor makes the variable's value, and changes the value
/// that it takes.
fn built(
    theory: &Theory,
    var: VarId,
    constructor: OpId,
    variables: &mut Vec<Variable>,
) -> Vec<Literal> {
    let Variable { name, sort } = variables[var.index()].clone();
    let mut arguments = Vec::new();
    for argument_sort in &theory.ops[constructor].arguments {
        variables.push(Variable { name: fresh(variables, &name), sort: *argument_sort });
        arguments.push(Term::Variable(VarId::from_index(variables.len() - 1)));
    }
    let value = Term::Variable(var);
    let is_own = |argument: &&Term| theory.sort_of(argument, variables) == sort;
    let different: Vec<Literal> =
        arguments.iter().filter(is_own).map(|own| differ(&value, own)).collect();
    let made = Term::Apply(constructor, arguments);
    let mut literals = vec![Literal { atom: Formula::Equal(value, made), holds: true }];
    literals.extend(different);
    literals
}

fn differ(left: &Term, right: &Term) -> Literal {
    Literal { atom: Formula::Equal(left.clone(), right.clone()), holds: false }
}

/// The literals of an implication's premise, if the premise is a conjunction of literals.
pub fn premises(formula: &Formula) -> Vec<Literal> {
    match formula {
        Formula::If { premise, .. } => conjuncts(premise).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The literals of a conjunction. `None` if a part is neither a literal nor a conjunction.
fn conjuncts(formula: &Formula) -> Option<Vec<Literal>> {
    match formula {
        Formula::And(left, right) => {
            let mut literals = conjuncts(left)?;
            literals.extend(conjuncts(right)?);
            Some(literals)
        }
        Formula::Not(inner) if inner.is_atom() => {
            Some(vec![Literal { atom: (**inner).clone(), holds: false }])
        }
        atom if atom.is_atom() => Some(vec![Literal { atom: atom.clone(), holds: true }]),
        _ => None,
    }
}

/// The first free name among `S_1`, `S_2`, …
fn fresh(variables: &[Variable], stem: &str) -> String {
    let is_free = |name: &String| variables.iter().all(|variable| variable.name != *name);
    let mut names = (1..).map(|number| format!("{stem}_{number}"));
    names.find(is_free).expect("there are more names than variables")
}

impl Goal {
    /// The terms that the goal requires its variables to be built by.
    pub fn constructions(&self) -> impl Iterator<Item = (VarId, &Term)> {
        // A premise can look like a construction, but the construction comes first.
        let mut seen = BTreeSet::new();
        let builds = matches!(self.kind, GoalKind::Construction | GoalKind::Equality);
        let literals = self.literals.iter().filter(move |literal| builds && literal.holds);
        literals.filter_map(move |literal| match &literal.atom {
            Formula::Equal(Term::Variable(var), term @ Term::Apply(..)) => {
                seen.insert(*var).then_some((*var, term))
            }
            _ => None,
        })
    }
}
