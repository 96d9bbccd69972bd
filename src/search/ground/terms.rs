//! Ground terms as choices.

use crate::arena::Id;
use crate::model::Element;
use crate::search::solver::{FALSE, Lit};
use crate::theory::{OpId, SortId, Term};

use super::rows::Rows;
use super::{Choice, Ground, NodeId, Totality, TruthLits};

impl Ground<'_> {
    /// The value of a term; `env` gives the values of its variables.
    pub fn term(&mut self, term: &Term, env: &[NodeId]) -> NodeId {
        match term {
            Term::Variable(variable) => env[variable.index()],
            Term::Apply(op, arguments) => {
                let arguments: Vec<_> =
                    arguments.iter().map(|argument| self.term(argument, env)).collect();
                self.apply(*op, &arguments, None)
            }
            Term::Int(number) => self.number(*number),
            Term::Arithmetic(operator, left, right) => {
                let left = self.term(left, env);
                let right = self.term(right, env);
                self.calculate(*operator, left, right)
            }
        }
    }

    /// The value of a term that is known to equal `target`. The definition is written onto
    /// the target, instead of making a new choice and an equation.
    ///
    /// Correct only if the equation holds unconditionally and both sides mention the same
    /// elements.
    pub(super) fn term_into(&mut self, term: &Term, env: &[NodeId], target: NodeId) {
        if let Term::Apply(op, arguments) = term {
            let arguments: Vec<_> =
                arguments.iter().map(|argument| self.term(argument, env)).collect();
            let node = self.apply(*op, &arguments, Some(target));
            if node != target {
                self.require_equal(node, target, &[]);
            }
        } else {
            let node = self.term(term, env);
            self.require_equal(node, target, &[]);
        }
    }

    /// `op(arguments)`. A new application is written onto `target` if there is one. A known
    /// application is returned as it is.
    pub fn apply(&mut self, op: OpId, arguments: &[NodeId], target: Option<NodeId>) -> NodeId {
        if let Some(node) = self.known_application(op, arguments) {
            return node;
        }
        let sort = self.theory.ops[op].result.expect("a predicate is never part of a term");
        let node = self.select(op, arguments, sort, target);
        self.applications[op.index()].insert(arguments.into(), node);
        node
    }

    /// A cell of the table, or an application that was made before.
    pub(super) fn known_application(&self, op: OpId, arguments: &[NodeId]) -> Option<NodeId> {
        let constants: Option<Vec<Element>> =
            arguments.iter().map(|argument| self.elements[argument.index()]).collect();
        match constants {
            Some(tuple) => Some(self.function_node(op, &tuple)),
            None => self.applications[op.index()].get(arguments).copied(),
        }
    }

    /// `op(arguments)`, for arguments that are themselves choices:
    /// `arguments = tuple ∧ op(tuple) = v → result = v` for all tuples.
    ///
    /// The arguments have exactly one value and so has each cell, so these
    /// implications with at most one result determine the result.
    fn select(
        &mut self,
        op: OpId,
        arguments: &[NodeId],
        sort: SortId,
        target: Option<NodeId>,
    ) -> NodeId {
        let mut rows = Rows::new();
        self.supports(arguments)
            .each(|tuple, premises| rows.push(premises, self.function_node(op, tuple)));
        let strict = self.strictness(arguments);
        let node = target.unwrap_or_else(|| self.result_of(sort, &rows, &strict));
        let result = self.shared(node);
        for (premises, answer) in rows.iter() {
            let answer = self.shared(answer);
            for (answer, result) in answer.all().zip(result.all()) {
                self.imply_with(premises, answer, result);
            }
        }
        self.apply_strictness(&strict, result.undefined, result.unknown);
        node
    }

    /// `premises ∧ answer → result`
    fn imply_with(&mut self, premises: &[Lit], answer: Lit, result: Lit) {
        if answer == FALSE || answer == result {
            return;
        }
        self.circuit.add(premises.iter().map(|lit| !*lit).chain([!answer, result]));
    }

    /// A choice with a literal for each result that some row may have.
    fn result_of(&mut self, sort: SortId, rows: &Rows<NodeId>, strict: &Strictness) -> NodeId {
        let mut possible = vec![false; self.carriers.size(sort) as usize];
        let (mut may_be_undefined, mut may_leave) = (!strict.undefined.is_empty(), false);
        for (_, row) in rows.iter() {
            let row = self.node(row);
            for (possible, value) in possible.iter_mut().zip(&row.values) {
                *possible |= *value != FALSE;
            }
            may_be_undefined |= row.undefined != FALSE;
            may_leave |= row.outside != FALSE;
        }
        let mut literal = |possible: bool| if possible { self.circuit.literal() } else { FALSE };
        let values = possible.into_iter().map(&mut literal).collect();
        let undefined = literal(may_be_undefined);
        let outside = literal(may_leave);
        let unknown = literal(!strict.unknown.is_empty());
        let choice = Choice { sort, values, beyond: Vec::new(), undefined, outside, unknown };
        let all: Vec<Lit> = choice.all().collect();
        self.circuit.at_most_one(&all);
        self.add_node(choice)
    }

    /// `cell(arguments)` for a predicate. False on undefined arguments, unknown
    /// on those outside of the carriers.
    pub(super) fn select_truth(
        &mut self,
        arguments: &[NodeId],
        cell: impl Fn(&Self, &[Element]) -> Lit,
    ) -> TruthLits {
        let mut rows = Rows::new();
        self.supports(arguments).each(|tuple, premises| rows.push(premises, cell(self, tuple)));
        let strict = self.strictness(arguments);
        self.decide(&rows, &strict)
    }

    /// The truth of the one row whose premises hold.
    pub(super) fn decide(&mut self, rows: &Rows<Lit>, strict: &Strictness) -> TruthLits {
        if let (Some(yes), true) = (rows.only(), strict.is_empty()) {
            return TruthLits { yes, no: !yes };
        }
        let yes = self.circuit.literal();
        for (premises, answer) in rows.iter() {
            self.imply_with(premises, answer, yes);
            self.imply_with(premises, !answer, !yes);
        }
        let unknown = if strict.unknown.is_empty() { FALSE } else { self.circuit.literal() };
        for lit in strict.undefined.iter().copied().chain([unknown]) {
            self.circuit.add([!lit, !yes]);
        }
        for lit in &strict.undefined {
            self.circuit.add([!*lit, !unknown]);
        }
        for lit in &strict.unknown {
            let undefined = strict.undefined.iter().copied();
            self.circuit.add(undefined.chain([!*lit, unknown]));
        }
        self.circuit.add(strict.unknown.iter().copied().chain([!unknown]));
        let no = self.circuit.and(!yes, !unknown);
        TruthLits { yes, no }
    }

    pub(super) fn strictness(&self, arguments: &[NodeId]) -> Strictness {
        let nodes = || arguments.iter().map(|argument| self.node(*argument));
        let possible = |lit: &Lit| *lit != FALSE;
        Strictness {
            undefined: nodes().map(|node| node.undefined).filter(possible).collect(),
            unknown: nodes()
                .flat_map(|node| node.beyond().chain([node.outside, node.unknown]))
                .filter(possible)
                .collect(),
        }
    }

    /// An undefined argument makes the result undefined; otherwise an argument
    /// outside of the carriers makes it unknown.
    pub(super) fn apply_strictness(&mut self, strict: &Strictness, undefined: Lit, unknown: Lit) {
        for lit in &strict.undefined {
            self.circuit.add([!*lit, undefined]);
        }
        for lit in &strict.unknown {
            let others = strict.undefined.iter().copied();
            self.circuit.add(others.chain([!*lit, unknown]));
        }
    }

    /// Requires that a term has a value in the carriers, or is undefined.
    pub fn require_inside(&mut self, node: NodeId) {
        debug_assert_eq!(self.totality, Totality::Local);
        let (outside, unknown) = (self.node(node).outside, self.node(node).unknown);
        self.circuit.add([!outside]);
        self.circuit.add([!unknown]);
    }
}

/// The literals by which some argument has no value in the carriers.
pub(super) struct Strictness {
    pub(super) undefined: Vec<Lit>,
    pub(super) unknown: Vec<Lit>,
}

impl Strictness {
    pub(super) fn is_empty(&self) -> bool {
        self.undefined.is_empty() && self.unknown.is_empty()
    }
}
