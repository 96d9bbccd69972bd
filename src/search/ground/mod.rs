//! From a theory and carriers to clauses.
//!
//! Every ground term becomes a [`Choice`]: one literal for each possible value. Every
//! ground formula becomes a [`TruthLits`]: one literal for *definitely true* and one for
//! *definitely false*, since terms that lead outside of the carriers make formulas unknown.
//! Equal terms and formulas share one node.

use std::rc::Rc;

use crate::arena::Id;
use crate::model::Element;
use crate::theory::{ArithmeticOperator, Formula, OpId, SortId, SortKind, Theory, Variable};

use super::budget::Allowance;
use super::cache::Cache;
use super::carriers::CarrierSizes;
use super::circuit::Circuit;
use super::solver::{FALSE, Lit, TRUE};

mod axioms;
mod cells;
mod choice;
mod digits;
mod formulas;
mod integers;
mod numbers;
mod rows;
mod terms;

pub use choice::{Choice, KnownFacts, NodeId, Totality, TruthLits};
use choice::{Digits, Uninterpreted};
pub use digits::{is_nested, width};

/// The measured cost of a term, besides its values: the node and its entry in a cache.
const NODE_BYTES: u64 = 250;

/// The clauses of one theory over one set of carriers.
pub struct Ground<'t> {
    pub theory: &'t Theory,
    pub carriers: CarrierSizes,
    pub totality: Totality,
    pub circuit: Circuit,
    /// By sort and element.
    exists: Vec<Vec<Lit>>,
    nodes: Vec<Rc<Choice>>,
    /// By node: its element, if it is a constant.
    elements: Vec<Option<Element>>,
    /// The elements themselves, by sort.
    constants: Vec<Vec<NodeId>>,
    /// By operation and position of the arguments; empty for predicates.
    function_cells: Vec<Vec<NodeId>>,
    /// The same for predicates.
    predicate_cells: Vec<Vec<Lit>>,
    /// The order of numbers, if nothing else is known about them ([`Totality::Local`]).
    integers: Option<Uninterpreted>,
    /// By operation, then by arguments.
    applications: Vec<Cache<Box<[NodeId]>, NodeId>>,
    arithmetic: Cache<(ArithmeticOperator, NodeId, NodeId), NodeId>,
    /// By operation, then by arguments.
    predicates: Vec<Cache<Box<[NodeId]>, TruthLits>>,
    equalities: Cache<(NodeId, NodeId), TruthLits>,
    node_digits: Cache<NodeId, Digits>,
    digit_applications: Cache<(OpId, Vec<NodeId>), Digits>,
}

impl<'t> Ground<'t> {
    /// Makes the carriers, but no tables yet.
    pub fn new(
        theory: &'t Theory,
        carriers: CarrierSizes,
        totality: Totality,
        given: &KnownFacts,
        allowance: Allowance,
    ) -> Self {
        let mut ground = Self {
            theory,
            carriers,
            totality,
            circuit: Circuit::new(allowance),
            exists: Vec::new(),
            nodes: Vec::new(),
            elements: Vec::new(),
            constants: Vec::new(),
            function_cells: vec![Vec::new(); theory.ops.len()],
            predicate_cells: vec![Vec::new(); theory.ops.len()],
            integers: None,
            applications: vec![Cache::default(); theory.ops.len()],
            arithmetic: Cache::default(),
            predicates: vec![Cache::default(); theory.ops.len()],
            equalities: Cache::default(),
            node_digits: Cache::default(),
            digit_applications: Cache::default(),
        };
        ground.make_carriers(given);
        if totality == Totality::Local {
            ground.integers = ground.uninterpreted();
        }
        ground
    }

    pub fn exists(&self, sort: SortId, element: Element) -> Lit {
        self.exists[sort.index()][element as usize]
    }

    pub fn node(&self, id: NodeId) -> &Choice {
        &self.nodes[id.index()]
    }

    /// A shared reference, which stays valid while nodes are added.
    fn shared(&self, id: NodeId) -> Rc<Choice> {
        Rc::clone(&self.nodes[id.index()])
    }

    pub fn constant(&self, sort: SortId, element: Element) -> NodeId {
        self.constants[sort.index()][element as usize]
    }

    /// The result of an operation for the arguments at a position of its table.
    pub fn function_cell(&self, op: OpId, position: usize) -> &Choice {
        self.node(self.function_cells[op.index()][position])
    }

    pub fn predicate_cell(&self, op: OpId, position: usize) -> Lit {
        self.predicate_cells[op.index()][position]
    }

    /// The carrier sizes of an operation's arguments.
    pub fn dimensions(&self, op: OpId) -> Vec<u32> {
        let arguments = &self.theory.ops[op].arguments;
        arguments.iter().map(|sort| self.carriers.size(*sort)).collect()
    }

    /// The number of argument tuples of an operation.
    pub fn cell_count(&self, op: OpId) -> usize {
        self.dimensions(op).iter().map(|size| *size as usize).product()
    }

    /// New existential variables, each with exactly one value.
    pub fn existential(&mut self, variables: &[Variable]) -> Vec<NodeId> {
        variables.iter().map(|variable| self.existential_of(variable.sort)).collect()
    }

    /// The same for one variable.
    pub fn existential_of(&mut self, sort: SortId) -> NodeId {
        let size = self.carriers.size(sort);
        let literal = |element: Element| match self.exists(sort, element) {
            FALSE => FALSE,
            _ if size == 1 => TRUE,
            _ => self.circuit.literal(),
        };
        let values: Vec<Lit> = (0..size).map(literal).collect();
        for (element, value) in (0..).zip(&values) {
            let exists = self.exists(sort, element);
            self.circuit.imply(&[*value], exists);
        }
        self.circuit.add(values.iter().copied());
        self.circuit.at_most_one(&values);
        let (beyond, undefined, outside, unknown) = (Vec::new(), FALSE, FALSE, FALSE);
        self.add_node(Choice { sort, values, beyond, undefined, outside, unknown })
    }

    fn add_node(&mut self, choice: Choice) -> NodeId {
        self.circuit.hold(NODE_BYTES + size_of_val(&*choice.values) as u64);
        self.elements.push(choice.constant());
        self.nodes.push(Rc::new(choice));
        NodeId::from_index(self.nodes.len() - 1)
    }

    /// Disjuncts that satisfy a clause if some element does not exist.
    fn missing(&self, sorts: impl Iterator<Item = (SortId, Element)>) -> Vec<Lit> {
        let mut missing: Vec<Lit> = sorts
            .map(|(sort, element)| !self.exists(sort, element))
            .filter(|lit| *lit != FALSE)
            .collect();
        missing.sort();
        missing.dedup();
        missing
    }

    /// Whether an operation with this result may lead outside of the carriers. In a model
    /// no operation yields a number beyond the range: nothing would be known about its
    /// consequences, and a witness might depend on them.
    fn may_leave(&self, result: SortId) -> bool {
        let kind = self.theory.sorts[result].kind;
        match self.totality {
            Totality::Closed => false,
            Totality::Fragment => kind == SortKind::Constructed,
            Totality::Continued => kind != SortKind::Parameter,
            Totality::Local => true,
        }
    }

    /// In a fragment an equation guards only its left side. If that side has a value and
    /// the right side needs an element that is not built yet, the equation does not hold.
    fn right_must_be_built(&self, sort: SortId) -> bool {
        matches!(self.totality, Totality::Fragment | Totality::Continued)
            && self.theory.sorts[sort].kind == SortKind::Constructed
    }
}

/// The two sides, if the whole formula is an equation.
fn as_equation(formula: &Formula) -> Option<(&crate::theory::Term, &crate::theory::Term)> {
    match formula {
        Formula::Equal(left, right) => Some((left, right)),
        _ => None,
    }
}
