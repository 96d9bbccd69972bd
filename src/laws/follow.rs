//! Whether a law follows from the axioms, by running them on values of which nothing is known.

use super::law::{Claim, Law};
use super::rewrite::matches;
use crate::arena::Id;
use crate::execute::{Answer, Engine, Node, Program, Tables, TermId};
use crate::rules;
use crate::theory::{Formula, Operation, OperationClass, SortKind, Term, Theory, Variable};

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
        let tables = Tables { elements, facts: Vec::new() };
        Self { program: rules::program(&longer), tables, values, defined }
    }

    /// Whether running the axioms shows that a law holds.
    pub fn follows(&self, law: &Law) -> bool {
        if law.premise.is_some() {
            let Claim::Equation { left, .. } = &law.claim else { return false };
            return self.defined.iter().any(|known| matches(known, left, &mut Vec::new()));
        }
        let mut engine = Engine::new(&self.program, &self.tables).with_limit(STEPS);
        let values: Vec<TermId> =
            self.values.iter().map(|node| self.value(&mut engine, node)).collect();
        let formula = rules::formula(&law.formula());
        if is_true(&engine.decide(&formula, &values), &engine) {
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

fn is_true(answer: &Answer, engine: &Engine<'_>) -> bool {
    matches!(answer, Answer::Value(it) if *engine.terms().node(*it) == Node::Truth(true))
}
