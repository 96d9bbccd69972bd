//! The rows of a table for arguments that are choices themselves.

use crate::model::Element;
use crate::search::solver::{Lit, is_constant};

use super::{Ground, NodeId};

/// The possible values of some arguments, with their literals.
pub(super) struct Supports(Vec<Vec<(Element, Lit)>>);

impl Ground<'_> {
    pub(super) fn supports(&self, arguments: &[NodeId]) -> Supports {
        Supports(arguments.iter().map(|node| self.node(*node).support().collect()).collect())
    }
}

impl Supports {
    /// Calls `see` with each tuple of argument values and the literals that select it.
    /// Constants need no literal.
    pub(super) fn each(&self, mut see: impl FnMut(&[Element], &[Lit])) {
        self.extend(&mut Vec::new(), &mut Vec::new(), &mut see);
    }

    fn extend(
        &self,
        tuple: &mut Vec<Element>,
        premises: &mut Vec<Lit>,
        see: &mut dyn FnMut(&[Element], &[Lit]),
    ) {
        let Some(support) = self.0.get(tuple.len()) else { return see(tuple, premises) };
        for (value, literal) in support {
            let known = premises.len();
            tuple.push(*value);
            if !is_constant(*literal) {
                premises.push(*literal);
            }
            self.extend(tuple, premises, see);
            tuple.pop();
            premises.truncate(known);
        }
    }
}

/// Results, each with the literals that select it.
#[derive(Default)]
pub(super) struct Rows<T> {
    premises: Vec<Lit>,
    /// Each with the end of its premises.
    answers: Vec<(usize, T)>,
}

impl<T: Copy> Rows<T> {
    pub(super) fn new() -> Self {
        Self { premises: Vec::new(), answers: Vec::new() }
    }

    pub(super) fn push(&mut self, premises: &[Lit], answer: T) {
        self.premises.extend_from_slice(premises);
        self.answers.push((self.premises.len(), answer));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&[Lit], T)> {
        let mut start = 0;
        self.answers.iter().map(move |(end, answer)| {
            let premises = &self.premises[start..*end];
            start = *end;
            (premises, *answer)
        })
    }

    /// The result, if nothing has to be selected.
    pub(super) fn only(&self) -> Option<T> {
        match self.answers.as_slice() {
            [(0, answer)] => Some(*answer),
            _ => None,
        }
    }
}
