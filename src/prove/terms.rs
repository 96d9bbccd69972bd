//! Terms over the variables of a goal, each kept once.

use crate::arena::Id;
use crate::search::Cache;
use crate::theory::{ArithmeticOperator, OpId, SortId, SortKind, Term, Theory};

/// Names a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(u32);

impl TermId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Any value of a sort.
    Variable(usize),
    Int(i64),
    /// An operation, or a predicate.
    Apply(OpId, Vec<TermId>),
    Arithmetic(ArithmeticOperator, TermId, TermId),
}

/// All terms of a refutation.
pub struct Terms<'t> {
    theory: &'t Theory,
    nodes: Vec<Node>,
    ids: Cache<Node, TermId>,
    /// `None` for predicates.
    sorts: Vec<Option<SortId>>,
    /// How many axioms were unfolded, one inside of the other, before the term was met.
    generations: Vec<u32>,
    /// By operation.
    calls: Vec<Vec<TermId>>,
    /// That of new terms.
    pub generation: u32,
}

impl<'t> Terms<'t> {
    pub fn new(theory: &'t Theory) -> Self {
        Self {
            theory,
            nodes: Vec::new(),
            ids: Cache::default(),
            sorts: Vec::new(),
            generations: Vec::new(),
            calls: vec![Vec::new(); theory.ops.len()],
            generation: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn ids(&self) -> impl Iterator<Item = TermId> + use<> {
        (0..self.nodes.len() as u32).map(TermId)
    }

    pub fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.index()]
    }

    /// The terms that apply an operation.
    pub fn calls(&self, op: OpId) -> &[TermId] {
        &self.calls[op.index()]
    }

    pub fn generation(&self, term: TermId) -> u32 {
        self.generations[term.index()]
    }

    pub fn is_number(&self, term: TermId) -> bool {
        let sort = self.sorts[term.index()];
        sort.is_some_and(|sort| self.theory.sorts[sort].kind == SortKind::Int)
    }

    /// The constants that a variable may stand for, if its sort has nothing else.
    pub fn constants(&mut self, variable: TermId) -> Option<Vec<TermId>> {
        let constants = self.theory.constants(self.sorts[variable.index()]?)?;
        Some(constants.into_iter().map(|it| self.apply(it, Vec::new())).collect())
    }

    pub fn is_predicate(&self, op: OpId) -> bool {
        self.theory.ops[op].is_predicate()
    }

    /// Whether a term is defined wherever its arguments are.
    pub fn is_total(&self, term: TermId) -> bool {
        match self.node(term) {
            Node::Variable(_) | Node::Int(_) => true,
            Node::Apply(op, _) => self.theory.ops[*op].domain.is_none(),
            Node::Arithmetic(ArithmeticOperator::Divide | ArithmeticOperator::Remainder, _, by) => {
                matches!(self.node(*by), Node::Int(number) if *number != 0)
            }
            Node::Arithmetic(..) => true,
        }
    }

    pub fn variable(&mut self, number: usize, sort: SortId) -> TermId {
        self.add(Node::Variable(number), Some(sort))
    }

    pub fn int(&mut self, number: i64) -> TermId {
        self.add(Node::Int(number), self.theory.int())
    }

    pub fn apply(&mut self, op: OpId, arguments: Vec<TermId>) -> TermId {
        self.add(Node::Apply(op, arguments), self.theory.ops[op].result)
    }

    pub fn arithmetic(
        &mut self,
        operator: ArithmeticOperator,
        left: TermId,
        right: TermId,
    ) -> TermId {
        self.add(Node::Arithmetic(operator, left, right), self.theory.int())
    }

    /// A term with terms in the place of its variables.
    pub fn of(&mut self, term: &Term, values: &[TermId]) -> TermId {
        match term {
            Term::Variable(variable) => values[variable.index()],
            Term::Int(number) => self.int(*number),
            Term::Apply(op, arguments) => {
                let arguments = arguments.iter().map(|it| self.of(it, values)).collect();
                self.apply(*op, arguments)
            }
            Term::Arithmetic(operator, left, right) => {
                let [left, right] = [self.of(left, values), self.of(right, values)];
                self.arithmetic(*operator, left, right)
            }
        }
    }

    fn add(&mut self, node: Node, sort: Option<SortId>) -> TermId {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let id = TermId(self.nodes.len() as u32);
        if let Node::Apply(op, _) = &node {
            self.calls[op.index()].push(id);
        }
        self.nodes.push(node.clone());
        self.sorts.push(sort);
        self.generations.push(self.generation);
        self.ids.insert(node, id);
        id
    }
}
