//! What equality means, as axioms: values that an operation tells apart differ. So equal
//! values are still equal when the same is done to both.
//!
//! These follow from equality being a congruence, so they hold in every model and
//! need not be searched for. They are worth a test, since axioms state equalities
//! almost only positively: an `==` that always says yes satisfies all of them.

use std::collections::BTreeSet;

use super::{
    Axiom, AxiomKind, Formula, OpId, Operation, SortId, SortKind, Term, Theory, VarId, Variable,
};
use crate::arena::Id;

impl Theory {
    /// The theory with one more axiom for each operation on a constructed sort that
    /// has an equality.
    pub fn with_congruences(&self, has_equality: &dyn Fn(SortId) -> bool) -> Theory {
        let mut theory = self.clone();
        for (op, operation) in self.ops.iter() {
            let sort = self.observed_sort(operation);
            if let Some(sort) = sort.filter(|sort| has_equality(*sort)) {
                theory.axioms.push(self.congruence(op, operation, sort));
            }
        }
        theory
    }

    /// The constructed sorts between whose values some formula has an equation: a
    /// type without equality can't be asked for it.
    pub fn compared_sorts(&self) -> BTreeSet<SortId> {
        let mut compared = BTreeSet::new();
        for axiom in self.axioms.values() {
            for atom in axiom.formula.atoms() {
                if let Formula::Equal(left, _) = atom {
                    compared.insert(self.sort_of(left, &axiom.variables));
                }
            }
        }
        compared.retain(|sort| self.sorts[*sort].kind == SortKind::Constructed);
        compared
    }

    /// The sort whose values an operation observes: that of its only argument that
    /// is constructed. A constructor may have several of its sort, which get one value.
    fn observed_sort(&self, operation: &Operation) -> Option<SortId> {
        let is_constructed = |sort: &&SortId| self.sorts[**sort].kind == SortKind::Constructed;
        let mut constructed = operation.arguments.iter().filter(is_constructed);
        let sort = *constructed.next()?;
        let fits = match operation.is_constructor() {
            true => constructed.all(|other| *other == sort),
            false => constructed.next().is_none(),
        };
        fits.then_some(sort)
    }

    /// `X != Y if p(X, E) and not p(Y, E)`, or `X != Y if f(X, E) != f(Y, E)`.
    fn congruence(&self, op: OpId, operation: &Operation, sort: SortId) -> Axiom {
        let mut variables =
            vec![Variable { name: "X".to_owned(), sort }, Variable { name: "Y".to_owned(), sort }];
        let (mut ones, mut others) = (Vec::new(), Vec::new());
        for (index, argument) in operation.arguments.iter().enumerate() {
            if *argument == sort {
                ones.push(Term::Variable(VarId::from_index(0)));
                others.push(Term::Variable(VarId::from_index(1)));
            } else {
                let shared = Term::Variable(VarId::from_index(variables.len()));
                variables.push(Variable { name: format!("A{index}"), sort: *argument });
                ones.push(shared.clone());
                others.push(shared);
            }
        }
        let premise = if operation.is_predicate() {
            let lacks = Formula::Not(Box::new(Formula::Predicate(op, others)));
            Formula::And(Box::new(Formula::Predicate(op, ones)), Box::new(lacks))
        } else {
            let same = Formula::Equal(Term::Apply(op, ones), Term::Apply(op, others));
            Formula::Not(Box::new(same))
        };
        let [x, y] = [0, 1].map(|index| Term::Variable(VarId::from_index(index)));
        let conclusion = Box::new(Formula::Not(Box::new(Formula::Equal(x, y))));
        let formula = Formula::If { conclusion, premise: Box::new(premise) };
        let text = formula.text(self, &variables);
        Axiom {
            kind: AxiomKind::Congruence,
            spec: operation.spec,
            label: Some(format!("told_apart_by_{}", operation.name)),
            number: 0,
            variables,
            formula,
            text,
            span: operation.span,
        }
    }
}
