//! Construction goals: every axiom with values that were built in several steps.
//!
//! The smallest witness of a minterm tends to be the result of a creator, and
//! `pop(push(S, E)) = S` with `S = make()` holds for a stack that keeps only its top. So
//! each axiom also has goals in which its premise holds and each variable of a constructed
//! sort is built by a constructor that takes a value of that sort. There are as many goals
//! as it takes to build each variable by each of its constructors once.
//!
//! One step exposes a fault in the step itself. Other faults need more steps, such as a
//! heap that is out of order after an element was removed. So an axiom about one value
//! also has goals in which that value grew by two steps, each with elements of its own.

use std::collections::BTreeSet;

use super::name::snake_case;
use super::{Goal, GoalKind, Literal, Property};
use crate::arena::Id;
use crate::theory::{
    Axiom, AxiomId, Formula, OpId, SortId, Statement, Term, Theory, VarId, Variable,
};

/// Growth steps for the value of an axiom with a single constructed variable.
const GROWN: usize = 2;

/// Goals about such values with more variables would need large models.
const MOST_VARIABLES: usize = 6;

/// How the goals of one kind build their values, and how their names begin.
struct Way {
    steps: usize,
    word: &'static str,
}

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
    let mut ways = vec![Way { steps: 1, word: "built_by" }];
    if choices.len() == 1 {
        ways.push(Way { steps: GROWN, word: "grown_by" });
    }
    let mut goals = Vec::new();
    for way in ways {
        for round in 0..rounds {
            let chain = |ops: &Vec<OpId>| {
                (1..=way.steps).map(|step| ops[(round + way.steps - step) % ops.len()]).collect()
            };
            let chosen: Vec<_> = choices.iter().map(|(var, ops)| (*var, chain(ops))).collect();
            let goal = goal(theory, (id, axiom, title), &way, &chosen);
            if way.steps == 1 || goal.variables.len() <= MOST_VARIABLES {
                goals.push(goal);
            }
        }
    }
    goals
}

/// The constructors that make a value of a sort out of another.
fn growing(theory: &Theory, sort: SortId) -> Vec<OpId> {
    let constructors = theory.constructors(sort);
    constructors.filter(|(_, op)| op.arguments.contains(&sort)).map(|(id, _)| id).collect()
}

fn goal(
    theory: &Theory,
    (id, axiom, title): (AxiomId, &Axiom, &str),
    way: &Way,
    chosen: &[(VarId, Vec<OpId>)],
) -> Goal {
    let mut variables = axiom.variables.clone();
    let mut literals = Vec::new();
    let mut words: Vec<String> = Vec::new();
    for (var, constructors) in chosen {
        literals.extend(built(theory, *var, constructors, &mut variables));
        let last = constructors[constructors.len() - 1];
        let word = snake_case(&theory.ops[last].name);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    literals.extend(premises(&axiom.formula));
    Goal {
        title: title.to_owned(),
        case: format!("{}_{}", way.word, words.join("_and_")),
        kind: GoalKind::Construction,
        property: Property::Stated(Statement::Axiom(id)),
        variables,
        literals,
        pattern: None,
    }
}

/// Literals which say that the constructors, applied one after the other, make the
/// variable's value, and that each step changes the value. Where two steps could take the
/// same arguments, the first must depend on its arguments.
fn built(
    theory: &Theory,
    var: VarId,
    constructors: &[OpId],
    variables: &mut Vec<Variable>,
) -> Vec<Literal> {
    let Variable { name, sort } = variables[var.index()].clone();
    let mut different = Vec::new();
    let mut value: Option<Term> = None;
    let mut before: Option<(OpId, Vec<Term>)> = None;
    for (step, constructor) in (1..).zip(constructors) {
        let mut arguments = Vec::new();
        for argument_sort in &theory.ops[*constructor].arguments {
            let own = if *argument_sort == sort { value.take() } else { None };
            arguments.push(own.unwrap_or_else(|| {
                variables.push(Variable { name: fresh(variables, &name), sort: *argument_sort });
                Term::Variable(VarId::from_index(variables.len() - 1))
            }));
        }
        let made = Term::Apply(*constructor, arguments.clone());
        let is_last = step == constructors.len();
        let result = if is_last { Term::Variable(var) } else { made.clone() };
        let is_own = |argument: &&Term| theory.sort_of(argument, variables) == sort;
        different.extend(arguments.iter().filter(is_own).map(|own| differ(&result, own)));
        if let Some((op, earlier)) = before {
            different.extend(otherwise(theory, op, &earlier, &arguments, variables));
        }
        before = Some((*constructor, arguments));
        value = Some(made);
    }
    let value = value.expect("a variable is built by at least one constructor");
    let mut literals =
        vec![Literal { atom: Formula::Equal(Term::Variable(var), value), holds: true }];
    literals.extend(different);
    literals
}

/// The literal which says that a constructor, with the arguments of the next one, makes
/// something else of the same value. `None` if the sorts of the arguments differ.
fn otherwise(
    theory: &Theory,
    op: OpId,
    arguments: &[Term],
    next: &[Term],
    variables: &[Variable],
) -> Option<Literal> {
    let sorts = |terms: &[Term]| -> Vec<SortId> {
        terms.iter().map(|term| theory.sort_of(term, variables)).collect()
    };
    let result = theory.ops[op].result;
    let mixed = arguments.iter().zip(next).map(|(own, other)| {
        let is_value = result == Some(theory.sort_of(own, variables));
        if is_value { own.clone() } else { other.clone() }
    });
    let mixed: Vec<Term> = mixed.collect();
    let differs = mixed != arguments && sorts(arguments) == sorts(next);
    differs.then(|| differ(&Term::Apply(op, arguments.to_vec()), &Term::Apply(op, mixed)))
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
