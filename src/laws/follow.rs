//! Whether a law follows from the axioms, by running them on values of which nothing is known.

use super::law::{Claim, Law};
use super::rewrite::{Rewriting, matches, predicate, variables as variables_of};
use crate::arena::Id;
use crate::execute::{Answer, Engine, Node, Program, Tables, TermId};
use crate::model::truth_of;
use crate::rules;
use crate::theory::{Formula, Operation, OperationClass, SortKind, Term, Theory, VarId, Variable};

/// The most steps for one question.
const STEPS: u64 = 4_000;

/// The axioms, with a constant for each variable of a constructed sort.
pub struct Follow {
    program: Program,
    tables: Tables,
    /// By variable.
    values: Vec<Node>,
    /// The left sides of equations.
    defined: Vec<Term>,
    /// Predicates, written as terms, that no arguments fulfil.
    denied: Vec<Term>,
    pub rewriting: Rewriting,
}

impl Follow {
    pub fn new(theory: &Theory, variables: &[Variable]) -> Self {
        let mut longer = theory.clone();
        let mut elements = vec![0; theory.sorts.len()];
        let mut values = Vec::new();
        for variable in variables {
            let sort = variable.sort;
            let number = elements[sort.index()];
            elements[sort.index()] += 1;
            values.push(match theory.sorts[sort].kind {
                SortKind::Parameter => Node::Element { sort: sort.index(), number },
                // A number that no axiom mentions.
                SortKind::Int => Node::Int(1_000_003 + i64::from(number)),
                SortKind::Constructed => {
                    let spec = theory.sorts[sort].spec;
                    let constant = longer.ops.push(Operation {
                        name: format!("unknown{number}"),
                        spec,
                        class: OperationClass::Constructor,
                        arguments: Vec::new(),
                        result: Some(sort),
                        domain: None,
                        answer: None,
                        span: theory.specs[spec].span,
                    });
                    Node::Apply(constant.index(), [].into())
                }
            });
        }
        let defined = theory.axioms.values().flat_map(|axiom| axiom.formula.atoms());
        let defined = defined.filter_map(|atom| match atom {
            Formula::Equal(left @ Term::Apply(..), _) => Some(left.clone()),
            _ => None,
        });
        let defined = defined.collect();
        let denied = theory.axioms.values().filter_map(|axiom| denial(&axiom.formula)).collect();
        let tables = Tables { elements, facts: Vec::new() };
        let (program, rewriting) = (rules::program(&longer), Rewriting::of(theory));
        Self { program, tables, values, defined, denied, rewriting }
    }

    /// Whether running the axioms or rewriting by them shows that a law holds.
    pub fn follows(&self, law: &Law) -> bool {
        if let Some(premise) = &law.premise {
            let is_defined = match &law.claim {
                Claim::Equation { left, .. } => is_instance(left, &self.defined),
                Claim::Equivalence { .. } | Claim::Truth(_) => false,
            };
            return is_defined || insert(law, premise).is_some_and(|law| self.follows(&law));
        }
        match &law.claim {
            Claim::Equation { left, last, cases }
                if cases.is_empty() && self.rewriting.joins(left, last) =>
            {
                return true;
            }
            // A predicate is false where its arguments are undefined.
            Claim::Truth(formula)
                if denial(formula).is_some_and(|it| is_instance(&it, &self.denied)) =>
            {
                return true;
            }
            _ => {}
        }
        let mut engine = Engine::new(&self.program, &self.tables).with_limit(STEPS);
        let values: Vec<TermId> =
            self.values.iter().map(|node| self.value(&mut engine, node)).collect();
        let formula = rules::formula(&law.formula());
        let answer = engine.decide(&formula, &values);
        if truth_of(&engine, &answer) == Some(true) {
            return true;
        }
        let Claim::Equation { left, last, .. } = &law.claim else { return false };
        let answers = [left, last].map(|side| engine.evaluate(&rules::expr(side), &values));
        match answers {
            // The left side comes to the call on the right, which stays open.
            [Answer::Undetermined(left), Answer::Undetermined(right)] => {
                left.call == right.call && self.is_call(&mut engine, last, &values, left.call)
            }
            _ => false,
        }
    }

    fn value(&self, engine: &mut Engine<'_>, node: &Node) -> TermId {
        match node {
            Node::Element { sort, number } => engine.element(*sort, *number),
            Node::Int(number) => engine.int(*number),
            Node::Apply(op, _) => engine.call(*op, &[]),
            Node::Truth(_) | Node::Equal(..) => engine.int(0),
        }
    }

    /// Whether a term over variables and constants is this call.
    fn is_call(
        &self,
        engine: &mut Engine<'_>,
        term: &Term,
        values: &[TermId],
        call: TermId,
    ) -> bool {
        let Term::Apply(op, arguments) = term else { return false };
        let plain: Option<Vec<TermId>> = arguments
            .iter()
            .map(|argument| match argument {
                Term::Variable(var) => Some(values[var.index()]),
                Term::Int(number) => Some(engine.int(*number)),
                Term::Apply(..) | Term::Arithmetic(..) => None,
            })
            .collect();
        plain.is_some_and(|arguments| engine.call(op.index(), &arguments) == call)
    }
}

/// The predicate that a formula denies, as a term.
fn denial(formula: &Formula) -> Option<Term> {
    match formula {
        Formula::Not(inner) => predicate(inner),
        _ => None,
    }
}

fn is_instance(term: &Term, patterns: &[Term]) -> bool {
    patterns.iter().any(|pattern| matches(pattern, term, &mut Vec::new()))
}

/// The law for the value that its premise `variable = term` gives a variable.
fn insert(law: &Law, premise: &Formula) -> Option<Law> {
    let Formula::Equal(left, right) = premise else { return None };
    let (var, value) = match (left, right) {
        (Term::Variable(var), value) | (value, Term::Variable(var)) => (*var, value),
        _ => return None,
    };
    if variables_of(value).contains(&var) {
        return None;
    }
    let value = |it: VarId| if it == var { value.clone() } else { Term::Variable(it) };
    let claim = match &law.claim {
        Claim::Equation { left, cases, last } if cases.is_empty() => Claim::Equation {
            left: left.replaced(&value),
            cases: Vec::new(),
            last: last.replaced(&value),
        },
        Claim::Equation { .. } => return None,
        Claim::Equivalence { left, right } => {
            Claim::Equivalence { left: left.replaced(&value), right: right.replaced(&value) }
        }
        Claim::Truth(formula) => Claim::Truth(formula.replaced(&value)),
    };
    Some(Law { claim, premise: None, ..law.clone() })
}
