//! Axioms and lemmas, each with the terms whose occurrence calls for an instance.

use std::collections::BTreeSet;

use crate::arena::Id;
use crate::theory::{Axiom, Formula, OpId, SpecOrigin, Statement, Term, Theory, VarId, Variable};

/// What holds for all values that constructors build, as was proved by induction. The first
/// variable is the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    pub variables: Vec<Variable>,
    pub formula: Formula,
}

/// Where a rule comes from. Lemmas are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    Lemma(usize),
    Stated(Statement),
}

/// A formula that holds for all values of its variables.
pub struct Rule<'t> {
    pub source: Source,
    pub variables: usize,
    pub formula: &'t Formula,
    pub triggers: Vec<Trigger<'t>>,
}

/// An operation or predicate on patterns.
pub struct Trigger<'t> {
    pub op: OpId,
    pub arguments: &'t [Term],
}

pub struct Rules<'t> {
    pub all: Vec<Rule<'t>>,
}

impl<'t> Rules<'t> {
    pub fn new(theory: &'t Theory, lemmas: &'t [Lemma]) -> Self {
        let axioms = theory.axioms.iter().map(|(id, axiom)| {
            let triggers = triggers(theory, axiom);
            let source = Source::Stated(Statement::Axiom(id));
            Rule { source, variables: axiom.variables.len(), formula: &axiom.formula, triggers }
        });
        let lemmas = lemmas.iter().enumerate().map(|(number, Lemma { variables, formula })| {
            let variables = variables.len();
            // Whatever a lemma is about may call for it.
            let observed = |op: OpId| !theory.ops[op].is_constructor();
            let found = covering(formula, variables, &observed);
            Rule { source: Source::Lemma(number), variables, formula, triggers: smallest(found) }
        });
        let all = axioms.chain(lemmas).filter(|rule| !rule.triggers.is_empty());
        Self { all: all.collect() }
    }
}

/// The left side of a definition calls for it. Other axioms are called for by every smallest
/// term with all variables; those about constructors alone, such as that two variants differ, by
/// a constructor.
fn triggers<'t>(theory: &'t Theory, axiom: &'t Axiom) -> Vec<Trigger<'t>> {
    let (formula, variables) = (&axiom.formula, axiom.variables.len());
    let is_data = theory.specs[axiom.spec].origin == SpecOrigin::Data;
    let observed = |op: OpId| !theory.ops[op].is_constructor();
    let mut found = covering(formula, variables, &observed);
    if is_data {
        // That a variant differs from others follows from what is observed of it.
        found = covering(formula, variables, &|op| theory.ops[op].is_constructor());
        found.retain(|it| theory.ops[it.op].is_constructor());
        return smallest(found);
    }
    if found.is_empty() {
        found = covering(formula, variables, &|_| true);
    }
    if let Some((op, arguments)) = head(formula)
        && found.iter().any(|it| it.op == op && std::ptr::eq(it.arguments, arguments))
    {
        return vec![Trigger { op, arguments }];
    }
    smallest(found)
}

/// `f(…)` in `f(…) = …`, `f(…) iff …`, `not f(…)`, with or without a condition.
pub fn head(formula: &Formula) -> Option<(OpId, &[Term])> {
    match formula {
        Formula::If { conclusion, .. } => head(conclusion),
        Formula::Not(inner) => head(inner),
        // A result with conditions is a disjunction of equations of the same term.
        Formula::Or(left, _) | Formula::And(left, _) => head(left),
        Formula::Iff(left, _) => head(left),
        Formula::Equal(Term::Apply(op, arguments), _) => Some((*op, arguments)),
        Formula::Equal(_, Term::Apply(op, arguments)) => Some((*op, arguments)),
        Formula::Predicate(op, arguments) => Some((*op, arguments)),
        Formula::Equal(..) | Formula::Compare(..) => None,
    }
}

/// The chosen operations and the predicates on terms in which all variables occur.
fn covering<'t>(
    formula: &'t Formula,
    variables: usize,
    is_chosen: &dyn Fn(OpId) -> bool,
) -> Vec<Trigger<'t>> {
    let mut found = Vec::new();
    for atom in formula.atom_occurrences() {
        if let Formula::Predicate(op, arguments) = atom {
            found.push(Trigger { op: *op, arguments });
        }
    }
    for term in formula.subterms() {
        if let Term::Apply(op, arguments) = term
            && is_chosen(*op)
        {
            found.push(Trigger { op: *op, arguments });
        }
    }
    let covers = |trigger: &Trigger<'_>| {
        let inner: BTreeSet<VarId> = variables_of(trigger.arguments);
        inner.len() == variables
    };
    found.retain(covers);
    found
}

fn variables_of(terms: &[Term]) -> BTreeSet<VarId> {
    let variable = |term: &Term| match term {
        Term::Variable(variable) => Some(*variable),
        _ => None,
    };
    terms.iter().flat_map(Term::subterms).filter_map(variable).collect()
}

/// Those that contain no other.
fn smallest(found: Vec<Trigger<'_>>) -> Vec<Trigger<'_>> {
    let contains = |outer: &Trigger<'_>, inner: &Trigger<'_>| {
        let parts = outer.arguments.iter().flat_map(Term::subterms);
        let mut parts = parts.filter_map(|term| match term {
            Term::Apply(op, arguments) => Some((*op, arguments.as_slice())),
            _ => None,
        });
        parts.any(|(op, arguments)| op == inner.op && arguments == inner.arguments)
    };
    let mut kept: Vec<Trigger<'_>> = Vec::new();
    for (at, one) in found.iter().enumerate() {
        let is_known =
            found[..at].iter().any(|it| it.op == one.op && it.arguments == one.arguments);
        if !is_known && !found.iter().any(|other| contains(one, other)) {
            kept.push(Trigger { op: one.op, arguments: one.arguments });
        }
    }
    kept
}

/// The variable at a place.
pub fn variable(index: usize) -> Term {
    Term::Variable(VarId::from_index(index))
}
