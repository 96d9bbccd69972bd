//! What a theory states: its axioms and domain conditions.

use super::{AxiomId, Formula, OpId, Theory, Variable};

/// One thing that a theory states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Statement {
    Axiom(AxiomId),
    /// The domain condition of a partial operation: the operation is defined inside of it
    /// and nowhere else.
    Domain(OpId),
}

impl Statement {
    /// Every statement that restricts the models of a theory.
    pub fn all(theory: &Theory) -> Vec<Statement> {
        let axioms = theory.axioms.ids().map(Statement::Axiom);
        let partial = theory.ops.iter().filter(|(_, op)| op.domain.is_some());
        axioms.chain(partial.map(|(op, _)| Statement::Domain(op))).collect()
    }

    /// The axiom's formula or the domain condition, after its variables.
    #[inline]
    pub fn formula(self, theory: &Theory) -> (&[Variable], &Formula) {
        match self {
            Statement::Axiom(id) => (&theory.axioms[id].variables, &theory.axioms[id].formula),
            Statement::Domain(op) => {
                let domain = theory.ops[op].domain.as_ref();
                let domain = domain.expect("only a partial operation has a domain condition");
                (&domain.variables, &domain.condition)
            }
        }
    }
}
