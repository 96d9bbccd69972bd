//! A ground term over one world, as a question to the search for models.
//!
//! The elements of the parameters become distinct variables, and the tables of the parameters
//! become literals. So every answer is about the same parameters.

use super::world::World;
use crate::arena::Id;
use crate::goal::{Goal, GoalKind, Literal, Pattern};
use crate::model::{Cell, Element, GroundTerm};
use crate::theory::{Formula, OpId, SortId, SortKind, Term, Theory, VarId, Variable};

/// The elements of a world as variables, and its tables as literals over them.
pub struct Question {
    pub variables: Vec<Variable>,
    pub facts: Vec<Literal>,
}

impl Question {
    pub fn new(theory: &Theory, world: &World) -> Self {
        let mut variables = Vec::new();
        for (sort, size) in &world.parameters.carriers {
            for _ in 0..*size {
                let name = name(theory, variables.len());
                variables.push(Variable { name, sort: *sort });
            }
        }
        let mut question = Self { variables, facts: Vec::new() };
        for (op, table) in &world.parameters.tables {
            for (arguments, cell) in table.tuples().zip(&table.cells) {
                let fact = question.fact(theory, world, *op, &arguments, *cell);
                question.facts.extend(fact);
            }
        }
        question
    }

    fn fact(
        &self,
        theory: &Theory,
        world: &World,
        op: OpId,
        arguments: &[Element],
        cell: Cell,
    ) -> Option<Literal> {
        let leaf = |sort: SortId, element: Element| match theory.sorts[sort].kind {
            SortKind::Int => Term::Int(world.parameters.int.low + i64::from(element)),
            _ => self.variable(sort, element),
        };
        let sorts = theory.ops[op].arguments.iter();
        let arguments = sorts.zip(arguments).map(|(sort, it)| leaf(*sort, *it)).collect();
        match (cell, theory.ops[op].result) {
            (Cell::Truth(holds), _) => {
                Some(Literal { atom: Formula::Predicate(op, arguments), holds })
            }
            (Cell::Element(element), Some(sort)) => {
                let atom = Formula::Equal(Term::Apply(op, arguments), leaf(sort, element));
                Some(Literal { atom, holds: true })
            }
            _ => None,
        }
    }

    fn variable(&self, sort: SortId, element: Element) -> Term {
        let own = self.variables.iter().enumerate().filter(|(_, it)| it.sort == sort);
        let place = own.map(|(place, _)| place).nth(element as usize);
        Term::Variable(VarId::from_index(place.unwrap_or_default()))
    }

    /// A ground term over the variables.
    pub fn term(&self, term: &GroundTerm) -> Term {
        match term {
            GroundTerm::Element(sort, element) => self.variable(*sort, *element),
            GroundTerm::Int(number) => Term::Int(*number),
            GroundTerm::Apply(op, arguments) => Term::Apply(*op, self.terms(arguments)),
        }
    }

    pub fn terms(&self, terms: &[GroundTerm]) -> Vec<Term> {
        terms.iter().map(|term| self.term(term)).collect()
    }

    /// A goal that asks for a model over these parameters in which an atom holds, or does not.
    pub fn goal(&self, atom: Formula, holds: bool) -> Goal {
        let mut literals = self.facts.clone();
        literals.push(Literal { atom, holds });
        let case = if holds { "holds" } else { "fails" }.to_owned();
        let pattern = Some(Pattern { blocks: (0..self.variables.len()).collect() });
        let probe = Goal::probe("complete".to_owned(), self.variables.clone(), literals);
        Goal { case, pattern, kind: GoalKind::Axiom, ..probe }
    }

    /// Descriptions of these elements, short ones first: that they differ, facts about several
    /// of them, all facts about them.
    pub fn descriptions(&self, used: &[usize]) -> Vec<Vec<Literal>> {
        let about = |least: usize| -> Vec<Literal> {
            let is_about = |literal: &&Literal| {
                let variables = literal.atom.variables();
                variables.len() >= least && variables.iter().all(|var| used.contains(&var.index()))
            };
            self.facts.iter().filter(is_about).cloned().collect()
        };
        let mut different = Vec::new();
        for (at, right) in used.iter().enumerate() {
            for left in &used[..at] {
                if self.variables[*left].sort == self.variables[*right].sort {
                    let [left, right] =
                        [left, right].map(|it| Term::Variable(VarId::from_index(*it)));
                    different.push(Literal { atom: Formula::Equal(left, right), holds: false });
                }
            }
        }
        vec![different, about(2), about(1)]
    }

    /// The facts about the elements that some terms mention.
    pub fn facts_about(&self, theory: &Theory, terms: &[Term]) -> Vec<String> {
        let mentioned: Vec<&Term> = terms.iter().flat_map(Term::subterms).collect();
        let is_about = |literal: &&Literal| {
            let variables = literal.atom.variables();
            variables.into_iter().all(|var| mentioned.contains(&&Term::Variable(var)))
        };
        let about = self.facts.iter().filter(is_about);
        about.map(|literal| literal.text(theory, &self.variables)).collect()
    }
}

/// `a`, `b`, …: a name that no operation has.
fn name(theory: &Theory, number: usize) -> String {
    let letters = ('a'..='z').map(String::from);
    let numbered = (1..).map(|number: usize| format!("x{number}"));
    let is_free = |name: &String| theory.ops.values().all(|op| op.name != *name);
    letters.chain(numbered).filter(is_free).nth(number).unwrap_or_default()
}
