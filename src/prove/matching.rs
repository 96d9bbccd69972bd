//! Where the pattern of an axiom occurs among the terms of a refutation, up to what is known to
//! be equal.

use super::rules::Trigger;
use super::state::State;
use super::terms::{Node, TermId, Terms};
use crate::arena::Id;
use crate::theory::Term;

/// Values of the variables of a pattern.
type Bindings = Vec<Option<TermId>>;

/// The terms of one state, by class.
pub struct Occurrences<'m, 't> {
    terms: &'m Terms<'t>,
    state: &'m State,
    members: Vec<Vec<TermId>>,
}

impl<'m, 't> Occurrences<'m, 't> {
    pub fn new(terms: &'m Terms<'t>, state: &'m State) -> Self {
        let mut members = vec![Vec::new(); terms.len()];
        for term in terms.ids() {
            members[state.find(term).index()].push(term);
        }
        Self { terms, state, members }
    }

    /// The ways in which a call matches a trigger.
    pub fn of(&self, trigger: &Trigger<'_>, call: TermId, variables: usize) -> Vec<Bindings> {
        match self.terms.node(call) {
            Node::Apply(op, arguments) if *op == trigger.op => {
                self.all(trigger.arguments, arguments, vec![None; variables])
            }
            _ => Vec::new(),
        }
    }

    fn all(&self, patterns: &[Term], terms: &[TermId], bindings: Bindings) -> Vec<Bindings> {
        let mut found = vec![bindings];
        for (pattern, term) in patterns.iter().zip(terms) {
            found = found.into_iter().flat_map(|known| self.one(pattern, *term, known)).collect();
        }
        found
    }

    fn one(&self, pattern: &Term, term: TermId, mut bindings: Bindings) -> Vec<Bindings> {
        let class = self.state.find(term);
        match pattern {
            Term::Variable(variable) => match bindings[variable.index()] {
                Some(known) if self.state.find(known) != class => Vec::new(),
                Some(_) => vec![bindings],
                None => {
                    bindings[variable.index()] = Some(term);
                    vec![bindings]
                }
            },
            Term::Int(number) => {
                let is_it = self.state.constant(term) == Some(*number);
                if is_it { vec![bindings] } else { Vec::new() }
            }
            Term::Apply(op, patterns) => {
                let members = self.members[class.index()].iter();
                let fitting = members.filter_map(|member| match self.terms.node(*member) {
                    Node::Apply(own, arguments) if own == op => Some(arguments),
                    _ => None,
                });
                fitting.flat_map(|it| self.all(patterns, it, bindings.clone())).collect()
            }
            Term::Arithmetic(operator, left, right) => {
                let members = self.members[class.index()].iter();
                let fitting = members.filter_map(|member| match self.terms.node(*member) {
                    Node::Arithmetic(own, one, other) if own == operator => Some([*one, *other]),
                    _ => None,
                });
                let patterns = [(**left).clone(), (**right).clone()];
                fitting.flat_map(|it| self.all(&patterns, &it, bindings.clone())).collect()
            }
        }
    }
}
