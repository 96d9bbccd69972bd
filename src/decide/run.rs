//! The atoms of a test, by running the axioms on its values.

use crate::arena::Id;
use crate::execute::{Answer, Engine, Program, TermId};
use crate::model::{GroundTerm, ParameterTables, truth_of};
use crate::rules;
use crate::testcase::Truths;
use crate::theory::{Formula, Term, Theory};
use crate::trial::tables;

/// An engine, and values for the variables of a formula.
pub struct Run<'p> {
    engine: Engine<'p>,
    /// `None` if running does not determine some value.
    values: Option<Vec<TermId>>,
}

impl<'p> Run<'p> {
    /// Builds the values that the terms denote.
    pub fn new(
        theory: &Theory,
        program: &'p Program,
        parameters: &ParameterTables,
        terms: &[GroundTerm],
    ) -> Self {
        let mut engine = Engine::new(program, &tables(theory, parameters));
        let values = GroundTerm::all_executed(terms, &mut engine).ok();
        Self { engine, values }
    }

    /// Whether two constructor terms denote different values in every model.
    pub fn differ(&mut self, [left, right]: [&GroundTerm; 2]) -> bool {
        let [left, right] = [left, right].map(|term| term.value(&mut self.engine));
        let (Some(left), Some(right)) = (left, right) else { return false };
        let equal = Formula::Equal(variable(0), variable(1));
        let answer = self.engine.decide(&rules::formula(&equal), &[left, right]);
        truth_of(&self.engine, &answer) == Some(false)
    }
}

impl Truths for Run<'_> {
    fn truth(&mut self, atom: &Formula) -> Option<bool> {
        let answer = self.engine.decide(&rules::formula(atom), self.values.as_ref()?);
        truth_of(&self.engine, &answer)
    }

    fn is_defined(&mut self, term: &Term) -> bool {
        let Some(values) = &self.values else { return false };
        matches!(self.engine.evaluate(&rules::expr(term), values), Answer::Value(_))
    }
}

fn variable(index: usize) -> Term {
    Term::Variable(crate::theory::VarId::from_index(index))
}
