//! Ground terms: how a value is built.

use super::Element;
use crate::arena::Id;
use crate::theory::{OpId, SortId, Term, Theory};

/// A term without variables: constructors over elements of parameter sorts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroundTerm {
    /// An element of a parameter sort.
    Element(SortId, Element),
    Int(i64),
    Apply(OpId, Vec<GroundTerm>),
}

impl GroundTerm {
    /// Replaces each variable of a term by its binding. `None` for arithmetic, which no
    /// constructor builds.
    pub fn instantiate(term: &Term, bindings: &[GroundTerm]) -> Option<GroundTerm> {
        match term {
            Term::Variable(var) => Some(bindings[var.index()].clone()),
            Term::Int(number) => Some(GroundTerm::Int(*number)),
            Term::Apply(op, arguments) => {
                let arguments =
                    arguments.iter().map(|argument| Self::instantiate(argument, bindings));
                Some(GroundTerm::Apply(*op, arguments.collect::<Option<_>>()?))
            }
            Term::Arithmetic(..) => None,
        }
    }

    /// Replaces the elements of parameter sorts.
    pub fn renamed(&self, name: &dyn Fn(SortId, Element) -> Element) -> GroundTerm {
        match self {
            GroundTerm::Element(sort, element) => GroundTerm::Element(*sort, name(*sort, *element)),
            GroundTerm::Int(number) => GroundTerm::Int(*number),
            GroundTerm::Apply(op, arguments) => {
                let arguments = arguments.iter().map(|argument| argument.renamed(name));
                GroundTerm::Apply(*op, arguments.collect())
            }
        }
    }

    /// Calls `see` with every occurrence of an element of a parameter sort.
    pub fn visit_elements(&self, see: &mut impl FnMut(SortId, Element)) {
        match self {
            GroundTerm::Element(sort, element) => see(*sort, *element),
            GroundTerm::Int(_) => {}
            GroundTerm::Apply(_, arguments) => {
                arguments.iter().for_each(|argument| argument.visit_elements(see));
            }
        }
    }

    /// The term itself and all terms inside, outermost first.
    pub fn subterms(&self) -> Vec<&GroundTerm> {
        let mut found = vec![self];
        if let GroundTerm::Apply(_, arguments) = self {
            found.extend(arguments.iter().flat_map(GroundTerm::subterms));
        }
        found
    }

    /// The number of symbols in the term.
    pub fn symbols(&self) -> usize {
        match self {
            GroundTerm::Element(..) | GroundTerm::Int(_) => 1,
            GroundTerm::Apply(_, arguments) => {
                1 + arguments.iter().map(GroundTerm::symbols).sum::<usize>()
            }
        }
    }

    /// `insert(empty(), Orderable1)`
    pub fn text(&self, theory: &Theory) -> String {
        match self {
            GroundTerm::Element(sort, element) => theory.element_text(*sort, *element),
            GroundTerm::Int(number) => number.to_string(),
            GroundTerm::Apply(op, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|term| term.text(theory)).collect();
                format!("{}({})", theory.ops[*op].name, arguments.join(", "))
            }
        }
    }
}
