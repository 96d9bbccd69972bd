//! Construction goals: every axiom with every variable as a constructor makes it.
//!
//! The smallest witness of a minterm tends to be a value that was only just made,
//! and `pop(push(S, E)) = S` with `S = make()` holds for a stack that forgets all
//! but its top. So each variable of a constructed sort is also asked for as the
//! result of each constructor that takes a value of that sort, and differs from it.

use super::name::snake_case;
use super::{Goal, GoalKind, Literal, Origin};
use crate::arena::Id;
use crate::theory::{Axiom, AxiomId, Formula, OpId, Operation, Term, Theory, VarId, Variable};

/// The construction goals of an axiom.
pub fn goals(theory: &Theory, id: AxiomId, axiom: &Axiom, title: &str) -> Vec<Goal> {
    let mut goals = Vec::new();
    for (var, variable) in axiom.variables.iter().enumerate() {
        for (op, constructor) in theory.constructors(variable.sort) {
            if constructor.arguments.contains(&variable.sort) {
                goals.push(goal((id, axiom, title), VarId::from_index(var), (op, constructor)));
            }
        }
    }
    goals
}

fn goal(
    (id, axiom, title): (AxiomId, &Axiom, &str),
    var: VarId,
    (op, constructor): (OpId, &Operation),
) -> Goal {
    let built = &axiom.variables[var.index()];
    let mut variables = axiom.variables.clone();
    let mut arguments = Vec::new();
    let mut literals = Vec::new();
    for sort in &constructor.arguments {
        let argument = VarId::from_index(variables.len());
        variables.push(Variable { name: fresh(&variables, &built.name), sort: *sort });
        arguments.push(Term::Variable(argument));
        if *sort == built.sort {
            let atom = Formula::Equal(Term::Variable(var), Term::Variable(argument));
            literals.push(Literal { atom, holds: false });
        }
    }
    let atom = Formula::Equal(Term::Variable(var), Term::Apply(op, arguments));
    literals.insert(0, Literal { atom, holds: true });
    let content = format!("with_{}_by_{}", snake_case(&built.name), snake_case(&constructor.name));
    Goal {
        id: format!("{title}/{content}"),
        kind: GoalKind::Construction,
        origin: Origin::Axiom(id),
        variables,
        literals,
        pattern: None,
    }
}

/// `S_1`, `S_2`, … whichever is free.
fn fresh(variables: &[Variable], stem: &str) -> String {
    let is_free = |name: &String| variables.iter().all(|variable| variable.name != *name);
    let mut names = (1..).map(|number| format!("{stem}_{number}"));
    names.find(is_free).expect("there are more names than variables")
}

impl Goal {
    /// The variable of a construction goal, with the constructor and its arguments.
    pub fn construction(&self) -> Option<(VarId, OpId, &[Term])> {
        match (&self.kind, self.literals.first().map(|literal| &literal.atom)) {
            (
                GoalKind::Construction,
                Some(Formula::Equal(Term::Variable(var), Term::Apply(op, arguments))),
            ) => Some((*var, *op, arguments)),
            _ => None,
        }
    }
}
