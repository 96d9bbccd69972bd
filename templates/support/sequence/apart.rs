//! Whether the specification tells two values apart.

use super::super::execute::{Answer, Node, TermId};
use super::check::Run;
use super::choose::observations;

/// How many operations without other arguments may lead from two values to what tells them
/// apart.
const DEPTH: usize = 4;

impl Run<'_> {
    /// Whether the specification gives different answers for two values, or for what they lead
    /// to: two queues with equal fronts may have different rests.
    pub fn is_told_apart(&mut self, left: usize, right: usize) -> bool {
        let mut seen = Vec::new();
        for step in observations(self, left, None) {
            seen.extend(self.arguments(&step).map(|terms| (step.op, terms)));
        }
        match (self.terms[left], self.terms[right]) {
            (Some(one), Some(other)) => {
                let sort = self.world.sort(left);
                self.differ(sort, &seen, one, [one, other], DEPTH)
            }
            _ => false,
        }
    }

    /// Whether observers differ, with `pair` in the place of the value that was seen.
    fn differ(
        &mut self,
        sort: usize,
        seen: &[(usize, Vec<TermId>)],
        value: TermId,
        pair: [TermId; 2],
        depth: usize,
    ) -> bool {
        for (op, terms) in seen {
            let [one, other] = pair.map(|own| {
                let term = |term: &TermId| if *term == value { own } else { *term };
                let terms: Vec<TermId> = terms.iter().map(term).collect();
                self.answered(*op, &terms)
            });
            if matches!((one, other), (Some(one), Some(other)) if one != other) {
                return true;
            }
        }
        let program = &self.subject.program;
        let leads = |op: &usize| {
            let operation = &program.ops[*op];
            !operation.is_constructor
                && operation.result == Some(sort)
                && operation.arguments == [sort]
        };
        let leading: Vec<usize> = (0..program.ops.len()).filter(leads).collect();
        leading.into_iter().filter(|_| depth > 0).any(|op| {
            match pair.map(|own| self.ask(op, &[own])) {
                [Answer::Value(one), Answer::Value(other)] if one != other => {
                    self.differ(sort, seen, value, [one, other], depth - 1)
                }
                _ => false,
            }
        })
    }

    /// What the specification says of a call of these terms, as [`Run::determined`] does.
    pub fn answered(&mut self, op: usize, terms: &[TermId]) -> Option<Option<Node>> {
        match self.ask(op, terms) {
            Answer::Value(term) if self.is_value(term) || self.is_built(term) => {
                Some(Some(self.engine.terms().node(term).clone()))
            }
            Answer::Undefined => Some(None),
            _ => None,
        }
    }
}
