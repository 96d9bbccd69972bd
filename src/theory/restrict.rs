//! The part of a theory that one specification reaches.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Asked, Axiom, AxiomId, Domain, Formula, OpId, Operation, Question, Sort, SortId, Spec, SpecId,
    Term, Theory, Variable,
};
use crate::arena::{Arena, Id};

impl Theory {
    /// Everything that a specification builds on, and nothing else. The order
    /// is kept, the ids are new.
    pub fn restricted_to(&self, subject: SpecId) -> Theory {
        let kept = self.reach(subject);
        self.restricted(&kept, &self.renumbering(&kept))
    }

    /// The theory without one of its axioms, and the old ids of the other axioms.
    pub fn without(&self, left_out: AxiomId) -> (Theory, Vec<AxiomId>) {
        let kept: Vec<_> = self.axioms.ids().filter(|id| *id != left_out).collect();
        let axioms = kept.iter().map(|id| self.axioms[*id].clone()).collect();
        (Theory { axioms, ..self.clone() }, kept)
    }

    /// The specifications of the parameters, without the body.
    pub fn parameters(&self) -> Parameters {
        let kept = self.specs.ids().filter(|spec| self.is_parameter(*spec)).collect();
        let map = self.renumbering(&kept);
        Parameters { theory: self.restricted(&kept, &map), sorts: map.sorts, ops: map.ops }
    }

    /// The same with questions about the specification.
    pub(super) fn restricted_with(
        &self,
        subject: SpecId,
        questions: &[Question],
        variables: &[Variable],
    ) -> Asked {
        let kept = self.reach(subject);
        let map = self.renumbering(&kept);
        let questions = questions.iter().map(|question| match question {
            Question::Term(term) => Question::Term(map.term(term)),
            Question::Formula(formula) => Question::Formula(map.formula(formula)),
        });
        Asked {
            theory: self.restricted(&kept, &map),
            questions: questions.collect(),
            variables: map.variables(variables),
        }
    }

    /// The parameters alone, with the old ids of their sorts and operations, in order. `None`
    /// if a parameter uses a specification that is not a parameter.
    pub fn parameter_part(&self) -> Option<(Theory, Vec<SortId>, Vec<OpId>)> {
        let kept: BTreeSet<SpecId> =
            self.specs.ids().filter(|spec| self.is_parameter(*spec)).collect();
        if kept.iter().any(|spec| !self.reach(*spec).is_subset(&kept)) {
            return None;
        }
        let map = self.renumbering(&kept);
        let (sorts, ops) = (map.sorts.keys().copied(), map.ops.keys().copied());
        Some((self.restricted(&kept, &map), sorts.collect(), ops.collect()))
    }

    fn renumbering(&self, kept: &BTreeSet<SpecId>) -> Renumbering {
        Renumbering {
            specs: renumber(self.specs.ids(), |id| kept.contains(&id)),
            sorts: renumber(self.sorts.ids(), |id| kept.contains(&self.sorts[id].spec)),
            ops: renumber(self.ops.ids(), |id| kept.contains(&self.ops[id].spec)),
        }
    }

    fn restricted(&self, kept: &BTreeSet<SpecId>, map: &Renumbering) -> Theory {
        let specs = self.specs.iter().filter(|(id, _)| kept.contains(id));
        let sorts = self.sorts.values().filter(|sort| kept.contains(&sort.spec));
        let ops = self.ops.values().filter(|op| kept.contains(&op.spec));
        let axioms = self.axioms.values().filter(|axiom| kept.contains(&axiom.spec));
        let theorems = self.theorems.iter().filter(|axiom| kept.contains(&axiom.spec));
        Theory {
            specs: specs.map(|(_, spec)| map.spec(spec)).collect(),
            sorts: sorts.map(|sort| map.sort(sort)).collect(),
            ops: ops.map(|op| map.op(op)).collect(),
            axioms: axioms.map(|axiom| map.axiom(axiom)).collect::<Arena<_, _>>(),
            theorems: theorems.map(|axiom| map.axiom(axiom)).collect(),
        }
    }

    /// The specification itself and all that it uses, directly or not.
    pub fn reach(&self, subject: SpecId) -> BTreeSet<SpecId> {
        let mut reached = BTreeSet::from_iter([subject]);
        let mut open = vec![subject];
        while let Some(spec) = open.pop() {
            let uses = self.specs[spec].uses.iter().copied();
            open.extend(uses.filter(|used| reached.insert(*used)));
        }
        reached
    }
}

/// The theory of the parameters, with its ids by those of the whole theory.
#[derive(Debug)]
pub struct Parameters {
    pub theory: Theory,
    pub sorts: BTreeMap<SortId, SortId>,
    pub ops: BTreeMap<OpId, OpId>,
}

/// New ids by old ones.
struct Renumbering {
    specs: BTreeMap<SpecId, SpecId>,
    sorts: BTreeMap<SortId, SortId>,
    ops: BTreeMap<OpId, OpId>,
}

fn renumber<I: Id>(ids: impl Iterator<Item = I>, keep: impl Fn(I) -> bool) -> BTreeMap<I, I> {
    let kept = ids.filter(|id| keep(*id)).enumerate();
    BTreeMap::from_iter(kept.map(|(new, id)| (id, I::from_index(new))))
}

impl Renumbering {
    fn spec(&self, spec: &Spec) -> Spec {
        Spec {
            parameters: spec.parameters.iter().map(|id| self.specs[id]).collect(),
            uses: spec.uses.iter().map(|id| self.specs[id]).collect(),
            ..spec.clone()
        }
    }

    fn sort(&self, sort: &Sort) -> Sort {
        Sort {
            spec: self.specs[&sort.spec],
            arguments: sort.arguments.iter().map(|id| self.sorts[id]).collect(),
            ..sort.clone()
        }
    }

    fn op(&self, op: &Operation) -> Operation {
        Operation {
            spec: self.specs[&op.spec],
            arguments: op.arguments.iter().map(|id| self.sorts[id]).collect(),
            result: op.result.map(|id| self.sorts[&id]),
            domain: op.domain.as_ref().map(|domain| self.domain(domain)),
            ..op.clone()
        }
    }

    fn domain(&self, domain: &Domain) -> Domain {
        Domain {
            variables: self.variables(&domain.variables),
            condition: self.formula(&domain.condition),
            span: domain.span,
        }
    }

    fn axiom(&self, axiom: &Axiom) -> Axiom {
        Axiom {
            spec: self.specs[&axiom.spec],
            variables: self.variables(&axiom.variables),
            formula: self.formula(&axiom.formula),
            ..axiom.clone()
        }
    }

    fn variables(&self, variables: &[Variable]) -> Vec<Variable> {
        let map = |variable: &Variable| Variable {
            name: variable.name.clone(),
            sort: self.sorts[&variable.sort],
        };
        variables.iter().map(map).collect()
    }

    fn formula(&self, formula: &Formula) -> Formula {
        formula.map_atoms(&|atom| match atom {
            Formula::Predicate(op, arguments) => {
                let arguments = arguments.iter().map(|term| self.term(term)).collect();
                Formula::Predicate(self.ops[op], arguments)
            }
            Formula::Equal(left, right) => Formula::Equal(self.term(left), self.term(right)),
            Formula::Compare(how, left, right) => {
                Formula::Compare(*how, self.term(left), self.term(right))
            }
            connective => connective.clone(),
        })
    }

    fn term(&self, term: &Term) -> Term {
        match term {
            Term::Variable(_) | Term::Int(_) => term.clone(),
            Term::Apply(op, arguments) => {
                Term::Apply(self.ops[op], arguments.iter().map(|term| self.term(term)).collect())
            }
            Term::Arithmetic(operator, left, right) => {
                Term::Arithmetic(*operator, Box::new(self.term(left)), Box::new(self.term(right)))
            }
        }
    }
}
