//! Decides which literals of a test the specification forces.
//!
//! A test fixes the tables of the parameters and a ground term for each variable. A literal
//! over these terms is forced if no model with those parameters makes it false. That is a
//! refutation as in [`super::refute`], valid at any size: the elements of the parameters
//! become distinct variables, their tables become literals, and the refuted goal is the
//! opposite literal. A literal that needs more than such a local argument does not count as
//! forced. The test then asserts less than it could, and never too much.

use std::collections::BTreeMap;

use crate::arena::Id;
use crate::goal::Literal;
use crate::model::{Cell, Element, GroundTerm, Mode, ParameterTables};
use crate::theory::{Formula, OpId, SortId, SortKind, Statement, Term, Theory, VarId, Variable};

use super::budget::{Allowance, Stopped};
use super::estimate;
use super::ground::{Ground, KnownFacts, NodeId, Totality};
use super::lazy::Lazy;
use super::numbering::Numbering;
use super::refute::RetainedTerms;
use super::solver::Lit;

/// Groundings with more clauses are not worth their time: each test needs several solver
/// calls.
const COSTLY_QUESTION: u64 = 20_000;

/// The conflicts that one solver call may take.
const EFFORT: u64 = 1_000;

/// What a test fixes, and what it would like to assert.
pub struct Question<'a> {
    pub parameters: &'a ParameterTables,
    /// A term for each variable of the literals.
    pub bindings: &'a [GroundTerm],
    pub literals: &'a [Literal],
    /// Pairs of values that should differ.
    pub disequalities: Vec<&'a [GroundTerm; 2]>,
    /// The mode of the model that all of this was read off.
    pub mode: Mode,
}

/// Which parts of a [`Question`] hold in every model.
pub struct Entailed {
    pub literals: Vec<bool>,
    pub disequalities: Vec<bool>,
}

/// Decides which literals and disequalities the theory entails. `false` means that no
/// proof was found.
pub fn entailed(theory: &Theory, question: &Question<'_>) -> Entailed {
    // A range of numbers is only a piece of a model.
    let is_of_a_model = question.mode == Mode::Closed && theory.int().is_none();
    let parameters = Parameters::of(theory, question.parameters, is_of_a_model);
    let bindings: Vec<Term> = question.bindings.iter().map(|term| parameters.term(term)).collect();
    let literals = question
        .literals
        .iter()
        .map(|literal| Literal { atom: literal.atom.substituted(&bindings), holds: literal.holds });
    let disequalities = question.disequalities.iter().map(|pair| {
        let [left, right] = pair.each_ref().map(|value| parameters.term(value));
        Literal { atom: Formula::Equal(left, right), holds: false }
    });
    let asked: Vec<Literal> = literals.chain(disequalities).collect();
    let watched = observations(theory, &bindings);
    let mut literals = parameters.forced(question.parameters, &asked, &watched);
    let disequalities = literals.split_off(question.literals.len());
    Entailed { literals, disequalities }
}

/// Observers without further arguments, applied to the values of the test and to their
/// subterms: axioms describe a value in terms of the one before it.
fn observations(theory: &Theory, bindings: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    for term in bindings.iter().flat_map(Term::subterms) {
        let Term::Apply(built, _) = term else { continue };
        let sort = theory.ops[*built].result;
        let observers = theory.ops.iter().filter(|(_, op)| {
            !op.is_constructor() && !op.is_predicate() && op.arguments.as_slice() == sort.as_slice()
        });
        found.extend(observers.map(|(op, _)| Term::Apply(op, vec![term.clone()])));
    }
    found
}

/// A variable for each element of the parameters.
struct Parameters<'t> {
    theory: &'t Theory,
    variables: Vec<Variable>,
    numbers: BTreeMap<(SortId, Element), VarId>,
    /// Whether some model is known to contain them.
    is_of_a_model: bool,
}

impl<'t> Parameters<'t> {
    fn of(theory: &'t Theory, tables: &ParameterTables, is_of_a_model: bool) -> Self {
        let (variables, numbers) = (Vec::new(), BTreeMap::new());
        let mut parameters = Self { theory, variables, numbers, is_of_a_model };
        for (sort, size) in &tables.carriers {
            for element in 0..*size {
                let number = VarId::from_index(parameters.variables.len());
                let name = theory.element_text(*sort, element);
                parameters.variables.push(Variable { name, sort: *sort });
                parameters.numbers.insert((*sort, element), number);
            }
        }
        parameters
    }

    fn element(&self, sort: SortId, element: Element) -> Term {
        Term::Variable(self.numbers[&(sort, element)])
    }

    fn term(&self, term: &GroundTerm) -> Term {
        match term {
            GroundTerm::Element(sort, element) => self.element(*sort, *element),
            GroundTerm::Int(number) => Term::Int(*number),
            GroundTerm::Apply(op, arguments) => {
                Term::Apply(*op, arguments.iter().map(|argument| self.term(argument)).collect())
            }
        }
    }

    /// For each literal, whether it holds in every model with these parameters. The proof
    /// may use the values of all terms in the literals, in the tables and among the watched
    /// terms. What follows without the watched terms also follows with them, so they are
    /// only added for literals that are still open, and only if that is cheap.
    fn forced(&self, tables: &ParameterTables, asked: &[Literal], watched: &[Term]) -> Vec<bool> {
        let facts = self.facts(tables);
        let mut forced = vec![false; asked.len()];
        let mut last = None;
        for watched in [&[], watched] {
            let left: Vec<usize> = (0..asked.len()).filter(|index| !forced[*index]).collect();
            let spoken_of = facts.iter().chain(asked).flat_map(|literal| literal.atom.subterms());
            let watched = watched.iter().flat_map(Term::subterms);
            let kept = RetainedTerms::over(self.theory, &self.variables, spoken_of.chain(watched));
            let carriers = kept.carriers(self.theory);
            let cost = estimate::clauses(self.theory, &carriers, Totality::Local, &[]);
            if left.is_empty() || cost > COSTLY_QUESTION || last.as_ref() == Some(&kept) {
                break;
            }
            let mut pieces = self.pieces(tables, &kept, &facts);
            last = Some(kept);
            let opposite = |index: usize| pieces.literal(&asked[index].atom, !asked[index].holds);
            let opposites: Vec<Lit> = left.iter().copied().map(opposite).collect();
            for index in pieces.excluded(left.into_iter().zip(opposites).collect()) {
                forced[index] = true;
            }
        }
        forced
    }

    /// The pieces of all models with these parameters. Their elements come first in the
    /// carriers, since their variables are the first retained terms.
    fn pieces(
        &self,
        tables: &ParameterTables,
        kept: &RetainedTerms,
        facts: &[Literal],
    ) -> EntailmentPieces<'t> {
        let (given, carriers) = (self.given(tables), kept.carriers(self.theory));
        let allowance = Allowance { effort: EFFORT, ..Allowance::unlimited() };
        let mut ground = Ground::new(self.theory, carriers, Totality::Local, &given, allowance);
        ground.make_tables(self.theory.ops.ids(), &Numbering::none(self.theory), &given);
        let elements = self.numbers.keys();
        let elements = elements.map(|(sort, element)| ground.constant(*sort, *element));
        let env: Vec<NodeId> = elements.collect();
        kept.require(&mut ground, &env);
        let required = Statement::all(self.theory).into_iter().map(|fact| (fact, None));
        let lazy = Lazy::new(&mut ground, required);
        let mut pieces = EntailmentPieces { ground, lazy, env, is_of_a_model: self.is_of_a_model };
        for literal in facts {
            let holds = pieces.literal(&literal.atom, literal.holds);
            pieces.ground.circuit.add([holds]);
        }
        pieces
    }

    /// The cells of the tables over elements alone. The numbers of a piece are not known.
    fn given(&self, tables: &ParameterTables) -> KnownFacts {
        let is_given = |sort: &SortId| self.theory.sorts[*sort].kind == SortKind::Parameter;
        let mut given = KnownFacts { elements: tables.carriers.clone(), ..KnownFacts::default() };
        for (op, table) in &tables.tables {
            let operation = &self.theory.ops[*op];
            if operation.arguments.iter().chain(&operation.result).all(is_given) {
                let answers = table.tuples().zip(&table.cells);
                let answers = answers.map(|(arguments, cell)| ((*op, arguments), *cell));
                given.answers.extend(answers);
            }
        }
        given
    }

    /// The elements differ, and the operations have the results in the tables. An empty
    /// cell states nothing.
    fn facts(&self, tables: &ParameterTables) -> Vec<Literal> {
        let mut facts = Vec::new();
        for (b, later) in self.variables.iter().enumerate() {
            for (a, earlier) in self.variables[..b].iter().enumerate() {
                if earlier.sort == later.sort {
                    let [a, b] = [a, b].map(|index| Term::Variable(VarId::from_index(index)));
                    facts.push(Literal { atom: Formula::Equal(a, b), holds: false });
                }
            }
        }
        for (op, table) in &tables.tables {
            for (arguments, cell) in table.tuples().zip(&table.cells) {
                facts.extend(self.answer(tables, *op, &arguments, *cell));
            }
        }
        facts
    }

    fn answer(
        &self,
        tables: &ParameterTables,
        op: OpId,
        arguments: &[Element],
        cell: Cell,
    ) -> Option<Literal> {
        let value = |sort: SortId, element: Element| match self.theory.sorts[sort].kind {
            SortKind::Parameter => Some(self.element(sort, element)),
            SortKind::Int => Some(Term::Int(tables.int.low + i64::from(element))),
            SortKind::Constructed => None,
        };
        let operation = &self.theory.ops[op];
        let terms = operation.arguments.iter().zip(arguments);
        let terms: Vec<Term> =
            terms.map(|(sort, element)| value(*sort, *element)).collect::<Option<_>>()?;
        match (cell, operation.result) {
            (Cell::Truth(holds), _) => Some(Literal { atom: Formula::Predicate(op, terms), holds }),
            (Cell::Element(element), Some(result)) => {
                let answer = value(result, element)?;
                let atom = Formula::Equal(Term::Apply(op, terms), answer);
                Some(Literal { atom, holds: true })
            }
            _ => None,
        }
    }
}

/// The pieces of models with given parameters.
struct EntailmentPieces<'t> {
    ground: Ground<'t>,
    lazy: Lazy,
    /// The elements of the parameters.
    env: Vec<NodeId>,
    /// Whether some model is known to contain these parameters.
    is_of_a_model: bool,
}

impl EntailmentPieces<'_> {
    fn literal(&mut self, atom: &Formula, holds: bool) -> Lit {
        let truth = self.ground.truth(atom, &self.env);
        if holds { truth.yes } else { truth.no }
    }

    /// The indices of the literals that no piece makes true. Everything would follow from
    /// parameters that no model contains, so nothing is returned unless there is a piece.
    fn excluded(&mut self, mut open: Vec<(usize, Lit)>) -> Vec<usize> {
        let mut excluded = Vec::new();
        let mut is_consistent = self.is_of_a_model;
        while let Some((index, literal)) = open.pop() {
            match self.exist(&[literal], &mut open) {
                Ok(true) => is_consistent = true,
                Ok(false) => excluded.push(index),
                Err(_) => {}
            }
        }
        let is_consistent = is_consistent || self.exist(&[], &mut open) == Ok(true);
        if is_consistent { excluded } else { Vec::new() }
    }

    /// Whether there is a piece. Literals that it makes true are removed from `open`.
    fn exist(
        &mut self,
        assumptions: &[Lit],
        open: &mut Vec<(usize, Lit)>,
    ) -> Result<bool, Stopped> {
        let exists = self.lazy.solve(&mut self.ground, assumptions)?;
        if exists {
            open.retain(|(_, literal)| !self.ground.circuit.value(*literal));
        }
        Ok(exists)
    }
}
