//! Construction goals: every axiom on values that were not only just made.
//!
//! The smallest witness of a minterm tends to be the first value there is, and
//! `pop(push(S, E)) = S` with `S = make()` holds for a stack that forgets all but
//! its top. So each axiom is also asked for with all its variables of constructed
//! sorts built by constructors that take a value of that sort and make another, and
//! with its premise fulfilled. There are as many goals as it takes for each variable
//! to be built by each of its constructors once.

use std::collections::BTreeSet;

use super::name::snake_case;
use super::{Goal, GoalKind, Literal, Origin};
use crate::arena::Id;
use crate::theory::{Axiom, AxiomId, Formula, OpId, SortId, Term, Theory, VarId, Variable};

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
    (0..rounds)
        .map(|round| {
            let chosen = choices.iter().map(|(var, ops)| (*var, ops[round % ops.len()]));
            goal(theory, (id, axiom, title), &chosen.collect::<Vec<_>>())
        })
        .collect()
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
        id: format!("{title}/built_by_{}", words.join("_and_")),
        kind: GoalKind::Construction,
        origin: Origin::Axiom(id),
        variables,
        literals,
        pattern: None,
        further: None,
    }
}

/// Says that a constructor makes the variable's value out of a different one.
fn built(
    theory: &Theory,
    var: VarId,
    constructor: OpId,
    variables: &mut Vec<Variable>,
) -> Vec<Literal> {
    let Variable { name, sort } = variables[var.index()].clone();
    let mut arguments = Vec::new();
    let mut different = Vec::new();
    for argument_sort in &theory.ops[constructor].arguments {
        let argument = Term::Variable(VarId::from_index(variables.len()));
        variables.push(Variable { name: fresh(variables, &name), sort: *argument_sort });
        if *argument_sort == sort {
            let atom = Formula::Equal(Term::Variable(var), argument.clone());
            different.push(Literal { atom, holds: false });
        }
        arguments.push(argument);
    }
    let atom = Formula::Equal(Term::Variable(var), Term::Apply(constructor, arguments));
    let mut literals = vec![Literal { atom, holds: true }];
    literals.extend(different);
    literals
}

/// What a formula that is an implication presupposes, as far as it is a conjunction.
pub fn premises(formula: &Formula) -> Vec<Literal> {
    match formula {
        Formula::If { premise, .. } => conjuncts(premise).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The literals of a conjunction; none where it is more than that.
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

/// `S_1`, `S_2`, … whichever is free.
fn fresh(variables: &[Variable], stem: &str) -> String {
    let is_free = |name: &String| variables.iter().all(|variable| variable.name != *name);
    let mut names = (1..).map(|number| format!("{stem}_{number}"));
    names.find(is_free).expect("there are more names than variables")
}

impl Goal {
    /// The terms by which the goal wants its variables to be built.
    pub fn constructions(&self) -> impl Iterator<Item = (VarId, &Term)> {
        // A premise could look like a construction; each variable has but one.
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
