//! What every part of the lowering reads, and the questions that several parts ask.

use std::collections::BTreeSet;

use super::names::ItemNames;
use crate::refine::{Callee, Equality, Function, Outside, Passing, Refinement, SortType, Subject};
use crate::rust::{Fragment, Ident, Type};
use crate::theory::{
    Answer, Definition, Domain, Formula, OpId, Operation, Right, SortId, SortKind, Term, Theory,
    VarId,
};

/// Everything that the lowering reads.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub theory: &'a Theory,
    pub refinement: &'a Refinement,
    pub names: &'a ItemNames,
    /// Operations of parameters whose tables have gaps.
    pub sparse: &'a BTreeSet<OpId>,
    /// Operations that the axioms leave open, where comparisons must not ask them.
    pub left_out: &'a BTreeSet<OpId>,
}

/// How an adapter takes a value of a type under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
    /// `s: SortedSet`
    Value,
    /// `s: &SortedSet`
    Reference,
    /// `s: impl Fn() -> SortedSet`, where a domain condition uses the value up before the call
    /// needs it.
    Factory,
}

impl<'a> Context<'a> {
    pub fn function(&self, op: OpId) -> &Function {
        self.refinement.functions.get(&op).expect("resolution gave every operation a function")
    }

    pub fn subject(&self, sort: SortId) -> Option<&Subject> {
        match self.refinement.sorts.get(&sort) {
            Some(SortType::Subject(subject)) => Some(subject),
            _ => None,
        }
    }

    pub fn is_subject(&self, sort: SortId) -> bool {
        self.subject(sort).is_some()
    }

    pub fn is_closure(&self, sort: SortId) -> bool {
        matches!(self.refinement.sorts.get(&sort), Some(SortType::Mock(mock)) if mock.closure.is_some())
    }

    pub fn is_int(&self, sort: SortId) -> bool {
        self.theory.sorts[sort].kind == SortKind::Int
    }

    /// The type that stands for a sort.
    pub fn sort_type(&self, sort: SortId) -> Type {
        Type::Named(self.names.sort(sort))
    }

    /// The sort that an operation's specification declares.
    pub fn own_sort(&self, op: OpId) -> Option<SortId> {
        let spec = self.theory.declared_in(&self.theory.ops[op]);
        let mut sorts = self.theory.sorts.iter().filter(|(_, sort)| sort.spec == spec);
        sorts.next().map(|(sort, _)| sort)
    }

    /// Rust of the mapping with mocks in the place of generic parameters.
    pub fn instantiate(&self, written: &Fragment) -> Fragment {
        written.renamed(|word| self.names.generic(word).map(Ident::to_string))
    }

    /// Whether some value of its variables may leave a term undefined.
    pub fn is_partial(&self, term: &Term) -> bool {
        match term {
            Term::Variable(_) | Term::Int(_) => false,
            Term::Arithmetic(operator, left, right) => {
                operator.is_partial(right) || self.is_partial(left) || self.is_partial(right)
            }
            Term::Apply(op, arguments) => {
                self.theory.ops[*op].domain.is_some()
                    || arguments.iter().any(|argument| self.is_partial(argument))
            }
        }
    }

    /// Whether the adapter of an operation must evaluate the domain condition before it calls:
    /// the call itself would panic or do anything at all.
    pub fn checks_domain(&self, op: OpId) -> bool {
        matches!(self.function(op).outside, Outside::Panics | Outside::Unspecified)
    }

    /// The condition that the adapter of an operation evaluates before it calls. A predicate that is
    /// the answer of another operation is that operation's call, and false where it is undefined.
    pub fn guard(&self, op: OpId) -> Option<&'a Domain> {
        let operation = &self.theory.ops[op];
        if operation.domain.is_some() {
            return operation.domain.as_ref().filter(|_| self.checks_domain(op));
        }
        let Some(Answer::Value(name)) = &operation.answer else { return None };
        let is_base = |(_, base): &(OpId, &Operation)| {
            base.name == *name && base.arguments == operation.arguments
        };
        let (base, known) = self.theory.own_ops(operation.spec).find(is_base)?;
        known.domain.as_ref().filter(|_| self.checks_domain(base))
    }

    /// How the adapter of an operation takes an argument.
    pub fn taking(&self, op: OpId, argument: usize) -> Taking {
        self.taking_within(op, argument, &mut Vec::new())
    }

    fn taking_within(&self, op: OpId, argument: usize, open: &mut Vec<OpId>) -> Taking {
        if !self.is_subject(self.theory.ops[op].arguments[argument]) {
            return Taking::Value;
        }
        let function = self.function(op);
        let parameter = function.parameters.iter().find(|known| known.argument == argument);
        let plain = match parameter.map(|parameter| parameter.passing) {
            Some(Passing::Shared) if !function.changes(argument) => Taking::Reference,
            _ => Taking::Value,
        };
        // Domain conditions that refer to each other are checked elsewhere.
        if open.contains(&op) {
            return plain;
        }
        let mut formulas: Vec<Formula> =
            self.guard(op).map(|it| it.condition.clone()).into_iter().collect();
        if let Callee::Definition(definition) = &function.callee {
            formulas.extend(evaluated(definition));
        }
        open.push(op);
        let var = <VarId as crate::arena::Id>::from_index(argument);
        let uses_up = formulas.iter().any(|formula| self.uses_up(formula, var, open));
        open.pop();
        if uses_up { Taking::Factory } else { plain }
    }

    /// Whether evaluating a formula consumes a variable, or needs it several times as a value.
    fn uses_up(&self, formula: &Formula, var: VarId, open: &mut Vec<OpId>) -> bool {
        let is_var = |term: &Term| *term == Term::Variable(var);
        let applied = |op: OpId, terms: &[Term], open: &mut Vec<OpId>| {
            terms.iter().enumerate().any(|(place, term)| {
                is_var(term) && self.taking_within(op, place, open) != Taking::Reference
            })
        };
        let in_terms = formula.subterms().into_iter().any(|term| match term {
            Term::Apply(op, terms) => applied(*op, terms, open),
            _ => false,
        });
        in_terms
            || formula.atoms().into_iter().any(|atom| match atom {
                Formula::Predicate(op, terms) => applied(*op, terms, open),
                Formula::Equal(left, right) => is_var(left) || is_var(right),
                _ => false,
            })
    }

    /// The function that compares values of a sort by observers.
    pub fn comparison(&self, sort: SortId) -> &Ident {
        match self.left_out.is_empty() {
            true => self.names.comparison(sort),
            false => self.names.determined_comparison(sort),
        }
    }

    /// The function that checks the representation of a sort's values.
    pub fn rep_ok(&self, sort: SortId) -> Option<&Fragment> {
        match self.refinement.sorts.get(&sort)? {
            SortType::Subject(subject) => subject.rep_ok.as_ref(),
            SortType::Mock(_) => None,
        }
    }

    /// How values of a type under test are compared.
    pub fn equality(&self, sort: SortId) -> Comparison<'_> {
        match self.refinement.sorts.get(&sort) {
            Some(SortType::Mock(mock)) if mock.closure.is_some() => Comparison::Observers,
            Some(SortType::Subject(subject)) => match &subject.equality {
                Equality::Function(path) => Comparison::Function(path),
                _ if self.refinement.has_own_equality(self.theory, sort) => Comparison::Operator,
                _ => Comparison::Observers,
            },
            _ => Comparison::Operator,
        }
    }
}

/// What evaluating a definition evaluates, as formulas.
fn evaluated(definition: &Definition) -> Vec<Formula> {
    match &definition.right {
        Right::Truth(formula) => vec![formula.clone()],
        Right::Value(cases, last) => {
            let values = cases.iter().map(|(_, value)| value).chain([last]);
            let conditions = cases.iter().map(|(condition, _)| condition.clone());
            conditions.chain(values.map(|it| Formula::Equal(it.clone(), it.clone()))).collect()
        }
    }
}

/// How two values of a sort are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison<'a> {
    /// By `==`.
    Operator,
    /// By a function of two references that the mapping names.
    Function(&'a Fragment),
    /// By what observers answer.
    Observers,
}
