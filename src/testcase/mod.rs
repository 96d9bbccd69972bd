//! Abstract tests: what a model says that a test should do, before any Rust.

use std::collections::BTreeMap;

use crate::goal::Goal;
use crate::model::{Carrier, Element, Table};
use crate::theory::{AxiomId, Formula, OpId, SortId, Term, Theory, Variable};

mod apart;
mod canonical;
mod extract;
mod growth;
mod relabel;
mod sample;
mod shape;
mod used;

pub use canonical::canonical_terms;
pub use extract::extract;
pub use growth::{Growth, growths};
pub use relabel::relabelled;
pub use sample::{Sample, samples};
pub use shape::{Novelty, Shape};

/// A test before any Rust: the parameters that it mocks, the values that it
/// builds, and what it claims of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractTest {
    pub goal: Goal,
    pub mocks: Mocks,
    /// A term for each variable of the axiom or domain condition.
    pub bindings: Vec<GroundTerm>,
    /// Which atoms of the axiom or domain condition hold, as far as the model says it.
    pub truths: Vec<Option<bool>>,
    /// Which atoms have no undefined term in the model, and their truth there; once
    /// the search was asked, only those whose truth is forced.
    pub forced: Vec<Option<bool>>,
    /// Values that the model tells apart; once the search was asked, only those that
    /// differ in any model.
    pub apart: Vec<Apart>,
    pub claim: Claim,
}

/// Two values of a goal, of one constructed sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    pub sort: SortId,
    /// What the goal calls them.
    pub terms: [Term; 2],
    /// How they are built.
    pub values: [GroundTerm; 2],
}

impl AbstractTest {
    /// Whether both build the same values for the same claim.
    pub fn does_the_same(&self, other: &AbstractTest) -> bool {
        self.claim == other.claim && self.bindings == other.bindings && self.mocks == other.mocks
    }
}

/// A finite algebra of the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mocks {
    pub carriers: BTreeMap<SortId, u32>,
    pub tables: BTreeMap<OpId, Table>,
    /// The range of `int` that the tables speak of.
    pub int: Carrier,
}

/// What must hold whatever the implementation chooses to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The whole axiom, not only the goal's minterm: a loose specification lets
    /// a correct implementation leave the minterm.
    Axiom(AxiomId),
    /// The operation succeeds inside of its domain, and does outside what its
    /// mapping says.
    Domain(OpId),
}

impl Claim {
    /// The axiom, or the domain condition, and its variables.
    pub fn formula(self, theory: &Theory) -> (&Formula, &[Variable]) {
        match self {
            Claim::Axiom(id) => (&theory.axioms[id].formula, &theory.axioms[id].variables),
            Claim::Domain(op) => {
                let domain = theory.ops[op].domain.as_ref();
                let domain = domain.expect("a domain goal is about a partial operation");
                (&domain.condition, &domain.variables)
            }
        }
    }
}

/// A term without variables: constructors over elements of parameter sorts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroundTerm {
    /// An element of a parameter sort.
    Element(SortId, Element),
    Int(i64),
    Apply(OpId, Vec<GroundTerm>),
}

impl GroundTerm {
    /// With other elements of the parameters in the place of its own.
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
